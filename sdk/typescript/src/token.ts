import type { Clock } from "./clock.ts";

/** How long a token request may take. */
type AskOptions = { deadlineMs?: number | undefined };

/**
 * Bearer tokens of OAuth 2.0 client credentials. Only one token is in use; it is requested when needed and renewed before it
 * expires.
 */
export type Tokens = {
  /** The value of `Authorization`. */
  get(options: AskOptions): Promise<string>;
  /** Discards a refused token if it is still the one in use. */
  drop(authorization: string): void;
};

/** How long before its expiry a token is renewed: longer than a request takes. */
const renewed_before_ms = 60_000;

/** `is_bound`: whether tokens must be bound to a key. */
export type TokenSource = { ask: (options: AskOptions) => Promise<unknown>; clock: Clock; is_bound: boolean };

type Issued = { access_token: string; token_type: string; expires_in: number };

export function createTokens({ ask, clock, is_bound }: TokenSource): Tokens {
  let current: { authorization: string; good_until: number } | null = null;
  let asked: Promise<string> | null = null;
  const renew = async (options: AskOptions) => {
    const asked_at = clock.now();
    const { access_token, token_type, expires_in } = (await ask(options)) as Issued;
    // A token that is not bound could be used by anyone who sees it.
    if (is_bound && token_type !== "DPoP") throw new TypeError("The service has issued a token that is bound to no key (DPoP).");
    const good_ms = expires_in * 1_000;
    current = {
      authorization: `${is_bound ? "DPoP" : "Bearer"} ${access_token}`,
      good_until: asked_at + Math.max(good_ms / 2, good_ms - renewed_before_ms),
    };
    return current.authorization;
  };
  return {
    get(options) {
      if (current && clock.now() < current.good_until) return Promise.resolve(current.authorization);
      // Concurrent calls share one token request, because only ten tokens a minute are issued. No single call's signal aborts it.
      asked ??= renew({ deadlineMs: options.deadlineMs }).finally(() => {
        asked = null;
      });
      return asked;
    },
    drop(authorization) {
      if (current?.authorization === authorization) current = null;
    },
  };
}
