import assert from "node:assert/strict";
import { test } from "node:test";
import { needsServer, openDatabase } from "../../../test/harness/database.ts";
import { createPool } from "./pool.ts";
import { directUrl } from "./servers/reach.ts";
import { sql } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

test(
  "options in the URL stand; the role and the limits of a pool hold in its transactions",
  { skip: needsServer() },
  async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    assert.equal(database.connection.kind, "server");
    const url = new URL(directUrl(database.connection));
    url.searchParams.set("options", "-c work_mem=8MB -c role=none -c lock_timeout=1h");
    const pool = createPool({
      connection: { kind: "server", url: url.href },
      role: "muster_app",
      connections_max: 1,
      statement_timeout_ms: 5_000,
      onIdleError: () => undefined,
    });
    t.after(() => pool.close());
    const settings = sql`
    select current_user::text as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('timezone') as timezone, current_setting('jit') as jit, current_setting('work_mem') as own`;
    const rows = await readInfrastructure(pool, settings);
    assert.deepEqual(rows, [{ role: "muster_app", statement: "5s", lock: "2s", timezone: "UTC", jit: "off", own: "8MB" }]);
  },
);
