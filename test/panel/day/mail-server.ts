// A third-party mail server (smtp-server), and mails as parsed by a reader's program (postal-mime).
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type Letter = { to: string; subject: string; text: string; files: { name: string; text: string }[] };

export type MailServer = {
  url: string;
  /** The mails that have arrived so far, in order. */
  letters(): Promise<Letter[]>;
  close(): Promise<void>;
};

export async function openMailServer(): Promise<MailServer> {
  const received: Promise<Letter>[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push(readLetter(Buffer.concat(chunks), envelope.rcptTo[0]!.address));
        callback();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    letters: () => Promise.all(received),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

async function readLetter(message: Buffer, to: string): Promise<Letter> {
  const { subject = "", text = "", attachments } = await PostalMime.parse(message);
  const files = attachments.map(({ filename, content }) => ({
    name: filename ?? "",
    text: typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString(),
  }));
  return { to, subject, text: text.replaceAll("\r\n", "\n"), files };
}
