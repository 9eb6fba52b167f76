import { EventEmitter, once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A letter as received. */
export type Received = { from: string; to: string[]; data: string };

/** The server's refusal of the next letter: of its recipient, or of the message. */
export type Refusal = { to?: string; data?: string };

export type SmtpServer = {
  url: string;
  received: Received[];
  /** Refusals for the next letters, one for each, in order. */
  refusals: Refusal[];
  /** The newest letter to an address; waits if it has not arrived yet. */
  letterTo(address: string): Promise<Received>;
  close(): Promise<void>;
};

/** The decoded text of a letter. */
export function textOf({ data }: Received): string {
  const [head, ...body] = data.split("\n\n");
  const text = body.join("\n\n").trim();
  const is_base64 = /^Content-Transfer-Encoding: base64$/m.test(head!);
  const plain = is_base64 ? Buffer.from(text, "base64").toString() : fromQuotedPrintable(text);
  return plain.replaceAll("\r\n", "\n").trim();
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** A minimal mail server of RFC 5321: EHLO, MAIL, RCPT, DATA, QUIT. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: Received[] = [];
  const refusals: Refusal[] = [];
  const sockets = new Set<Socket>();
  const arrivals = new EventEmitter();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    converse(socket, received, refusals, () => arrivals.emit("letter")).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refusals,
    async letterTo(address) {
      for (;;) {
        const found = received.findLast(({ to }) => to.includes(address));
        if (found) return found;
        await once(arrivals, "letter");
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function converse(socket: Socket, received: Received[], refusals: Refusal[], onLetter: () => void): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let letter: Received = { from: "", to: [], data: "" };
  let refusal: Refusal = {};
  let in_data = false;
  say("220 mail.muster.example ESMTP");
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (in_data) {
      if (line !== ".") {
        letter.data += `${line.replace(/^\./, "")}\n`;
        continue;
      }
      in_data = false;
      if (!refusal.data) {
        received.push(letter);
        onLetter();
      }
      say(refusal.data ?? "250 2.0.0 taken over");
    } else if (/^EHLO/i.test(line)) {
      say("250-mail.muster.example");
      say("250 SMTPUTF8");
    } else if (/^MAIL FROM:/i.test(line)) {
      letter = { from: addressIn(line), to: [], data: "" };
      refusal = refusals.shift() ?? {};
      say("250 2.1.0 sender ok");
    } else if (/^RCPT TO:/i.test(line)) {
      letter.to.push(addressIn(line));
      say(refusal.to ?? "250 2.1.5 recipient ok");
    } else if (/^DATA/i.test(line)) {
      in_data = true;
      say("354 go ahead");
    } else if (/^(QUIT|RSET)/i.test(line)) {
      say("221 2.0.0 bye");
      if (/^QUIT/i.test(line)) socket.end();
    } else {
      say("502 5.5.1 not here");
    }
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}
