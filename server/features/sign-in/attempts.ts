import { createHash } from "node:crypto";
import type { Pool } from "../../platform/db/pool.ts";
import { tooManySignIns } from "./errors.ts";
import { clearPlaces, takePlace, type Window } from "../../platform/db/windows.ts";

/** Limits of attempts for a login, or for a known browser of an account: five in a minute, ten in a quarter of an hour. */
const attempts = [
  { kind: "sign_in_minute", limit: 5, window_us: 60_000_000 },
  { kind: "sign_in_quarter", limit: 10, window_us: 900_000_000 },
] as const;
const of_an_address = { kind: "sign_in_address", limit: 60, window_us: 60_000_000 } as const;

/**
 * A high limit, because a redirect to an identity provider allows no guessing, and a company's people often share one address.
 */
const departures_of_an_address = { kind: "identity_address", limit: 600, window_us: 60_000_000 } as const;

/** The key under which attempts are counted, also for unknown accounts. It is a hash, so that counters contain no names. */
export function attemptKey(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Counts an attempt of an address; IPv6 addresses are counted by /64 network. */
export async function takeAttemptOfAddress(pool: Pool, address: string): Promise<void> {
  await take(pool, { ...of_an_address, key: networkOf(address) });
}

/** Counts a redirect to an identity provider for an address. */
export async function takeDepartureOfAddress(pool: Pool, address: string): Promise<void> {
  await take(pool, { ...departures_of_an_address, key: networkOf(address) });
}

export async function takeAttempt(pool: Pool, key: string): Promise<void> {
  for (const window of attempts) await take(pool, { ...window, key });
}

/** Resets the counters after a successful sign-in. */
export async function forgetAttempts(pool: Pool, key: string): Promise<void> {
  await clearPlaces(
    pool,
    attempts.map(({ kind }) => kind),
    key,
  );
}

async function take(pool: Pool, window: Window): Promise<void> {
  const { ok, retry_after_s } = await takePlace(pool, window);
  if (ok) return;
  throw tooManySignIns("Too many attempts to sign in; try again later.", {
    members: { retry_after_seconds: retry_after_s },
    headers: { "retry-after": String(retry_after_s) },
  });
}

const ipv6_network_bits = 64;

/** The network under which an address is counted: for IPv6 its /64. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === "" ? [] : tail.split(":");
  const groups = address.includes("::")
    ? [...first, ...Array.from({ length: 8 - first.length - last.length }, () => "0"), ...last]
    : first;
  return `${groups.slice(0, ipv6_network_bits / 16).join(":")}::/64`;
}
