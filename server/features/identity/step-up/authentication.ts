import { Refused } from "../failures.ts";
import { skew_max_s } from "../providers.ts";

/**
 * When and how somebody proved who they are at the provider, as it says: `at_s` by its clock (null: it does not say), `issued_s` when it said so, by
 * the same clock, `context` what it calls the way (`acr`).
 */
export type Authentication = { at_s: number | null; issued_s: number; context: string | null };

/** What a provider was asked for: `since_us` and `now_us` by our clock; `contexts` empty: any. */
export type AskedFor = { since_us: number; now_us: number; contexts: readonly string[] };

/** Parameters by which an OpenID provider is asked for a new authentication (OpenID Connect Core 1.0 §3.1.2.1). */
export function askedAnew(step_up_acr: string | null): Record<string, string> {
  return { prompt: "login", max_age: "0", ...(step_up_acr === null ? {} : { acr_values: step_up_acr }) };
}

/** Both ends are whole seconds. */
const rounding_s = 2;

/**
 * Refuses an authentication that was not made for this question. Its age is the difference of two times of the provider's clock, so that a clock
 * that is wrong makes nothing older or younger; a code that was kept before it was exchanged makes it younger, which the second bound limits.
 * Throws Refused.
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
 * In a browser that several people use: refuses who has signed in at the provider before, where it says when. One that does not say was asked to
 * ask anew as well (`prompt=login`), and is believed. Throws Refused.
 */
export function refuseKept(authentication: Authentication, asked: Pick<AskedFor, "since_us" | "now_us">): void {
  if (authentication.at_s !== null) refuseStale(authentication, { ...asked, contexts: [] });
}

/** OpenID Connect Core 1.0 §2: `auth_time`, `iat` and `acr` of an ID token. */
export function authenticationOf(claims: Readonly<Record<string, unknown>>): Authentication {
  const { auth_time, iat, acr } = claims;
  return {
    at_s: Number.isSafeInteger(auth_time) ? (auth_time as number) : null,
    issued_s: iat as number,
    context: typeof acr === "string" ? acr : null,
  };
}
