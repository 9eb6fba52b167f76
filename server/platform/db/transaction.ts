import type { Socket } from "node:net";
import type pg from "pg";
import { asFailure, isRetryable, unavailable } from "./failures.ts";
import type { Pool } from "./pool.ts";
import type { Statement } from "./sql.ts";

/** What a use case gets to speak to the database: one open transaction of one tenant. */
export type Db = {
  /** All rows of a statement. */
  rows<Row>(statement: Statement): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(statement: Statement): Promise<Row | undefined>;
  /** How many rows a statement changed. */
  count(statement: Statement): Promise<number>;
};

/** Tries of a transaction that met a deadlock or a serialization failure. */
const tries_max = 3;
const retry_pause_max_ms = 30;

/**
 * Runs `story` in one transaction whose every statement sees only `tenant_id` (forced row-level security). The story may
 * run again after a deadlock, so it must not reach outside the database.
 * Throws Unavailable when the database is to blame, also when the outcome of the commit is unknown.
 */
export async function withTenant<T>(pool: Pool, tenant_id: string, story: (db: Db) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(pool, tenantPrelude(pool, tenant_id), story);
    } catch (error) {
      if (!isRetryable(error) || tried === tries_max) throw asFailure(error);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * retry_pause_max_ms));
    }
  }
}

/** Runs one reading statement for a tenant; begin, statement and commit travel in one round trip. */
export async function readTenant<Row>(pool: Pool, tenant_id: string, statement: Statement): Promise<Row[]> {
  const client = await checkOut(pool);
  try {
    const [, result] = await inOnePacket(client, () =>
      Promise.all([client.query(tenantPrelude(pool, tenant_id)), client.query(statementOf(statement)), client.query("commit")]),
    );
    client.release();
    return result.rows as Row[];
  } catch (error) {
    await discard(client, error);
    throw asFailure(error);
  }
}

/** Runs `story` in a transaction that belongs to no tenant: tables of the infrastructure only. */
export async function withInfrastructure<T>(pool: Pool, story: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await attempt(pool, begin(pool), story);
  } catch (error) {
    throw asFailure(error);
  }
}

/** Runs one statement by itself, outside any tenant: the definer functions of schema `infra`. */
export async function readInfrastructure<Row>(pool: Pool, statement: Statement): Promise<Row[]> {
  const client = await checkOut(pool);
  const send = () => client.query(statementOf(statement));
  try {
    // The embedded database's session is a superuser's, whom no policy binds, until a transaction takes the role.
    const result = pool.embedded
      ? (await inOnePacket(client, () => Promise.all([client.query(begin(pool)), send(), client.query("commit")])))[1]
      : await send();
    client.release();
    return result.rows as Row[];
  } catch (error) {
    await discard(client, error);
    throw asFailure(error);
  }
}

const uuid_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

// One simple-protocol message: opening, role and tenant cost no round trip of their own. The embedded database has one
// session for all, so the role is set per transaction there; a server's connections start with it.
function tenantPrelude(pool: Pool, tenant_id: string): string {
  if (!uuid_pattern.test(tenant_id)) throw new TypeError("a tenant id is a lower-case uuid");
  return `${begin(pool)}; set local app.tenant = '${tenant_id}'`;
}

/** Statements that are sent in one go leave in one packet: at this rate the system calls are what costs. */
function inOnePacket<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

function begin(pool: Pool): string {
  return pool.embedded ? `begin; set local role ${pool.role}` : "begin";
}

async function attempt<T>(pool: Pool, prelude: string, story: (db: Db) => Promise<T>): Promise<T> {
  const client = await checkOut(pool);
  try {
    const begun = client.query(prelude);
    // The story's first statement travels behind the prelude; a prelude that failed fails the story too.
    begun.catch(() => undefined);
    const result = await story(dbOf(client));
    await begun;
    const committed = await client.query("commit");
    // After a failed statement `commit` resolves, with the command ROLLBACK.
    if (committed.command !== "COMMIT") throw unavailable("the transaction was rolled back");
    client.release();
    return result;
  } catch (error) {
    await discard(client, error);
    throw error;
  }
}

function dbOf(client: pg.PoolClient): Db {
  return {
    async rows<Row>(statement: Statement) {
      return (await client.query(statementOf(statement))).rows as Row[];
    },
    async row<Row>(statement: Statement) {
      return (await client.query(statementOf(statement))).rows[0] as Row | undefined;
    },
    async count(statement: Statement) {
      return (await client.query(statementOf(statement))).rowCount ?? 0;
    },
  };
}

function statementOf(statement: Statement): pg.QueryConfig {
  return { name: statement.name, text: statement.text, values: statement.values as unknown[] };
}

async function checkOut(pool: Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asFailure(error);
  }
}

/** Rolls back and returns the connection; a connection that cannot even do that is thrown away. */
async function discard(client: pg.PoolClient, error: unknown): Promise<void> {
  if (asFailure(error) !== error) {
    client.release(true);
    return;
  }
  try {
    await client.query("rollback");
    client.release();
  } catch {
    client.release(true);
  }
}
