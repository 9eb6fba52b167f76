import { randomBytes } from "node:crypto";
import pg from "pg";
import type { InnerClient } from "../driver.ts";

// What stands between us and PostgreSQL. A pooler answers as the server does; only its effects show that it is there.

/** What a connection leads through. */
export type Road = {
  /** Something stands in between that lends sessions of the server. */
  is_pooled: boolean;
  /** It lends a session for each transaction; null: it was too busy to tell, or keeps sessions. */
  by_transaction: boolean | null;
  /** A statement that was prepared by one session is known to all (PgBouncer: max_prepared_statements). */
  keeps_statements: boolean;
};

const answer_max_ms = 5_000;
/** Others may borrow the session that is looked for. */
const looks_max = 5;

/** Looks at what a URL leads through. Throws what the driver throws where it leads nowhere. */
export async function lookAtRoad(url: string): Promise<Road> {
  const one = await connect(url);
  try {
    // A pooler has numbers of its own for its clients.
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

/** Whether a session that one client has just used is another one's a moment later, though the first is still there. */
async function lendsTo(other: pg.Client, one: pg.Client): Promise<true | null> {
  for (let look = 0; look < looks_max; look += 1) if ((await pidOf(one)) === (await pidOf(other))) return true;
  return null;
}

/** One that keeps statements gives them names of its own. */
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
