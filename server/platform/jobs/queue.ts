import { sql } from "../db/sql.ts";
import type { Db } from "../db/transaction.ts";
import { currentTraceparent } from "../trace/spans.ts";
import { wakeWorkers } from "./wake.ts";

/** A kind of background work. Its data are ids only, because everything else may have changed when the job runs. */
export type Queue<Data extends object> = {
  readonly name: string;
  readonly options: QueueOptions;
  /** Carries the type only; never set. */
  readonly data?: Data;
};

export type QueueOptions = {
  /** How often a failed job is tried again. */
  retries_max: number;
  /** Wait before the second try; it doubles with each further try. */
  retry_delay_s: number;
  /** Longest wait between two tries. */
  retry_delay_max_s: number;
  /** Longest run; then the job's signal aborts and the try counts as failed. */
  run_max_s: number;
  /** Jobs of the queue that one process runs at the same time. */
  at_once_max: number;
};

const usual: QueueOptions = { retries_max: 5, retry_delay_s: 5, retry_delay_max_s: 600, run_max_s: 60, at_once_max: 10 };
/** How long finished jobs are kept for inspection. */
const finished_kept_s = 86_400;
/** How often the process of a running job sends a heartbeat … */
export const heartbeat_interval_s = 5;
/** … and after how long without one another process takes the job over. */
const heartbeat_max_s = 15;
/** How long a job may wait for a worker before it expires. */
const waiting_max_s = 14 * 86_400;

/** Defines a queue. A queue that is not in the list of worker.ts has no worker. */
export function queue<Data extends object>(name: string, options: Partial<QueueOptions> = {}): Queue<Data> {
  return { name, options: { ...usual, ...options } };
}

/**
 * Adds a job to a queue within the caller's transaction, so the job exists only if that transaction commits. pg-boss's own `send`
 * would take a second connection from the pool, so this writes to its table directly.
 */
export async function send<Data extends object>(
  db: Db,
  queue: Queue<Data>,
  data: Data,
  { after_s = 0 }: SendOptions = {},
): Promise<void> {
  const traceparent = currentTraceparent();
  const carrying = traceparent === null ? data : { ...data, traceparent };
  if (!(await insertJob(db, queue.name, carrying, after_s))) {
    // No worker has started on this database yet, so the queue does not exist.
    await createQueue(db, queue);
    if (!(await insertJob(db, queue.name, carrying, after_s))) throw new Error(`the queue ${queue.name} cannot be created`);
  }
  if (after_s === 0) wakeWorkers(db);
}

type SendOptions = {
  /** How long the job waits before a worker may take it. */
  after_s?: number;
};

/** Whether a job with such data is waiting, running, or will be tried again. */
export async function isUnderWay<Data extends object>(db: Db, { name }: Queue<Data>, data: Partial<Data>): Promise<boolean> {
  const row = await db.row(sql`
    select from pgboss.job
    where name = ${name} and state in ('created', 'retry', 'active') and data @> ${JSON.stringify(data)}::jsonb
    limit 1`);
  return row !== undefined;
}

async function insertJob(db: Db, name: string, data: object, after_s: number): Promise<boolean> {
  const count = await db.count(sql`
    insert into pgboss.job (name, data, start_after, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, heartbeat_seconds, policy)
    select q.name, ${JSON.stringify(data)}::jsonb, now() + ${after_s}::integer * interval '1 second', q.expire_seconds,
      q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay, q.retry_backoff,
      q.retry_delay_max, q.heartbeat_seconds, q.policy
    from pgboss.queue q
    where q.name = ${name}`);
  return count === 1;
}

async function createQueue(db: Db, queue: Queue<object>): Promise<void> {
  await db.rows(sql`select pgboss.create_queue(${queue.name}, ${JSON.stringify(bossOptions(queue.options))}::jsonb)`);
}

/** A queue's options in the form that pg-boss expects. */
export function bossOptions(options: QueueOptions) {
  return {
    policy: "standard" as const,
    retryLimit: options.retries_max,
    retryDelay: options.retry_delay_s,
    retryBackoff: true,
    retryDelayMax: options.retry_delay_max_s,
    expireInSeconds: options.run_max_s,
    heartbeatSeconds: heartbeat_max_s,
    deleteAfterSeconds: finished_kept_s,
    retentionSeconds: waiting_max_s,
  };
}
