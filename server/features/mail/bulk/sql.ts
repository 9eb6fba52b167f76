import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Bounce } from "../bounces/judge.ts";
import { sandbox_mails_max, type ClaimedMail, type MailRow } from "../sql.ts";

/** `receiver_id`: the account that it goes to; `told_on`: the day of the organisation on which it was written; `about_id`: what its contents are made of. */
type BulkRow = Omit<MailRow, "once_key" | "importance"> & { receiver_id: string; told_on: string; about_id: string | null };

/** A mail that is due, as it was written. */
export type DueMail = ClaimedMail & {
  receiver_id: string;
  told_on: string;
  about_id: string | null;
  /** Seconds since it was written. */
  age_s: number;
};

/** Mails to many, in one statement. The sandbox of an organisation keeps so many at most, and sends none (docs/decisions/0059). */
export async function insertBulk(db: Db, tenant_id: string, mails: readonly BulkRow[]): Promise<void> {
  const rows = mails.map(({ body, ...mail }) => ({ ...mail, body: body.toString("base64") }));
  await db.count(sql`
    insert into mail (tenant_id, id, kind, recipient, subject, body, importance, receiver_id, told_on, about_id, due_us, failed_at)
    select t.id, r.id, r.kind, r.recipient, r.subject, decode(r.body, 'base64'), 2, r.receiver_id, r.told_on, r.about_id,
      case when t.sandbox_of is null then infra.now_us() end, case when t.sandbox_of is not null then now() end
    from tenant t
    cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, kind text, recipient text, subject text, body text, receiver_id uuid, told_on date, about_id uuid)
    where t.id = ${tenant_id}
    order by r.id
    limit (
      select case when sandbox_of is null then null
        else ${sandbox_mails_max}::int - (
          select count(*) from (select from mail where tenant_id = ${tenant_id} limit ${sandbox_mails_max}::int) kept) end
      from tenant where id = ${tenant_id}
    )`);
}

/** Takes some mails to many that are due, those that have waited longest, and keeps others from them for the time of the lease. */
export async function claimBulk(db: Db, tenant_id: string, rows_max: number, lease_us: number): Promise<DueMail[]> {
  return db.rows(sql`
    with chosen as materialized (
      select id from mail
      where tenant_id = ${tenant_id} and importance = 2 and due_us <= (select infra.now_us())
      order by due_us, id
      limit ${rows_max}::int
      for update skip locked
    )
    update mail m
    set attempts = m.attempts + 1, due_us = infra.now_us() + ${lease_us}::bigint
    from chosen c
    where m.tenant_id = ${tenant_id} and m.id = c.id
    returning m.id, m.kind, m.recipient, m.subject, m.body, m.attempts, m.receiver_id, m.told_on::text as told_on, m.about_id,
      extract(epoch from now() - m.created_at)::float8 as age_s`);
}

/** When the next of them is due, by the infrastructure's clock; null: none waits. */
export async function findNextBulk(db: Db, tenant_id: string): Promise<number | null> {
  const row = await db.row<{ due_us: number }>(sql`
    select due_us from mail
    where tenant_id = ${tenant_id} and importance = 2 and due_us is not null
    order by due_us
    limit 1`);
  return row?.due_us ?? null;
}

/**
 * Why a mail is not sent, beside what the mail server says: nothing is left to be told (`reason_gone`), or its receiver has left, is suspended,
 * is exempt, does without such mails, has no address, or one that takes no mail.
 */
export type Ended = "reason_gone" | "left" | "suspended" | "exempt" | "refused_by_receiver" | "no_address" | "bouncing";

/** What has become of an attempt. `wait_s`: until the next one; null: there is none. */
export type Result = Pick<DueMail, "id" | "attempts"> & {
  outcome: "sent" | "later" | "refused" | "given_up" | Ended;
  wait_s: number | null;
  /** The address that the mail server said takes no mail; null or left out: it said no such thing. */
  bounce?: (Bounce & { address: string }) | null;
};

/** Notes it. A sender that comes back after its lease has ended changes nothing: `attempts` has moved on since its claim. */
export async function updateResults(db: Db, tenant_id: string, results: readonly Result[]): Promise<void> {
  await db.count(sql`
    update mail m
    set sent_at = case when r.outcome = 'sent' then now() end,
      failed_at = case when r.outcome not in ('sent', 'later') then now() end,
      ended_by = case when r.outcome not in ('sent', 'later') then r.outcome end,
      due_us = infra.now_us() + r.wait_s * 1000000
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(id uuid, attempts integer, outcome text, wait_s bigint)
    where m.tenant_id = ${tenant_id} and m.id = r.id and m.attempts = r.attempts and m.due_us is not null`);
}

/** A mail that says less, or goes elsewhere, than when it was written. */
export async function updateWritten(
  db: Db,
  tenant_id: string,
  mail: Pick<DueMail, "id" | "recipient" | "subject" | "body">,
): Promise<void> {
  await db.count(sql`
    update mail set recipient = ${mail.recipient}, subject = ${mail.subject}, body = ${mail.body}
    where tenant_id = ${tenant_id} and id = ${mail.id}`);
}

/** How far the organisation's clock is ahead of the infrastructure's, in µs. */
export async function findOffset(db: Db, tenant_id: string): Promise<number> {
  const row = await db.row<{ clock_offset_us: number }>(sql`select clock_offset_us from tenant where id = ${tenant_id}`);
  return row!.clock_offset_us;
}
