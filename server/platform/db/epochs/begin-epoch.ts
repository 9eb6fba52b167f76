import pg from "pg";
import type { Connection } from "../pool.ts";
import { directUrl } from "../servers/reach.ts";

/** Long enough to wait for every open transaction that writes: the new epoch starts after them. */
const answer_max_ms = 30_000;

/**
 * Begins an epoch on the operator's command, and returns its number. A database copied as files cannot be recognised as a copy,
 * so the operator has to say it.
 */
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
