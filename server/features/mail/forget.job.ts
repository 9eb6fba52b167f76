import { withTenant } from "../../platform/db/transaction.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { firstIdAt } from "../../platform/ids.ts";
import { cleanUp, type CleanUpOptions } from "../retention/clean-up.ts";
import { forgetMailsBefore } from "./sql.ts";

const records_max = 1_000;

/**
 * Deletes mails, with their addresses and names, every hour after the retention period of their organisation. A mail that is
 * still queued then is never sent.
 */
export function forgetMailJobs(options: CleanUpOptions): Job[] {
  const removePart = (tenant_id: string, before_us: number, rows_max: number) =>
    withTenant(options.pool, tenant_id, (db) => forgetMailsBefore(db, tenant_id, firstIdAt(before_us), rows_max));
  const mails = queue("mail.forget", { retries_max: 0, run_max_s: 1_800 });
  return [every("37 * * * *", mails, (signal) => cleanUp(options, { kind: "mails", removePart, records_max }, signal))];
}
