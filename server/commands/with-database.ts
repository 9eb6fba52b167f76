import type { Config } from "../config.ts";
import { connectEmbedded } from "../platform/db/embedded/open.ts";
import { prepareDatabase } from "../platform/db/embedded/prepared.ts";
import { migrate } from "../platform/db/migrate.ts";
import type { Connection } from "../platform/db/pool.ts";
import { directUrl } from "../platform/db/servers/reach.ts";

/** The connection of the processes to their server. */
export function serverOf({ database_url, database_direct_url }: Readonly<Config>): Extract<Connection, { kind: "server" }> {
  return { kind: "server", url: database_url!, ...(database_direct_url === null ? {} : { direct_url: database_direct_url }) };
}

/**
 * Runs an operator's command on the database, without a pooler. The embedded database is reached through the process that has it
 * open; otherwise it is opened here and migrated first.
 */
export async function withDatabase<T>(config: Readonly<Config>, work: (connection: Connection) => Promise<T>): Promise<T> {
  if (config.database_url !== null) return work({ kind: "server", url: directUrl(serverOf(config)) });
  const embedded = await connectEmbedded(config.data_dir, prepareDatabase);
  try {
    const connection: Connection = {
      kind: "embedded",
      host: embedded.host,
      port: embedded.port,
      user: "postgres",
      database: "postgres",
    };
    await migrate(connection);
    return await work(connection);
  } finally {
    await embedded.close();
  }
}
