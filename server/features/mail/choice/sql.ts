import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/** Optional mails: reminders of what is due soon, weekly digests, and administrators' reports. */
export type Topic = "due_soon" | "digests" | "reports";

/** Whether an account of either kind has unsubscribed from a topic. */
export const isRefused = (tenant_id: string, account_id: Fragment, topic: Topic) => part`exists (
  select from mail_refusal f where f.tenant_id = ${tenant_id} and f.account_id = ${account_id} and f.topic = ${topic})`;

/** The account that gets the mails, and its organisation; undefined: it does not exist any more. */
export async function findAccount(
  db: Db,
  tenant_id: string,
  account_id: string,
): Promise<{ kind: "person" | "administrator"; name: string; organisation: string } | undefined> {
  return db.row(sql`
    select a.kind, a.name, t.name as organisation
    from tenant t
    cross join lateral (
      select 'administrator' as kind, name from administrator where tenant_id = t.id and id = ${account_id}
      union all
      select 'person', coalesce(nullif(concat_ws(' ', first_name, last_name), ''), login)
      from person where tenant_id = t.id and id = ${account_id} and state <> 'anonymized'
    ) a
    where t.id = ${tenant_id}`);
}

export async function listRefused(db: Db, tenant_id: string, account_id: string): Promise<Topic[]> {
  const rows = await db.rows<{ topic: Topic }>(sql`
    select topic from mail_refusal where tenant_id = ${tenant_id} and account_id = ${account_id}`);
  return rows.map(({ topic }) => topic);
}

/** Unsubscribes from a topic; returns whether that is a change. */
export async function insertRefusal(db: Db, tenant_id: string, account_id: string, topic: Topic): Promise<boolean> {
  const count = await db.count(sql`
    insert into mail_refusal (tenant_id, account_id, topic) values (${tenant_id}, ${account_id}, ${topic})
    on conflict (tenant_id, account_id, topic) do nothing`);
  return count === 1;
}

/** Subscribes to a topic again; returns whether that is a change. */
export async function deleteRefusal(db: Db, tenant_id: string, account_id: string, topic: Topic): Promise<boolean> {
  const count = await db.count(sql`
    delete from mail_refusal where tenant_id = ${tenant_id} and account_id = ${account_id} and topic = ${topic}`);
  return count === 1;
}
