// Theory of operation: how bulk mails are sent (docs/decisions/0068). An organisation with bulk mails has a row of due work
// (platform/jobs/due). Workers serve the organisations in turn, each for some seconds, so that a large organisation does not
// delay the others. Single mails, such as a password reset, have jobs and connections of their own (../send-mail.job.ts), so they
// never wait for bulk mails.
//
//   open     checks the organisation's hours; outside them the row is postponed to the next morning and no mail is read
//   claim    takes some due mails and checks in the same transaction whether their reasons still exist: a mail without a reason is dropped, and a mail with less to say is written again
//   send     sends over a few connections; each result is stored as it arrives, so that few results are lost if the worker dies
//
// If the mail server accepts no mail at all, no further ones are tried in this turn and the organisation pauses; its mails lose
// no attempt.
import type { Logger } from "pino";
import type { Actor, Context } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { seal } from "../../../platform/crypto/seal.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { createWorkTime } from "../../../platform/jobs/load/pace.ts";
import { restAfter } from "../../../platform/jobs/load/rest.ts";
import { eachDue, still_due, type DueWork, type Next } from "../../../platform/jobs/due/due.ts";
import { send_max_ms, type Attachment, type Mailer } from "../../../platform/mail/mailer.ts";
import { within } from "../../../platform/within.ts";
import { insertBounces } from "../bounces/sql.ts";
import { unsubscribeUrl } from "../choice/link.ts";
import type { Topic } from "../choice/sql.ts";
import type { MailKind } from "../facts.ts";
import { away_wait_s, kept_max_s, waitAfter } from "../retry.ts";
import { attempt } from "../send-mail.job.ts";
import { composeLetter, type Written } from "../write-mail.ts";
import { noteResults, type Notes } from "./note-results.ts";
import {
  claimBulk,
  findNextBulk,
  findOffset,
  updateResults,
  updateWritten,
  type DueMail,
  type Ended,
  type Result,
} from "./sql.ts";

/** The new content of a mail, or the reason why it is not sent. */
export type Verdict = Ended | Written<MailKind>;

/** Checks mails of a kind again, in the transaction of their claim. Mails without a verdict are sent unchanged. */
export type Review = (
  db: Db,
  context: Context,
  mails: readonly Pick<DueMail, "id" | "recipient" | "receiver_id" | "told_on" | "about_id">[],
) => Promise<ReadonlyMap<string, Verdict>>;

/** Which mails of a kind the receiver may unsubscribe from, and the topic of each; in the transaction of their claim. */
export type TopicsOf = (
  db: Db,
  context: Context,
  mails: readonly Pick<DueMail, "id" | "receiver_id" | "told_on">[],
) => Promise<ReadonlyMap<string, Topic>>;

/** Creates the file that a mail of a kind carries, at each attempt and outside the transaction of its claim; null: no file. */
export type Attach = (tenant_id: string, mail: Pick<DueMail, "receiver_id" | "about_id">) => Promise<Attachment | null>;

export type BulkOptions = {
  pool: Pool;
  keyring: Keyring;
  base_url: string;
  mailer: Mailer;
  log: Logger;
  /** BOUNCE_ADDRESS; null or left out: reports go to the sender in the mail's header. */
  bounce_address?: string | null;
  /** When mails to the organisation's people may be sent next; null: now. */
  opensAt: (db: Db, context: Context) => Promise<Temporal.Instant | null>;
  /** The check before sending, by kind of mail. */
  reviews: { readonly [Kind in MailKind]?: Review };
  /** The topics of kinds from which receivers may unsubscribe. */
  topics?: { readonly [Kind in MailKind]?: TopicsOf };
  /** The files of kinds that carry one. */
  attach?: { readonly [Kind in MailKind]?: Attach };
  /** How long one organisation is served before the next one. */
  turn_max_ms?: number;
};

