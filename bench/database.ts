import { randomBytes } from "node:crypto";
import pg from "pg";
import { clusterUrl, startCluster } from "../test/harness/machine/cluster.ts";

export type BenchDatabase = {
  url: string;
  /** The version, for example "15.8", and the durability of its commits. */
  version: string;
  durability: string;
  /** A connection as superuser, for look-ups and vacuum. */
  superuser: pg.Pool;
  close(): Promise<void>;
};

/**
 * Opens a new, empty database: on the server that BENCH_DATABASE_URL names, otherwise on a temporary one with default durability.
 * A temporary server counts statements from the beginning if `counts_statements` is set; otherwise only when a scenario asks for
 * it, because counting takes time.
 */
export async function openBenchDatabase(given_url: string | undefined, counts_statements = false): Promise<BenchDatabase> {
  const settings = () => ({
    shared_preload_libraries: "pg_stat_statements",
    "pg_stat_statements.track": counts_statements ? "top" : "none",
  });
  const cluster = given_url === undefined ? await startCluster({ durable: true, settings }) : null;
  if (typeof cluster === "string") throw new Error(`${cluster}; name a server with BENCH_DATABASE_URL`);
  const maintenance_url = given_url ?? clusterUrl(cluster!);
  const name = `muster_bench_${randomBytes(6).toString("hex")}`;
  try {
    await once(maintenance_url, `create database ${name}`);
    const url = new URL(maintenance_url);
    url.pathname = `/${name}`;
    const superuser = new pg.Pool({ connectionString: url.href, max: 2 });
    superuser.on("error", () => undefined);
    return {
      url: url.href,
      superuser,
      ...(await describe(superuser)),
      async close() {
        await superuser.end();
        if (cluster) await cluster.stop();
        else await once(maintenance_url, `drop database ${name} with (force)`);
      },
    };
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}

/** The pid of the server's first process, the parent of all its others. */
export async function postmasterOf(superuser: Pick<pg.Pool, "query">): Promise<number> {
  const { rows } = await superuser.query<{ pid: number }>(
    "select (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1]::int as pid",
  );
  return rows[0]!.pid;
}

async function describe(superuser: pg.Pool): Promise<Pick<BenchDatabase, "version" | "durability">> {
  const names = ["server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers"];
  const { rows } = await superuser.query<{ name: string; value: string }>(
    "select name, current_setting(name) as value from unnest($1::text[]) as name",
    [names],
  );
  const [version, ...rest] = rows;
  return {
    version: version!.value.split(" ")[0]!,
    durability: rest.map(({ name, value }) => `${name} ${value}`).join(", "),
  };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
