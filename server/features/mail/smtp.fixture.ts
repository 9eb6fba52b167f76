import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A letter as it came over the wire. */
export type Received = { from: string; to: string[]; data: string };

/** What the server answers to the next letters: to the recipient, or to the message. */
export type Refusal = { to?: string; data?: string };

export type SmtpServer = {
  url: string;
  received: Received[];
  /** Answers to give instead of accepting, one a letter, in order. */
  refusals: Refusal[];
  close(): Promise<void>;
};

/** As much of a mail server as RFC 5321 asks for a letter to be sent: EHLO, MAIL, RCPT, DATA, QUIT. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: Received[] = [];
  const refusals: Refusal[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    converse(socket, received, refusals).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function converse(socket: Socket, received: Received[], refusals: Refusal[]): Promise<void> {
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
      if (!refusal.data) received.push(letter);
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
