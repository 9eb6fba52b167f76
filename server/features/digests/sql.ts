import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { DigestKind } from "./schema.ts";
import type { OrganisationState } from "./state-sql.ts";

type DigestRow = { receiver_id: string; kind: DigestKind; numbers: Record<string, number> };

/** Stores who gets the digest of a week, in the transaction that writes the mails. */
export async function insertDigests(
  db: Db,
  tenant_id: string,
  { about_on, told_on, rows }: { about_on: string; told_on: string; rows: readonly DigestRow[] },
): Promise<void> {
  await db.count(sql`
    insert into digest_mail (tenant_id, receiver_id, about_on, told_on, kind, numbers)
    select ${tenant_id}, r.receiver_id, ${about_on}::date, ${told_on}::date, r.kind, r.numbers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(receiver_id uuid, kind text, numbers jsonb)`);
}

/** Those of the recipients who have no digest of a week. */
export async function listWithoutDigest(db: Db, tenant_id: string, ids: readonly string[], about_on: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select r.id
    from unnest(${ids}::uuid[]) r(id)
    where not exists (
      select from digest_mail d where d.tenant_id = ${tenant_id} and d.receiver_id = r.id and d.about_on = ${about_on}::date
    )`);
  return rows.map(({ id }) => id);
}

/** The numbers in the administrators' digests of a week; null: there were none. */
export async function findStateOf(db: Db, tenant_id: string, about_on: string): Promise<OrganisationState | null> {
  const row = await db.row<{ numbers: OrganisationState }>(sql`
    select d.numbers
    from administrator a
    join digest_mail d on d.tenant_id = a.tenant_id and d.receiver_id = a.id and d.about_on = ${about_on}::date
    where a.tenant_id = ${tenant_id} and d.kind = 'administrator'
    limit 1`);
  return row?.numbers ?? null;
}
