// Keys that tools publish. Strangers can make us look for them, with the id of a tool: so an answer is kept for a minute, and a `kid` that is not
// among the kept ones is looked for again once in five seconds. The call is guarded as those to identity providers are: public addresses, a
// deadline, a bound of bytes, no redirects.
import { CallError, type GuardedFetch } from "../../../platform/net/guarded-fetch.ts";
import { readJwk, UnfitKey, type PublicKey } from "../../clients/public-keys/read-keys.ts";

const kept_ms = 60_000;
const pause_ms = 5_000;
const kept_max = 500;
const keys_max = 20;

/** null: they cannot be read. */
export type ToolKeys = { find(jwks_url: string, kid: string | undefined): Promise<PublicKey | null> };

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
      const found = known && age_ms < kept_ms ? keyAmong(await known.keys, kid) : null;
      if (found !== null || (known && age_ms < pause_ms)) return found;
      return keyAmong(await read(url), kid);
    },
  };
}

/** The key of this `kid`; without one, the only key that there is. */
export function keyAmong(keys: readonly PublicKey[], kid: string | undefined): PublicKey | null {
  if (kid === undefined) return keys.length === 1 ? keys[0]! : null;
  return keys.find((key) => key.kid === kid) ?? null;
}

/** Those of them that can sign. None where the tool does not answer with keys. */
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
    // Keys for other uses may stand beside.
    if (error instanceof UnfitKey) return [];
    throw error;
  }
}
