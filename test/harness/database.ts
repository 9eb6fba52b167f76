import { createHash, randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openEmbedded } from "../../server/platform/db/embedded/open.ts";
import { listMigrations, migrate } from "../../server/platform/db/migrate.ts";
import { directUrl } from "../../server/platform/db/servers/reach.ts";
import { createPool, statementTimeoutOf, type Connection, type Pool, type Role } from "../../server/platform/db/pool.ts";
import { slowness } from "./patience.ts";

/** A migrated database for one test file, with a clock that the tests control. */
export type TestDatabase = {
  connection: Connection;
  /** A pool like the application's; closed with the database. */
  pool(role?: Role, connections_max?: number): Pool;
  /** Bypasses every policy, to arrange and inspect data. */
  superuser: pg.Pool;
  clock: TestClock;
  /** Closes once; later calls wait for the first. */
  close(): Promise<void>;
};

export type TestClock = {
  /** Stops the infrastructure's clock at an instant. */
  freeze(at: string): Promise<void>;
  /** Moves the clock forward, frozen or not. */
  advance(seconds: number): Promise<void>;
  /** Lets the clock run with real time again. */
  release(): Promise<void>;
};

/** Why a test cannot run on the embedded database, or false: `{ skip: needsServer() }`. */
export function needsServer(): string | false {
  return process.env["TEST_DATABASE_URL"] ? false : "needs a PostgreSQL server; this run uses the embedded database";
}

/** Whether a session waits for another one's lock. */
export async function waitsForLock({ superuser }: TestDatabase): Promise<boolean> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await superuser.query(waiting)).rowCount !== 0;
}

/** A new database: a clone of a migrated template, or a copy of a migrated embedded one. */
export async function openDatabase(): Promise<TestDatabase> {
  const url = process.env["TEST_DATABASE_URL"];
  if (url) return openOnServer(url);
  if (process.env["TEST_EMBEDDED"]) return openOnEmbedded();
  throw new Error("run tests with `npm test`, which starts a database for them");
}

const template = `muster_template_${createHash("sha256")
  .update(
    listMigrations()
      .map((migration) => migration.sha256)
      .join(),
  )
  .digest("hex")
  .slice(0, 12)}`;

// Replaces the infrastructure's only clock function; production code does not know about it.
const test_clock = `
  create table infra.test_clock (frozen_us bigint, ahead_us bigint not null);
  insert into infra.test_clock values (null, 0);
  grant select on infra.test_clock to public;
  create or replace function infra.now_us() returns bigint language sql volatile as $$
    select coalesce(frozen_us, (extract(epoch from clock_timestamp()) * 1000000)::bigint) + ahead_us from infra.test_clock
  $$`;

async function openOnServer(url: string): Promise<TestDatabase> {
  const maintenance = new pg.Client({ connectionString: url });
  await maintenance.connect();
  const name = `muster_test_${randomBytes(8).toString("hex")}`;
  try {
    await maintenance.query("select pg_advisory_lock(727311)");
    const { rows } = await maintenance.query("select 1 from pg_database where datname = $1", [template]);
    if (rows.length === 0) {
      // An unfinished template is dropped and made again, so that the original error appears rather than "already exists".
      await maintenance.query(`drop database if exists ${template}_new with (force)`);
      await maintenance.query(`create database ${template}_new`);
      await migrate({ kind: "server", url: withDatabase(url, `${template}_new`) });
      const inside = new pg.Client({ connectionString: withDatabase(url, `${template}_new`) });
      await inside.connect();
      await inside.query(test_clock);
      await inside.end();
      await maintenance.query(`alter database ${template}_new rename to ${template}`);
    }
    await maintenance.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await maintenance.query("select pg_advisory_unlock(727311)");
    await maintenance.end();
  }
  return handle(throughPooler(withDatabase(url, name)), async () => {
    const cleaner = new pg.Client({ connectionString: url });
    await cleaner.connect();
    await cleaner.query(`drop database ${name} with (force)`);
    await cleaner.end();
  });
}

async function openOnEmbedded(): Promise<TestDatabase> {
  const prepared = join(tmpdir(), template);
  if (!existsSync(prepared)) {
    const building = mkdtempSync(join(tmpdir(), "muster-template-"));
    const embedded = await openEmbedded(building);
    await migrate({ kind: "embedded", ...reach(embedded) });
    const inside = new pg.Client(reach(embedded));
    await inside.connect();
    await inside.query(test_clock);
    await inside.end();
    await embedded.close();
    try {
      renameSync(building, prepared);
    } catch {
      rmSync(building, { recursive: true, force: true }); // another test file was faster
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "muster-test-"));
  cpSync(prepared, folder, { recursive: true });
  const embedded = await openEmbedded(folder);
  return handle({ kind: "embedded", ...reach(embedded) }, async () => {
    await embedded.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

function reach(embedded: { host: string; port: number }) {
  return { host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" };
}

function handle(connection: Connection, remove: () => Promise<void>): TestDatabase {
  const pools: Pool[] = [];
  const superuser = new pg.Pool({
    ...(connection.kind === "server" ? { connectionString: directUrl(connection) } : connection),
    max: connection.kind === "server" ? 4 : 1,
  });
  superuser.on("error", () => undefined);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await Promise.all([...pools.map((pool) => pool.close()), superuser.end()]);
    await remove();
  };
  const clock = (text: string, values: unknown[]) => superuser.query(text, values).then(() => undefined);
  return {
    connection,
    superuser,
    pool(role = "muster_app", connections_max = 4) {
      const statement_timeout_ms = Math.ceil(statementTimeoutOf(role) * slowness);
      const pool = createPool({ connection, role, connections_max, statement_timeout_ms, onIdleError: () => undefined });
      pools.push(pool);
      return pool;
    },
    clock: {
      freeze: (at) => clock("update infra.test_clock set frozen_us = $1, ahead_us = 0", [new Date(at).getTime() * 1000]),
      advance: (seconds) => clock("update infra.test_clock set ahead_us = ahead_us + $1", [Math.round(seconds * 1e6)]),
      release: () => clock("update infra.test_clock set frozen_us = null, ahead_us = 0", []),
    },
    close: () => (closing ??= close()),
  };
}

/** An existing database, on a server of the test's own; `direct_url`: the address without the pooler of `url`. */
export function attachDatabase(url: string, direct_url = url): TestDatabase {
  return handle({ kind: "server", url, direct_url }, () => Promise.resolve());
}

/**
 * With TEST_PGBOUNCER the runner has put a pooler in front of the server (scripts/test.ts). The server of a file's own has none.
 */
function throughPooler(direct_url: string): Connection {
  const { TEST_POOLER_URL: pooler_url, TEST_POOLED_URL: pooled_url, TEST_DATABASE_URL: server_url } = process.env;
  if (!pooler_url || server_url !== pooled_url) return { kind: "server", url: direct_url };
  const url = new URL(pooler_url);
  url.pathname = new URL(direct_url).pathname;
  return { kind: "server", url: url.href, direct_url };
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}
