import type { Logger } from "pino";
import { measureSealing } from "./features/audit/measure-sealing.ts";
import { checkpoints } from "./features/audit/checkpoints.ts";
import { sealing } from "./features/audit/seal.ts";
import { startExport, type Exporter } from "./features/audit/export/export.ts";
import { measureExport } from "./features/audit/export/measure-export.ts";
import { bulkJobs } from "./features/bulk/bulk.job.ts";
import { forgetOrderJobs } from "./features/bulk/forget.job.ts";
import { counterJobs } from "./features/clients/admission/forget-counters.job.ts";
import { complianceJobs } from "./features/compliance/flag/fold.job.ts";
import { digestJobs } from "./features/compliance/matrix/digest.job.ts";
import { refreshJobs } from "./features/compliance/flag/refresh.job.ts";
import { dayTurning } from "./features/days/day-turning.ts";
import { digesting } from "./features/digests/digest.ts";
import { reviewStateDigests, reviewTeamDigests, topicsOfDigests } from "./features/digests/review.ts";
import { erasureJobs } from "./features/erasure/erase.job.ts";
import { recheckingDomains } from "./features/identity/domains/recheck.ts";
import { idempotencyJobs } from "./features/idempotency/forget.job.ts";
import { importJobs } from "./features/imports/import.job.ts";
import { forgetMailJobs } from "./features/mail/forget.job.ts";
import { measureWaiting } from "./features/health/waiting.ts";
import { bulkMails } from "./features/mail/bulk/send.ts";
import { mailJobs } from "./features/mail/send-mail.job.ts";
import { packJobs } from "./features/evidence-packs/make.job.ts";
import { courseFileJobs } from "./features/course-items/files/remove.job.ts";
import { mergeJobs } from "./features/places/merge.job.ts";
import { requestLogJobs } from "./features/request-log/forget.job.ts";
import { ruleJobs } from "./features/rules/batch.job.ts";
import { settlingSessions } from "./features/course-sessions/settle.ts";
import { forgetReminderJobs } from "./features/digests/forget.job.ts";
import { reminding } from "./features/reminders/remind.ts";
import { attachReport, reviewReports, topicsOfReports } from "./features/reports/schedule/attach.ts";
import { mailingReports } from "./features/reports/schedule/send.ts";
import { opensAt, reviewReminders, topicsOfReminders } from "./features/reminders/review.ts";
import { reviewInvitations } from "./features/sign-in/links/invite-many.ts";
import type { Sender } from "./features/webhooks/sending/attempt.ts";
import { startDelivery } from "./features/webhooks/sending/deliver.ts";
import { deliveries_kind, dueDeliveries } from "./features/webhooks/sending/due-deliveries.ts";
import { measureDelivery } from "./features/webhooks/sending/measure.ts";
import { webhookJobs } from "./features/webhooks/sending/sweep.job.ts";
import type { Keyring } from "./platform/crypto/keyring.ts";
import { listen } from "./platform/db/notify.ts";
import type { Connection, Pool } from "./platform/db/pool.ts";
import { poolAnswers } from "./platform/db/pool-answers.ts";
import { lookOutJobs } from "./platform/jobs/due/look-out.job.ts";
import { startDue } from "./platform/jobs/due/start-due.ts";
import type { DueWork } from "./platform/jobs/due/due.ts";
import { startJobs, type Job, type JobObserver } from "./platform/jobs/run.ts";
import { work_channel } from "./platform/jobs/wake.ts";
import { createMailer } from "./platform/mail/mailer.ts";
import type { GuardedFetch } from "./platform/net/guarded-fetch.ts";
import { createTxtRecords } from "./platform/net/txt-records.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import type { Node } from "./platform/in-front.ts";
import type { LegalMinimums } from "./platform/retention.ts";
import { waiting_member_eraser } from "./protocols/scim/groups/erase-sql.ts";
import { sync_log_eraser } from "./protocols/scim/sync-log/erase-sql.ts";
import { scimJobs } from "./protocols/scim/sync-log/forget-log.job.ts";

export type JobsOptions = {
  /** Acts as muster_worker. */
  pool: Pool;
  /** Acts as muster_delivery. */
  delivery_pool: Pool;
  keyring: Keyring;
  /** The base of links in mails. */
  base_url: string;
  /** NODE_NAME; omitted: there is only one installation. */
  node?: Node;
  /** null: mails are stored, not sent. */
  smtp_url: string | null;
  mail_from: string;
  /** BOUNCE_ADDRESS; omitted: bounce reports go to `mail_from`. */
  bounce_address?: string | null;
  log: Logger;
  /** The client for calls to identity providers; omitted: they are not called. */
  identity_calls?: GuardedFetch;
  /** RETENTION_DAYS_MIN; omitted: there are no legal minimums. */
  retention_days_min?: LegalMinimums;
};

export type WorkerOptions = JobsOptions & {
  /** The connection for listening to notifications. */
  connection: Connection;
  sender: Sender;
  metrics?: Metrics | undefined;
  /** The log server that receives sealed rows of the audit log; omitted: none. */
  audit_export?: { url: URL; token: string | null } | null;
};

export type Worker = {
  /** Whether the database answers and due deliveries are sent in time. */
  isReady: () => Promise<boolean>;
  /** Begins no more work and waits for running work; abandons work that does not end in time. */
  stop(): Promise<void>;
};

