import type { Context, Tenant } from "../../platform/context.ts";
import type { ReminderSettings } from "./schema.ts";

type Hours = Pick<ReminderSettings, "from_hour" | "until_hour">;

/** Whether mails may be written at an instant; otherwise when they may be written next. */
type Daytime = { is_open: true; today: string } | { is_open: false; opens_at: Temporal.Instant };

/**
 * Judges an instant on the organisation's clock. Mails are written from the first to the last hour of a day, until all of that
 * day are written. `done_on`: the last day whose mails are all written.
 */
export function daytimeOf(
  { now, tenant }: { now: Temporal.Instant; tenant: Pick<Tenant, "time_zone"> },
  { from_hour, until_hour }: Hours,
  done_on: string,
): Daytime {
  const local = now.toZonedDateTimeISO(tenant.time_zone);
  const today = local.toPlainDate();
  const is_done = Temporal.PlainDate.compare(done_on, today) >= 0;
  if (!is_done && local.hour >= from_hour && local.hour < until_hour) return { is_open: true, today: today.toString() };
  const day = !is_done && local.hour < from_hour ? today : today.add({ days: 1 });
  return { is_open: false, opens_at: morningOf(tenant, day.toString(), from_hour) };
}

/** The first instant of an hour on a day; if a clock change skips the hour, that of the next one. */
export function morningOf({ time_zone }: Pick<Tenant, "time_zone">, day: string, hour: number): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: time_zone, plainTime: { hour } }).toInstant();
}

/**
 * The last day for which no more mails are written when settings change now: today, once its first hour has come, otherwise
 * yesterday.
 */
export function dayOf({ now, tenant }: Pick<Context, "now" | "tenant">, from_hour: number): string {
  const local = now.toZonedDateTimeISO(tenant.time_zone);
  return local
    .toPlainDate()
    .subtract({ days: local.hour < from_hour ? 1 : 0 })
    .toString();
}
