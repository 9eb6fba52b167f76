import type { Pool } from "../../platform/db/pool.ts";
import { drainTenants, firstKeptId } from "../../platform/jobs/drain.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { forgetMailsBefore, listTenantsWithMailsBefore } from "./sql.ts";

/** How long mails are kept, with their addresses and names. A mail that is still queued then is never sent. */
const kept_ms = 30 * 86_400_000;
const rows_max = 1_000;

/** Mails of 30 days ago are forgotten every hour, organisation by organisation. */
export function forgetMailJobs(pool: Pool): Job[] {
  const mails = queue("mail.forget", { retries_max: 0 });
  return [every("37 * * * *", mails, (signal) => forgetMails(pool, signal))];
}

async function forgetMails(pool: Pool, signal: AbortSignal): Promise<void> {
  const before_id = await firstKeptId(pool, kept_ms);
  await drainTenants({ pool, signal, rows_max }, await listTenantsWithMailsBefore(pool, before_id), (db, tenant_id) =>
    forgetMailsBefore(db, tenant_id, before_id, rows_max),
  );
}
