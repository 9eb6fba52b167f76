import type { Limiter } from "../../../platform/http/route.ts";
import { day_us } from "../../../platform/instants.ts";

/** The state of a client's bucket directly after a decision, as the database returned it. Instants are in µs on its clock. */
export type BucketState = {
  admitted: boolean;
  /** When the bucket is full again. */
  tat_us: number;
  now_us: number;
  /** The number of requests in this UTC day, including the admitted one. */
  used: number;
  limits: Limits;
};

export type Limits = { per_minute: number; burst: number; per_day: number };

const minute_us = 60_000_000;

/** The state of both limits for responses; times in whole seconds, rounded up. */
export function limiterOf(state: BucketState): Limiter {
  const { per_minute, burst, per_day } = state.limits;
  const interval_us = Math.ceil(minute_us / per_minute);
  const until_full_us = Math.max(0, state.tat_us - state.now_us);
  const tokens = Math.floor((burst * interval_us - until_full_us) / interval_us);
  const spent = state.used >= per_day;
  const until_midnight_s = Math.ceil((day_us - (state.now_us % day_us)) / 1e6);
  const remaining = state.admitted ? Math.max(0, Math.min(tokens, per_day - state.used)) : 0;
  const full_in_s = spent ? until_midnight_s : Math.ceil(until_full_us / 1e6);
  return { burst, remaining, full_in_s, day_used: state.used, day_limit: per_day };
}

/**
 * The rate-limit headers of draft-ietf-httpapi-ratelimit-headers-06, `RateLimit` of draft 11, and Retry-After on a refusal. Two
 * deviations from draft 06 are required by our specification: `Limit` stays the burst while the daily quota limits, and `Reset`
 * may differ from `Retry-After`.
 */
export function rateLimitHeaders(state: BucketState, { burst, remaining, full_in_s }: Limiter): Record<string, string> {
  const { per_minute, per_day } = state.limits;
  const headers: Record<string, string> = {
    "ratelimit-limit": String(burst),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(full_in_s),
    "ratelimit-policy": `${per_minute};w=60;burst=${burst}, ${per_day};w=86400`,
    ratelimit: serviceLimits(state),
  };
  if (!state.admitted) headers["retry-after"] = String(retryAfter(state));
  return headers;
}

/**
 * The value of `RateLimit`: what is available under each policy, named as problems name limits (docs/decisions/0048). `r`
 * requests are allowed, and not more within `t` seconds. A refusal lists only the limits that are used up, so that no `t` ends
 * after Retry-After (draft 11 §6).
 */
function serviceLimits(state: BucketState): string {
  const { per_minute, burst, per_day } = state.limits;
  const interval_us = Math.ceil(minute_us / per_minute);
  const until_full_us = Math.max(0, state.tat_us - state.now_us);
  const tokens = Math.max(0, Math.floor((burst * interval_us - until_full_us) / interval_us));
  // A full bucket gains no token to wait for.
  const next_s = Math.ceil((until_full_us - (burst - 1 - tokens) * interval_us) / 1e6);
  const left = Math.max(0, per_day - state.used);
  const until_midnight_s = Math.ceil((day_us - (state.now_us % day_us)) / 1e6);
  const limits = [
    { left: tokens, text: tokens < burst ? `"bucket";r=${tokens};t=${next_s}` : `"bucket";r=${tokens}` },
    { left, text: `"daily_quota";r=${left};t=${until_midnight_s}` },
  ];
  return limits
    .filter((limit) => state.admitted || limit.left === 0)
    .map(({ text }) => text)
    .join(", ");
}

/**
 * Seconds until a request can pass again: until the next token or, when the daily quota is used up, until midnight if that is
 * later.
 */
export function retryAfter(state: BucketState): number {
  const { per_minute, burst, per_day } = state.limits;
  const interval_us = Math.ceil(minute_us / per_minute);
  const to_token_us = state.tat_us + interval_us - state.now_us - burst * interval_us;
  const to_midnight_us = state.used >= per_day ? day_us - (state.now_us % day_us) : 0;
  return Math.max(1, Math.ceil(Math.max(to_token_us, to_midnight_us) / 1e6));
}

/** The limit that refused a request. */
export function refusingLimit(state: BucketState): "daily_quota" | "bucket" {
  return state.used >= state.limits.per_day ? "daily_quota" : "bucket";
}
