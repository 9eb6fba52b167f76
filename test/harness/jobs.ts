import pino from "pino";
import { listJobs } from "../../server/worker.ts";
import type { Pool } from "../../server/platform/db/pool.ts";
import type { TestDatabase } from "./database.ts";
import { test_mailing } from "./server.ts";

/** Runs all queued jobs, and those that they send in turn, as a worker would; returns the names of the queues. */
export async function workOff(database: TestDatabase): Promise<string[]> {
  const jobs = listJobs({
    ...workerPoolsOf(database),
    ...test_mailing,
    smtp_url: null,
    mail_from: "muster@muster.example",
    log: pino({ level: "silent" }),
  });
  const done: string[] = [];
  for (;;) {
    const { rows } = await database.superuser.query(
      "delete from pgboss.job where id = (select id from pgboss.job where state = 'created' order by created_on limit 1) returning name, data",
    );
    if (rows.length === 0) return done;
    const { name, data } = rows[0] as { name: string; data: object };
    const job = jobs.find(({ queue }) => queue.name === name);
    if (job === undefined) throw new Error(`the queue ${name} has no worker`);
    await job.run(data, AbortSignal.timeout(60_000));
    done.push(name);
  }
}

function workerPoolsOf(database: TestDatabase): Pools {
  const own = pools.get(database) ?? {
    pool: database.pool("muster_worker", 2),
    delivery_pool: database.pool("muster_delivery", 1),
  };
  pools.set(database, own);
  return own;
}

type Pools = { pool: Pool; delivery_pool: Pool };
const pools = new WeakMap<TestDatabase, Pools>();