/** THE list of every job; each job declares when it runs. */
export function listJobs(options: JobsOptions): Job[] {
  const { pool, delivery_pool, keyring, base_url, smtp_url, mail_from, bounce_address = null, log } = options;
  const kept = { pool, minimums: options.retention_days_min ?? {} };
  const mailer = smtp_url === null ? null : createMailer(smtp_url, mail_from);
  return [
    ...mailJobs({ pool, keyring, mailer, log, bounce_address }),
    ...forgetMailJobs(kept),
    ...forgetReminderJobs(kept),
    ...forgetOrderJobs(kept),
    ...counterJobs(pool),
    ...ruleJobs(pool),
    ...refreshJobs(pool),
    ...mergeJobs(pool),
    ...courseFileJobs(pool),
    ...bulkJobs({ pool, keyring, base_url, node: options.node ?? null }),
    ...packJobs({ pool, keyring, base_url, node: options.node ?? null }),
    ...idempotencyJobs(pool),
    ...importJobs(kept),
    ...complianceJobs(pool),
    ...digestJobs(pool),
    ...webhookJobs({ pool, delivery_pool, mailing: { keyring, base_url } }),
    ...scimJobs(kept),
    ...requestLogJobs(kept),
    ...erasureJobs({ ...kept, keyring, log, further: [waiting_member_eraser, sync_log_eraser] }),
    ...lookOutJobs(pool),
  ];
}

/** THE list of all work that is found by due rows; `wake` is called when deliveries are due. */
export function listDueWork(options: JobsOptions, wake: () => void): DueWork[] {
  const { pool, delivery_pool, keyring, base_url, smtp_url, mail_from, bounce_address = null, log } = options;
  const mailer = smtp_url === null ? null : createMailer(smtp_url, mail_from);
  const invitations = reviewInvitations({ base_url, node: options.node ?? null });
  const reviews = {
    "account.invited": invitations,
    "account.invited_by_company": invitations,
    "training.reminder": reviewReminders(base_url),
    "digest.manager": reviewTeamDigests(base_url),
    "digest.administrator": reviewStateDigests(base_url),
    "report.scheduled": reviewReports,
  };
  const topics = {
    "training.reminder": topicsOfReminders,
    "digest.manager": topicsOfDigests,
    "digest.administrator": topicsOfDigests,
    "report.scheduled": topicsOfReports,
  };
  const attach = { "report.scheduled": attachReport(pool) };
  return [
    sealing(pool, keyring),
    checkpoints({ pool, log }),
    dayTurning(pool),
    reminding({ pool, keyring, base_url }),
    digesting({ pool, keyring, base_url }),
    mailingReports({ pool, keyring, base_url }),
    settlingSessions({ pool, keyring, base_url }),
    recheckingDomains({ pool, keyring, base_url, txt: createTxtRecords(), calls: options.identity_calls }),
    ...(mailer === null
      ? []
      : [bulkMails({ pool, keyring, base_url, mailer, log, bounce_address, opensAt, reviews, topics, attach })]),
    dueDeliveries(delivery_pool, wake),
  ];
}

/** Polling may be rare: startDue looks for jobs together with due rows, and wakes their queues (platform/jobs/due). */
const poll_interval_s = 900;

/** Starts the background work of this process: jobs, and the delivery of webhooks. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, delivery_pool, sender, log, metrics } = options;
  if (options.smtp_url === null) log.warn("SMTP_URL is not set: mails are kept, and sent once it is");
  const measures = measureDelivery(delivery_pool, metrics?.registry);
  const delivery = startDelivery({ pool, delivery_pool, sender, log, observe: measures.observer });
  measures.watch(delivery);
  const listed = listJobs(options);
  const works = listDueWork(options, delivery.wake);
  const queues = listed.map(({ queue }) => queue.name);
  metrics?.expectJobs([...queues, ...works.map(({ kind }) => kind)]);
  const onRun: JobObserver = (queue, outcome, seconds) => metrics?.ranJob(queue, outcome, seconds);
  const jobs = await startJobs(listed, { pool, log, onRun, poll_interval_s });
  const sealed = measureSealing(metrics?.registry);
  const observe = (kind: string, began_ms: number) => void (kind === "audit.seal" && sealed?.(began_ms));
  const due = startDue({ pool, log, works, queues, onJobs: jobs.wake, onRun, observe });
  if (metrics !== undefined) {
    const due_kinds = works.map(({ kind }) => kind).filter((kind) => kind !== deliveries_kind);
    measureWaiting({ pool, mail_server: options.smtp_url !== null, due_kinds, registry: metrics.registry });
  }
  const { audit_export = null } = options;
  const exporter = audit_export === null ? null : exportTo(options, audit_export);
  let stopping = false;
  const wake = () => {
    delivery.wake();
    due.wake();
  };
  const listener = listen(options.connection, work_channel, wake);
  return {
    isReady: async () => !stopping && (await poolAnswers(pool)) && (await measures.isReady()),
    async stop() {
      stopping = true;
      await listener.close();
      await Promise.all([due.stop(), jobs.stop(), delivery.stop(), exporter?.stop()]);
    },
  };
}

function exportTo({ pool, log, metrics, base_url }: WorkerOptions, { url, token }: { url: URL; token: string | null }): Exporter {
  if (url.protocol === "http:" || url.protocol === "syslog+tcp:")
    log.warn({ host: url.host }, "AUDIT_EXPORT_URL is not encrypted: the audit log can be read and altered on its way");
  const setting = { url, token, host_name: new URL(base_url).hostname };
  return startExport({ pool, log, setting, observe: measureExport(pool, metrics?.registry) });
}
