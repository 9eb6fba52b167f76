import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { clientOf } from "../../../../test/harness/machine/embedded.ts";
import { listMigrations } from "../migrate.ts";
import { openEmbedded } from "./open.ts";
import { prepareDatabase } from "./prepared.ts";

const folder = mkdtempSync(path.join(tmpdir(), "muster-prepared-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a new database is a copy of the prepared one, which is made once and stays as it was", async (t) => {
  const prepared = await prepareDatabase();
  assert.equal(await prepareDatabase(), prepared);
  for (const name of ["one", "other"]) {
    const embedded = await openEmbedded(path.join(folder, name), prepareDatabase);
    const client = await clientOf(t, embedded);
    t.after(() => embedded.close());
    const { rows } = await client.query<{ name: string }>("select name from infra.migration order by number");
    assert.deepEqual(
      rows.map((row) => row.name),
      listMigrations().map((migration) => migration.name),
    );
    const { rowCount } = await client.query("select from pg_tables where tablename = 'scratch'");
    assert.equal(rowCount, 0, "another database's table");
    await client.query("create table scratch (n integer)");
  }
});

test("where no database can be prepared, a new one begins empty", async (t) => {
  const no_folder = path.join(folder, "file");
  writeFileSync(no_folder, "");
  const prepare = () => prepareDatabase(path.join(no_folder, "cache"));
  assert.equal(await prepare(), null);
  const embedded = await openEmbedded(path.join(folder, "unprepared"), prepare);
  const client = await clientOf(t, embedded);
  t.after(() => embedded.close());
  assert.deepEqual((await client.query("select to_regclass('infra.migration') as migrations")).rows, [{ migrations: null }]);
});

test("a database that is there is opened as it is", async (t) => {
  const data_dir = path.join(folder, "blank");
  await (await openEmbedded(data_dir)).close();
  const embedded = await openEmbedded(data_dir, () => Promise.reject(new Error("nothing is to be prepared")));
  const client = await clientOf(t, embedded);
  t.after(() => embedded.close());
  assert.deepEqual((await client.query("select to_regclass('infra.migration') as migrations")).rows, [{ migrations: null }]);
});
