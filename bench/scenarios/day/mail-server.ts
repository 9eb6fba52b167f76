// A mail server that accepts and counts all mails: `smtp-server`, in a process of its own.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** Without `count`, the answer is the server's address. */
export type Question = { count?: true };
export type Counted = { url: string; letters: number; receivers: number };

if (import.meta.main) {
  const receivers = new Set<string>();
  let letters = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      stream.on("end", () => {
        letters += 1;
        for (const { address } of session.envelope.rcptTo) receivers.add(address);
        callback();
      });
      stream.resume();
    },
  });
  server.on("error", () => undefined);
  const listening = new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  process.on("message", () => {
    void listening.then(() => {
      const { port } = server.server.address() as AddressInfo;
      process.send!({ url: `smtp://127.0.0.1:${port}`, letters, receivers: receivers.size } satisfies Counted);
    });
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}
