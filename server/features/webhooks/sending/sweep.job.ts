import { setTimeout } from "node:timers/promises";
import type { Pool } from "../../../platform/db/pool.ts";
import { readInfrastructure, withTenant } from "../../../platform/db/transaction.ts";
import { day_us } from "../../../platform/instants.ts";
import { forEach } from "../../../platform/jobs/each.ts";
import { queue } from "../../../platform/jobs/queue.ts";
import { every, type Job } from "../../../platform/jobs/run.ts";
import { fixed_kinds } from "../../../platform/retention.ts";
import type { Mailing } from "../../mail/write-mail.ts";
import { reachAll, type Reach } from "./queue-sql.ts";
import { lockHealth, updateHealth } from "./results-sql.ts";
import { healthOf, recordTransitions } from "./settle.ts";
import { disabled, failing_max_us } from "./state.ts";
import { arrangePartitions, expireDeliveries, listFailingTooLong, updateRestEnded, type PendingPlace } from "./time-sql.ts";
import { no_id } from "../../../platform/ids.ts";

export type SweepOptions = {
  /** Connects as muster_worker. */
  pool: Pool;
  /** Connects as muster_delivery. */
  delivery_pool: Pool;
  mailing: Mailing;
};

/** How long a delivery may be pending, and how long the log keeps deliveries that have ended. */
const log_kept_us = fixed_kinds.webhook_deliveries * day_us;
/** The pauses take 40 s in all, which leaves time for the tries within the 60 s of a run. */
const arrange_tries_max = 20;
const arrange_pause_ms = 2_000;
const looked_at_once_max = 5_000;

/** Jobs that disable failing subscriptions, arrange partitions and expire deliveries. */
export function webhookJobs(options: SweepOptions): Job[] {
  const { pool, delivery_pool } = options;
  const reach = reachAll(delivery_pool);
  return [
    every("*/5 * * * *", queue("webhooks.failing", { run_max_s: 60, retries_max: 0 }), async (signal) => {
      await forEach(await listFailingTooLong(reach), signal, ({ tenant_id, subscription_id }) =>
        endFailing(pool, options.mailing, tenant_id, subscription_id),
      );
    }),
    every("*/10 * * * *", queue("webhooks.partitions", { run_max_s: 60, retries_max: 0 }), (signal) =>
      arrangeAll((statement) => readInfrastructure(pool, statement), signal),
    ),
    every("5-59/10 * * * *", queue("webhooks.expire", { run_max_s: 600, retries_max: 1 }), (signal) =>
      expireAll(reach, () => signal.aborted),
    ),
  ];
}

/**
 * Creates and drops partitions of the log. A table that is in use is tried again soon, because a statement that waited for its
 * lock would make others wait behind it. If tables are still left after the last try, the run fails, which metrics and the log
 * show; the next run tries again.
 */
export async function arrangeAll(reach: Reach, signal: AbortSignal, pause_ms = arrange_pause_ms): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const left_undone = await arrangePartitions(reach);
    if (left_undone === 0) return;
    if (tried === arrange_tries_max)
      throw new Error(
        `the partitions of ${left_undone} tables of the delivery log could not be arranged: they were in use all the time`,
      );
    await setTimeout(pause_ms, undefined, { signal });
  }
}

/** Expires deliveries that have been pending for the whole period of the log, in batches of `step`, which tests set lower. */
export async function expireAll(reach: Reach, stop: () => boolean, step = looked_at_once_max): Promise<void> {
  let after: PendingPlace | null = { tenant_id: no_id, id: no_id };
  while (!stop() && after !== null) after = await expireDeliveries(reach, log_kept_us, after, step);
}

/**
 * Disables a subscription that has been failing for three days. If it has a due delivery that waits for the end of a pause, the
 * pause is ended instead: that delivery is the last probe, whose failure disables it. Returns whether it was disabled now.
 */
export async function endFailing(pool: Pool, mailing: Mailing, tenant_id: string, subscription_id: string): Promise<boolean> {
  return withTenant(pool, tenant_id, async (db) => {
    const [row] = await lockHealth(db, tenant_id, [subscription_id]);
    if (row === undefined || row.state !== "degraded") return false;
    const at_us = row.now_us + row.clock_offset_us;
    if (at_us - row.failing_since_us! < failing_max_us) return false;
    if (await updateRestEnded(db, tenant_id, subscription_id)) return false;
    const health = disabled(healthOf(row), "failing_for_3_days");
    await updateHealth(db, tenant_id, [{ subscription_id, health, succeeded_us: null, failed_us: null, changed_us: at_us }]);
    await recordTransitions(db, mailing, tenant_id, [{ ...row, to: health }]);
    return true;
  });
}
