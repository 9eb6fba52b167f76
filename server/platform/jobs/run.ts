import type { Job as ClaimedJob, JobResult, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { elsewhereOf } from "../db/moving/placement.ts";
import type { Pool } from "../db/pool.ts";
import { bossDatabase } from "./boss-database.ts";
import { bossOptions, heartbeat_interval_s, type Queue } from "./queue.ts";
import { traceJob } from "../trace/spans.ts";
import { giveBack } from "./take-over.ts";

/** A queue's handler, and its schedule. Made by `work` and `every`. */
export type Job = {
  queue: Queue<object>;
  /** Cron expression in UTC; null: the queue has no schedule, jobs are sent. */
  schedule: string | null;
  run: (data: object, signal: AbortSignal) => Promise<void>;
};

/** A handler for the jobs of a queue. The same job may run twice: after a crash, and after a try that took too long. */
export function work<Data extends object>(queue: Queue<Data>, run: (data: Data, signal: AbortSignal) => Promise<void>): Job {
  return { queue, schedule: null, run: run as Job["run"] };
}

/** A handler that runs at the times of a cron expression, in one process of all; it may find nothing to do. */
export function every(cron: string, queue: Queue<object>, run: (signal: AbortSignal) => Promise<void>): Job {
  return { queue, schedule: cron, run: (_data, signal) => run(signal) };
}

/** Why a job's signal aborts when the process ends. The job has not failed, and another process continues it at once. */
export class Stopping extends Error {
  constructor() {
    super("the process is told to stop");
    this.name = "Stopping";
  }
}

export type Jobs = {
  /**
   * Claims no more jobs. A running job that works in parts ends after its current part and is given back. Other jobs are awaited,
   * and abandoned if they do not end in time.
   */
  stop(): Promise<void>;
  /** Tells that a queue has jobs that may begin. */
  wake: (queue: string) => void;
};

export type JobObserver = (queue: string, outcome: "done" | "failed", seconds: number) => void;

export type JobsOptions = {
  /** Acts as muster_worker. */
  pool: Pool;
  log: Logger;
  /** Called after every run, for metrics. */
  onRun?: JobObserver;
  /** How often each queue is polled; rarely if another look at all queues calls `wake`. */
  poll_interval_s?: number;
};

const usual_poll_interval_s = 1;
/** How often cron expressions are evaluated and their jobs fetched: the longest interval that pg-boss allows. */
const cron_interval_s = 45;
/**
 * How often pg-boss looks for expired jobs and counts the jobs of each queue. It may be rare: a job's own process enforces its
 * time limit, and jobs of dead processes are found by take-over.ts.
 */
const supervise_interval_s = 300;
/** Queues are cached for so long; they change only with the version of the program. */
const queues_kept_s = 3_600;
const stop_max_ms = 8_000;

/**
 * Starts working. Several processes may do so on one database: each job is claimed by one of them, with `for update skip locked`,
 * and a schedule fires once for all. A process that dies leaves its job active without further heartbeats, and another process
 * takes the job over (take-over.ts). If the first process is still alive, it finds that it lost its claim, and the job's signal
 * aborts.
 */
export async function startJobs(jobs: readonly Job[], options: JobsOptions): Promise<Jobs> {
  const { pool, log } = options;
  // Imported here only, because processes that just send jobs also load this file.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    db: bossDatabase(pool),
    backend: pool.embedded ? "pglite" : "postgres",
    migrate: false,
    cronMonitorIntervalSeconds: cron_interval_s,
    cronWorkerIntervalSeconds: cron_interval_s,
    superviseIntervalSeconds: supervise_interval_s,
    monitorIntervalSeconds: supervise_interval_s,
    queueCacheIntervalSeconds: queues_kept_s,
    // Jobs of this program never wait for each other.
    flowIntervalSeconds: 3_600,
    // The worker's role owns no index to rebuild, and the embedded database has no vacuum statistics.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job runner met an error and goes on"));
  const stopping = new AbortController();
  const workers = new Map<string, string>();
  await boss.start();
  try {
    await arrange(boss, jobs);
    for (const job of jobs) workers.set(job.queue.name, await startWork(boss, job, options, stopping.signal));
  } catch (error) {
    await boss.stop({ graceful: false, close: false });
    throw error;
  }
  return {
    wake(queue) {
      const worker = workers.get(queue);
      if (worker !== undefined && !stopping.signal.aborted) boss.notifyWorker(worker);
    },
    async stop() {
      stopping.abort(new Stopping());
      await boss.stop({ graceful: true, timeout: stop_max_ms, close: false });
    },
  };
}

/** Creates the queues and schedules of this version of the program, and removes schedules that it does not have. */
async function arrange(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { queue, schedule } of jobs) {
    const { policy, ...changeable } = bossOptions(queue.options);
    await boss.createQueue(queue.name, { policy, ...changeable });
    await boss.updateQueue(queue.name, changeable);
    if (schedule !== null) await boss.schedule(queue.name, schedule, null, { tz: "UTC" });
  }
  const scheduled = new Set(jobs.filter((job) => job.schedule !== null).map((job) => job.queue.name));
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name);
  }
}

async function startWork(boss: PgBoss, job: Job, options: JobsOptions, stopping: AbortSignal): Promise<string> {
  const how = {
    pollingIntervalSeconds: options.poll_interval_s ?? usual_poll_interval_s,
    batchSize: job.queue.options.at_once_max,
    burstWhenBatchFull: true,
    heartbeatRefreshSeconds: heartbeat_interval_s,
    perJobResults: true as const,
  };
  let worker = "";
  worker = await boss.work<object, unknown, typeof how>(job.queue.name, how, async (claimed) => {
    const results = await Promise.all(claimed.map((one) => runOne(job, one, options, stopping)));
    // A job whose time was up has sent a successor. The next look for waiting jobs (due/start-due.ts) is up to a second away.
    if (!stopping.aborted) boss.notifyWorker(worker);
    return results;
  });
  return worker;
}

async function runOne(
  { queue, run }: Job,
  claimed: ClaimedJob,
  { pool, log, onRun }: JobsOptions,
  stopping: AbortSignal,
): Promise<JobResult> {
  const started_ms = performance.now();
  const ended = (outcome: "done" | "failed") => onRun?.(queue.name, outcome, (performance.now() - started_ms) / 1_000);
  try {
    const { traceparent, ...data } = (claimed.data ?? {}) as { traceparent?: unknown };
    await traceJob(queue.name, traceparent, () => run(data, AbortSignal.any([claimed.signal, stopping])));
    ended("done");
    return { id: claimed.id, status: "completed" };
  } catch (error) {
    const left = whyLeft(error, stopping);
    if (left !== null && (await giveBack(pool, log, claimed, left))) return { id: claimed.id, status: "failed" };
    ended("failed");
    log.error(
      { err: error, queue: queue.name, job_id: claimed.id },
      "a job failed; it is tried again until its tries are used up",
    );
    // Stored with the job, so it must not contain the error's data.
    return { id: claimed.id, status: "failed", output: { message: "The log holds the cause under the job's id." } };
  }
}

/** A move pauses an organisation for a few seconds. Then the job continues here, or has moved away. */
const elsewhere_wait_s = 2;

/** Why a job continues later without counting as failed; null: it has failed. */
function whyLeft(error: unknown, stopping: AbortSignal): { because: string; after_s: number } | null {
  if (stopping.aborted) return { because: "the process stops", after_s: 0 };
  return elsewhereOf(error) === null ? null : { because: "its organisation is not here", after_s: elsewhere_wait_s };
}
