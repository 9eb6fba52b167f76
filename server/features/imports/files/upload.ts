import type { Pool } from "../../../platform/db/pool.ts";
import { malformedRequest, notFound, unsupportedMediaType } from "../../../platform/http/problem.ts";
import { isUuid } from "../../../platform/ids.ts";
import { file_formats, type FileFormat } from "../schema.ts";
import { findImportRecord } from "../sql.ts";

/** The server allows 30 s for a request to arrive; storing it in the database may take longer. */
export const upload_deadline_ms = 300_000;

/** The format that a request's headers or query name. Throws when the file could be misread. */
export function formatOf(headers: Record<string, string | string[] | undefined>, asked?: FileFormat): FileFormat {
  const content_type = String(headers["content-type"] ?? "");
  if (content_type === "") throw malformedRequest("The body is missing; send a file as text/csv or application/x-ndjson.");
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(content_type)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8") throw unsupportedMediaType("The charset must be utf-8.");
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    throw unsupportedMediaType("Send the file without content encoding.");
  const media_type = content_type.split(";")[0]!.trim().toLowerCase();
  return file_formats[media_type] ?? asked ?? "csv";
}

/** The record of an import as JSON text. */
export async function findRecord(pool: Pool, tenant_id: string, id: string): Promise<string> {
  const record = isUuid(id) ? await findImportRecord(pool, tenant_id, id) : undefined;
  if (record === undefined) throw notFound("No such import.");
  return record;
}
