import type { Logger } from "pino";
import { measureSealing } from "./features/audit/measure-sealing.ts";
import { auditJobs, startSealer } from "./features/audit/sealer.ts";
import { startExport, type Exporter } from "./features/audit/export/export.ts";
import { measureExport } from "./features/audit/export/measure-export.ts";
import { counterJobs } from "./features/clients/admission/forget-counters.job.ts";
import { complianceJobs } from "./features/compliance/flag/fold.job.ts";
import { refreshJobs } from "./features/compliance/flag/refresh.job.ts";
import { dayJobs } from "./features/days/days.job.ts";
import { erasureJobs } from "./features/erasure/erase.job.ts";
import { idempotencyJobs } from "./features/idempotency/forget.job.ts";
import { importJobs } from "./features/imports/import.job.ts";
import { forgetMailJobs } from "./features/mail/forget.job.ts";
import { measureWaiting } from "./features/health/waiting.ts";
import { mailJobs } from "./features/mail/send-mail.job.ts";
import { requestLogJobs } from "./features/request-log/forget.job.ts";
import { ruleJobs } from "./features/rules/batch.job.ts";
import type { Sender } from "./features/webhooks/sending/attempt.ts";
import { startDelivery } from "./features/webhooks/sending/deliver.ts";
import { measureDelivery } from "./features/webhooks/sending/measure.ts";
import { webhookJobs } from "./features/webhooks/sending/sweep.job.ts";
import { delivery_channel } from "./features/events/wake.ts";
import type { Keyring } from "./platform/crypto/keyring.ts";
import { listen } from "./platform/db/notify.ts";
import type { Connection, Pool } from "./platform/db/pool.ts";
import { poolAnswers } from "./platform/db/pool-answers.ts";
import { startJobs, type Job } from "./platform/jobs/run.ts";
import { createMailer } from "./platform/mail/mailer.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import { sync_log_eraser } from "./protocols/scim/sync-log/erase-sql.ts";
import { scimJobs } from "./protocols/scim/sync-log/forget-log.job.ts";

export type JobsOptions = {
  /** Acts as muster_worker. */
  pool: Pool;
  /** Acts as muster_delivery. */
  delivery_pool: Pool;
  keyring: Keyring;
  /** Where links in mails lead. */
  base_url: string;
  /** null: mails are kept, not sent. */
  smtp_url: string | null;
  mail_from: string;
  log: Logger;
};

export type WorkerOptions = JobsOptions & {
  /** Where notifications come from. */
  connection: Connection;
  /** What webhooks are sent with. */
  sender: Sender;
  metrics?: Metrics | undefined;
  /** The log server that sealed rows of the audit log are sent to; left out: none. */
  audit_export?: { url: URL; token: string | null } | null;
};

export type Worker = {
  /** Whether the database answers, and due deliveries leave in time. */
  isReady: () => Promise<boolean>;
  /** Begins nothing more, waits for running work, and gives up on work that does not end in time. */
  stop(): Promise<void>;
};

/** THE list of every job; each one says when it runs. */
export function listJobs(options: JobsOptions): Job[] {
  const { pool, delivery_pool, keyring, base_url, smtp_url, mail_from, log } = options;
  const mailer = smtp_url === null ? null : createMailer(smtp_url, mail_from);
  return [
    ...mailJobs({ pool, keyring, mailer, log }),
    ...forgetMailJobs(pool),
    ...counterJobs(pool),
    ...ruleJobs(pool),
    ...refreshJobs(pool),
    ...idempotencyJobs(pool),
    ...importJobs(pool),
    ...complianceJobs(pool),
    ...auditJobs({ pool, log }),
    ...dayJobs(pool),
    ...webhookJobs({ pool, delivery_pool, mailing: { keyring, base_url } }),
    ...scimJobs(pool),
    ...requestLogJobs(pool),
    ...erasureJobs({ pool, keyring, log, further: [sync_log_eraser] }),
  ];
}

/** Starts the background work of this process: jobs, and the delivery of webhooks. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, delivery_pool, sender, log, metrics } = options;
  if (options.smtp_url === null) log.warn("SMTP_URL is not set: mails are kept, and sent once it is");
  const listed = listJobs(options);
  metrics?.expectJobs(listed.map(({ queue }) => queue.name));
  const jobs = await startJobs(listed, {
    pool,
    log,
    onRun: (queue, outcome, seconds) => metrics?.ranJob(queue, outcome, seconds),
  });
  if (metrics !== undefined) measureWaiting({ pool, mail_server: options.smtp_url !== null, registry: metrics.registry });
  const sealer = startSealer({ ...options, observe: measureSealing(metrics?.registry) });
  const { audit_export = null } = options;
  const exporter = audit_export === null ? null : exportTo(options, audit_export);
  const measures = measureDelivery(delivery_pool, metrics?.registry);
  const delivery = startDelivery({ pool, delivery_pool, sender, log, observe: measures.observer });
  measures.watch(delivery);
  let stopping = false;
  const listener = listen(options.connection, delivery_channel, delivery.wake);
  return {
    isReady: async () => !stopping && (await poolAnswers(pool)) && (await measures.isReady()),
    async stop() {
      stopping = true;
      await listener.close();
      await Promise.all([jobs.stop(), delivery.stop(), sealer.stop(), exporter?.stop()]);
    },
  };
}

function exportTo({ pool, log, metrics, base_url }: WorkerOptions, { url, token }: { url: URL; token: string | null }): Exporter {
  if (url.protocol === "http:" || url.protocol === "syslog+tcp:")
    log.warn({ host: url.host }, "AUDIT_EXPORT_URL is not encrypted: the audit log can be read and altered on its way");
  const setting = { url, token, host_name: new URL(base_url).hostname };
  return startExport({ pool, log, setting, observe: measureExport(pool, metrics?.registry) });
}
