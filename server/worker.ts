import type { Logger } from "pino";
import { counterJobs } from "./features/clients/forget-counters.job.ts";
import { complianceJobs } from "./features/compliance/fold.job.ts";
import { refreshJobs } from "./features/compliance/refresh.job.ts";
import { dayJobs } from "./features/days/days.job.ts";
import { idempotencyJobs } from "./features/idempotency/forget.job.ts";
import { importJobs } from "./features/imports/import.job.ts";
import { mailJobs } from "./features/mail/send-mail.job.ts";
import { ruleJobs } from "./features/rules/batch.job.ts";
import type { Keyring } from "./platform/crypto/keyring.ts";
import type { Pool } from "./platform/db/pool.ts";
import { startJobs, type Job, type Jobs } from "./platform/jobs/run.ts";
import { createMailer } from "./platform/mail/mailer.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";

export type WorkerOptions = {
  /** Acts as muster_worker. */
  pool: Pool;
  keyring: Keyring;
  /** null: mails are kept, not sent. */
  smtp_url: string | null;
  mail_from: string;
  log: Logger;
  metrics?: Metrics;
};

/** THE list of every job; each one says when it runs. */
export function listJobs(options: WorkerOptions): Job[] {
  const { pool, keyring, smtp_url, mail_from, log } = options;
  const mailer = smtp_url === null ? null : createMailer(smtp_url, mail_from);
  return [
    ...mailJobs({ pool, keyring, mailer, log }),
    ...counterJobs(pool),
    ...ruleJobs(pool),
    ...refreshJobs(pool),
    ...idempotencyJobs(pool),
    ...importJobs(pool),
    ...complianceJobs(pool),
    ...dayJobs({ pool, log }),
  ];
}

/** Starts the background work of this process. */
export async function startWorker(options: WorkerOptions): Promise<Jobs> {
  const { pool, log, metrics } = options;
  if (options.smtp_url === null) log.warn("SMTP_URL is not set: mails are kept, and sent once it is");
  return startJobs(listJobs(options), {
    pool,
    log,
    onRun: (queue, outcome, seconds) => metrics?.ranJob(queue, outcome, seconds),
  });
}
