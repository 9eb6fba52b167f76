import type { Pool } from "../../../platform/db/pool.ts";
import { readStored, type ReadBytes } from "../../../platform/files/stored.ts";
import { listChunks, type VersionKey } from "../sql.ts";

/** Returns a function that reads ranges of a stored archive, up to `end`. */
export function readArchive(pool: Pool, tenant_id: string, version: VersionKey, end?: number): ReadBytes {
  return readStored((first, last) => listChunks(pool, tenant_id, version, first, last), end);
}
