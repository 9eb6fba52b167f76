import { cleanUp, type CleanUpOptions } from "../../../features/retention/clean-up.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { firstIdAt } from "../../../platform/ids.ts";
import { deleteExchangesBefore } from "./sql.ts";

const records_max = 1_000;

/** Deletes every hour the rows of the sync log that are older than the organisation keeps them. */
export function scimJobs(options: CleanUpOptions): Job[] {
  const removePart = (tenant_id: string, before_us: number, rows_max: number) =>
    withTenant(options.pool, tenant_id, (db) => deleteExchangesBefore(db, tenant_id, firstIdAt(before_us), rows_max));
  const log = queue("scim.forget-log", { retries_max: 0, run_max_s: 1_800 });
  return [every("17 * * * *", log, (signal) => cleanUp(options, { kind: "sync_log", removePart, records_max }, signal))];
}
