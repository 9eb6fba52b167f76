import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { todayIn } from "../../components/values/when.tsx";

export type LoggedRequest = components["schemas"]["LoggedRequest"];
export type Filters = Record<
  "client_id" | "method" | "route" | "path" | "status" | "code" | "request_id" | "period" | "from" | "until",
  string
>;
/** The organisation's clock, from which periods are counted, and its zone, in which days begin. */
type Clock = { now: number; zone: string };

const hour_ms = 3_600_000;
/** The length in hours of the periods that end now. */
const hours = { "1h": 1, "5h": 5, "24h": 24, "7d": 168 } as const;
export const periods = ["1h", "5h", "24h", "yesterday", "7d", "custom"] as const;

/** The query parameters for the filters. */
export function queryOf({ period, from, until, ...rest }: Filters, clock: Clock): Record<string, string> {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  return { ...given, ...spanOf({ period, from, until }, clock) };
}

function spanOf({ period, from, until }: Pick<Filters, "period" | "from" | "until">, { now, zone }: Clock) {
  const instant = (ms: number) => new Date(ms).toISOString();
  const today = todayIn(zone, now);
  if (period === "yesterday") {
    return { from: instant(startOfDay(dayAfter(today, -1), zone)), to: instant(startOfDay(today, zone)) };
  }
  if (period === "custom") {
    return {
      ...(from === "" ? {} : { from: instant(startOfDay(from, zone)) }),
      ...(until === "" ? {} : { to: instant(startOfDay(dayAfter(until, 1), zone)) }),
    };
  }
  const span = hours[period as keyof typeof hours];
  if (span === undefined) return {};
  // A day is this hour and the 23 hours before it, as on the overview.
  if (period === "24h") return { from: instant(Math.floor(now / hour_ms) * hour_ms - (span - 1) * hour_ms) };
  return { from: instant(now - span * hour_ms) };
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The instant at which a day begins in a zone. The zone's offset is looked up twice, because it may change between the first
 * guess and the result.
 */
function startOfDay(date: string, zone: string): number {
  const utc = Date.parse(date);
  return utc - offsetAt(utc - offsetAt(utc, zone), zone);
}

function offsetAt(ms: number, zone: string): number {
  const wall = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: zone }).format(ms);
  return Date.parse(`${wall.replace(" ", "T")}Z`) - Math.floor(ms / 1_000) * 1_000;
}

export async function readRequests(
  filters: Filters,
  page: { limit: number; cursor: string | null },
  clock: Clock,
  signal: AbortSignal,
) {
  const { limit, cursor } = page;
  const query = { ...queryOf(filters, clock), limit, ...(cursor === null ? {} : { cursor }) };
  return dataOf(await api.GET("/panel/api/requests", { params: { query }, signal }));
}

/** The request as a curl command with a placeholder for the secret. Neither query nor body is logged. */
export function curlOf({ method, path }: LoggedRequest, base_url: string, tenant_code: string): string {
  const proof = path.startsWith("/scim/")
    ? '-H "Authorization: Bearer $MUSTER_API_KEY"'
    : `-H "X-Tenant-Code: ${tenant_code}" -H "X-API-Key: $MUSTER_API_KEY"`;
  return `curl -sS -X ${method} ${proof} '${base_url}${path.replaceAll("'", "%27")}'`;
}

/** The page that explains a problem. */
export function problemPageOf(code: string): string {
  return `/problems/${code.toLowerCase().replaceAll("_", "-")}`;
}

/** Causes that have a text; others are shown by their names. */
const causes = [
  "unknown_key",
  "wrong_secret",
  "invalid_token",
  "token_expired",
  "secret_revoked",
  "secret_expired",
  "tenant_mismatch",
  "client_mismatch",
  "client_revoked",
  "client_disabled",
  "client_expired",
  "method_off",
  "address_not_allowed",
  "assertion_type",
  "assertion_malformed",
  "assertion_algorithm",
  "assertion_unknown_key",
  "assertion_signature",
  "assertion_issuer",
  "assertion_audience",
  "assertion_claims",
  "assertion_expired",
  "assertion_too_long",
  "assertion_early",
  "assertion_used",
  "proof_missing",
  "proof_repeated",
  "proof_malformed",
  "proof_algorithm",
  "proof_key",
  "proof_signature",
  "proof_claims",
  "proof_method",
  "proof_url",
  "proof_token",
  "proof_old",
  "proof_early",
  "proof_used",
  "proof_other_key",
  "token_bound",
  "token_unbound",
  "dpop_required",
  "bucket",
  "daily_quota",
  "token_requests",
  "issued_tokens",
] as const;

export function knownCause(cause: string | null): (typeof causes)[number] | undefined {
  return causes.find((known) => known === cause);
}
