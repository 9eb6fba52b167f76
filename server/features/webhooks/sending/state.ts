import { day_us } from "../../../platform/instants.ts";

// How attempts change the state of a subscription, as a pure function. Failures are counted over all deliveries of the
// subscription; a 2xx resets the counter. 5 failures in a row make the subscription degraded. 20 in a row disable it, and so do
// three days of failures once it is degraded. Two rules keep a short outage from counting as a long one. Attempts that were under
// way when it became degraded raise the counter to nine at most. While it is degraded, one attempt at a time is made, with a
// pause after each failure. Deliveries that wait meanwhile lose no attempts.

export type State = "active" | "degraded" | "disabled";
export type StateReason = "consecutive_failures" | "failing_for_3_days";

export const degraded_after_failures = 5;
export const disabled_after_failures = 20;
/**
 * Failures of attempts that were under way when a subscription became degraded raise its counter to this at most: an outage of
 * one second must not count as a long one.
 */
export const late_failures_max = 9;
export const failing_max_us = 3 * day_us;
/** Simultaneous attempts at an active subscription, over all workers. */
export const in_flight_per_subscription_max = 64;
/**
 * After a restart the limit of simultaneous attempts is one, and each success doubles it. This many successes reach the maximum.
 */
export const doublings_max = Math.ceil(Math.log2(in_flight_per_subscription_max));
/** How long a degraded subscription pauses after a failure. */
export const rest_us = 15_000_000;

/**
 * The state of a subscription that attempts read and change. `failing_since_us` is on the tenant's clock, `held_until_us` on the
 * infrastructure's.
 */
export type Health = {
  state: State;
  state_reason: StateReason | null;
  consecutive_failures: number;
  failing_since_us: number | null;
  in_flight_max: number;
  held_until_us: number;
};

/**
 * An attempt that has ended, at an instant of the tenant's clock. `is_late`: it began before the subscription became degraded, so
 * its failure adds little information.
 */
export type Ended = { ok: boolean; at_us: number; is_late?: boolean };

/** The state after an attempt. `now_us` is the infrastructure's clock. */
export function afterAttempt(health: Health, { ok, at_us, is_late = false }: Ended, now_us: number): Health {
  if (ok) return afterSuccess(health);
  const counts_no_more = is_late && health.state === "degraded" && health.consecutive_failures >= late_failures_max;
  if (counts_no_more) return { ...health, ...resting(now_us) };
  return afterFailure(health, at_us, now_us);
}

/** `recordSuccesses` does the same in SQL for many subscriptions; settle.test.ts compares the two. */
function afterSuccess(health: Health): Health {
  const failures = { consecutive_failures: 0, failing_since_us: null };
  // A disabled subscription becomes active only by `enable`.
  if (health.state === "disabled") return { ...health, ...failures };
  const in_flight_max = Math.min(health.in_flight_max * 2, in_flight_per_subscription_max);
  return { ...failures, state: "active", state_reason: null, in_flight_max, held_until_us: 0 };
}

function afterFailure(before: Health, at_us: number, now_us: number): Health {
  const health: Health = {
    ...before,
    consecutive_failures: before.consecutive_failures + 1,
    failing_since_us: before.failing_since_us ?? at_us,
    // A failure during the growth of the limit starts the growth again.
    in_flight_max: before.in_flight_max < in_flight_per_subscription_max ? 1 : before.in_flight_max,
  };
  if (health.state === "disabled") return health;
  if (health.state === "active") {
    return health.consecutive_failures < degraded_after_failures
      ? health
      : { ...health, ...resting(now_us), state: "degraded", state_reason: "consecutive_failures" };
  }
  if (health.consecutive_failures >= disabled_after_failures) return disabled(health, "consecutive_failures");
  if (at_us - health.failing_since_us! >= failing_max_us) return disabled(health, "failing_for_3_days");
  return { ...health, ...resting(now_us) };
}

function resting(now_us: number) {
  return { in_flight_max: 1, held_until_us: now_us + rest_us };
}

export function disabled(health: Health, state_reason: StateReason): Health {
  return { ...health, state: "disabled", state_reason };
}
