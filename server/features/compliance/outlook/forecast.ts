import type { Static } from "typebox";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { ComplianceForecast, ForecastQuery } from "./forecast-schema.ts";
import { readForecastRows, type LicenseRow, type WeekRow } from "./forecast-sql.ts";

/** The changes of flags that time alone will cause, week by week, and the seats that renewals will need. */
export async function forecast(
  pool: Pool,
  context: Context,
  { department_id, course_code, weeks }: Static<typeof ForecastQuery>,
): Promise<Static<typeof ComplianceForecast>> {
  const today = todayOf(context);
  const found = await readForecastRows(pool, context.tenant.id, { department_id, course_code, today, weeks });
  return {
    as_of: today,
    weeks: Array.from({ length: weeks }, (_, week) => weekOf(today, week, found.weeks)),
    licenses: found.licenses.map((license) => licenseOf(today, license)),
  };
}

function weekOf(today: string, week: number, rows: readonly WeekRow[]) {
  const from = dayIn(today, 7 * week);
  const { becoming_overdue = 0, becoming_expiring_soon = 0, expiring = 0 } = rows.find((row) => row.week === week) ?? {};
  return { from, until: dayIn(from, 6), becoming_overdue, becoming_expiring_soon, expiring };
}

function licenseOf(today: string, { needed, ...license }: LicenseRow) {
  const seats_free = Math.max(0, license.seats_total - license.seats_used);
  let seats_needed = 0;
  let short_from: string | null = null;
  for (const { week, seats } of needed) {
    seats_needed += seats;
    if (seats_needed > seats_free) short_from ??= dayIn(today, 7 * week);
  }
  return { ...license, seats_free, seats_needed, seats_missing: Math.max(0, seats_needed - seats_free), short_from };
}

function dayIn(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}
