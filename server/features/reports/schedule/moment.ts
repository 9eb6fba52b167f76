import type { ReportScheduleInput } from "./schema.ts";

type When = Pick<ReportScheduleInput, "every" | "day" | "hour" | "time_zone">;

/**
 * The first instant of a schedule after another one. Missed instants are not repeated, because the next mail has the present
 * data.
 */
export function dueAfter({ every, day, hour, time_zone }: When, now: Temporal.Instant): Temporal.Instant {
  const today = now.toZonedDateTimeISO(time_zone).toPlainDate();
  const at = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone: time_zone, plainTime: { hour } }).toInstant();
  const first = firstDay({ every, day }, today);
  const due = at(first);
  if (Temporal.Instant.compare(due, now) > 0) return due;
  return at(every === "day" ? first.add({ days: 1 }) : every === "week" ? first.add({ weeks: 1 }) : first.add({ months: 1 }));
}

/** The schedule's day in this day, week or month, or in the next one if it is over. */
function firstDay({ every, day }: Pick<When, "every" | "day">, today: Temporal.PlainDate): Temporal.PlainDate {
  if (every === "day") return today;
  if (every === "week") return today.add({ days: (day - today.dayOfWeek + 7) % 7 });
  const of_month = today.with({ day });
  return Temporal.PlainDate.compare(of_month, today) < 0 ? of_month.add({ months: 1 }) : of_month;
}
