// Whether a refusal says that the address takes no mail, for good (RFC 3463, RFC 5321 §4.2). A refusal because of the letter, of the
// sender or of the route says nothing about the address: another letter may arrive.

/** That an address takes no mail. `status`: RFC 3463; null: the server gave none. `said`: its words, in one line. */
export type Bounce = { status: string | null; said: string };

/** Codes of SMTP that by themselves are about the mailbox. */
const codes_of_mailbox = new Set([550, 551, 552, 553, 556]);
/** Of subject 4, routing: Exchange refuses unknown recipients by 5.4.1 and domains that are not there by 5.4.310; others by 5.4.4. */
const routing_of_address = new Set(["5.4.1", "5.4.4", "5.4.310"]);
/** Of subjects 1 and 2: the sender's address, and a letter that is too long for the mailbox. */
const not_of_recipient = new Set(["5.1.7", "5.1.8", "5.2.3"]);
const said_max = 300;

/** What a server answered to RCPT TO, for good: a bounce, or null where it is not about the address. */
export function bounceFromReply(reply: string): Bounce | null {
  const [, code = "", status = null] = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(reply) ?? [];
  const is_bounce = status === null ? codes_of_mailbox.has(Number(code)) : isOfAddress(status);
  return is_bounce ? { status, said: inOneLine(reply) } : null;
}

/** What a report says of a recipient (RFC 3464 §2.3): a bounce, or null where it is a delay, no failure, or not about the address. */
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
  // Some servers report 5.0.0 and leave the reason to the words of the other side (RFC 3464 §2.3.6).
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
