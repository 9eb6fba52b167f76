import { Refused } from "../failures.ts";
import { skew_max_s } from "../providers.ts";

/**
 * When and how a person authenticated at the provider, according to it. `at_s`: when, by its clock (null: it does not say);
 * `issued_s`: when it issued the statement, by the same clock; `context`: the method (`acr`).
 */
export type Authentication = { at_s: number | null; issued_s: number; context: string | null };

/**
 * The request to the provider: `since_us` (when it was made) and `now_us` by our clock; `contexts`: accepted methods, empty: any.
 */
export type AskedFor = { since_us: number; now_us: number; contexts: readonly string[] };

/** Parameters that require a new authentication of an OpenID provider (OpenID Connect Core 1.0 §3.1.2.1). */
export function askedAnew(step_up_acr: string | null): Record<string, string> {
  return { prompt: "login", max_age: "0", ...(step_up_acr === null ? {} : { acr_values: step_up_acr }) };
}

/** Both times are rounded to whole seconds. */
const rounding_s = 2;

/**
 * Refuses an authentication that is older than the request. Its age is the difference of two times of the provider's clock, so a
 * wrong clock does not matter. A code that was held back before it was exchanged would seem younger; the comparison with our own
 * clock limits that. Throws Refused.
 */
export function refuseStale({ at_s, issued_s, context }: Authentication, { since_us, now_us, contexts }: AskedFor): void {
  if (at_s === null) throw new Refused("AUTH_TIME_MISSING", null);
  const age_s = issued_s - at_s;
  const asked_for_s = (now_us - since_us) / 1_000_000;
  const is_before = age_s > asked_for_s + rounding_s || at_s < since_us / 1_000_000 - skew_max_s;
  if (is_before || age_s < -rounding_s) throw new Refused("AUTH_TIME_TOO_OLD", `"auth_time" is ${at_s}, "iat" is ${issued_s}`);
  if (contexts.length > 0 && (context === null || !contexts.includes(context)))
    throw new Refused("ACR_DIFFERS", context === null ? '"acr" is missing' : `"acr" is ${context}`);
}

/**
 * In a shared browser: refuses a person who authenticated before the request, if the provider says when. If it does not say, it
 * is trusted, because it was asked for a new authentication (`prompt=login`). Throws Refused.
 */
export function refuseKept(authentication: Authentication, asked: Pick<AskedFor, "since_us" | "now_us">): void {
  if (authentication.at_s !== null) refuseStale(authentication, { ...asked, contexts: [] });
}

/** From `auth_time`, `iat` and `acr` of an ID token (OpenID Connect Core 1.0 §2). */
export function authenticationOf(claims: Readonly<Record<string, unknown>>): Authentication {
  const { auth_time, iat, acr } = claims;
  return {
    at_s: Number.isSafeInteger(auth_time) ? (auth_time as number) : null,
    issued_s: iat as number,
    context: typeof acr === "string" ? acr : null,
  };
}
