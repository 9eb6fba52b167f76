import type { Tenant } from "../../platform/context.ts";
import { invalid } from "../../platform/http/problem.ts";
import { instantText } from "../../platform/instants.ts";

/** How far a clock is to be moved: by a duration, or to an instant. */
export type Advance = { advance?: string | undefined; now?: string | undefined };

/** The most years of one advance. */
const advance_years_max = 10;
/** The latest time of a sandbox: years have four digits, and due dates after it must fit. */
const clock_max = Temporal.Instant.from("2200-01-01T00:00:00Z");

/** The instant to which a clock is to be moved. Durations are added on the calendar of the organisation's zone. */
export function targetOf({ advance, now }: Advance, tenant: Pick<Tenant, "time_zone">, from: Temporal.Instant): Temporal.Instant {
  if (advance === undefined && now === undefined) {
    throw invalid([{ pointer: "#/advance", code: "ONE_OF_REQUIRED", detail: "send advance or now" }]);
  }
  if (advance !== undefined && now !== undefined) {
    throw invalid([{ pointer: "#/now", code: "CONFLICTING_FIELDS", detail: "send advance or now, not both" }]);
  }
  const start = from.toZonedDateTimeISO(tenant.time_zone);
  const last = start.add({ years: advance_years_max }).toInstant();
  const latest = Temporal.Instant.compare(last, clock_max) < 0 ? last : clock_max;
  if (advance === undefined) return checked("#/now", instantOf(now!), from, latest);
  const duration = durationOf(advance);
  // A target outside of the program's calendar is also beyond the limit.
  const target = withinReach(() => start.add(duration).toInstant());
  return checked("#/advance", target, from, latest);
}

function durationOf(text: string): Temporal.Duration {
  try {
    return Temporal.Duration.from(text);
  } catch {
    throw invalid([{ pointer: "#/advance", code: "INVALID_FORMAT", detail: "must be an ISO 8601 duration, such as P30D" }]);
  }
}

/** The schema allows more digits of a second than can be stored. */
function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw invalid([{ pointer: "#/now", code: "INVALID_FORMAT", detail: "must be a timestamp with at most nanoseconds" }]);
  }
}

function withinReach(add: () => Temporal.Instant): Temporal.Instant | null {
  try {
    return add();
  } catch {
    return null;
  }
}

function checked(
  pointer: string,
  target: Temporal.Instant | null,
  from: Temporal.Instant,
  latest: Temporal.Instant,
): Temporal.Instant {
  if (target === null || Temporal.Instant.compare(target, latest) > 0) {
    const detail = `must lead no further than ${advance_years_max} years ahead, and not beyond the year 2199`;
    throw invalid([{ pointer, code: "OUT_OF_RANGE", detail }]);
  }
  if (Temporal.Instant.compare(target, from) <= 0) {
    const detail = `must lead forward; the clock shows ${instantText(from)}`;
    throw invalid([{ pointer, code: "OUT_OF_RANGE", detail }]);
  }
  return target;
}