/** Organisations that a worker serves at the same time. */
const organisations_at_once_max = 2;
const usual_turn_max_ms = 5_000;
const connections_max = 5;
/** The pause after a claim, as a share of the claim's time, so that requests for the database and the processors come first. */
const rest_share = 0.5;
/** Mails in one claim. */
const part_mails_max = 25;
/** How long the creation of a file may take; after that it is tried again later. */
const attach_max_ms = 30_000;
/** Longer than the attempts of one claim can take. */
const lease_us = ((part_mails_max / connections_max) * (attach_max_ms + send_max_ms) + 15_000) * 1_000;
const away_rest_us = away_wait_s * 1_000_000;

const actor: Actor = { type: "system", id: null, name: "time" };

/** Sends the bulk mails of all organisations that have some. */
export function bulkMails(options: BulkOptions): DueWork {
  const kind = { kind: "mails.bulk", rows_max: 1, rounds_max: organisations_at_once_max };
  return eachDue(kind, (tenant_id, _due, signal) => takeTurn(options, tenant_id, signal));
}

/** Serves one organisation; returns when it has mails to send next. */
async function takeTurn(options: BulkOptions, tenant_id: string, signal: AbortSignal): Promise<Next> {
  const ends_ms = performance.now() + (options.turn_max_ms ?? usual_turn_max_ms);
  const connections = options.mailer.open(connections_max);
  // Its own: other work does not wait for the mail server.
  const work_time = createWorkTime();
  try {
    for (;;) {
      const began_ms = performance.now();
      const claim = await withTenant(options.pool, tenant_id, (db) => claimPart(options, db, tenant_id));
      if (claim.next_us !== undefined) return claim.next_us;
      if (!(await sendPart(options, connections, tenant_id, claim.mails))) return { due_us: null, rest_us: away_rest_us };
      if (signal.aborted || performance.now() >= ends_ms) return still_due;
      await restAfter(options.pool, (performance.now() - began_ms) * rest_share, work_time);
    }
  } finally {
    connections.close();
  }
}

/** A mail that is about to be sent. */
type Leaving = DueMail & { unsubscribe_url: string | null };

type Claim = { mails: readonly Leaving[]; next_us?: undefined } | { next_us: number | null };

/** Claims mails to send now, or returns when there will be some. */
async function claimPart(options: BulkOptions, db: Db, tenant_id: string): Promise<Claim> {
  const context = (await contextWithin(db, tenant_id, actor))!;
  const opens = await options.opensAt(db, context);
  if (opens !== null) {
    const waits = (await findNextBulk(db, tenant_id)) !== null;
    return { next_us: waits ? Number(opens.epochNanoseconds / 1_000n) - (await findOffset(db, tenant_id)) : null };
  }
  const claimed = await claimBulk(db, tenant_id, part_mails_max, lease_us);
  if (claimed.length === 0) return { next_us: await findNextBulk(db, tenant_id) };
  return { mails: await addLinks(options, db, context, await lookAgain(options, db, context, claimed)) };
}

/** Adds the unsubscribe link to mails that have a topic. */
async function addLinks(
  { topics = {}, keyring, base_url }: BulkOptions,
  db: Db,
  context: Context,
  mails: readonly DueMail[],
): Promise<Leaving[]> {
  const { id: tenant_id, code } = context.tenant;
  const of = new Map<string, Topic>();
  for (const [kind, same] of Map.groupBy(mails, (mail) => mail.kind))
    for (const [id, topic] of (await topics[kind as MailKind]?.(db, context, same)) ?? []) of.set(id, topic);
  return mails.map((mail) => {
    const topic = of.get(mail.id);
    const about = { tenant_id, account_id: mail.receiver_id };
    return {
      ...mail,
      unsubscribe_url: topic === undefined ? null : unsubscribeUrl(keyring, base_url, code, { ...about, topic }),
    };
  });
}

