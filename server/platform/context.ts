import type { Once } from "./db/once.ts";

/**
 * The originator of a change: an integration client, an operator at the command line, an administrator, a learner, a rule, or the
 * system.
 */
export type Actor = {
  type: "client" | "operator" | "administrator" | "person" | "rule" | "system";
  id: string | null;
  name: string;
};

/** The organisation of a request or job. */
export type Tenant = {
  id: string;
  code: string;
  kind: "live" | "sandbox";
  /** IANA name; the organisation's dates are in this zone. */
  time_zone: string;
  /** First month of the organisation's cycle year, 1–12. */
  fiscal_month: number;
};

/** Given to every use case: the tenant, the actor and the time. `now` is an instant on the tenant's clock. */
export type Context = {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly now: Temporal.Instant;
  readonly request_id: string | null;
  /** Set if the request may repeat an earlier one that was carried out. */
  readonly once?: Once;
};

export const scopes = [
  "users:read",
  "users:write",
  "enrollments:write",
  "compliance:read",
  "webhooks:manage",
  "scim",
  "structure:read",
  "structure:write",
  "attempts:write",
  "gate:read",
  "xapi:read",
  "xapi:write",
] as const;
export type Scope = (typeof scopes)[number];

/** An authenticated and admitted integration client. */
export type Caller = Context & {
  client: { id: string; name: string };
  scopes: ReadonlySet<Scope>;
};

export const panel_roles = ["it_admin", "training_admin", "compliance_officer", "guard", "learner"] as const;
export type PanelRole = (typeof panel_roles)[number];

/** A user who is signed in to the panel: an administrator, or a person as a learner. */
export type PanelCaller = Context & {
  account: { kind: "administrator" | "person"; id: string; name: string; email: string | null; role: PanelRole };
  session: {
    id: string;
    /** When the session was last confirmed (step-up), in µs on the infrastructure's clock; null: it was not. */
    stepped_up_us: number | null;
    /** The session began with a one-time link, which replaces the current password until a new one is set. */
    may_set_password: boolean;
    now_us: number;
  };
  /** The departments that limit what the administrator sees, with all below them; null: the whole organisation. */
  departments: readonly NamedDepartment[] | null;
};

export type NamedDepartment = { id: string; name: string };

/**
 * The current date in the tenant's time zone, `YYYY-MM-DD`. Cached for a second, because large operations ask for it once per
 * person.
 */
export function todayOf(context: Pick<Context, "tenant" | "now">): string {
  const { time_zone } = context.tenant;
  const second = Math.floor(context.now.epochMilliseconds / 1_000);
  const known = days.get(time_zone);
  if (known?.second === second) return known.today;
  const today = context.now.toZonedDateTimeISO(time_zone).toPlainDate().toString();
  days.set(time_zone, { second, today });
  return today;
}

/** The date of an instant (RFC 3339) in the tenant's time zone, `YYYY-MM-DD`. */
export function localDateOf({ tenant }: Pick<Context, "tenant">, instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(tenant.time_zone).toPlainDate().toString();
}

/** The last result by time zone. In every time zone a day begins on a full second. */
const days = new Map<string, { second: number; today: string }>();
