import type { Readable, Writable } from "node:stream";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { asFailure } from "../failures.ts";
import { column_types } from "../pool.ts";
import type { Statement } from "../sql.ts";

/**
 * One connection with its login's own role; each statement is a transaction of its own. For what a transaction of a pool cannot
 * do, such as replication and locks that outlive a statement.
 */
export type Session = {
  rows<Row>(statement: Statement): Promise<Row[]>;
  row<Row>(statement: Statement): Promise<Row | undefined>;
  count(statement: Statement): Promise<number>;
  /**
   * `copyOut` streams the result of a `copy … to stdout`, `copyIn` takes the input of a `copy … from stdin`. A stream that is
   * destroyed before its end closes the session.
   */
  copyOut(statement: Statement): Readable;
  copyIn(statement: Statement): Writable;
  /** Cancels the statement that is running, which then fails. */
  cancel(): Promise<void>;
  close(): Promise<void>;
};

const connect_max_ms = 5_000;

/** Opens a session; `replicates` allows commands of replication. Throws Unavailable when the server does not answer. */
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
  // The driver passes `replication` on to the server, although its types do not declare it.
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
