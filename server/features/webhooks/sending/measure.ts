import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Pool } from "../../../platform/db/pool.ts";
import { reachAll } from "./queue-sql.ts";
import type { Delivery } from "./deliver.ts";
import type { DeliveryObserver } from "./observe.ts";
import { countDue, findOldestDue } from "./time-sql.ts";

export type DeliveryMeasures = {
  observer: DeliveryObserver | undefined;
  /** Adds the attempts that this process has under way to the metrics. */
  watch(delivery: Delivery): void;
  /** Returns false if a delivery to an active subscription has been due for more than a minute. */
  isReady: () => Promise<boolean>;
};

const due_wait_max_us = 60_000_000;
const due_counted_max = 1_000;
/** From an immediate delivery to one that waited in the queue. */
const delivered_buckets_s = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Metrics of delivery for the registry, if there is one, and the readiness check. */
export function measureDelivery(delivery_pool: Pool, registry: Registry | undefined): DeliveryMeasures {
  const reach = reachAll(delivery_pool);
  const oldestDue = () => findOldestDue(reach);
  const counted = () => countDue(reach, due_counted_max);
  const isReady = () =>
    oldestDue().then(
      (waited_us) => waited_us <= due_wait_max_us,
      () => false, // without the database nothing is delivered
    );
  if (registry === undefined) return { observer: undefined, watch: () => undefined, isReady };
  const registers = [registry];
  const attempts = new Counter({
    name: "webhook_attempts_total",
    help: "Attempts at deliveries, by how they ended.",
    labelNames: ["outcome"],
    registers,
  });
  const delivered = new Histogram({
    name: "webhook_delivery_seconds",
    help: "Time from an event to the acknowledgement of its first attempt.",
    buckets: delivered_buckets_s,
    registers,
  });
  const moves = new Counter({
    name: "webhook_subscription_moves_total",
    help: "Subscriptions that failures made degraded or disabled.",
    labelNames: ["state"],
    registers,
  });
  const oldest = new Gauge({
    name: "webhook_oldest_due_seconds",
    help: "How long the delivery that is due longest has waited; 0 when none waits, NaN while the database is away.",
    registers,
    async collect() {
      // If this query fails, the other metrics are still reported.
      oldest.set(
        await oldestDue().then(
          (us) => us / 1e6,
          () => Number.NaN,
        ),
      );
    },
  });
  const due = new Gauge({
    name: "webhook_deliveries_due",
    help: "Deliveries that are due, of each subscription 1,000 at most; NaN while the database is away.",
    registers,
    async collect() {
      due.set(await counted().catch(() => Number.NaN));
    },
  });
  return {
    observer: {
      attempted: ({ error }) => attempts.inc({ outcome: error ?? "ACKNOWLEDGED" }),
      delivered: (seconds) => delivered.observe(seconds),
      moved: (state) => moves.inc({ state }),
    },
    watch(delivery) {
      const in_flight = new Gauge({
        name: "webhook_attempts_in_flight",
        help: "Attempts that are under way.",
        registers,
        collect() {
          in_flight.set(delivery.in_flight);
        },
      });
    },
    isReady,
  };
}
