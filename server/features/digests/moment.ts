import type { Context } from "../../platform/context.ts";
import { daytimeOf, morningOf } from "../reminders/morning.ts";
import type { DigestSettings } from "./schema.ts";

type Schedule = Pick<DigestSettings, "weekday" | "hour">;
type Hours = { from_hour: number; until_hour: number };

/** Whether digests may be written at an instant, and for which week; otherwise when they may be written next. */
type Moment = { is_open: true; about_on: string; today: string } | { is_open: false; opens_at: Temporal.Instant };

/**
 * Judges an instant on the organisation's clock. `done_on`: the last day of a week whose digests are all written. When no worker
 * ran on the week's day, they are written on a later day, within the hours of reminders.
 */
export function momentOf(
  { now, tenant }: Pick<Context, "now" | "tenant">,
  schedule: Schedule,
  hours: Hours,
  done_on: string,
): Moment {
  const about_on = lastDayOf({ now, tenant }, schedule);
  if (done_on >= about_on) return { is_open: false, opens_at: morningOf(tenant, weekAfter(about_on), schedule.hour) };
  const daytime = daytimeOf({ now, tenant }, hours, "0001-01-01");
  return daytime.is_open ? { is_open: true, about_on, today: daytime.today } : daytime;
}

/** The last day of the schedule whose hour has come. */
export function lastDayOf({ now, tenant }: Pick<Context, "now" | "tenant">, { weekday, hour }: Schedule): string {
  const local = now.toZonedDateTimeISO(tenant.time_zone).toPlainDate();
  const day = local.subtract({ days: (local.dayOfWeek - weekday + 7) % 7 });
  const has_come = Temporal.Instant.compare(morningOf(tenant, day.toString(), hour), now) <= 0;
  return (has_come ? day : day.subtract({ days: 7 })).toString();
}

export function weekAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 7 }).toString();
}
