import type { Context, Tenant } from "../../platform/context.ts";

/** The instant at which a day begins in the tenant's zone, which is not always 00:00. */
export function midnightOf(tenant: Pick<Tenant, "time_zone">, day: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(tenant.time_zone).toInstant();
}

export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
}

/** The context of work that happens because time has passed: the actor is the system, at an instant. */
export function timeIn(tenant: Tenant, now: Temporal.Instant): Context {
  return { tenant, actor: { type: "system", id: null, name: "time" }, now, request_id: null };
}
