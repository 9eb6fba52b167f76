import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import type { CertificateSource } from "../schema.ts";

export type EvidenceFile = { name: string; media_type: string; size_bytes: number };

/** The person and source of a certificate, and the file kept with it. */
export async function findEvidence(
  db: Db,
  tenant_id: string,
  certificate_id: string,
): Promise<{ person_id: string; source: CertificateSource; file: EvidenceFile | null } | undefined> {
  return db.row(sql`
    select t.person_id, t.source, (
        select json_build_object('name', f.name, 'media_type', f.media_type, 'size_bytes', f.size_bytes)
        from evidence_file f
        where f.tenant_id = t.tenant_id and f.certificate_id = t.id
      ) as file
    from certificate t
    where t.tenant_id = ${tenant_id} and t.id = ${certificate_id}`);
}

/** The file of a certificate, with its bytes in order. */
export async function findFile(
  pool: Pool,
  tenant_id: string,
  certificate_id: string,
): Promise<(EvidenceFile & { bytes: Buffer[] }) | undefined> {
  const [row] = await readTenant<EvidenceFile & { bytes: Buffer[] }>(
    pool,
    tenant_id,
    sql`
      select f.name, f.media_type, f.size_bytes, (
          select array_agg(k.bytes order by k.number)
          from evidence_chunk k
          where k.tenant_id = f.tenant_id and k.certificate_id = f.certificate_id
        ) as bytes
      from evidence_file f
      where f.tenant_id = ${tenant_id} and f.certificate_id = ${certificate_id}`,
  );
  return row;
}

export async function deleteFile(db: Db, tenant_id: string, certificate_id: string): Promise<void> {
  await db.count(sql`
    delete from evidence_file
    where tenant_id = ${tenant_id} and certificate_id = ${certificate_id}`);
}

export async function insertFile(
  db: Db,
  tenant_id: string,
  certificate_id: string,
  { name, media_type, size_bytes }: EvidenceFile,
  { sha256, uploaded_at }: { sha256: Buffer; uploaded_at: string },
): Promise<void> {
  await db.count(sql`
    insert into evidence_file (tenant_id, certificate_id, name, media_type, size_bytes, sha256, uploaded_at)
    values (${tenant_id}, ${certificate_id}, ${name}, ${media_type}, ${size_bytes}, ${sha256}, ${uploaded_at})`);
}

export async function insertFileChunk(
  db: Db,
  tenant_id: string,
  certificate_id: string,
  number: number,
  bytes: Buffer,
): Promise<void> {
  await db.count(sql`
    insert into evidence_chunk (tenant_id, certificate_id, number, bytes)
    values (${tenant_id}, ${certificate_id}, ${number}, ${bytes})`);
}
