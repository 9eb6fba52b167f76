import { Counter, Gauge, type Registry } from "prom-client";
import type { Pool } from "../../../platform/db/pool.ts";
import { remembered } from "../../../platform/metrics/remembered.ts";
import type { ExportObserver } from "./export.ts";
import { readOldestUnsent } from "./export-sql.ts";

const kept_ms = 1_000;

/** Metrics of the export of audit rows to the log server. */
export function measureExport(pool: Pool, registry: Registry | undefined): ExportObserver | undefined {
  if (registry === undefined) return undefined;
  const registers = [registry];
  const oldest = remembered(() => readOldestUnsent(pool), kept_ms);
  const gauge = new Gauge({
    name: "audit_export_oldest_unsent_seconds",
    help: "How long a sealed row has waited to be sent to the log server; 0: none waits, NaN while the database is away.",
    registers,
    async collect() {
      gauge.set((await oldest()) ?? Number.NaN);
    },
  });
  const rows = new Counter({ name: "audit_export_rows_total", help: "Sealed rows that the log server has taken.", registers });
  const failures = new Counter({ name: "audit_export_failures_total", help: "Batches that it did not take.", registers });
  return { sent: (count) => rows.inc(count), failed: () => failures.inc() };
}
