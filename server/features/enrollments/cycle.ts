import { todayOf, type Context } from "../../platform/context.ts";
import { dateOf, dayOf } from "../compliance/flag/status.ts";

/** Cycles before and after the current one for which a course can be assigned. */
export const cycles_back_max = 1;
export const cycles_ahead_max = 2;

/**
 * The current cycle: the calendar year in the organisation's time zone, or, where its cycles begin in another month than
 * January, the year in which the current one began.
 */
export function currentCycle(context: Pick<Context, "tenant" | "now">): number {
  const today = Temporal.PlainDate.from(todayOf(context));
  return today.month < context.tenant.fiscal_month ? today.year - 1 : today.year;
}

/**
 * The due date so many days after a day, of an assignment that names none; null: none. Without a calendar, which took longer than all else that is
 * worked out of a person here.
 */
export function defaultDueDate(from: string, days: number | null): string | null {
  return days === null ? null : dateOf(Math.min(dayOf(from) + days, dayOf(last_date)));
}

/** The last day with a year of four digits: as the first day of employment it means an unknown day. */
const last_date = "9999-12-31";
