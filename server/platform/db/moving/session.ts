import type { Readable, Writable } from "node:stream";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { asFailure } from "../failures.ts";
import { column_types } from "../pool.ts";
import type { Statement } from "../sql.ts";

/**
 * One connection that acts as its login, each statement in a transaction of its own: for what no transaction of a pool can do, such as
 * locks that outlive a statement, and replication.
 */
export type Session = {
  rows<Row>(statement: Statement): Promise<Row[]>;
  row<Row>(statement: Statement): Promise<Row | undefined>;
  count(statement: Statement): Promise<number>;
  /** The rows of a `copy … to stdout`, and what takes those of a `copy … from stdin`; destroyed before its end, the session is closed. */
  copyOut(statement: Statement): Readable;
  copyIn(statement: Statement): Writable;
  /** Ends the statement that is being waited for, with an error. */
  cancel(): Promise<void>;
  close(): Promise<void>;
};

const connect_max_ms = 5_000;

/** Opens a session, one that also takes commands of replication if asked. Throws Unavailable where the server does not answer. */
export async function openSession(url: string, application_name: string, replicates = false): Promise<Session> {
  const client = await connect(url, application_name, replicates);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const { pid } = rows[0]!;
  const run = async (statement: Statement) => {
    try {
      return await client.query({ text: statement.text, values: [...statement.values] });
    } catch (error) {
      throw asFailure(error);
    }
  };
  return {
    rows: async <Row>(statement: Statement) => (await run(statement)).rows as Row[],
    row: async <Row>(statement: Statement) => (await run(statement)).rows[0] as Row | undefined,
    count: async (statement) => (await run(statement)).rowCount ?? 0,
    copyOut: ({ text }) => client.query(copyTo(text)),
    copyIn: ({ text }) => client.query(copyFrom(text)),
    async cancel() {
      const other = await connect(url, application_name);
      try {
        await other.query("select pg_cancel_backend($1)", [pid]);
      } finally {
        await other.end();
      }
    },
    close: () => client.end(),
  };
}

async function connect(url: string, application_name: string, replicates = false): Promise<pg.Client> {
  // Its types do not know of replication, which the driver says to the server as it is given.
  const config: pg.ClientConfig & { replication?: "database" } = {
    connectionString: url,
    application_name,
    connectionTimeoutMillis: connect_max_ms,
    keepAlive: true,
    types: column_types,
    ...(replicates ? { replication: "database" } : {}),
  };
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw asFailure(error);
  }
  return client;
}
