import type { Config } from "../../config.ts";
import { readOrCreateKeyFile } from "../../platform/crypto/key-file.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { createPool, type Pool, type PoolOptions } from "../../platform/db/pool.ts";
import { withDatabase } from "../with-database.ts";

/** Runs work with a pool of one connection that has the rights of the tables' owner. The login must be one that may migrate. */
export async function withOwner(
  config: Readonly<Config>,
  work: (pool: Pool, keyring: Keyring) => Promise<void>,
  use: Pick<PoolOptions, "reads_only" | "snapshots" | "enters_moved"> = {},
): Promise<void> {
  const keyring = config.keyring ?? readOrCreateKeyFile(config.data_dir);
  await withDatabase(config, async (connection) => {
    const pool = createPool({
      ...use,
      connection,
      role: "muster_owner",
      connections_max: 1,
      statement_timeout_ms: 0,
      onIdleError: () => undefined,
    });
    try {
      await work(pool, keyring);
    } finally {
      await pool.close();
    }
  });
}
