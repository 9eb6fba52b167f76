// A primary with a streaming standby, an installation on the primary, and a switch in front of both.
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { migrate } from "../../../server/platform/db/migrate.ts";
import { attachDatabase, type TestDatabase } from "../../harness/database.ts";
import { clusterUrl, startCluster, type Cluster } from "../../harness/machine/cluster.ts";
import { startSwitch, type Switch } from "../../harness/machine/switch.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";

export type Pair = {
  primary: Cluster;
  standby: Cluster;
  front: Switch;
  /** The primary's database, without the switch. */
  database: TestDatabase;
  organisation: TestOrganisation;
};

/** `synchronous`: a commit waits for the standby. Returns the reason if there are no such servers here. */
export async function startPair(t: TestContext, { synchronous }: { synchronous: boolean }): Promise<Pair | string> {
  const primary = await startCluster();
  if (typeof primary === "string") return primary;
  t.after(() => primary.stop());
  const url = clusterUrl(primary, "muster");
  await ask(clusterUrl(primary), "create database muster");
  await migrate({ kind: "server", url });
  const standby = await startCluster({
    fill: (data_dir, runProgram) =>
      runProgram("pg_basebackup", ["-d", clusterUrl(primary), "-D", data_dir, "--checkpoint=fast", "--wal-method=stream", "-R"]),
  });
  if (typeof standby === "string") throw new Error(standby);
  t.after(() => standby.stop());
  if (synchronous) {
    await ask(url, "alter system set synchronous_standby_names = '*'");
    await ask(url, "select pg_reload_conf()");
    while ((await ask(url, "select from pg_stat_replication where sync_state = 'sync'")).length === 0) await sleep(20);
  }
  const database = attachDatabase(url);
  t.after(() => database.close());
  const organisation = await createOrganisation(database, {
    contract: { rate },
    clients: [{ name: "load", scopes: ["users:read", "users:write"] }],
  });
  const front = await startSwitch(clusterUrl(primary));
  t.after(() => front.close());
  return { primary, standby, front, database, organisation };
}

/** Makes a primary read-only with all its connections; resolves when it is. */
export async function closeForWriting(url: string): Promise<void> {
  await ask(url, "alter system set default_transaction_read_only = on");
  await ask(url, "select pg_reload_conf()");
  while (!(await ask<{ closed: boolean }>(url, "select current_setting('transaction_read_only')::boolean as closed"))[0]!.closed);
}

/** Waits until the standby has what the primary has written, and promotes it. */
export async function promote(primary_url: string | null, standby_url: string): Promise<void> {
  if (primary_url !== null) {
    const [{ at }] = (await ask<{ at: string }>(primary_url, "select pg_current_wal_lsn()::text as at")) as [{ at: string }];
    const replayed = `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as there`;
    while (!(await ask<{ there: boolean }>(standby_url, replayed))[0]!.there) await sleep(10);
  }
  await ask(standby_url, "select pg_promote()");
}

export async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
