import { todayOf, type Context } from "../../platform/context.ts";

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

/** The due date of an assignment that names none. */
export function defaultDueDate(today: string, days: number | null): string | null {
  return days === null ? null : Temporal.PlainDate.from(today).add({ days }).toString();
}
