import { createHash } from "node:crypto";
import type { Pool } from "../../platform/db/pool.ts";
import { tooManySignIns } from "./errors.ts";
import { clearPlaces, takePlace, type Window } from "../../platform/db/windows.ts";

/** Attempts of one login, or of one browser that it knows: after five, a pause; after ten, a long one. */
const attempts = [
  { kind: "sign_in_minute", limit: 5, window_us: 60_000_000 },
  { kind: "sign_in_quarter", limit: 10, window_us: 900_000_000 },
] as const;
const of_an_address = { kind: "sign_in_address", limit: 60, window_us: 60_000_000 } as const;

/** On the way to an identity provider nothing can be guessed, and a company's people come from one address. */
const departures_of_an_address = { kind: "identity_address", limit: 600, window_us: 60_000_000 } as const;

/** What attempts are counted by, known account or not: its name says nothing to who reads the counters. */
export function attemptKey(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Takes one attempt of an address; IPv6 callers are counted by /64. */
export async function takeAttemptOfAddress(pool: Pool, address: string): Promise<void> {
  await take(pool, { ...of_an_address, key: networkOf(address) });
}

/** Takes one departure of an address to an identity provider. */
export async function takeDepartureOfAddress(pool: Pool, address: string): Promise<void> {
  await take(pool, { ...departures_of_an_address, key: networkOf(address) });
}

export async function takeAttempt(pool: Pool, key: string): Promise<void> {
  for (const window of attempts) await take(pool, { ...window, key });
}

/** A successful sign-in restores all attempts. */
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

/** What requests of an address are counted by: IPv6 callers have a /64 each. */
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
