import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { readUpload } from "../../../platform/http/bodies/read-upload.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { lockEventUsers } from "../../people/lock-sql.ts";
import { certificateIsOwn, fileNotAsDeclared, noSuchCertificate, noSuchFile } from "../errors.ts";
import { deleteFile, findEvidence, findFile, insertFile, insertFileChunk, type EvidenceFile } from "./sql.ts";

export const evidence_max_bytes = 5_242_880;
/** The size of a row, as for files of imports. */
const chunk_max_bytes = 49_152;

/** The first bytes of a file of each type. */
const beginnings: Readonly<Record<EvidenceType, readonly number[]>> = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};
export const evidence_types = ["application/pdf", "image/jpeg", "image/png"] as const;
export type EvidenceType = (typeof evidence_types)[number];

export type EvidenceUpload = { name: string; media_type: EvidenceType; announced_bytes: number; bytes: AsyncIterable<Buffer> };

/** Stores a file of external evidence and replaces the previous one. */
export async function keepEvidenceFile(pool: Pool, context: Context, id: string, upload: EvidenceUpload): Promise<void> {
  if (!isUuid(id)) throw noSuchCertificate();
  const { id: tenant_id } = context.tenant;
  const bytes = await readUpload(upload, evidence_max_bytes);
  const { name, media_type } = upload;
  if (!beginsAs(bytes, media_type)) throw fileNotAsDeclared(`The content does not begin as ${media_type} does.`);
  const file = { name, media_type, size_bytes: bytes.length };
  await withTenant(pool, tenant_id, async (db) => {
    const before = await lockEvidence(db, tenant_id, id);
    if (before.source !== "external") throw certificateIsOwn("The certificate was issued here.");
    const sha256 = createHash("sha256").update(bytes).digest();
    await deleteFile(db, tenant_id, id);
    await insertFile(db, tenant_id, id, file, { sha256, uploaded_at: context.now.toString() });
    for (let number = 0; number * chunk_max_bytes < bytes.length; number += 1) {
      const start = number * chunk_max_bytes;
      await insertFileChunk(db, tenant_id, id, number, bytes.subarray(start, start + chunk_max_bytes));
    }
    await record(db, context, entryOf("certificate.keep_file", id, before.file, file));
  });
}

/** Removes the file; does nothing if there is none. */
export async function removeEvidenceFile(pool: Pool, context: Context, id: string): Promise<void> {
  if (!isUuid(id)) throw noSuchCertificate();
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    const { file } = await lockEvidence(db, tenant_id, id);
    if (file === null) return;
    await deleteFile(db, tenant_id, id);
    await record(db, context, entryOf("certificate.remove_file", id, file, null));
  });
}

/** The file with its bytes. Throws 404. */
export async function openEvidenceFile(
  pool: Pool,
  context: Context,
  id: string,
): Promise<{ name: string; media_type: string; stream: Readable }> {
  const { name, media_type, bytes } = await findKnown(id, noSuchFile, (known_id) => findFile(pool, context.tenant.id, known_id));
  return { name, media_type, stream: Readable.from(bytes) };
}

async function lockEvidence(db: Db, tenant_id: string, id: string) {
  const found = await findEvidence(db, tenant_id, id);
  if (found === undefined) throw noSuchCertificate();
  await lockEventUsers(db, tenant_id, [found.person_id]);
  return (await findEvidence(db, tenant_id, id))!;
}

/** The audit entry. The file's name is personal data: it may contain the person's name. */
function entryOf(
  operation: "certificate.keep_file" | "certificate.remove_file",
  target_id: string,
  before: EvidenceFile | null,
  after: EvidenceFile | null,
) {
  return {
    operation,
    target_type: "certificate" as const,
    target_id,
    changes: {
      media_type: [before?.media_type ?? null, after?.media_type ?? null],
      size_bytes: [before?.size_bytes ?? null, after?.size_bytes ?? null],
    },
    personal: { evidence_file: [before?.name ?? null, after?.name ?? null] },
  };
}

/** Whether a file begins with the first bytes of its type. */
export function beginsAs(bytes: Buffer, media_type: EvidenceType): boolean {
  return beginnings[media_type].every((byte, place) => bytes[place] === byte);
}
