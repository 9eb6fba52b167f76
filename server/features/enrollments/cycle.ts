import { todayOf, type Context } from "../../platform/context.ts";
import { dateOf, dayOf } from "../compliance/flag/status.ts";

/** How many cycles before and after the current one can be assigned. */
export const cycles_back_max = 1;
export const cycles_ahead_max = 2;

/**
 * The current cycle: the calendar year in the organisation's time zone. If cycles begin in another month than January, it is the
 * year in which the current cycle began.
 */
export function currentCycle(context: Pick<Context, "tenant" | "now">): number {
  const today = Temporal.PlainDate.from(todayOf(context));
  return today.month < context.tenant.fiscal_month ? today.year - 1 : today.year;
}

/**
 * The due date `days` days after a day, for an assignment without one; null: none. It does not use Temporal, which took longer
 * than all other computations for a person here.
 */
export function defaultDueDate(from: string, days: number | null): string | null {
  return days === null ? null : dateOf(Math.min(dayOf(from) + days, dayOf(last_date)));
}

/** The last day with a four-digit year. As first day of employment it means that the day is unknown. */
const last_date = "9999-12-31";
