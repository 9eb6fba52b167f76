import type { Config } from "../../config.ts";
import { greetMailServer } from "../../platform/mail/mailer.ts";
import { answer_max_ms, ok, saying, warning, wrong, type Finding } from "./finding.ts";

/** Connects to the mail server as a process does before it sends a letter: greeting, encryption, password. No mail is sent. */
export async function checkMail({ smtp_url, mail_from, database_url }: Readonly<Config>): Promise<Finding[]> {
  if (smtp_url === null) {
    if (database_url === null) return [ok("SMTP_URL is not set: mails are kept, and shown under Mailbox, as trials want it.")];
    return [
      warning(
        "SMTP_URL is not set: invitations, resets and warnings are kept for 30 days, or as many as their organisation has set, and not sent.",
        "Set SMTP_URL, for example smtps://user:password@mail.example:465.",
      ),
    ];
  }
  const place = new URL(smtp_url).host;
  const findings = [await greet(smtp_url, place)];
  if (/@localhost>?$/.test(mail_from))
    findings.push(
      wrong(
        `MAIL_FROM is ${mail_from}: other servers refuse mails of such a sender.`,
        "Set MAIL_FROM to an address of a domain that your mail server may send for.",
      ),
    );
  return findings;
}

async function greet(smtp_url: string, place: string): Promise<Finding> {
  try {
    await greetMailServer(smtp_url, { encrypted: true, answer_max_ms });
    return ok(`The mail server ${place} answers, encrypted, and takes what it is given.`);
  } catch (error) {
    return explain(smtp_url, place, error);
  }
}

/** Tries again without requiring encryption, to find out whether encryption is the cause. */
async function explain(smtp_url: string, place: string, refused: unknown): Promise<Finding> {
  try {
    await greetMailServer(smtp_url, { encrypted: false, answer_max_ms });
    return warning(
      `The mail server ${place} does not encrypt (${saying(refused)}): one-time links and the password pass readable.`,
      "Let the mail server offer STARTTLS, or use smtps://.",
    );
  } catch (error) {
    const found = `The mail server ${place} does not take mails: ${saying(error)}.`;
    return wrong(found, remedies[(error as { code?: string }).code ?? ""] ?? remedies["ESOCKET"]!);
  }
}

/** What to change after an error of the mail client, by its code. */
const remedies: Readonly<Record<string, string>> = {
  EAUTH: "Correct user and password in SMTP_URL.",
  EDNS: "Correct the host in SMTP_URL, or the name service.",
  ETLS: "See that the server's certificate is valid for the host in SMTP_URL and of an authority that this machine knows.",
  ETIMEDOUT:
    "Let the firewall pass connections from this machine to the mail server's port; smtps:// is for port 465, smtp:// for 587 and 25.",
  ESOCKET: "Correct host and port of SMTP_URL; smtps:// is for port 465, smtp:// for 587 and 25.",
};
