import { setTimeout as sleep } from "node:timers/promises";
import { readTenant } from "../../../platform/db/transaction.ts";
import { deliverAllOf, type DeliveryOptions } from "./deliver.ts";
import type { Reach } from "./queue-sql.ts";
import { endFailing, expireAll } from "./sweep.job.ts";
import { findComing, listFailingTooLong } from "./time-sql.ts";

export type PassTimeOptions = Pick<DeliveryOptions, "pool" | "sender" | "log">;

/** How long to wait for deliveries that another worker has claimed. */
const look_again_ms = 25;

/**
 * Does all delivery work of one organisation that is due by its clock: attempts (including those that a worker is making), the
 * end of three days of failing, the expiry after thirty days. Returns when work is due next, in µs of the tenant's clock; null:
 * none will be, or `stop` returned true.
 */
export async function passTime(options: PassTimeOptions, tenant_id: string, stop: () => boolean): Promise<number | null> {
  const { pool, sender } = options;
  const reach: Reach = (statement) => readTenant(pool, tenant_id, statement);
  while (!stop()) {
    const { now_us, next_us, under_way } = await findComing(reach, tenant_id);
    if (!under_way && (next_us === null || next_us > now_us)) {
      await expireAll(reach, stop);
      return next_us;
    }
    const attempts = await deliverAllOf({ ...options, tenant_id, stop });
    for (const { subscription_id } of await listFailingTooLong(reach)) {
      await endFailing(pool, sender, tenant_id, subscription_id);
    }
    if (attempts === 0) await sleep(look_again_ms);
  }
  return null;
}
