import { scopes as all_scopes } from "../../platform/context.ts";
import type { ErrorItem } from "../../platform/http/problem.ts";
import { readHost, readNetwork } from "./admission/allow-lists.ts";
import type { ClientRow, Contract } from "./manage-sql.ts";
import type { ClientSettings } from "./schema.ts";
import { instantText } from "../../platform/instants.ts";

/** The columns that settings change. The caller has normalised networks and hosts with `readNetwork` and `readHost`. */
export function columnsOf(settings: ClientSettings, time_zone: string, contract: Contract): Partial<ClientRow> {
  const { scopes, methods, dpop_bound_access_tokens, ip_allowlist, expires_on, webhook_hosts, rate } = settings;
  const columns: Partial<ClientRow> = {};
  if (scopes) columns.scopes = all_scopes.filter((scope) => scopes.includes(scope));
  if (methods) columns.methods = (["api_key", "oauth2"] as const).filter((method) => methods.includes(method));
  if (dpop_bound_access_tokens !== undefined) columns.dpop_bound_access_tokens = dpop_bound_access_tokens;
  if (ip_allowlist) columns.ip_allowlist = [...new Set(ip_allowlist.map(readNetwork))];
  if (webhook_hosts) columns.webhook_hosts = [...new Set(webhook_hosts.map(readHost))];
  if (expires_on !== undefined) columns.expires_at = expires_on && endOfDay(expires_on, time_zone);
  if (rate?.profile === "identity_provider") Object.assign(columns, identityProviderLimits(contract));
  if (rate?.per_minute !== undefined) columns.rate_per_minute = rate.per_minute;
  if (rate?.burst !== undefined) columns.rate_burst = rate.burst;
  if (rate?.per_day !== undefined) columns.rate_per_day = rate.per_day;
  return columns;
}

/** Entra ID needs 25 requests a second, and sends the whole organisation in its first cycle. */
const identity_provider_limits: Contract = { rate_per_minute: 1_500, rate_burst: 1_500, rate_per_day: 1_000_000 };

/** Where the contract allows less, the limit is null: it follows the contract, also when that is raised. */
function identityProviderLimits(contract: Contract): Partial<ClientRow> {
  const names = ["rate_per_minute", "rate_burst", "rate_per_day"] as const;
  const within = (name: (typeof names)[number]) =>
    contract[name] > identity_provider_limits[name] ? identity_provider_limits[name] : null;
  return Object.fromEntries(names.map((name) => [name, within(name)]));
}

/** The limits above the contract's. Only the contract can raise limits. */
export function limitsAbove(rate: NonNullable<ClientSettings["rate"]>, contract: Contract) {
  const pairs = [
    { limit: "per_minute", wanted: rate.per_minute, contract: contract.rate_per_minute },
    { limit: "burst", wanted: rate.burst, contract: contract.rate_burst },
    { limit: "per_day", wanted: rate.per_day, contract: contract.rate_per_day },
  ] as const;
  return pairs.filter(({ wanted, contract }) => (wanted ?? 0) > contract);
}

/** Faults of settings that their schema does not find, as items of a 422. */
export function faultsOf({ ip_allowlist = [], webhook_hosts = [], rate = {} }: ClientSettings, contract: Contract): ErrorItem[] {
  return [
    ...ip_allowlist.flatMap((network, index) => faultOf(`#/ip_allowlist/${index}`, () => readNetwork(network))),
    ...webhook_hosts.flatMap((host, index) => faultOf(`#/webhook_hosts/${index}`, () => readHost(host))),
    ...limitsAbove(rate, contract).map(({ limit, contract }) => ({
      pointer: `#/rate/${limit}`,
      code: "OUT_OF_RANGE" as const,
      detail: `must be at most ${contract}, the limit of the organisation's contract`,
    })),
  ];
}

function faultOf(pointer: string, read: () => string): ErrorItem[] {
  try {
    read();
    return [];
  } catch (error) {
    return [{ pointer, code: "INVALID_FORMAT", detail: (error as Error).message }];
  }
}

/** The instant at which a day ends, RFC 3339 in UTC with milliseconds. */
export function endOfDay(date: string, time_zone: string): string {
  const over = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(time_zone).toInstant();
  return instantText(over);
}
