// The documents that identity providers have sent about people and groups; they are stored apart from the platform's own tables.
import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { JsonObject } from "./patch/merge-json.ts";

export type SentDocument = {
  id: string;
  kind: "User" | "Group";
  document: JsonObject;
  /** The document's normal form, which filters search. */
  normal: object;
};

export async function keepDocument(db: Db, tenant_id: string, { id, kind, document, normal }: SentDocument): Promise<void> {
  await db.count(sql`
    insert into scim_resource (tenant_id, id, person_id, group_id, document, normal)
    values (${tenant_id}, ${id}, ${kind === "User" ? id : null}, ${kind === "Group" ? id : null}, ${JSON.stringify(document)}::jsonb,
      ${JSON.stringify(normal)}::jsonb)
    on conflict (tenant_id, id) do update
      set document = excluded.document, normal = excluded.normal`);
}

/** Stores the documents of new people. Returns them as the database will return them, because it orders members itself. */
export async function insertUserDocuments(
  db: Db,
  tenant_id: string,
  rows: readonly Omit<SentDocument, "kind">[],
): Promise<Pick<SentDocument, "id" | "document">[]> {
  return db.rows(sql`
    insert into scim_resource (tenant_id, id, person_id, document, normal)
    select ${tenant_id}, r.id, r.id, r.document, r.normal
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, document jsonb, normal jsonb)
    returning id, document`);
}

export async function insertEmails(
  db: Db,
  tenant_id: string,
  emails: readonly { person_id: string; value: string }[],
): Promise<void> {
  await db.count(sql`
    insert into scim_email (tenant_id, person_id, value_norm)
    select ${tenant_id}, r.person_id, r.value
    from unnest(${emails.map(({ person_id }) => person_id)}::uuid[], ${emails.map(({ value }) => value)}::text[])
      as r(person_id, value)`);
}

export async function deleteDocument(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    delete from scim_resource
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Replaces the e-mail addresses by which a person is found; `values` are in their normal form. */
export async function replaceEmails(db: Db, tenant_id: string, person_id: string, values: readonly string[]): Promise<void> {
  await db.count(sql`
    with gone as (
      delete from scim_email
      where tenant_id = ${tenant_id} and person_id = ${person_id} and value_norm <> all (${values}::text[])
    )
    insert into scim_email (tenant_id, person_id, value_norm)
    select ${tenant_id}, ${person_id}, value
    from unnest(${values}::text[]) as value
    on conflict do nothing`);
}
