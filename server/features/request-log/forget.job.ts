import { withTenant } from "../../platform/db/transaction.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { firstIdAt } from "../../platform/ids.ts";
import { cleanUp, type CleanUpOptions } from "../retention/clean-up.ts";
import { deleteRequestsBefore } from "./sql.ts";

const records_max = 5_000;

/** Deletes, every hour, requests that are older than their organisation keeps them. */
export function requestLogJobs(options: CleanUpOptions): Job[] {
  const removePart = (tenant_id: string, before_us: number, rows_max: number) =>
    withTenant(options.pool, tenant_id, (db) => deleteRequestsBefore(db, tenant_id, firstIdAt(before_us), rows_max));
  const log = queue("request-log.forget", { retries_max: 0, run_max_s: 1_800 });
  return [every("47 * * * *", log, (signal) => cleanUp(options, { kind: "request_log", removePart, records_max }, signal))];
}
