import { Gauge, type Registry } from "prom-client";
import type { Pool } from "../../platform/db/pool.ts";
import { remembered } from "../../platform/metrics/remembered.ts";
import { readDatabaseSize, readWaiting, type Waiting } from "./waiting-sql.ts";

export type WaitingOptions = {
  /** A pool of the role muster_worker. */
  pool: Pool;
  /** Whether a mail server is set, so that mails are sent. */
  mail_server: boolean;
  /** Kinds of due work whose delay is shown (docs/decisions/0044). */
  due_kinds: readonly string[];
  registry: Registry;
};

/** How long a reading is cached. All gauges of one scrape show the same reading. */
const waiting_kept_ms = 1_000;
/** Measured less often, because the size is that of many files. */
const size_kept_ms = 60_000;

/**
 * Metrics of what is waiting in the database. They are read at each scrape, and all workers show the same values. The cost
 * depends on what is due, with at most 10,000 rows of a kind. While the database does not answer, the values are NaN.
 */
export function measureWaiting({ pool, mail_server, due_kinds, registry }: WaitingOptions): void {
  const registers = [registry];
  const waiting = remembered(() => readWaiting(pool, due_kinds), waiting_kept_ms);
  const size = remembered(() => readDatabaseSize(pool), size_kept_ms);
  const show = (name: string, help: string, value: (waiting: Waiting) => number) => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const state = await waiting();
        gauge.set(state === null ? Number.NaN : value(state));
      },
    });
  };
  const showQueues = (name: string, help: string, member: "due" | "oldest_s" | "running") => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ["queue"],
      registers,
      async collect() {
        const state = await waiting();
        gauge.reset();
        for (const { queue, ...row } of state?.queues ?? []) gauge.set({ queue }, row[member]);
      },
    });
  };
  showQueues("jobs_due", "Jobs that wait for a worker, by queue; 10,000 at most.", "due");
  showQueues("job_oldest_due_seconds", "How long the job that is due longest has waited, by queue.", "oldest_s");
  showQueues("jobs_running", "Jobs that are being done, by queue.", "running");
  show("mails_due", "Mails that wait to be sent; 10,000 at most.", ({ mail }) => mail.waiting);
  show("mail_oldest_due_seconds", "How long the mail that is due longest has waited.", ({ mail }) => mail.oldest_s);
  show("imports_unfinished", "Files that are received, wait or are read; 10,000 at most.", (state) => state.import.waiting);
  show("import_oldest_seconds", "How long the oldest of them has been there.", (state) => state.import.oldest_s);
  show(
    "database_oldest_transaction_seconds",
    "Age of the oldest open transaction: for so long seals of the audit log and feeds of events may wait.",
    ({ oldest_transaction_s }) => oldest_transaction_s,
  );
  const overdue = new Gauge({
    name: "work_oldest_due_seconds",
    help: "For how long work of an organisation has been due that is not done, by kind. Deliveries have a measure of their own.",
    labelNames: ["kind"],
    registers,
    async collect() {
      const state = await waiting();
      overdue.reset();
      for (const { kind, oldest_s } of state?.overdue ?? []) overdue.set({ kind }, oldest_s);
    },
  });
  const bytes = new Gauge({
    name: "database_size_bytes",
    help: "Size of the database on its disk.",
    registers,
    async collect() {
      bytes.set((await size()) ?? Number.NaN);
    },
  });
  new Gauge({
    name: "mail_server_configured",
    help: "1: mails are sent; 0: SMTP_URL is not set, and they are kept.",
    registers,
  }).set(Number(mail_server));
}
