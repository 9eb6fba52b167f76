import { withTenant } from "../../platform/db/transaction.ts";
import { firstIdAt } from "../../platform/ids.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { cleanUp, type CleanUpOptions } from "../retention/clean-up.ts";
import { forgetOrdersBefore } from "./forget-sql.ts";

const records_max = 1_000;

/** Deletes, every hour, orders and their results that are older than the organisation keeps them. */
export function forgetOrderJobs(options: CleanUpOptions): Job[] {
  const removePart = (tenant_id: string, before_us: number, rows_max: number) =>
    withTenant(options.pool, tenant_id, (db) => forgetOrdersBefore(db, tenant_id, firstIdAt(before_us), rows_max));
  const orders = queue("bulk.forget", { retries_max: 0, run_max_s: 1_800 });
  return [every("52 * * * *", orders, (signal) => cleanUp(options, { kind: "bulk_orders", removePart, records_max }, signal))];
}
