import type { Pool } from "../../../platform/db/pool.ts";
import { isLeft, still_due, type DueWork } from "../../../platform/jobs/due/due.ts";
import { listDueNext, type DueNext } from "./time-sql.ts";

/** The kind of these rows in infra.due. */
export const deliveries_kind = "webhooks.deliver";

/**
 * Computes when subscriptions have their next due delivery, for infra.due. It does not claim: queue-sql.ts claims deliveries of
 * the subscriptions that are due. This work notifies the worker if any is due, and removes subscriptions that have none.
 */
export function dueDeliveries(delivery_pool: Pool, wake: () => void): DueWork {
  return {
    kind: deliveries_kind,
    rows_max: 200,
    async act(rows, _signal, outcome) {
      const coming = new Map<string, DueNext>();
      for (const one of await listDueNext(delivery_pool, rows)) coming.set(`${one.tenant_id} ${one.subscription_id}`, one);
      for (const { id, tenant_id, subject_id } of rows) {
        const { next_us, now_us } = coming.get(`${tenant_id} ${subject_id}`) ?? { next_us: null, now_us: 0 };
        outcome.set(id, next_us !== null && next_us <= now_us ? still_due : next_us);
      }
      if ([...outcome.values()].some(isLeft)) wake();
    },
  };
}
