import { withTenant } from "../../platform/db/transaction.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { cleanUp, type CleanUpOptions } from "../retention/clean-up.ts";
import { forgetRemindersBefore } from "../reminders/forget-sql.ts";
import { forgetWeeksBefore } from "./forget-sql.ts";

const records_max = 1_000;

/**
 * Deletes, every hour, records of reminders and digests that are older than the organisation keeps them. That is after every
 * reason to remind has ended, so nothing is sent again.
 */
export function forgetReminderJobs(options: CleanUpOptions): Job[] {
  const removePart = (tenant_id: string, before_us: number, rows_max: number) =>
    withTenant(options.pool, tenant_id, async (db) => {
      const reminders = await forgetRemindersBefore(db, tenant_id, before_us, rows_max);
      return Math.max(reminders, await forgetWeeksBefore(db, tenant_id, before_us, rows_max));
    });
  const reminders = queue("reminders.forget", { retries_max: 0, run_max_s: 1_800 });
  return [every("47 * * * *", reminders, (signal) => cleanUp(options, { kind: "reminders", removePart, records_max }, signal))];
}
