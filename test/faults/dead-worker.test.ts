// F3: a worker that dies during an import, or a server restart during one, stops nothing: the import continues.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { needsServer } from "../harness/database.ts";
import { openImporter, type Importer } from "../harness/organisation/imports.ts";
import { slowness } from "../harness/patience.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";

const taken_over_ms_max = 30_000 * slowness;
const begun_ms_max = 60_000 * slowness;
const exit_ms_max = 10_000 * slowness;
const rows = 10_000;
const skip = needsServer();

let importer: Importer;
let env: Record<string, string>;
const started: Process[] = [];

before(async () => {
  if (skip) return;
  importer = await openImporter();
  assert.equal(importer.database.connection.kind, "server");
  env = {
    DATABASE_URL: (importer.database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  };
});
after(async () => {
  await Promise.all(started.map((one) => one.end("SIGKILL")));
  await importer?.close();
});

function startWorker(): Process {
  const one = startProcess("worker", env);
  started.push(one);
  return one;
}

/** Waits until an import has committed more than this many rows. */
async function untilDone(id: string, more_than: number, ms_max: number): Promise<number> {
  for (const ends_ms = performance.now() + ms_max; ; await sleep(100)) {
    const { rows_done } = await importer.record(id);
    if (rows_done > more_than) return rows_done;
    if (performance.now() > ends_ms) throw new Error(`still ${rows_done} rows after ${ms_max} ms`);
  }
}

test(
  "an import whose worker is killed, and then loses its connections, goes on within 30 s each, by one worker, and does each row once",
  { skip },
  async () => {
    const lines = Array.from({ length: rows }, (_, n) => `K${n},Anna,Nowak,k${n}@acme.example`);
    const { body } = await importer.send(["employee_no,first_name,last_name,email", ...lines].join("\n"));
    const first = startWorker();
    await untilDone(body.id, 0, begun_ms_max);
    await first.end("SIGKILL");
    const { rows_done } = await importer.record(body.id);
    assert.ok(rows_done < rows, "it was killed in the middle");
    startWorker();
    startWorker();
    const taken_over = await untilDone(body.id, rows_done, taken_over_ms_max);
    assert.ok(taken_over < rows, "its connections end in the middle, as by a restart of the server");
    await importer.database.superuser.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'muster_worker'",
    );
    await untilDone(body.id, (await importer.record(body.id)).rows_done, taken_over_ms_max);
    await untilDone(body.id, rows - 1, begun_ms_max * 5);
    for (let record = await importer.record(body.id); record.status === "running"; record = await importer.record(body.id))
      await sleep(100);
    const { status, counts } = await importer.record(body.id);
    assert.deepEqual([status, counts.create, counts.invalid], ["finished", rows, 0]);
    const told = await importer.database.superuser.query(
      `select count(*)::int as events, count(distinct data -> 'user' ->> 'id')::int as people
       from (select convert_from(body, 'UTF8')::jsonb -> 'data' as data from event where type = 'user.created') e
       where data ->> 'batch_id' = $1`,
      [body.id],
    );
    assert.deepEqual(told.rows, [{ events: rows, people: rows }]);
  },
);

test(
  "FT9: a worker that is told to stop in an import ends within 10 s, gives it back at once, and the try does not count",
  { skip },
  async () => {
    await Promise.all(started.map((one) => one.end("SIGKILL")));
    const lines = Array.from({ length: rows }, (_, n) => `S${n},Anna,Nowak,s${n}@acme.example`);
    const { body } = await importer.send(["employee_no,first_name,last_name,email", ...lines].join("\n"));
    const job = async () => {
      const { rows: found } = await importer.database.superuser.query(
        `select state, retry_count, retry_limit, start_after <= now() as is_due
         from pgboss.job where name = 'imports.run' and data->>'import_id' = $1`,
        [body.id],
      );
      return found;
    };
    const first = startWorker();
    const before = await untilDone(body.id, 0, begun_ms_max);
    const [{ retry_limit }] = await job();
    const told_ms = performance.now();
    const exit = once(first.child, "exit");
    first.child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
    assert.ok(performance.now() - told_ms <= exit_ms_max, `it took ${performance.now() - told_ms} ms to end`);
    assert.ok((await importer.record(body.id)).rows_done < rows, "it was stopped in the middle");
    assert.deepEqual(await job(), [{ state: "retry", retry_count: 0, retry_limit: retry_limit + 1, is_due: true }]);
    const second = startWorker();
    await untilDone(body.id, before, begun_ms_max);
    await second.end("SIGTERM");
  },
);
