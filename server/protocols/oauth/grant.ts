import type { Static } from "typebox";
import { issueToken, token_lifetime_s } from "../../features/clients/admission/access-token.ts";
import type { AuthenticateOptions } from "../../features/clients/admission/authenticate.ts";
import { takePlace } from "../../platform/db/windows.ts";
import { scopes as all_scopes, type Scope } from "../../platform/context.ts";
import { rateLimited } from "../../platform/http/problem.ts";
import type { Grantee } from "./authenticate.ts";
import { invalidRequest, invalidScope, unsupportedGrantType } from "./errors.ts";
import type { Parameters } from "./form.ts";
import type { Token } from "./schema.ts";

const issued_tokens = { kind: "issued_token", limit: 10, window_us: 60_000_000 } as const;

/**
 * Grants an access token for the client's credentials (RFC 6749 §4.4), bound to the key `jkt` if there is one (RFC 9449 §5). Only
 * issued tokens count towards the client's limit.
 */
export async function grantToken(
  { pool, keyring }: Pick<AuthenticateOptions, "pool" | "keyring">,
  { caller, key_id, jkt }: Grantee & { jkt: string | null },
  parameters: Parameters,
): Promise<Static<typeof Token>> {
  const grant_type = parameters.get("grant_type");
  if (grant_type === undefined) throw invalidRequest("The parameter grant_type is missing.");
  if (grant_type !== "client_credentials") throw unsupportedGrantType("The only grant_type is client_credentials.");
  const scopes = grantedScopes(parameters.get("scope"), caller.scopes);
  const place = await takePlace(pool, { ...issued_tokens, key: caller.client.id });
  if (!place.ok) {
    throw rateLimited(
      `At most ${issued_tokens.limit} tokens are issued to a client within a minute. Reuse a token until it expires.`,
      {
        members: { limit_name: "issued_tokens", retry_after_seconds: place.retry_after_s },
        headers: { "retry-after": String(place.retry_after_s) },
      },
    );
  }
  const access_token = issueToken(keyring, { key_id, expires_us: place.now_us + token_lifetime_s * 1_000_000, scopes, jkt });
  const token_type = jkt === null ? "Bearer" : "DPoP";
  return { access_token, token_type, expires_in: token_lifetime_s, scope: scopes.join(" ") };
}

/**
 * The requested scopes (RFC 6749 §3.3: `scope-token *( SP scope-token )`). Characters that no scope of ours has make an unknown
 * scope.
 */
function grantedScopes(requested: string | undefined, granted: ReadonlySet<Scope>): Scope[] {
  const names = requested === undefined ? [...granted] : requested.split(" ");
  if (names.includes("")) throw invalidScope("Scopes are separated by single spaces.");
  const refused = names.find((name) => !granted.has(name as Scope));
  if (refused !== undefined)
    throw invalidScope(`The scope ${refused.slice(0, scope_length_shown)} is not granted to this client.`);
  // RFC 6749 §3.3: a client without scopes has no default scope, so a token would be useless.
  if (names.length === 0) throw invalidScope("This client has no scopes.");
  return all_scopes.filter((scope) => names.includes(scope));
}

const scope_length_shown = 64;
