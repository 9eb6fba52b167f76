import { createTransport } from "nodemailer";
import { within } from "../within.ts";

/** One mail to one address, as plain text. `id` makes its Message-ID, so that a letter sent twice can be known by it. */
export type Letter = { id: string; recipient: string; subject: string; text: string };

export type Mailer = {
  /** Resolves when the mail server has taken the letter over. Throws Undeliverable when it never will, else any error. */
  send(letter: Letter): Promise<void>;
};

/** The mail server refused this very letter for good; sending it again is of no use. */
export class Undeliverable extends Error {
  constructor(options: ErrorOptions) {
    super("the mail server refused the letter for good", options);
    this.name = "Undeliverable";
  }
}

const connect_max_ms = 10_000;
const silence_max_ms = 15_000;
/** Longest time for a letter altogether. */
export const send_max_ms = 45_000;

/** Sends through the server of an SMTP URL (`smtp://` upgrades to TLS where the server offers it, `smtps://` begins with it). */
export function createMailer(smtp_url: string, from: string): Mailer {
  const transport = createTransport({
    url: smtp_url,
    connectionTimeout: connect_max_ms,
    greetingTimeout: connect_max_ms,
    dnsTimeout: connect_max_ms,
    socketTimeout: silence_max_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = /@([^\s@>]+)>?$/.exec(from)?.[1] ?? "muster";
  return {
    async send({ id, recipient, subject, text }) {
      const sent = transport.sendMail({
        from,
        // As an object, the address is taken literally; as a text it would be read as a list.
        to: { name: "", address: recipient },
        subject,
        text,
        messageId: `<${id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      try {
        // When the deadline wins, the transport still ends by its own timeouts.
        await within(sent, send_max_ms, () => new Error("the mail server took too long"));
      } catch (error) {
        throw isFinal(error) ? new Undeliverable({ cause: error }) : error;
      }
    },
  };
}

/** Connects, encrypts and signs in as for a letter, and sends none. Rejects with what the server or the network said. */
export async function greetMailServer(
  smtp_url: string,
  { encrypted, answer_max_ms }: { encrypted: boolean; answer_max_ms: number },
): Promise<void> {
  const transport = createTransport({
    url: smtp_url,
    requireTLS: encrypted,
    connectionTimeout: answer_max_ms,
    greetingTimeout: answer_max_ms,
    dnsTimeout: answer_max_ms,
    socketTimeout: answer_max_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** A 5xx to the recipient or the message; a 5xx to our greeting or password is a fault of the setting, not of the letter. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && (responseCode === undefined || responseCode >= 500);
}
