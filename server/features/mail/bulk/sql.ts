import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Bounce } from "../bounces/judge.ts";
import { sandbox_mails_max, type ClaimedMail, type MailRow } from "../sql.ts";

/**
 * `receiver_id`: the account of the receiver; `told_on`: the organisation's local day on which the mail was written; `about_id`:
 * the record from which its content is made.
 */
type BulkRow = Omit<MailRow, "once_key" | "importance"> & { receiver_id: string; told_on: string; about_id: string | null };

/** A due mail as it was written. */
export type DueMail = ClaimedMail & {
  receiver_id: string;
  told_on: string;
  about_id: string | null;
  /** Seconds since it was written. */
  age_s: number;
};

/**
 * Inserts bulk mails in one statement. The sandbox of an organisation keeps a limited number and sends none
 * (docs/decisions/0059).
 */
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

/** Claims due bulk mails, those that have waited longest first, for the time of the lease. */
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

/** When the next bulk mail is due, by the infrastructure's clock; null: none waits. */
export async function findNextBulk(db: Db, tenant_id: string): Promise<number | null> {
  const row = await db.row<{ due_us: number }>(sql`
    select due_us from mail
    where tenant_id = ${tenant_id} and importance = 2 and due_us is not null
    order by due_us
    limit 1`);
  return row?.due_us ?? null;
}

/**
 * Why a mail is not sent, apart from the mail server: nothing is left to report (`reason_gone`), or the receiver has left, is
 * suspended, is exempt, has unsubscribed, has no address, or has one that takes no mail.
 */
export type Ended = "reason_gone" | "left" | "suspended" | "exempt" | "refused_by_receiver" | "no_address" | "bouncing";

/** The result of an attempt. `wait_s`: time until the next one; null: there is none. */
export type Result = Pick<DueMail, "id" | "attempts"> & {
  outcome: "sent" | "later" | "refused" | "given_up" | Ended;
  wait_s: number | null;
  /** The address that takes no mail, according to the mail server; null or left out: none. */
  bounce?: (Bounce & { address: string }) | null;
};

/** Stores results. If another claim has been made since, nothing changes, because that claim has raised `attempts`. */
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

/** Stores the new content or address of a mail. */
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
