import pg from "pg";
import type { Connection } from "../pool.ts";
import { directUrl } from "../servers/reach.ts";

/** The new epoch waits for every transaction that writes. */
const answer_max_ms = 30_000;

/** Begins an epoch because the operator says so: a copy of a cluster's files looks as if nothing had happened. Returns its number. */
export async function beginEpoch(connection: Connection): Promise<number> {
  const client = new pg.Client(
    connection.kind === "server"
      ? { connectionString: directUrl(connection), connectionTimeoutMillis: answer_max_ms, query_timeout: answer_max_ms }
      : { host: connection.host, port: connection.port, user: connection.user, database: connection.database },
  );
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ epoch: number }>("select infra.begin_epoch() as epoch");
    return rows[0]!.epoch;
  } finally {
    await client.end();
  }
}
