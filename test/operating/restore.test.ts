// F2, OP2: a dump that is restored into a younger cluster, and a restore to a point in time. With real clusters and the commands
// of docs/operating/backup.md.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import type pg from "pg";
import { clusterUrl, findBinaries, startCluster } from "../harness/machine/cluster.ts";
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

test("a dump that is restored into a younger cluster loses nothing of feeds, cursors and the audit log", async (t) => {
  const old_cluster = await startOlderCluster();
  if (typeof old_cluster === "string") return t.skip(old_cluster);
  t.after(() => old_cluster.stop());
  const old = await begin(t, old_cluster);
  await load(old, 0, 90);
  const early = await hold(old, 2);
  const folder = mkdtempSync(path.join(tmpdir(), "muster-dump-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));

  const young_cluster = await startCluster();
  if (typeof young_cluster === "string") throw new Error(young_cluster);
  t.after(() => young_cluster.stop());
  const url = clusterUrl(young_cluster, "muster");
  const env = {
    OLD_SERVER: clusterUrl(old_cluster),
    OLD: clusterUrl(old_cluster, "muster"),
    NEW_SERVER: clusterUrl(young_cluster),
    NEW: url,
  };
  const counted = await countRows(env.OLD);
  await paste(runbook(/Take a dump/), folder, env);
  await load(old, 90, 130);
  const late = await hold(old);
  await paste(runbook(/Restore a dump/), folder, env);
  assert.deepEqual(await countRows(url), counted, "rows of each table");
  const checked = await muster(url, ["backup", "verify"]);
  assert.equal(checked.code, 0, checked.text);

  const young = await goOn(t, old, young_cluster);
  await load(young, 130, 190);
  await seal(young);
  const said = await compare(young, { early, late, added: 60, lost: 40 });
  const found = await forge(young);
  t.diagnostic([`tables compared: ${Object.keys(counted).length}`, ...said, `forged rows found: ${found}`].join("; "));
  assert.equal((await muster(url, ["backup", "verify"])).code, 0);
});

test("a restore to a point in time begins a timeline, in which nothing is lost that was before the point", async (t) => {
  const archive = (dir: string) => path.join(dir, "archive");
  const old_cluster = await startOlderCluster({
    settings: (dir) => ({
      wal_level: "replica",
      archive_mode: "on",
      archive_command: `mkdir -p ${archive(dir)} && test ! -f ${archive(dir)}/%f && cp %p ${archive(dir)}/%f`,
    }),
  });
  if (typeof old_cluster === "string") return t.skip(old_cluster);
  t.after(() => old_cluster.stop());
  const old = await begin(t, old_cluster);
  await load(old, 0, 40);
  const lines = `export OLD_SERVER='${clusterUrl(old_cluster)}' BACKUP='${old_cluster.host}' PATH='${await findBinaries()}:${process.env["PATH"]}'`;
  await old_cluster.run("/bin/bash", ["-e", "-c", `${lines}\n${runbook(/Take a base backup/)}`]);
  await load(old, 40, 90);
  const early = await hold(old, 2);
  const counted = await countRows(clusterUrl(old_cluster, "muster"));
  const { rows } = await old.database.superuser.query<{ at: string }>("select clock_timestamp()::text as at");
  await load(old, 90, 130);
  const late = await hold(old);
  await archiveAll(old.database.superuser);

  const back = await startCluster({
    fill: async (data_dir, runProgram) =>
      runProgram("/bin/bash", ["-e", "-c", `${lines} DATA='${data_dir}'\n${runbook(/Restore to a point/)}\nchmod 700 "$DATA"`]),
    settings: () => ({
      restore_command: `cp ${archive(old_cluster.host)}/%f %p`,
      recovery_target_time: rows[0]!.at,
      recovery_target_action: "promote",
    }),
  });
  if (typeof back === "string") throw new Error(back);
  t.after(() => back.stop());
  const url = clusterUrl(back, "muster");
  await promoted(url);
  assert.deepEqual(await countRows(url), counted, "rows of each table");
  const checked = await muster(url, ["backup", "verify"]);
  assert.equal(checked.code, 0, checked.text);

  const restored = await goOn(t, old, back);
  await load(restored, 130, 190);
  await seal(restored);
  const said = await compare(restored, { early, late, added: 60, lost: 40 });
  const found = await forge(restored);
  t.diagnostic([`tables compared: ${Object.keys(counted).length}`, ...said, `forged rows found: ${found}`].join("; "));
});

/** Waits until the write-ahead log is archived up to now. */
async function archiveAll(superuser: Pick<pg.Pool, "query">): Promise<void> {
  const { rows } = await superuser.query<{ file: string }>("select pg_walfile_name(pg_switch_wal()) as file");
  const isThere = "select coalesce(last_archived_wal, '') >= $1 as there from pg_stat_archiver";
  while (!(await superuser.query<{ there: boolean }>(isThere, [rows[0]!.file])).rows[0]!.there);
}
