import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openImporter, type Importer } from "../../../test/harness/organisation/imports.ts";
import { synchronised_max } from "../employment/synchronise.ts";
import { importJobs } from "./import.job.ts";

let acme: Importer;
let runJob: (import_id: string) => Promise<void>;
before(async () => {
  acme = await openImporter();
  const [job] = importJobs({ pool: acme.pool, minimums: {} });
  // Like pg-boss: the job is active while it runs, and afterwards deleted or waiting for its next try.
  runJob = async (import_id) => {
    const { rows } = await acme.database.superuser.query(
      `update pgboss.job set state = 'active'
       where name = 'imports.run' and state in ('created', 'retry') and data->>'import_id' = $1
       returning id`,
      [import_id],
    );
    assert.equal(rows.length, 1);
    const end = (state: string) =>
      acme.database.superuser.query("update pgboss.job set state = $2::pgboss.job_state where id = $1", [rows[0].id, state]);
    try {
      await job!.run({ tenant_id: acme.acme.tenant_id, import_id }, new AbortController().signal);
      await end("completed");
    } catch {
      await end("retry");
    }
  };
});
after(() => acme.close());

const fileOf = (title: string) =>
  `employee_no,first_name,last_name,email,job_title\n${Array.from(
    { length: 2 * synchronised_max },
    (_, place) => `O${place},Anna,Lis,o${place}@acme.example,${title}`,
  ).join("\n")}\n`;
const send = async (title: string, query = ""): Promise<string> => (await acme.send(fileOf(title), query)).body.id;
const statusOf = async (id: string) => (await acme.record(id)).status;

async function titles(): Promise<Record<string, number>> {
  const { rows } = await acme.database.superuser.query(
    "select job_title, count(*)::int as people from person where employee_no like 'O%' group by 1",
  );
  return Object.fromEntries(rows.map(({ job_title, people }) => [job_title, people]));
}

async function dyingAtHalf<T>(work: () => Promise<T>): Promise<T> {
  const { superuser } = acme.database;
  await superuser.query(`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'the power has gone'; end $$;
    create trigger die before update of rows_done on import for each row when (new.rows_done > ${synchronised_max})
      execute function die()`);
  try {
    return await work();
  } finally {
    await superuser.query("drop function die cascade");
  }
}

test("a file waits for one that was sent before it, also for one whose run has died, and has the last word", async () => {
  const older = await send("older");
  const newer = await send("newer");
  const dry = await send("dry", "dry_run=true");
  await dyingAtHalf(() => runJob(older));
  await runJob(newer);
  assert.deepEqual(
    [await statusOf(older), await statusOf(newer), await titles()],
    ["running", "queued", { older: synchronised_max }],
  );
  await runJob(dry);
  assert.equal(await statusOf(dry), "finished");
  await runJob(older);
  await runJob(newer);
  assert.deepEqual([await statusOf(older), await statusOf(newer)], ["finished", "finished"]);
  assert.deepEqual(await titles(), { newer: 2 * synchronised_max });
});

test("a file that began to arrive earlier is waited for, unless its upload has broken off", async () => {
  const { superuser } = acme.database;
  const slow = await send("slow");
  const quick = await send("quick");
  const arriving = (us: number) =>
    superuser.query(
      "update import set status = 'receiving', created_at = to_timestamp((infra.now_us() - $2::bigint) / 1000000.0) where id = $1",
      [slow, us],
    );
  await superuser.query("update import set created_at = to_timestamp(infra.now_us() / 1000000.0) where id = $1", [quick]);
  await arriving(30_000_000);
  await runJob(quick);
  assert.equal(await statusOf(quick), "queued");
  await arriving(301_000_000);
  await runJob(quick);
  assert.equal(await statusOf(quick), "finished");
});

test("no import waits for a file that has no job any more", async () => {
  const stuck = await send("stuck");
  await acme.database.superuser.query(
    "update pgboss.job set state = 'failed' where name = 'imports.run' and data->>'import_id' = $1",
    [stuck],
  );
  const newest = await send("newest");
  await runJob(newest);
  assert.deepEqual([await statusOf(newest), await titles()], ["finished", { newest: 2 * synchronised_max }]);
});
