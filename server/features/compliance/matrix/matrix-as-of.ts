import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { readInstant } from "../../../platform/http/cursor.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { findMatrixThen, type MatrixPage } from "./matrix-as-of-sql.ts";
import type { MatrixFilters } from "./matrix-sql.ts";

/** The instant of `as_of`: a date means the end of that day, today means now. Throws 422. */
export function readAsOf({ tenant, now }: Context, as_of: string): Temporal.Instant {
  const date = dateOf(as_of);
  const today = todayOf({ tenant, now });
  if (date === today) return now;
  const then = date === null ? Temporal.Instant.from(readInstant(as_of, "as_of")) : endOf(tenant, date);
  if (date === null ? Temporal.Instant.compare(then, now) > 0 : date > today) {
    throw invalid([{ parameter: "as_of", code: "OUT_OF_RANGE", detail: "must not be in the future" }]);
  }
  return then;
}

/** The last instant of a local day, one millisecond before the next day begins. */
export function endOf({ time_zone }: Pick<Context["tenant"], "time_zone">, day: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(time_zone).toInstant().subtract({ milliseconds: 1 });
}

/**
 * Returns a text that is a date unchanged; null: it may be a timestamp. Throws 422 if it has the form of a date but does not
 * exist.
 */
function dateOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text).toString();
  } catch {
    throw invalid([{ parameter: "as_of", code: "INVALID_FORMAT", detail: "must be a date of the calendar, or a timestamp" }]);
  }
}

/** A page of the matrix at a past instant, from the history of people and flags. */
export function listMatrixThen(
  pool: Pool,
  { tenant }: Context,
  query: MatrixFilters,
  then: Temporal.Instant,
): Promise<MatrixPage> {
  return findMatrixThen(pool, tenant.id, query, then.toString());
}
