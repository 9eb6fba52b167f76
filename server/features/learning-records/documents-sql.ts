import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

export type DocumentKind = "state" | "activity_profile" | "agent_profile";
export type DocumentRow = { document_id: string; content_type: string; bytes: Buffer; etag: string; updated_ms: number };

/** `held`: locks the document, because it is written afterwards. */
export async function findDocument(db: Db, tenant_id: string, key: Buffer, held: boolean): Promise<DocumentRow | undefined> {
  return db.row(sql`
    select document_id, content_type, bytes, etag, updated_ms::float8 as updated_ms
    from xapi_document
    where tenant_id = ${tenant_id} and key = ${key}
    ${held ? part`for update` : part``}`);
}

/** Takes a lock for one document, which also works when the document does not exist yet. */
export async function lockDocument(db: Db, tenant_id: string, key: Buffer): Promise<void> {
  await db.row(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant_id} ${key.toString("hex")}`}, 7))`);
}

export type NewDocument = {
  key: Buffer;
  list_key: Buffer;
  kind: DocumentKind;
  document_id: string;
  activity: string | null;
  person_id: string | null;
  registration: string | null;
  content_type: string;
  bytes: Buffer;
  etag: string;
};

export async function storeDocument(db: Db, tenant_id: string, document: NewDocument): Promise<void> {
  const { key, list_key, kind, document_id, activity, person_id, registration, content_type, bytes, etag } = document;
  await db.count(sql`
    insert into xapi_document (tenant_id, key, list_key, kind, document_id, activity, person_id, registration, content_type, bytes, etag,
      updated_ms)
    values (${tenant_id}, ${key}, ${list_key}, ${kind}, ${document_id}, ${activity}::text, ${person_id}::uuid, ${registration}::uuid,
      ${content_type}, ${bytes}, ${etag}, infra.now_us() / 1000)
    on conflict (tenant_id, key) do update
    set content_type = excluded.content_type, bytes = excluded.bytes, etag = excluded.etag, updated_ms = excluded.updated_ms`);
}

export async function deleteDocument(db: Db, tenant_id: string, key: Buffer): Promise<void> {
  await db.count(sql`delete from xapi_document where tenant_id = ${tenant_id} and key = ${key}`);
}

/** `registration` null: of all registrations. */
export async function deleteDocuments(db: Db, tenant_id: string, list_key: Buffer, registration: string | null): Promise<void> {
  await db.count(sql`
    delete from xapi_document
    where tenant_id = ${tenant_id} and list_key = ${list_key} and (${registration}::uuid is null or registration = ${registration}::uuid)`);
}

export async function listDocumentIds(
  db: Db,
  tenant_id: string,
  list_key: Buffer,
  { registration, since_ms }: { registration: string | null; since_ms: number | null },
): Promise<string[]> {
  const rows = await db.rows<{ document_id: string }>(sql`
    select document_id
    from xapi_document
    where tenant_id = ${tenant_id} and list_key = ${list_key} and (${registration}::uuid is null or registration = ${registration}::uuid)
      and (${since_ms}::bigint is null or updated_ms > ${since_ms}::bigint)
    order by updated_ms, key`);
  return rows.map(({ document_id }) => document_id);
}

export async function countDocuments(db: Db, tenant_id: string, list_key: Buffer): Promise<number> {
  const row = await db.row<{ documents: number }>(sql`
    select count(*)::int as documents from xapi_document where tenant_id = ${tenant_id} and list_key = ${list_key}`);
  return row!.documents;
}
