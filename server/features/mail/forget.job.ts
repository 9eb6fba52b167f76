import { readClock } from "../../platform/db/clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { firstIdOf } from "../../platform/ids.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { forgetMailsBefore, listTenantsWithMailsBefore } from "./sql.ts";

/** How long mails are kept, with their addresses and names. A mail that is still queued then is never sent. */
const kept_ms = 30 * 86_400_000;
const batch_max = 1_000;

/** Mails of 30 days ago are forgotten every hour, organisation by organisation. */
export function forgetMailJobs(pool: Pool): Job[] {
  const mails = queue("mail.forget", { retries_max: 0 });
  return [every("37 * * * *", mails, (signal) => forgetMails(pool, signal))];
}

async function forgetMails(pool: Pool, signal: AbortSignal): Promise<void> {
  const before_id = firstIdOf(Math.floor((await readClock(pool)) / 1_000) - kept_ms);
  await forEach(await listTenantsWithMailsBefore(pool, before_id), signal, async (tenant_id) => {
    while (
      !signal.aborted &&
      (await withTenant(pool, tenant_id, (db) => forgetMailsBefore(db, tenant_id, before_id, batch_max))) === batch_max
    );
  });
}
