import { createTransport, type SendMailOptions } from "nodemailer";
import { within } from "../within.ts";

/** A file attached to a mail. */
export type Attachment = { name: string; media_type: string; content: Buffer };

/** One mail to one address, as plain text. Its Message-ID is made from `id`, so that a mail sent twice can be recognised. */
export type Letter = {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  /** The URL at which one POST unsubscribes the recipient (RFC 8058); omitted: the mail has no unsubscribe link. */
  unsubscribe_url?: string | null;
  attachment?: Attachment | null;
  /** The envelope sender, which receives bounce reports; omitted: the From address. */
  return_path?: string | null;
};

export type Mailer = {
  /**
   * Resolves when the mail server has accepted the letter. Throws Undeliverable if it never will, MailServerAway if it accepts no
   * letter now, or another error. Each letter has a connection of its own.
   */
  send(letter: Letter): Promise<void>;
  /** `send` for many letters, over at most so many connections, which stay open until `close`. */
  open(connections_max: number): { send(letter: Letter): Promise<void>; close(): void };
};

/** The mail server refused this letter permanently; sending it again is useless. */
export class Undeliverable extends Error {
  /** The server's answer to the recipient's address; null: it accepted the address and refused the letter. */
  readonly to_recipient: string | null;
  constructor(options: ErrorOptions & { to_recipient: string | null }) {
    super("the mail server refused the letter for good", options);
    this.name = "Undeliverable";
    this.to_recipient = options.to_recipient;
  }
}

/** The mail server cannot be reached, or refuses every connection now, so other letters would fail in the same way. */
export class MailServerAway extends Error {
  constructor(options: ErrorOptions) {
    super("the mail server is away", options);
    this.name = "MailServerAway";
  }
}

const connect_max_ms = 10_000;
const silence_max_ms = 15_000;
/** Longest total time for sending a letter. */
export const send_max_ms = 45_000;

type Transport = { sendMail(data: SendMailOptions): Promise<unknown> };

/** Maximum number of letters of one connection; then a new one is opened. */
const letters_max = 100;

/** Sends through the server of an SMTP URL (`smtp://` upgrades to TLS if the server offers it, `smtps://` starts with TLS). */
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
      // As an object, the address is taken literally; a text would be parsed as a list of addresses.
      to: { name: "", address: recipient },
      subject,
      text,
      ...(return_path === null ? {} : { envelope: envelopeOf(return_path, recipient) }),
      ...(attachment === null ? {} : { attachments: [attachedAs(attachment)] }),
      messageId: `<${id}@${host}>`,
      headers: { "Auto-Submitted": "auto-generated", ...(unsubscribe_url === null ? {} : unsubscribing(unsubscribe_url)) },
    });
    try {
      // If the deadline passes first, the transport still ends by its own timeouts.
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
      // The transport must not retry a letter when its connection breaks: the letter's row decides when it is sent again.
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

/** As objects, addresses are taken literally; the envelope's types do not declare this form. */
function envelopeOf(from: string, to: string) {
  return { from: { name: "", address: from }, to: [{ name: "", address: to }] } as unknown as { from: string; to: string[] };
}

/** A letter has one recipient, so refusing the recipient refuses the letter. */
function answerToRecipient(error: unknown): string | null {
  const { command, response } = error as { command?: string; response?: string };
  return command === "RCPT TO" && response !== undefined ? response : null;
}

function attachedAs({ name, media_type, content }: Attachment) {
  return { filename: name, contentType: media_type, content };
}

/** RFC 8058 §3.1: with both headers, mail programs offer their own unsubscribe button. */
function unsubscribing(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Connects, encrypts and signs in as for a letter, but sends none. Rejects with the error of the server or the network. */
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

/** The server's answer was about the recipient or the message, and not 421 (RFC 5321 §4.2.3: service not available). */
function isAboutLetter(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 421;
}

/** A 5xx answer to the recipient or the message. A 5xx answer to the greeting or the password is a fault of the settings. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && (responseCode === undefined || responseCode >= 500);
}
