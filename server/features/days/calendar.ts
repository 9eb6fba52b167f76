import type { Context, Tenant } from "../../platform/context.ts";

/** The instant at which a day begins in the tenant's zone: not everywhere and always at 00:00. */
export function midnightOf(tenant: Pick<Tenant, "time_zone">, day: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(tenant.time_zone).toInstant();
}

export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

export function dayBefore(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
}

/** Time itself, at work in an organisation at an instant. */
export function timeIn(tenant: Tenant, now: Temporal.Instant): Context {
  return { tenant, actor: { type: "system", id: null, name: "time" }, now, request_id: null };
}
