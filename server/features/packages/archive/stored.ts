import type { Pool } from "../../../platform/db/pool.ts";
import { readStored, type ReadBytes } from "../../../platform/files/stored.ts";
import { listChunks, type VersionKey } from "../sql.ts";

/** Reads a stored archive by places, as far as `end`. */
export function readArchive(pool: Pool, tenant_id: string, version: VersionKey, end?: number): ReadBytes {
  return readStored((first, last) => listChunks(pool, tenant_id, version, first, last), end);
}
