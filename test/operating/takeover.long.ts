// F2: a standby that is promoted without the last changes of its primary, and a subscriber of logical replication that takes
// over. The subscriber's commands are those of docs/operating/backup.md.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import pg from "pg";
import { clusterUrl, startCluster } from "../harness/machine/cluster.ts";
import {
  begin,
  compare,
  countRows,
  forge,
  goOn,
  hold,
  load,
  muster,
  paste,
  promoted,
  runbook,
  seal,
  startOlderCluster,
} from "./drill.ts";

test("a standby that is promoted without the last of its primary: cursors beyond its end go on, and none is shown twice", async (t) => {
  const primary = await startOlderCluster();
  if (typeof primary === "string") return t.skip(primary);
  t.after(() => primary.stop());
  const old = await begin(t, primary);
  await load(old, 0, 90);
  const standby = await startCluster({
    fill: (data_dir, runProgram) =>
      runProgram("pg_basebackup", ["-d", clusterUrl(primary), "-D", data_dir, "--checkpoint=fast", "--wal-method=stream", "-R"]),
  });
  if (typeof standby === "string") throw new Error(standby);
  t.after(() => standby.stop());
  const early = await hold(old, 2);
  const url = clusterUrl(standby, "muster");
  const superuser = new pg.Client(clusterUrl(standby));
  superuser.on("error", () => undefined);
  t.after(() => superuser.end());
  await superuser.connect();
  const { rows } = await old.database.superuser.query<{ at: string }>("select pg_current_wal_lsn()::text as at");
  const hasReplayed = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as there";
  while (!(await superuser.query<{ there: boolean }>(hasReplayed, [rows[0]!.at])).rows[0]!.there);
  // A read-only server answers, but starts no epoch.
  assert.deepEqual((await superuserOf(url, "select * from infra.keep_epoch()"))[0], { epoch: null, has_begun: false });
  const counted = await countRows(url);

  // From here on the standby is disconnected: what is acknowledged now is lost with the primary.
  await superuser.query("alter system set primary_conninfo = ''");
  await superuser.query("select pg_reload_conf()");
  while ((await superuser.query("select from pg_stat_wal_receiver")).rowCount !== 0);
  await load(old, 90, 130);
  const late = await hold(old);
  await superuser.query("select pg_promote()");
  await superuser.end();
  await promoted(url);
  assert.deepEqual(await countRows(url), counted, "rows of each table");

  const next = await goOn(t, old, standby);
  await load(next, 130, 190);
  await seal(next);
  const said = await compare(next, { early, late, added: 60, lost: 40 });
  const found = await forge(next);
  const checked = await muster(url, ["backup", "verify"]);
  assert.equal(checked.code, 0, checked.text);
  t.diagnostic([`tables compared: ${Object.keys(counted).length}`, ...said, `forged rows found: ${found}`].join("; "));
});

test("a subscriber of logical replication takes over, and nothing is lost", async (t) => {
  const old_cluster = await startOlderCluster({ settings: () => ({ wal_level: "logical" }) });
  if (typeof old_cluster === "string") return t.skip(old_cluster);
  t.after(() => old_cluster.stop());
  const young_cluster = await startCluster();
  if (typeof young_cluster === "string") throw new Error(young_cluster);
  t.after(() => young_cluster.stop());
  const old = await begin(t, old_cluster);
  await load(old, 0, 60);
  const folder = mkdtempSync(path.join(tmpdir(), "muster-subscriber-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const url = clusterUrl(young_cluster, "muster");
  const env = {
    OLD_SERVER: clusterUrl(old_cluster),
    OLD: clusterUrl(old_cluster, "muster"),
    NEW_SERVER: clusterUrl(young_cluster),
    NEW: url,
  };
  await paste(runbook(/Begin the subscriber/), folder, env);
  // Writes continue while the subscriber copies and follows.
  await load(old, 60, 130);
  const early = await hold(old, 2);
  const late = await hold(old);
  const counted = await countRows(env.OLD);
  const { rows } = await old.database.superuser.query<{ at: string }>("select pg_current_wal_lsn()::text as at");
  const hasAll = `select (select count(*) from pg_subscription_rel where srsubstate <> 'r') = 0
    and (select latest_end_lsn >= '${rows[0]!.at}' from pg_stat_subscription where relid is null) as there`;
  while (!(await superuserOf<{ there: boolean }>(url, hasAll))[0]!.there);
  await paste(runbook(/To take over/), folder, env);
  assert.deepEqual(await countRows(url), counted, "rows of each table");
  const checked = await muster(url, ["backup", "verify"]);
  assert.equal(checked.code, 0, checked.text);

  const young = await goOn(t, old, young_cluster);
  await load(young, 130, 190);
  await seal(young);
  const said = await compare(young, { early, late, added: 60, lost: 0 });
  const found = await forge(young);
  t.diagnostic([`tables compared: ${Object.keys(counted).length}`, ...said, `forged rows found: ${found}`].join("; "));
});

async function superuserOf<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