/** Drops mails without a reason, and writes changed mails again. */
async function lookAgain(
  { reviews, keyring, base_url }: BulkOptions,
  db: Db,
  context: Context,
  claimed: readonly DueMail[],
): Promise<DueMail[]> {
  const tenant_id = context.tenant.id;
  const gone: Result[] = [];
  const standing: DueMail[] = [];
  for (const [kind, mails] of Map.groupBy(claimed, (mail) => mail.kind)) {
    const verdicts = await reviews[kind as MailKind]?.(db, context, mails);
    for (const mail of mails) {
      const verdict = verdicts?.get(mail.id);
      if (typeof verdict === "string") {
        gone.push({ id: mail.id, attempts: mail.attempts, outcome: verdict, wait_s: null });
        continue;
      }
      if (verdict === undefined) {
        standing.push(mail);
        continue;
      }
      const { subject, text } = await composeLetter(db, context, base_url, verdict);
      const body = seal(keyring, "mail", mail.id, text);
      const written = { ...mail, recipient: verdict.to.email, subject, body };
      await updateWritten(db, tenant_id, written);
      standing.push(written);
    }
  }
  if (gone.length > 0) await updateResults(db, tenant_id, gone);
  return standing;
}

/**
 * Sends mails over all connections. Returns false if the server accepts none now; mails that were not tried wait for the next
 * turn.
 */
async function sendPart(
  options: BulkOptions,
  connections: Pick<Mailer, "send">,
  tenant_id: string,
  mails: readonly Leaving[],
): Promise<boolean> {
  const left = [...mails];
  const notes = noteResults((results) => withTenant(options.pool, tenant_id, (db) => write(db, tenant_id, results)));
  let away = false;
  const sendOnes = async () => {
    for (let mail = left.shift(); mail !== undefined; mail = left.shift()) {
      if (away) notes.add({ id: mail.id, attempts: mail.attempts, outcome: "later", wait_s: 0 });
      else if ((await sendOne(options, connections, tenant_id, mail, notes)) === "away") away = true;
    }
  };
  await Promise.all(Array.from({ length: connections_max }, sendOnes));
  await notes.end();
  return !away;
}

/** Stores the results of mails, and marks addresses that take no mail. */
async function write(db: Db, tenant_id: string, results: readonly Result[]): Promise<void> {
  await updateResults(db, tenant_id, results);
  const bounces = results.flatMap(({ bounce }) => bounce ?? []);
  if (bounces.length > 0) await insertBounces(db, tenant_id, "reply", bounces);
}

async function sendOne(options: BulkOptions, connections: Pick<Mailer, "send">, tenant_id: string, mail: Leaving, notes: Notes) {
  const { id, attempts, age_s } = mail;
  const attachment = await attachmentOf(options, tenant_id, mail);
  const { failure, bounce } =
    attachment === "later" ? not_tried : await attempt(options, connections, tenant_id, { ...mail, attachment });
  const note = (outcome: Result["outcome"], wait_s: number | null) =>
    notes.add({ id, attempts, outcome, wait_s, bounce: bounce && { ...bounce, address: mail.recipient } });
  if (failure === null) note("sent", null);
  else if (failure === "final") note("refused", null);
  else if (failure === "away") note("later", 0);
  else if (age_s > kept_max_s) note("given_up", null);
  else note("later", waitAfter(attempts) ?? waitAfter(1)!);
  return failure;
}

const not_tried = { failure: "later", bounce: null } as const;

/** A file that cannot be created now does not delay other mails; its own mail is tried again. */
async function attachmentOf(
  { attach = {}, log }: BulkOptions,
  tenant_id: string,
  mail: Leaving,
): Promise<Attachment | null | "later"> {
  const make = attach[mail.kind as MailKind];
  if (make === undefined) return null;
  try {
    return await within(make(tenant_id, mail), attach_max_ms, () => new Error("the file of a mail took too long"));
  } catch (error) {
    log.warn({ err: error, mail_id: mail.id, kind: mail.kind }, "the file of a mail could not be made; it is tried again");
    return "later";
  }
}
