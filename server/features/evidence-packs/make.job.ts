// Makes an evidence pack in the background (docs/decisions/0076):
//
//   begin    the order becomes `running` for this run only, and what an earlier run has written is deleted
//   write    the archive is packed while its content is read; its bytes are collected, and several rows at a time are written
//            together with the progress, in one transaction that locks the order's row
//   end      write the last rows and the SHA-256 of the archive, and send the job that deletes the file when it expires
//
// A run stops when the order has another run's id: it was cancelled, or another run has taken it over. After a run has died, the
// next try of its job begins again from the start.
import { createHash } from "node:crypto";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { archiveOf } from "../../platform/files/zip.ts";
import { newId } from "../../platform/ids.ts";
import { verifiedAt, type Node } from "../../platform/in-front.ts";
import { send } from "../../platform/jobs/queue.ts";
import { work, type Job } from "../../platform/jobs/run.ts";
import { filesOf, type Making } from "./files.ts";
import { pack_end_queue, pack_queue } from "./queue.ts";
import { advancePack, beginPack, endExpired, finishPack, insertChunks, type Turn } from "./sql.ts";

export const pack_max_bytes = 536_870_912;
export const kept_days = 7;
const day_s = 86_400;
/** The size of a row, as for imports and evidence files. */
const chunk_bytes = 49_152;
/** Rows that are written together with the progress. */
const chunks_at_once = 16;

export type PackOptions = { pool: Pool; keyring: Keyring; base_url: string; node: Node };

export function packJobs(options: PackOptions): Job[] {
  return [
    work(pack_queue, (job, signal) => makePack(options, job, signal)),
    work(pack_end_queue, ({ tenant_id }) => withTenant(options.pool, tenant_id, (db) => endExpired(db, tenant_id))),
  ];
}

/** The order was cancelled, or another run has taken it over: this run's archive is not needed. */
class Superseded extends Error {}
class TooLarge extends Error {}

/** Makes a whole pack. `bytes_max`: the largest archive. */
export async function makePack(
  options: PackOptions,
  { tenant_id, pack_id }: { tenant_id: string; pack_id: string },
  signal: AbortSignal,
  bytes_max = pack_max_bytes,
): Promise<void> {
  const { pool, keyring, base_url, node } = options;
  const turn: Turn = { tenant_id, pack_id, run_id: newId() };
  const begun = await withTenant(pool, tenant_id, async (db) => {
    const pack = await beginPack(db, tenant_id, pack_id, turn.run_id);
    const context = await contextWithin(db, tenant_id, { type: "system", id: null, name: "evidence packs" });
    return pack && context && { pack, context };
  });
  if (begun === undefined) return;
  const { pack, context } = begun;
  const verified_at = verifiedAt(base_url, node)(context.tenant.code);
  const making: Making = { pool, keyring, pack, context, verified_at, people_done: 0 };
  try {
    const sha256 = await writeArchive(pool, turn, making, { signal, bytes_max });
    await withTenant(pool, tenant_id, async (db) => {
      if (await finishPack(db, turn, { status: "ready", sha256, kept_days }))
        await send(db, pack_end_queue, { tenant_id, pack_id }, { after_s: kept_days * day_s });
    });
  } catch (error) {
    if (error instanceof Superseded) return;
    if (!(error instanceof TooLarge)) throw error;
    await withTenant(pool, tenant_id, (db) => finishPack(db, turn, { status: "failed", failure: "too_large" }));
  }
}

type Bounds = { signal: AbortSignal; bytes_max: number };

/** Stores the archive's bytes in rows. Returns their SHA-256. */
async function writeArchive(pool: Pool, turn: Turn, making: Making, { signal, bytes_max }: Bounds): Promise<Buffer> {
  const hash = createHash("sha256");
  let rest: Uint8Array[] = [];
  let rest_bytes = 0;
  let number = 0;
  let size_bytes = 0;
  const keep = async (bytes: Buffer) => {
    number += await withTenant(pool, turn.tenant_id, async (db) => {
      if (!(await advancePack(db, turn, { people_done: making.people_done, size_bytes }))) throw new Superseded();
      return bytes.length > 0 ? insertChunks(db, turn, { first: number, bytes, chunk_bytes }) : 0;
    });
  };
  for await (const bytes of archiveOf(filesOf(making))) {
    signal.throwIfAborted();
    hash.update(bytes);
    size_bytes += bytes.length;
    if (size_bytes > bytes_max) throw new TooLarge();
    rest.push(bytes);
    rest_bytes += bytes.length;
    if (rest_bytes < chunk_bytes * chunks_at_once) continue;
    const all = Buffer.concat(rest);
    const whole = all.length - (all.length % chunk_bytes);
    await keep(all.subarray(0, whole));
    rest = [all.subarray(whole)];
    rest_bytes = all.length - whole;
  }
  await keep(Buffer.concat(rest));
  return hash.digest();
}
