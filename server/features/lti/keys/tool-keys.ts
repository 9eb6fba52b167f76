// Keys that tools publish. Anyone who knows the id of a tool can make this service fetch them. So an answer is cached for a
// minute, and a `kid` that is not in the cache causes a new fetch at most once in five seconds. The request is guarded as those
// to identity providers are: public addresses only, a deadline, a limit of bytes, no redirects.
import { CallError, type GuardedFetch } from "../../../platform/net/guarded-fetch.ts";
import { readJwk, UnfitKey, type PublicKey } from "../../clients/public-keys/read-keys.ts";

const kept_ms = 60_000;
const pause_ms = 5_000;
const kept_max = 500;
const keys_max = 20;

/** The keys that may have signed an assertion with this `kid`; none when they cannot be read. */
export type ToolKeys = { find(jwks_url: string, kid: string | undefined): Promise<readonly PublicKey[]> };

type Kept = { keys: Promise<readonly PublicKey[]>; at_ms: number };

export function createToolKeys(calls: GuardedFetch): ToolKeys {
  const kept = new Map<string, Kept>();

  function read(url: string): Promise<readonly PublicKey[]> {
    const keys = readPublished(calls, url);
    kept.delete(url);
    kept.set(url, { keys, at_ms: performance.now() });
    if (kept.size > kept_max) kept.delete(kept.keys().next().value as string);
    return keys;
  }

  return {
    async find(url, kid) {
      const known = kept.get(url);
      const age_ms = performance.now() - (known?.at_ms ?? -Infinity);
      if (known && age_ms < kept_ms) {
        const keys = await known.keys;
        if (age_ms < pause_ms || named(keys, kid).length > 0) return keysAmong(keys, kid);
      }
      return keysAmong(await read(url), kid);
    },
  };
}

/**
 * The key with this `kid`; without a `kid`, the only key. Keys that were added without a `kid` (as PEM) are stored under their
 * thumbprint, while the tool may use another name for them. So if no key has the name, each of those is possible.
 */
export function keysAmong(keys: readonly PublicKey[], kid: string | undefined): readonly PublicKey[] {
  const found = named(keys, kid);
  return found.length > 0 ? found : keys.filter((key) => key.kid === key.thumbprint);
}

function named(keys: readonly PublicKey[], kid: string | undefined): readonly PublicKey[] {
  if (kid === undefined) return keys.length === 1 ? keys : [];
  return keys.filter((key) => key.kid === kid);
}

/** The published keys that can sign; none when the answer has no keys. */
async function readPublished(calls: GuardedFetch, url: string): Promise<readonly PublicKey[]> {
  try {
    const answer = await calls.fetch(url, { method: "GET", headers: { accept: "application/json" } });
    if (answer.status !== 200) return [];
    const said = (await answer.json()) as { keys?: unknown } | null;
    const keys: readonly unknown[] = Array.isArray(said?.keys) ? said.keys : [];
    return keys.slice(0, keys_max).flatMap(keyOf);
  } catch (error) {
    if (error instanceof CallError || error instanceof SyntaxError) return [];
    throw error;
  }
}

function keyOf(jwk: unknown): PublicKey[] {
  if (typeof jwk !== "object" || jwk === null) return [];
  try {
    return [readJwk(jwk as Record<string, unknown>)];
  } catch (error) {
    // A set may contain keys for other uses.
    if (error instanceof UnfitKey) return [];
    throw error;
  }
}
