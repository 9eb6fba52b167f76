import type { Pool } from "../../platform/db/pool.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { sealedRows, type Sealed, type SealedPart } from "../../platform/crypto/sealed-sql.ts";
import { listTenants } from "../../platform/db/tenants.ts";
import { type Db } from "../../platform/db/transaction.ts";
import type { Language } from "../../platform/languages.ts";

export type MailRow = {
  id: string;
  kind: string;
  once_key: string | null;
  recipient: string;
  subject: string;
  body: Buffer;
  importance: Importance;
};

/** 0: somebody waits for the mail; 1: a notification; 2: a bulk mail (bulk/send.ts). */
export type Importance = 0 | 1 | 2;

/**
 * How many mails the sandbox of an organisation keeps; none of them is sent (docs/decisions/0059), and further ones are dropped.
 */
export const sandbox_mails_max = 1_000;

/** Inserts a mail; returns false if its `once_key` exists already. */
export async function insertMail(db: Db, tenant_id: string, mail: MailRow): Promise<boolean> {
  const count = await db.count(sql`
    insert into mail (tenant_id, id, kind, once_key, recipient, subject, body, importance, due_us, failed_at)
    select t.id, ${mail.id}, ${mail.kind}, ${mail.once_key}, ${mail.recipient}, ${mail.subject}, ${mail.body},
      ${mail.importance}::smallint,
      case when t.sandbox_of is null then infra.now_us() end, case when t.sandbox_of is not null then now() end
    from tenant t
    where t.id = ${tenant_id}
      and (t.sandbox_of is null or not exists (select from mail where tenant_id = t.id offset ${sandbox_mails_max - 1}))
    on conflict (tenant_id, kind, once_key) where once_key is not null do nothing`);
  return count === 1;
}

export type ClaimedMail = Omit<MailRow, "once_key" | "importance"> & {
  attempts: number;
  /** Seconds since it was written. */
  age_s: number;
};

/**
 * Claims a due mail for the time of the lease: the given one, or the most important one; never a bulk mail. `attempts` includes
 * the attempt that begins now.
 */
export async function claimDueMail(
  db: Db,
  tenant_id: string,
  id: string | null,
  lease_us: number,
): Promise<ClaimedMail | undefined> {
  const which = id === null ? part`` : part`and id = ${id}`;
  return db.row<ClaimedMail>(sql`
    update mail set attempts = attempts + 1, due_us = infra.now_us() + ${lease_us}::bigint
    where tenant_id = ${tenant_id} and id = (
      select id from mail
      where tenant_id = ${tenant_id} and importance < 2 and due_us <= (select infra.now_us()) ${which}
      order by importance, due_us, id
      limit 1
      for update skip locked
    )
    returning id, kind, recipient, subject, body, attempts, extract(epoch from now() - created_at)::float8 as age_s`);
}

// If the lease had ended before, nothing changes, because another claim has raised `attempts`.

export async function updateMailSent(db: Db, tenant_id: string, mail: Pick<ClaimedMail, "id" | "attempts">): Promise<void> {
  await db.count(sql`
    update mail set sent_at = now(), due_us = null
    where tenant_id = ${tenant_id} and id = ${mail.id} and attempts = ${mail.attempts} and due_us is not null`);
}

export async function updateMailFailed(
  db: Db,
  tenant_id: string,
  mail: Pick<ClaimedMail, "id" | "attempts">,
  ended_by: "refused" | "given_up",
): Promise<void> {
  await db.count(sql`
    update mail set failed_at = now(), due_us = null, ended_by = ${ended_by}
    where tenant_id = ${tenant_id} and id = ${mail.id} and attempts = ${mail.attempts} and due_us is not null`);
}

export async function updateMailDue(
  db: Db,
  tenant_id: string,
  mail: Pick<ClaimedMail, "id" | "attempts">,
  wait_us: number,
): Promise<void> {
  await db.count(sql`
    update mail set due_us = infra.now_us() + ${wait_us}::bigint
    where tenant_id = ${tenant_id} and id = ${mail.id} and attempts = ${mail.attempts} and due_us is not null`);
}

/** The attempt is not counted, because the failure was not the mail's. */
export async function updateMailUntried(
  db: Db,
  tenant_id: string,
  mail: Pick<ClaimedMail, "id" | "attempts">,
  wait_us: number,
): Promise<void> {
  await db.count(sql`
    update mail set due_us = infra.now_us() + ${wait_us}::bigint, attempts = attempts - 1
    where tenant_id = ${tenant_id} and id = ${mail.id} and attempts = ${mail.attempts} and due_us is not null`);
}

/** Organisations with a due mail that is not a bulk mail; those whose mails have waited longest come first. */
export function listTenantsWithDueMail(pool: Pool): Promise<string[]> {
  return listTenants(pool, part`select infra.tenants_with_due_mail() as tenant_id`);
}

/**
 * Deletes a batch of mails whose ids come before another, in any state; ids grow with time. Of a mail with a `once_key` the key
 * stays, so that it is not sent again. Returns how many were deleted.
 */
export async function forgetMailsBefore(db: Db, tenant_id: string, before_id: string, batch_max: number): Promise<number> {
  const old = part`select id from mail where tenant_id = ${tenant_id} and id < ${before_id}`;
  const emptied = await db.count(sql`
    update mail
    set recipient = '', subject = '', body = '', due_us = null, failed_at = case when sent_at is null then coalesce(failed_at, now()) end
    where tenant_id = ${tenant_id} and id in (${old} and once_key is not null and recipient <> '' order by id limit ${batch_max})`);
  const deleted = await db.count(sql`
    delete from mail where tenant_id = ${tenant_id} and id in (${old} and once_key is null order by id limit ${batch_max})`);
  return Math.max(emptied, deleted);
}

/**
 * Locks a batch of mail texts, after an id, that were encrypted with certain versions of the key. Rows that another transaction
 * has locked are left out.
 */
export async function lockSealedMails(db: Db, tenant_id: string, wanted: SealedPart): Promise<Sealed[]> {
  return db.rows(sql`
    select id, body as sealed
    from mail
    where tenant_id = ${tenant_id} and id > ${wanted.after} and infra.key_version(body) is not null
      and infra.key_version(body) = any (${wanted.versions}::int[])
    order by id
    limit ${wanted.rows_max}::int
    for update skip locked`);
}

export async function updateSealedMails(db: Db, tenant_id: string, rows: readonly Sealed[]): Promise<void> {
  await db.count(sql`
    update mail m
    set body = r.sealed
    from (${sealedRows(rows)}) r
    where m.tenant_id = ${tenant_id} and m.id = r.id`);
}

/** The enabled IT administrators of an organisation, with the language that each has chosen. */
export async function listItAdministrators(
  db: Db,
  tenant_id: string,
): Promise<{ id: string; email: string; name: string; language: Language | null }[]> {
  return db.rows(sql`
    select a.id, a.email, a.name, c.language
    from administrator a
    left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
    where a.tenant_id = ${tenant_id} and a.role = 'it_admin' and a.disabled_at is null
    order by a.id`);
}

/** The organisation's name in mails, and its language for receivers without one. */
export async function findSender(
  db: Db,
  tenant_id: string,
): Promise<{ organisation: string; tenant_code: string; time_zone: string; language: Language }> {
  const row = await db.row<Awaited<ReturnType<typeof findSender>>>(sql`
    select name as organisation, code as tenant_code, time_zone, language from tenant where id = ${tenant_id}`);
  return row!;
}
