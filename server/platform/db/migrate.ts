import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { limited_role } from "./limit/limit.ts";
import { isOutside, runSteps } from "./migrating/outside-transaction.ts";
import type { Connection } from "./pool.ts";
import { directUrl } from "./servers/reach.ts";

const folder = new URL("../../../migrations/", import.meta.url);
/** The key of the advisory lock that allows one migrator at a time; the number is arbitrary. */
const lock_key = 7_283_115;
/** How often a migrator checks whether another migrator has ended. */
const lock_poll_ms = 100;
/** How long a server may take to accept a connection, and to answer which schema it has. */
const answer_max_ms = 10_000;
/** Longest wait of a migration's statement for a lock. */
const lock_wait_max_ms = 2_000;

export type Migration = { number: number; name: string; text: string; sha256: string };

/** The migrations of this version, in order. Numbers may have gaps; a duplicate number throws. */
export function listMigrations(): Migration[] {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort();
  return files.map((name, index) => {
    const number = Number(name.slice(0, 4));
    if (number === Number(files[index - 1]?.slice(0, 4))) throw new Error(`migration ${name} has the number of another one`);
    const text = readFileSync(new URL(name, folder), "utf8");
    return { number, name, text, sha256: createHash("sha256").update(text).digest("hex") };
  });
}

/**
 * Brings the database to the newest schema: roles and schemas first, then each migration in a transaction of its own (or outside
 * of any, migrating/outside-transaction.ts). One lock covers it all, so several migrators may start at once. Returns the names of
 * the applied migrations. Throws when an applied migration was edited, or when the database is newer than this program. Tests
 * pass other `migrations`.
 */
