import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";

/** Deletes mails to a person from before the erasure: later ones are to another with the same address. Of one that is told once it stays that it was told; one that waits is never sent. */
export async function eraseMails(db: Db, { tenant_id, addresses, requested_us }: Subject): Promise<Erased> {
  const to_person = part`tenant_id = ${tenant_id} and created_at <= to_timestamp(${requested_us}::bigint / 1000000.0) and infra.case_norm(recipient) = any (${addresses}::text[])`;
  const emptied = await db.count(sql`
    update mail
    set recipient = '', subject = '', body = '', due_us = null, failed_at = case when sent_at is null then coalesce(failed_at, now()) end
    where ${to_person} and once_key is not null`);
  const deleted = await db.count(sql`delete from mail where ${to_person} and once_key is null`);
  return { erased: emptied + deleted, place: null };
}
