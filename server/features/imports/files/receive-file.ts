// How a file arrives. Its record is there first, as `receiving`; the bytes follow as they come, in small rows, each in
// a transaction of its own, so that neither memory nor a transaction holds the whole. When the last byte is there, one
// transaction makes the record `queued` and sends the job. An upload that breaks off is removed at once, or by the sweep if the
// process dies with it: what is stored is complete or nothing.
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
  /** What Content-Length says, or NaN. */
  announced_bytes: number;
  bytes: AsyncIterable<Buffer>;
};

/** Who sends a file: a client, or an administrator in the panel. */
export type Sender = Context & { client?: { id: string } };

export const file_max_bytes = 67_108_864;
/**
 * Small, because the worker holds each in several forms at once: as text of the protocol, as bytes, as lines. The longest of
 * them, two characters a byte, is still among what Node gives back soon; beyond 128 kB it would pile up.
 */
const chunk_max_bytes = 49_152;
/** Imports of an organisation that have not ended. */
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
    // The failure counts; what cannot be removed now, the sweep removes.
    await withTenant(pool, tenant_id, (db) => deleteUpload(db, tenant_id, id)).catch(() => undefined);
    throw error;
  }
}

/** Who the import works for, kept with it; a client is looked up by its id, and called as it is called then. */
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