export async function migrate(connection: Connection, migrations = listMigrations()): Promise<string[]> {
  const client = await connect(direct(connection));
  try {
    await prepare(client);
    const applied: string[] = [];
    // The list only shrinks: another migrator may apply some of these meanwhile, so each is checked again under the lock.
    for (const migration of await notApplied(client, migrations)) {
      if (await apply(client, migration)) applied.push(migration.name);
    }
    await limitToDepartments(client);
    await refuseNewer(client, Math.max(listMigrations().at(-1)!.number, migrations.at(-1)?.number ?? 0));
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Throws when the database lacks migrations of this program. A newer schema is accepted, because migrations keep older code
 * working.
 */
export async function requireCurrentSchema(connection: Connection): Promise<void> {
  const client = await connect(connection, { query_timeout: answer_max_ms });
  try {
    const { rows } = await client.query("select to_regclass('infra.migration') is not null as prepared");
    const applied = rows[0].prepared ? (await client.query("select number from infra.migration")).rows : [];
    const numbers = new Set(applied.map(({ number }) => number as number));
    const missing = listMigrations().find(({ number }) => !numbers.has(number));
    if (missing) throw new Error(`the database lacks migration ${missing.name}: run "muster migrate" first`);
  } finally {
    await client.end();
  }
}

/** The connection past a pooler: a migrator's lock and settings belong to one database session. */
function direct(connection: Connection): Connection {
  return connection.kind === "server" ? { kind: "server", url: directUrl(connection) } : connection;
}

/** `query_timeout`: how long a statement may take, in ms; without it there is no limit, as for migrations. */
async function connect(connection: Connection, limits: { query_timeout?: number } = {}): Promise<pg.Client> {
  const client = new pg.Client(
    connection.kind === "server"
      ? { connectionString: connection.url, connectionTimeoutMillis: answer_max_ms, keepAlive: true, ...limits }
      : { host: connection.host, port: connection.port, user: connection.user, database: connection.database },
  );
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Creates roles and schemas. Roles belong to the cluster: they may exist already, or be created at this moment by the migrator of
 * another database.
 */
async function prepare(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    for (const role of ["muster_owner", "muster_app", "muster_worker", "muster_delivery", "muster_auth"]) {
      await client.query(`do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
      exception when duplicate_object or unique_violation then null; end $$`);
    }
    // Only a login that may create roles can create the sixth role, muster_limited. Where each kind of process has its own login,
    // the database administrator creates it; until then, administrators of some departments are refused
    // (docs/operating/logins.md).
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${limited_role}') then create role ${limited_role} nologin; end if;
    exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$`);
    // A single login for everything becomes a member of every role. Where each kind of process has its own login, the migrating
    // one is a member of muster_owner alone, and may not grant itself more (docs/operating/logins.md).
    await client.query(`do $$ declare here text := current_database(); me text := current_user; begin
      if (select rolcreaterole from pg_roles where rolname = me) and not (
          pg_has_role(me, 'muster_owner', 'member') and pg_has_role(me, 'muster_app', 'member')
          and pg_has_role(me, 'muster_worker', 'member') and pg_has_role(me, 'muster_delivery', 'member')) then
        execute format('grant muster_owner, muster_app, muster_worker, muster_delivery to %I', me);
      end if;
      if (select rolcreaterole from pg_roles where rolname = me) and not pg_has_role(me, '${limited_role}', 'member') then
        execute format('grant ${limited_role} to %I', me);
      end if;
      if not pg_has_role('muster_owner', 'muster_auth', 'member') then grant muster_auth to muster_owner; end if;
      execute format('grant create on database %I to muster_owner', here);
    end $$`);
    // A temporary table hides tables of the same name from later users of its connection, and a pool reuses connections.
    await client.query(`do $$ begin execute format('revoke temporary on database %I from public', current_database());
    exception when insufficient_privilege then null; end $$`);
    // infra.settled_at() reads when the transactions of other sessions began. Without the right to see that, it returns an
    // earlier instant than necessary.
    await client.query(`do $$ begin
      if not pg_has_role('muster_owner', 'pg_read_all_stats', 'member') then grant pg_read_all_stats to muster_owner; end if;
    exception when insufficient_privilege or unique_violation then null; end $$`);
    await client.query(`create extension if not exists pg_trgm`);
    await client.query(`create schema if not exists infra authorization muster_owner`);
    await client.query(`grant usage, create on schema public to muster_owner, muster_auth`);
    await client.query(`grant usage, create on schema infra to muster_owner, muster_auth`);
    await client.query(`grant usage on schema public, infra to muster_app, muster_worker, muster_delivery`);
    await client.query(`create table if not exists infra.migration (
      number integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`);
    await client.query(`grant select on infra.migration to muster_app, muster_worker, muster_delivery`);
    // The next migration may run under another login; all logins that migrate act as muster_owner.
    await client.query(`alter table infra.migration owner to muster_owner`);
    // Imported here only: a serving process does not need the code that creates the tables of jobs.
    const { installJobs } = await import("../jobs/install.ts");
    await installJobs(client);
  });
}

/** Grants the role for administrators of some departments its rights, if the role exists and its policies do not. */
async function limitToDepartments(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_roles where rolname = $1 and to_regprocedure('infra.limit_to_departments()') is not null
      and not exists (select from pg_policies where schemaname = 'public' and tablename = 'person' and policyname = 'departments')`,
    [limited_role],
  );
  if (rows.length === 0) return;
  await inTransaction(client, async () => {
    await client.query(`set local role muster_owner; set local lock_timeout = '${lock_wait_max_ms}ms'`);
    await client.query("call infra.limit_to_departments()");
    for (const name of ["infra.limit_orders()", "infra.limit_reports()", "infra.limit_logos()", "infra.limit_wordings()"])
      await client.query(`do $$ begin if to_regprocedure('${name}') is not null then call ${name}; end if; end $$`);
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<boolean> {
  if (isOutside(migration.text)) return applyOutside(client, migration);
  return inTransaction(client, async () => {
    if (await isApplied(client, migration)) return false;
    // While a migration waits for a lock, every later statement on that table waits behind it. So the migration fails early and
    // is run again.
    await client.query(`set local role muster_owner; set local lock_timeout = '${lock_wait_max_ms}ms'`);
    await client.query(migration.text);
    await client.query(`reset role`);
    await note(client, migration);
    return true;
  });
}

async function applyOutside(client: pg.Client, migration: Migration): Promise<boolean> {
  while (!(await isGiven(client, "pg_try_advisory_lock"))) await sleep(lock_poll_ms);
  try {
    if (await isApplied(client, migration)) return false;
    await runSteps(client, migration.text);
    await note(client, migration);
    return true;
  } finally {
    // A connection that has ended has released the lock already.
    await client.query("select pg_advisory_unlock($1)", [lock_key]).catch(() => undefined);
  }
}

async function notApplied(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ number: number; sha256: string }>("select number, sha256 from infra.migration");
  const digests = new Map(rows.map(({ number, sha256 }) => [number, sha256]));
  return migrations.filter((migration) => !isSame(migration, digests.get(migration.number)));
}

async function isApplied(client: pg.Client, migration: Migration): Promise<boolean> {
  const { rows } = await client.query("select sha256 from infra.migration where number = $1", [migration.number]);
  return isSame(migration, rows[0]?.sha256);
}

/** Whether a migration was already applied under its number. Throws when another text was applied under it. */
function isSame({ name, sha256 }: Migration, applied_sha256: string | undefined): boolean {
  if (applied_sha256 !== undefined && applied_sha256 !== sha256)
    throw new Error(`migration ${name} was edited after it had been applied`);
  return applied_sha256 !== undefined;
}

async function note(client: pg.Client, { number, name, sha256 }: Migration): Promise<void> {
  await client.query("insert into infra.migration (number, name, sha256) values ($1, $2, $3)", [number, name, sha256]);
}

/**
 * Whether the lock of migrators was granted. It is polled, each time in a transaction that ends at once. The holder of the lock
 * may build an index concurrently, which waits for every older transaction. A transaction that waited for the lock would
 * therefore block the holder for ever.
 */
async function isGiven(client: pg.Client, lock: "pg_try_advisory_lock" | "pg_try_advisory_xact_lock"): Promise<boolean> {
  return (await client.query(`select ${lock}($1) as given`, [lock_key])).rows[0].given;
}

async function refuseNewer(client: pg.Client, newest: number): Promise<void> {
  const { rows } = await client.query("select max(number) as newest from infra.migration");
  if (rows[0].newest > newest) {
    throw new Error(`the database is at migration ${rows[0].newest}, this program knows ${newest}: use the newer program`);
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const begin = async () => {
    await client.query("begin");
    return isGiven(client, "pg_try_advisory_xact_lock");
  };
  for (; !(await begin()); await sleep(lock_poll_ms)) await client.query("rollback");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
