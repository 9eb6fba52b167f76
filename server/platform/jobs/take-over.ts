// A process that dies leaves its jobs active. pg-boss itself would give them back after a minute or more, and count a try and a
// wait for each. Instead, every worker looks for them when it looks for work (due/start-due.ts), and the first free worker
// continues at once. A job's number of tries grows with each claim and identifies the claim. A process that turns out to be alive
// has lost its claim, and its result is ignored.
import type { Job as ClaimedJob } from "pg-boss";
import type { Logger } from "pino";
import { asFailure, Unavailable } from "../db/failures.ts";
import type { Pool } from "../db/pool.ts";
import { part, sql } from "../db/sql.ts";
import { readInfrastructure } from "../db/transaction.ts";

/** An SQL condition: the process of job `j` has sent no heartbeat for longer than its queue allows. */
export const is_silent = part`(j.state = 'active' and j.heartbeat_seconds is not null
  and j.heartbeat_on < now() - j.heartbeat_seconds * interval '1 second')`;

/** Gives back every job without a heartbeat for longer than its queue allows. */
export async function takeOver(pool: Pool, log: Logger): Promise<void> {
  try {
    for (const { name, id } of await releaseSilentJobs(pool))
      log.warn({ queue: name, job_id: id }, "a job whose process fell silent is given to another one");
  } catch (error) {
    // If the database cannot be reached, the next look finds the jobs.
    if (!(asFailure(error) instanceof Unavailable)) log.error({ err: error }, "jobs of dead processes cannot be looked for");
  }
}

/**
 * Gives back a job that this process has stopped in the middle, to be continued by a free process after a while. It does not
 * count as a try. Returns false if it could not be given back, or another process has claimed it already.
 */
export async function giveBack(
  pool: Pool,
  log: Logger,
  job: ClaimedJob,
  { because, after_s }: { because: string; after_s: number },
): Promise<boolean> {
  try {
    const given = await releaseJob(pool, job, after_s);
    if (given) log.info({ queue: job.name, job_id: job.id }, `a job is given back, because ${because}`);
    return given;
  } catch {
    // The missing heartbeats will then let another process take it over.
    return false;
  }
}

async function releaseJob(pool: Pool, { name, id, retryCount }: ClaimedJob, after_s: number): Promise<boolean> {
  const released = await readInfrastructure(
    pool,
    sql`
      update pgboss.job
      set state = 'retry', retry_limit = retry_limit + 1, start_after = now() + ${after_s}::int * interval '1 second',
        heartbeat_on = null
      where name = ${name} and id = ${id} and retry_count = ${retryCount} and state = 'active'
      returning id`,
  );
  return released.length === 1;
}

function releaseSilentJobs(pool: Pool): Promise<{ name: string; id: string }[]> {
  return readInfrastructure(
    pool,
    sql`
      update pgboss.job j
      set state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state, start_after = now(),
        heartbeat_on = null, completed_on = case when retry_count < retry_limit then null else now() end
      where ${is_silent}
      returning j.name, j.id`,
  );
}
