import type { Static } from "typebox";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { severity_order, type Flag } from "../flag/status.ts";
import type { ComplianceTrend, TrendQuery } from "./trend-schema.ts";
import { readTrendRows, type TrendOf, type TrendRows } from "./trend-sql.ts";
import { instantText } from "../../../platform/instants.ts";

/**
 * Rows of history that one answer reads at most: a year of most organisations; in the largest ones it takes a tenth of a second.
 */
const changes_max = 100_000;

/**
 * Numbers of entries of the matrix by flag, week by week. Only large organisations have stored counts of past days. Otherwise the
 * changes in the history are subtracted from the present numbers, backwards. `of_some`: the caller sees only the people of some
 * departments.
 */
export async function trend(
  pool: Pool,
  context: Context,
  { course_code, weeks, ...of }: Static<typeof TrendQuery>,
  of_some: boolean,
): Promise<Static<typeof ComplianceTrend>> {
  const today = todayOf(context);
  const days = Array.from({ length: weeks + 1 }, (_, index) => dayIn(today, 7 * (index - weeks)));
  // The end of a day is the beginning of the next one. Today has not ended, so it has no bound.
  const bounds = days.slice(0, -1).map((day) => beginOf(dayIn(day, 1), context.tenant.time_zone));
  const people: TrendOf = of_some || Object.values(of).some((id) => id !== undefined) ? of : null;
  const rows = await readTrendRows(pool, context.tenant.id, { course_code, people, bounds, changes_max });
  const known = rows.cut_at === null ? 0 : bounds.filter((bound) => bound < rows.cut_at!).length;
  const counts = countsOf(rows, weeks);
  const shown = days.flatMap((day, index) => {
    const counted = rows.digests.find(({ place }) => place === index + 1);
    if (counted) return [{ day, counts: flagsOf(counted.counted) }];
    return index < known ? [] : [{ day, counts: counts[index]! }];
  });
  return { as_of: today, complete: shown.length === days.length, days: shown };
}

/** The numbers at each bound and at present, computed backwards from the present ones. */
function countsOf({ counted, moved }: TrendRows, periods: number): Record<Flag, number>[] {
  const all = [flagsOf(counted)];
  for (let period = periods; period > 0; period -= 1) {
    const before = { ...all[0]! };
    for (const { status, entries } of moved.filter((row) => row.period === period)) before[status] -= entries;
    all.unshift(before);
  }
  return all;
}

function flagsOf(counted: TrendRows["counted"]): Record<Flag, number> {
  return Object.fromEntries(
    severity_order.map((flag) => [flag, counted.find(({ status }) => status === flag)?.entries ?? 0]),
  ) as Record<Flag, number>;
}

function dayIn(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

function beginOf(day: string, time_zone: string): string {
  return instantText(Temporal.PlainDate.from(day).toZonedDateTime(time_zone).toInstant());
}
