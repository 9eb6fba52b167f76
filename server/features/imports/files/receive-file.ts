// How a file arrives.
//
// First its record is inserted as `receiving`. The bytes follow in small rows, each in a transaction of its own, so that neither
// memory nor a transaction holds the whole file. After the last byte, one transaction makes the record `queued` and sends the
// job. An upload that breaks off is deleted at once, or by the sweep if the process dies: a stored file is always complete.
import type { Static } from "typebox";
import type { Actor, Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { malformedRequest, payloadTooLarge } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { send } from "../../../platform/jobs/queue.ts";
import { record } from "../../audit/record.ts";
import { tooManyImports } from "../errors.ts";
import { import_queue } from "../queue.ts";
import type { FileFormat, ImportQuery } from "../schema.ts";
import { upload_deadline_ms } from "./upload.ts";
import { deleteUpload, insertChunk, insertImport, lockBeginnings, updateQueued } from "../sql.ts";

export type Upload = {
  format: FileFormat;
  options: Static<typeof ImportQuery>;
  /** The value of Content-Length, or NaN. */
  announced_bytes: number;
  bytes: AsyncIterable<Buffer>;
};

/** The sender of a file: a client, or an administrator in the panel. */
export type Sender = Context & { client?: { id: string } };

export const file_max_bytes = 67_108_864;
/**
 * Small, because the worker holds each row in several forms at once: as protocol text, as bytes and as lines. Even the largest
 * form, with two characters for each byte, is small enough that Node frees it soon; values above 128 kB would pile up.
 */
const chunk_max_bytes = 49_152;
/** The most unfinished imports of an organisation. */
const unfinished_max = 5;

/** Stores a file and sends the job that carries it out. Returns the import's id. */
export async function receiveFile(pool: Pool, caller: Sender, upload: Upload): Promise<string> {
  const tenant_id = caller.tenant.id;
  if (upload.announced_bytes > file_max_bytes) throw tooLarge();
  const id = newId();
  const row = {
    id,
    client_id: caller.client?.id ?? null,
    started_by: startedBy(caller),
    format: upload.format,
    ...upload.options,
  };
  const begun = await withTenant(pool, tenant_id, async (db) => {
    await lockBeginnings(db, tenant_id);
    return insertImport(db, tenant_id, row, { unfinished_max, arriving_max_ms: upload_deadline_ms });
  });
  if (!begun) throw tooManyImports(`${unfinished_max} imports of this organisation have not ended yet.`);
  try {
    const size = await storeChunks(pool, tenant_id, id, upload);
    await withTenant(pool, tenant_id, async (db) => {
      if (!(await updateQueued(db, tenant_id, id, size))) throw malformedRequest("The upload took too long and was given up.");
      await send(db, import_queue, { tenant_id, import_id: id });
      const changes = Object.fromEntries(Object.entries(upload.options).map(([name, value]) => [name, [null, value]]));
      await record(db, caller, { operation: "import.start", target_type: "import", target_id: id, changes });
    });
    return id;
  } catch (error) {
    // The first error is the one to report; what cannot be deleted now is deleted by the sweep.
    await withTenant(pool, tenant_id, (db) => deleteUpload(db, tenant_id, id)).catch(() => undefined);
    throw error;
  }
}

/**
 * The actor that is stored with the import. For a client null: it is looked up by its id when the import runs, under its name at
 * that time.
 */
function startedBy({ client, actor }: Sender): Actor | null {
  return client ? null : actor;
}

async function storeChunks(pool: Pool, tenant_id: string, id: string, { bytes }: Upload): Promise<number> {
  let size = 0;
  let number = 0;
  for await (const chunk of inChunks(withinLimit(bytes))) {
    size += chunk.length;
    number += 1;
    const numbered = number;
    await withTenant(pool, tenant_id, (db) => insertChunk(db, tenant_id, id, numbered, chunk));
  }
  if (size === 0) throw malformedRequest("The body is missing; send a file of CSV or NDJSON.");
  return size;
}

async function* withinLimit(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of bytes) {
      size += piece.length;
      if (size > file_max_bytes) break;
      yield piece;
    }
  } catch (error) {
    throw malformedRequest("The upload broke off.", { cause: error });
  }
  if (size > file_max_bytes) throw tooLarge();
}

async function* inChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    waiting.push(piece);
    size += piece.length;
    if (size < chunk_max_bytes) continue;
    let rest = Buffer.concat(waiting);
    for (; rest.length >= chunk_max_bytes; rest = rest.subarray(chunk_max_bytes)) yield rest.subarray(0, chunk_max_bytes);
    [waiting, size] = [[rest], rest.length];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

function tooLarge() {
  return payloadTooLarge(`The file may have at most ${file_max_bytes} bytes.`, { members: { limit_bytes: file_max_bytes } });
}
