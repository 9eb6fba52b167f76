import { randomBytes } from "node:crypto";
import pg from "pg";
import type { InnerClient } from "../driver.ts";

// Detects a pooler between this program and PostgreSQL. A pooler answers like a server, so only its effects reveal it.

/** Properties of a connection's route to the server. */
export type Road = {
  /** A pooler is in between. */
  is_pooled: boolean;
  /** The pooler assigns a server session per transaction; null: it was too busy to tell, or assigns one per client. */
  by_transaction: boolean | null;
  /** A statement prepared by one client connection works on every server session (PgBouncer: max_prepared_statements). */
  keeps_statements: boolean;
};

const answer_max_ms = 5_000;
/** Several tries, because other clients may borrow the expected server session. */
const looks_max = 5;

/** Detects the properties of the route to a URL. Throws the driver's error when nothing can be reached. */
export async function lookAtRoad(url: string): Promise<Road> {
  const one = await connect(url);
  try {
    // A pooler gives its clients process ids of its own.
    const is_pooled = (await pidOf(one)) !== (one as pg.ClientBase as InnerClient).processID;
    if (!is_pooled) return { is_pooled, by_transaction: false, keeps_statements: true };
    const other = await connect(url);
    try {
      return { is_pooled, by_transaction: await lendsTo(other, one), keeps_statements: await keepsStatements(one) };
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

/** Whether the server session that one client has just used is lent to another client while the first is still connected. */
async function lendsTo(other: pg.Client, one: pg.Client): Promise<true | null> {
  for (let look = 0; look < looks_max; look += 1) if ((await pidOf(one)) === (await pidOf(other))) return true;
  return null;
}

/** Whether the pooler tracks prepared statements; it then renames them. */
async function keepsStatements(client: pg.Client): Promise<boolean> {
  const name = `muster_road_${randomBytes(8).toString("hex")}`;
  await client.query("begin");
  await client.query({ name, text: "select 1" });
  const { rows } = await client.query("select from pg_prepared_statements where name = $1", [name]);
  if (rows.length > 0) await client.query(`deallocate ${name}`);
  await client.query("rollback");
  return rows.length === 0;
}

async function pidOf(client: pg.Client): Promise<number> {
  return (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answer_max_ms,
    query_timeout: answer_max_ms,
    application_name: "muster_road",
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
