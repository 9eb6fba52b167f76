import type { Pool } from "../../../platform/db/pool.ts";
import { listChunks, type VersionKey } from "../sql.ts";
import type { ReadBytes } from "./check-archive.ts";

/** As small as those of imports, and for the same reason. */
export const chunk_max_bytes = 49_152;
/** Chunks that are read at once. */
const read_chunks = 20;

/** Reads a stored archive by places. The last part that was read is kept: files are read in the order of their bytes. */
export function readStored(pool: Pool, tenant_id: string, version: VersionKey): ReadBytes {
  let kept: { first: number; bytes: Buffer } | null = null;
  const partAt = async (place: number): Promise<{ first: number; bytes: Buffer }> => {
    if (kept !== null && place >= kept.first && place < kept.first + kept.bytes.length) return kept;
    const chunk = Math.floor(place / chunk_max_bytes);
    const chunks = await listChunks(pool, tenant_id, version, chunk, chunk + read_chunks - 1);
    kept = { first: chunk * chunk_max_bytes, bytes: Buffer.concat(chunks) };
    return kept;
  };
  return async function* (from, to) {
    for (let place = from; place < to;) {
      const { first, bytes } = await partAt(place);
      const piece = bytes.subarray(place - first, Math.min(to - first, bytes.length));
      if (piece.length === 0) throw new Error("the archive ends before that place");
      yield piece;
      place += piece.length;
    }
  };
}
