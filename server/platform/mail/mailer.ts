import { createTransport, type SendMailOptions } from "nodemailer";
import { within } from "../within.ts";

/** A file that a mail carries. */
export type Attachment = { name: string; media_type: string; content: Buffer };

/** One mail to one address, as plain text. `id` makes its Message-ID, so that a letter sent twice can be known by it. */
export type Letter = {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  /** Where one POST ends such mails to the recipient (RFC 8058); left out: they cannot be ended. */
  unsubscribe_url?: string | null;
  attachment?: Attachment | null;
  /** Sender of the envelope, to whom reports about it go; left out: the sender that mails name. */
  return_path?: string | null;
};

export type Mailer = {
  /**
   * Resolves when the mail server has taken the letter over. Throws Undeliverable when it never will, MailServerAway when it takes no
   * letter at all, else any error. Each letter has a connection of its own.
   */
  send(letter: Letter): Promise<void>;
  /** The same for many letters, over some connections at most that stay open until they are closed. */
  open(connections_max: number): { send(letter: Letter): Promise<void>; close(): void };
};

/** The mail server refused this very letter for good; sending it again is of no use. */
export class Undeliverable extends Error {
  /** What the server answered to the recipient's address; null: it took the address, and refused the letter. */
  readonly to_recipient: string | null;
  constructor(options: ErrorOptions & { to_recipient: string | null }) {
    super("the mail server refused the letter for good", options);
    this.name = "Undeliverable";
    this.to_recipient = options.to_recipient;
  }
}

/** The mail server cannot be reached, or refuses every connection now: another letter would meet the same. */
export class MailServerAway extends Error {
  constructor(options: ErrorOptions) {
    super("the mail server is away", options);
    this.name = "MailServerAway";
  }
}

const connect_max_ms = 10_000;
const silence_max_ms = 15_000;
/** Longest time for a letter altogether. */
export const send_max_ms = 45_000;

type Transport = { sendMail(data: SendMailOptions): Promise<unknown> };

/** Letters of one connection; then a new one is opened. */
const letters_max = 100;

/** Sends through the server of an SMTP URL (`smtp://` upgrades to TLS where the server offers it, `smtps://` begins with it). */
export function createMailer(smtp_url: string, from: string): Mailer {
  const options = {
    url: smtp_url,
    connectionTimeout: connect_max_ms,
    greetingTimeout: connect_max_ms,
    dnsTimeout: connect_max_ms,
    socketTimeout: silence_max_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const host = /@([^\s@>]+)>?$/.exec(from)?.[1] ?? "muster";
  const sendThrough = async (
    transport: Transport,
    { id, recipient, subject, text, unsubscribe_url = null, attachment = null, return_path = null }: Letter,
  ) => {
    const sent = transport.sendMail({
      from,
      // As an object, the address is taken literally; as a text it would be read as a list.
      to: { name: "", address: recipient },
      subject,
      text,
      ...(return_path === null ? {} : { envelope: envelopeOf(return_path, recipient) }),
      ...(attachment === null ? {} : { attachments: [attachedAs(attachment)] }),
      messageId: `<${id}@${host}>`,
      headers: { "Auto-Submitted": "auto-generated", ...(unsubscribe_url === null ? {} : unsubscribing(unsubscribe_url)) },
    });
    try {
      // When the deadline wins, the transport still ends by its own timeouts.
      await within(sent, send_max_ms, () => new Error("the mail server took too long"));
    } catch (error) {
      if (isFinal(error)) throw new Undeliverable({ cause: error, to_recipient: answerToRecipient(error) });
      throw isAboutLetter(error) ? error : new MailServerAway({ cause: error });
    }
  };
  const single = createTransport(options);
  return {
    send: (letter) => sendThrough(single, letter),
    open(connections_max) {
      // A letter whose connection ends is no concern of the transport's: its row says when it is tried again.
      const many = createTransport({
        ...options,
        pool: true,
        maxConnections: connections_max,
        maxMessages: letters_max,
        maxRequeues: 0,
      });
      return { send: (letter) => sendThrough(many, letter), close: () => many.close() };
    },
  };
}

/** As objects, addresses are taken literally, which the types of the envelope do not know of. */
function envelopeOf(from: string, to: string) {
  return { from: { name: "", address: from }, to: [{ name: "", address: to }] } as unknown as { from: string; to: string[] };
}

/** A letter has one recipient: a refusal of it is one of the letter. */
function answerToRecipient(error: unknown): string | null {
  const { command, response } = error as { command?: string; response?: string };
  return command === "RCPT TO" && response !== undefined ? response : null;
}

function attachedAs({ name, media_type, content }: Attachment) {
  return { filename: name, contentType: media_type, content };
}

/** RFC 8058 section 3.1: mail programs offer to unsubscribe by themselves where both are there. */
function unsubscribing(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
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

/** Said to the recipient or the message, and not that the service is not available (RFC 5321 section 4.2.3: 421). */
function isAboutLetter(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 421;
}

/** A 5xx to the recipient or the message; a 5xx to our greeting or password is a fault of the setting, not of the letter. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && (responseCode === undefined || responseCode >= 500);
}
