// Decides whether a refusal means that the address permanently takes no mail (RFC 3463, RFC 5321 §4.2). A refusal because of the
// letter, the sender or the route says nothing about the address: another letter may arrive.

/**
 * An address takes no mail. `status`: the code of RFC 3463, null: the server sent none. `said`: the server's text in one line.
 */
export type Bounce = { status: string | null; said: string };

/** SMTP reply codes that are about the mailbox, even without an enhanced status code. */
const codes_of_mailbox = new Set([550, 551, 552, 553, 556]);
/**
 * Codes of subject 4 (routing) that are about the address: Exchange sends 5.4.1 for unknown recipients and 5.4.310 for domains that
 * do not exist; other servers send 5.4.4.
 */
const routing_of_address = new Set(["5.4.1", "5.4.4", "5.4.310"]);
/** Codes of subjects 1 and 2 that are not about the recipient: the sender's address, and a letter that is too large. */
const not_of_recipient = new Set(["5.1.7", "5.1.8", "5.2.3"]);
const said_max = 300;

/** Reads a permanent reply to RCPT TO; null: it is not about the address. */
export function bounceFromReply(reply: string): Bounce | null {
  const [, code = "", status = null] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(reply) ?? [];
  const is_bounce = status === null ? codes_of_mailbox.has(Number(code)) : isOfAddress(status);
  return is_bounce ? { status, said: inOneLine(reply) } : null;
}

/** Reads a report's fields about a recipient (RFC 3464 §2.3); null: a delay, no failure, or not about the address. */
export function bounceFromReport({
  action,
  status,
  diagnostic,
}: {
  action: string;
  status: string;
  diagnostic: string;
}): Bounce | null {
  if (action.trim().toLowerCase() !== "failed") return null;
  const [reported = ""] = /\d\.\d{1,3}\.\d{1,3}/.exec(status) ?? [];
  // Some servers report 5.0.0, and only the diagnostic text of the remote server contains the reason (RFC 3464 §2.3.6).
  const [of_words = null] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic) ?? [];
  const code = reported === "5.0.0" && of_words !== null ? of_words : reported;
  return isOfAddress(code) ? { status: code, said: inOneLine(diagnostic === "" ? status : diagnostic) } : null;
}

function isOfAddress(status: string): boolean {
  const [level, subject] = status.split(".");
  if (level !== "5" || not_of_recipient.has(status)) return false;
  if (subject === "4") return routing_of_address.has(status);
  return subject === "0" || subject === "1" || subject === "2";
}

function inOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, said_max);
}
