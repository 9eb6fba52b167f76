import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";

/**
 * Deletes mails to a person that are older than the erasure; later ones are to another person with the same address. Of a mail
 * with a `once_key` the key stays, so that it is not sent again. Mails that wait are never sent.
 */
export async function eraseMails(db: Db, { tenant_id, addresses, requested_us }: Subject): Promise<Erased> {
  const to_person = part`tenant_id = ${tenant_id} and created_at <= to_timestamp(${requested_us}::bigint / 1000000.0) and infra.case_norm(recipient) = any (${addresses}::text[])`;
  const emptied = await db.count(sql`
    update mail
    set recipient = '', subject = '', body = '', due_us = null, failed_at = case when sent_at is null then coalesce(failed_at, now()) end
    where ${to_person} and once_key is not null`);
  const deleted = await db.count(sql`delete from mail where ${to_person} and once_key is null`);
  return { erased: emptied + deleted, place: null };
}
