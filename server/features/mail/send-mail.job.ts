import type { Logger } from "pino";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, work, type Job } from "../../platform/jobs/run.ts";
import { MailServerAway, send_max_ms, Undeliverable, type Attachment, type Mailer } from "../../platform/mail/mailer.ts";
import { bounceFromReply, type Bounce } from "./bounces/judge.ts";
import { insertBounces } from "./bounces/sql.ts";
import { returnPathOf } from "./bounces/token.ts";
import { mail_queue } from "./queue-mail.ts";
import { away_wait_s, kept_max_s, waitAfter } from "./retry.ts";
import {
  claimDueMail,
  listTenantsWithDueMail,
  updateMailDue,
  updateMailFailed,
  updateMailSent,
  updateMailUntried,
  type ClaimedMail,
} from "./sql.ts";

// Theory of operation: how single mails are sent; bulk mails are sent separately (bulk/send.ts). The row in the table is
// authoritative: `due_us` says when the next attempt is due, and is null once the mail was sent or given up. The sender first
// claims the row by moving `due_us` beyond the longest time of an attempt, and then contacts the mail server outside any
// transaction. A job right after the commit makes the first attempt. A sweep every minute makes the later ones, and finds mails
// that a crash or a missing SMTP_URL has left. If the server accepts no mail at all, no attempt is counted; each sweep tries it
// with one mail. If a process dies after the server has accepted a mail but before the row is updated, the mail is sent twice,
// with the same Message-ID.

export type SendMailOptions = {
  pool: Pool;
  keyring: Keyring;
  /** null: no mail server is configured, and mails stay queued. */
  mailer: Mailer | null;
  log: Logger;
  /** BOUNCE_ADDRESS; null or left out: reports go to the sender in the mail's header. */
  bounce_address?: string | null;
};

const lease_us = (send_max_ms + 15_000) * 1_000;
/** Mails of one organisation in one sweep, so that many mails of one do not delay the others. */
const mails_per_sweep_max = 20;

export function mailJobs(options: SendMailOptions): Job[] {
  return [
    work(mail_queue, async ({ tenant_id, mail_id }) => {
      await sendOne(options, tenant_id, mail_id);
    }),
    every("* * * * *", queue("mail.sweep", { run_max_s: 300, retries_max: 0 }), (signal) => sweep(options, signal)),
  ];
}

async function sweep(options: SendMailOptions, signal: AbortSignal): Promise<void> {
  if (options.mailer === null) return;
  let is_away = false;
  await forEach(await listTenantsWithDueMail(options.pool), signal, async (tenant_id) => {
    if (is_away) return;
    for (let sent = 0; sent < mails_per_sweep_max && !signal.aborted; sent += 1) {
      const came = await tryOne(options, tenant_id, null);
      // The server accepts no mail at all, so other mails are not tried.
      is_away = came === "away";
      if (is_away || came === "none") break;
    }
  });
}

/** Makes one attempt, at the given mail or at any due one; returns false if there is none. */
export async function sendOne(options: SendMailOptions, tenant_id: string, mail_id: string | null): Promise<boolean> {
  return (await tryOne(options, tenant_id, mail_id)) !== "none";
}

async function tryOne(options: SendMailOptions, tenant_id: string, mail_id: string | null): Promise<"none" | "tried" | "away"> {
  const { pool, mailer } = options;
  if (mailer === null) return "none";
  const mail = await withTenant(pool, tenant_id, (db) => claimDueMail(db, tenant_id, mail_id, lease_us));
  if (!mail) return "none";
  const { failure, bounce } = await attempt(options, mailer, tenant_id, mail);
  await withTenant(pool, tenant_id, async (db) => {
    const wait_s = waitAfter(mail.attempts);
    if (failure === null) await updateMailSent(db, tenant_id, mail);
    else if (failure === "final") await updateMailFailed(db, tenant_id, mail, "refused");
    else if (failure === "away" && mail.age_s <= kept_max_s)
      await updateMailUntried(db, tenant_id, mail, away_wait_s * 1_000_000);
    else if (failure === "away" || wait_s === null) await updateMailFailed(db, tenant_id, mail, "given_up");
    else await updateMailDue(db, tenant_id, mail, wait_s * 1_000_000);
    if (bounce !== null) await insertBounces(db, tenant_id, "reply", [{ ...bounce, address: mail.recipient }]);
  });
  return failure === "away" ? "away" : "tried";
}

/**
 * `failure`: null: the mail server has accepted the mail; `away`: it accepts no mail at all. `bounce`: the address takes no mail.
 */
type Attempted = { failure: null | "away" | "later" | "final"; bounce: Bounce | null };

/** Sends one mail to the mail server. */
export async function attempt(
  { keyring, log, bounce_address = null }: Pick<SendMailOptions, "keyring" | "log" | "bounce_address">,
  mailer: Pick<Mailer, "send">,
  tenant_id: string,
  mail: Omit<ClaimedMail, "age_s"> & { unsubscribe_url?: string | null; attachment?: Attachment | null },
): Promise<Attempted> {
  const { id, kind, recipient, subject, attempts, unsubscribe_url = null, attachment = null } = mail;
  const return_path = bounce_address === null ? null : returnPathOf(keyring, bounce_address, tenant_id, id);
  try {
    const text = unseal(keyring, "mail", id, mail.body);
    await mailer.send({ id, recipient, subject, text, unsubscribe_url, attachment, return_path });
    log.info({ mail_id: id, kind, attempts }, "sent a mail");
    return { failure: null, bounce: null };
  } catch (error) {
    // Codes are logged, not the error's text, which may contain the address.
    const failure = error instanceof Undeliverable ? "final" : error instanceof MailServerAway ? "away" : "later";
    const { code, responseCode } = ((error as Error).cause ?? error) as { code?: string; responseCode?: number };
    log.warn({ mail_id: id, kind, attempts, code, response_code: responseCode, failure }, "a mail was not sent");
    const refused = error instanceof Undeliverable ? error.to_recipient : null;
    return { failure, bounce: refused === null ? null : bounceFromReply(refused) };
  }
}
