// Reads a personal file: its sections part by part, and the documents that belong to it.
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import type { Section } from "./sections-sql.ts";

export type SectionRow = { key: string; json: string };

/** The rows of a section after a key, in the order of keys. */
export function listSectionRows(
  pool: Pool,
  tenant_id: string,
  person_id: string,
  section: Section,
  after: string,
  rows_max: number,
): Promise<SectionRow[]> {
  return readTenant<SectionRow>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      select s.key, s.data::text as json
      from (${section.rows(tenant_id, person_id)}) s
      where s.key > ${after}::text
      order by s.key
      limit ${rows_max}::int`),
  );
}

/** `id`: that of the certificate to which the document belongs, or of the submission. */
export type Document = { id: string; is_handed_in: boolean; name: string; chunks: number };

/** Evidence files of a person, and files that companies have submitted for them. */
export function listDocuments(pool: Pool, tenant_id: string, person_id: string): Promise<Document[]> {
  return readTenant<Document>(
    pool,
    tenant_id,
    sql`
      select f.certificate_id as id, false as is_handed_in, f.name, (
        select count(*) from evidence_chunk k where k.tenant_id = f.tenant_id and k.certificate_id = f.certificate_id)::int as chunks
      from certificate t
      join evidence_file f on f.tenant_id = t.tenant_id and f.certificate_id = t.id
      where t.tenant_id = ${tenant_id} and t.person_id = ${person_id}
      union all
      select s.id, true, s.name, (
        select count(*) from submission_chunk k where k.tenant_id = s.tenant_id and k.submission_id = s.id)::int
      from submission s
      where s.tenant_id = ${tenant_id} and s.person_id = ${person_id} and s.state <> 'refused'
      order by id`,
  );
}

/** A document's bytes from one of its chunks on; empty after the last one. */
export async function readChunks(
  pool: Pool,
  tenant_id: string,
  { id, is_handed_in }: Document,
  from: number,
  count: number,
): Promise<Buffer[]> {
  const chunks = is_handed_in
    ? part`submission_chunk where tenant_id = ${tenant_id} and submission_id = ${id}`
    : part`evidence_chunk where tenant_id = ${tenant_id} and certificate_id = ${id}`;
  const rows = await readTenant<{ bytes: Buffer }>(
    pool,
    tenant_id,
    sql`
      select bytes
      from ${chunks}
      order by number
      limit ${count}::int offset ${from}::int`,
  );
  return rows.map(({ bytes }) => bytes);
}

/** The name of the file; undefined: there is no such person. */
export async function findFileName(pool: Pool, tenant_id: string, person_id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ employee_no: string | null }>(
    pool,
    tenant_id,
    sql`select employee_no from person where tenant_id = ${tenant_id} and id = ${person_id}`,
  );
  return row && (row.employee_no ?? person_id);
}
