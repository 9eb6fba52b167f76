// OpenID Connect Core 1.0 §3.1 by openid-client, with guarded network calls (platform/net/guarded-fetch.ts). The provider's
// metadata are cached for some minutes and shared by all sign-ins. Its keys are not cached: each sign-in reads them again, so
// that added and removed keys take effect at once. Tokens are checked against the infrastructure's clock.
import { createHash } from "node:crypto";
import * as openid from "openid-client";
import type { GuardedFetch } from "../../platform/net/guarded-fetch.ts";
import { faultOfUrl } from "../../platform/net/public-url.ts";
import { claimAt } from "./claim.ts";
import { Refused, refusedOf } from "./failures.ts";
import { importPrivateKey } from "./key-pair.ts";

/** Our registration at a provider; `secret`: the client secret or the private key. */
export type Access = {
  issuer: string;
  client_id: string;
  authentication: "client_secret_basic" | "private_key_jwt";
  secret: string;
  public_jwk: { kid: string; alg: string } | null;
  /** The requested scopes. */
  scope: string;
  /** Claims that are needed besides the address. If the ID token lacks one, userinfo is called. */
  wanted_claims: readonly string[];
};

/** A key as the provider publishes it. */
export type PublishedKey = Readonly<Record<string, unknown>>;

/** Values that only we can compute, together with the browser that was sent to the provider. */
export type Secrets = { state: string; nonce: string; verifier: string };

/** The identity that the provider vouches for; `email` only if the provider says that it is verified. */
export type Identity = {
  subject: string;
  email: string | null;
  has_unverified_email: boolean;
  claims: Readonly<Record<string, unknown>>;
  /** Claims that are signed. Only these may grant rights. */
  signed: Readonly<Record<string, unknown>>;
};

export type Providers = {
  /** The issuer in the provider's own spelling. Throws Refused. */
  discover(issuer: string): Promise<string>;
  /** The provider's end-session endpoint; null: its metadata have none. Throws Refused. */
  endSessionAt(issuer: string): Promise<string | null>;
  /** The URL to which the browser is redirected, with additional parameters `more`. Throws Refused. */
  addressOf(access: Access, redirect_uri: string, secrets: Secrets, more?: Readonly<Record<string, string>>): Promise<string>;
  /** The provider's published keys, cached for a minute; for an unknown `kid` they are read again. Throws Refused. */
  keysOf(issuer: string, kid: unknown): Promise<readonly PublishedKey[]>;
  /** Checks an answer at the redirect URI and returns the identity. Throws Refused. */
  identityOf(access: Access, redirect_uri: string, search: string, secrets: Secrets, now_us: number): Promise<Identity>;
};

/** The clock skew that is allowed, in both directions. */
export const skew_max_s = 240;
const kept_ms = 300_000;
const kept_max = 500;
/**
 * Cached keys for logout tokens, which anybody can send. For an unknown `kid` keys are fetched again, but not before
 * `keys_pause_ms` have passed.
 */
const keys_kept_ms = 60_000;
const keys_pause_ms = 5_000;

export function createProviders(calls: GuardedFetch): Providers {
  const kept = new Map<string, { metadata: Promise<openid.ServerMetadata>; until_ms: number }>();

  function metadataOf(issuer: string): Promise<openid.ServerMetadata> {
    const known = kept.get(issuer);
    if (known && known.until_ms > performance.now()) return known.metadata;
    const metadata = readMetadata(calls, issuer);
    kept.delete(issuer);
    kept.set(issuer, { metadata, until_ms: performance.now() + kept_ms });
    if (kept.size > kept_max) kept.delete(kept.keys().next().value as string);
    metadata.catch(() => {
      if (kept.get(issuer)?.metadata === metadata) kept.delete(issuer);
    });
    return metadata;
  }

  const kept_keys = new Map<string, { keys: Promise<readonly PublishedKey[]>; at_ms: number }>();

  async function keysOf(issuer: string, kid: unknown): Promise<readonly PublishedKey[]> {
    const known = kept_keys.get(issuer);
    const age_ms = performance.now() - (known?.at_ms ?? -Infinity);
    if (known && age_ms < keys_pause_ms) return known.keys;
    if (known && age_ms < keys_kept_ms && (await known.keys.catch(() => [])).some((key) => key["kid"] === kid)) return known.keys;
    const keys = metadataOf(issuer).then((metadata) => readKeys(calls, metadata));
    kept_keys.delete(issuer);
    kept_keys.set(issuer, { keys, at_ms: performance.now() });
    if (kept_keys.size > kept_max) kept_keys.delete(kept_keys.keys().next().value as string);
    return keys;
  }

  async function configure(access: Access, now_us: number | null): Promise<openid.Configuration> {
    const metadata = await metadataOf(access.issuer);
    const skew_s = now_us === null ? 0 : Math.round(now_us / 1_000_000 - Date.now() / 1_000);
    const client = { [openid.clockTolerance]: skew_max_s, [openid.clockSkew]: skew_s };
    const configuration = new openid.Configuration(metadata, access.client_id, client, await authenticationOf(access));
    prepare(configuration, calls, access.issuer);
    return configuration;
  }

  return {
    keysOf,
    async discover(issuer) {
      // Not from the cache, because the administrator may just have fixed the provider.
      kept.delete(issuer);
      return (await metadataOf(issuer)).issuer;
    },
    endSessionAt: async (issuer) => (await metadataOf(issuer)).end_session_endpoint ?? null,
    async addressOf(access, redirect_uri, { state, nonce, verifier }, more = {}) {
      const configuration = await configure(access, null);
      const code_challenge = createHash("sha256").update(verifier).digest("base64url");
      const asked = { redirect_uri, scope: access.scope, state, nonce, code_challenge, code_challenge_method: "S256", ...more };
      return openid.buildAuthorizationUrl(configuration, asked).href;
    },
    async identityOf(access, redirect_uri, search, { state, nonce, verifier }, now_us) {
      const configuration = await configure(access, now_us);
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, new URL(redirect_uri + search), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims()!;
        // OpenID Connect Core 1.0 §5.4: providers may put the claims of the scope `email` into the ID token or into userinfo.
        const lacks = token["email"] === undefined || access.wanted_claims.some((name) => claimAt(token, name) === undefined);
        const asks = lacks && configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more = asks ? await openid.fetchUserInfo(configuration, tokens.access_token, token.sub) : {};
        return judge(token, { ...more, ...withheld(token), ...token }, now_us);
      } catch (error) {
        throw refusedOf(error);
      }
    },
  };
}

/**
 * Removes claims of userinfo that must not be used, because userinfo is not signed. When and how the person authenticated must
 * come from the ID token. Whether the address is verified must come from the same source as the address.
 */
function withheld(token: openid.IDToken): Record<string, undefined> {
  const proof = { auth_time: undefined, acr: undefined };
  return token["email"] === undefined ? proof : { ...proof, email_verified: undefined, xms_edov: undefined };
}

/** Reads the provider's metadata from the well-known URL below its issuer; both must name the same issuer. */
async function readMetadata(calls: GuardedFetch, issuer: string): Promise<openid.ServerMetadata> {
  if (faultOfUrl(issuer, calls.trusted_origins) !== null) throw new Refused("PROVIDER_ADDRESS_NOT_ALLOWED", issuer);
  try {
    const nobody = openid.None();
    const found = await openid.discovery(new URL(issuer), "discovery", {}, nobody, {
      [openid.customFetch]: fetchOf(calls),
      ...(isPlain(calls, issuer) ? { execute: [openid.allowInsecureRequests] } : {}),
    });
    const metadata = withUsableEnd(calls, found.serverMetadata());
    refuseAddresses(calls, metadata);
    return metadata;
  } catch (error) {
    const refused = refusedOf(error);
    throw refused.refusal === "RESPONSE_INVALID" ? new Refused("PROVIDER_METADATA_INVALID", refused.said, error) : refused;
  }
}

/** The end-session endpoint is not needed for sign-in, so an unusable one is ignored. */
function withUsableEnd(calls: GuardedFetch, said: openid.ServerMetadata): openid.ServerMetadata {
  const { end_session_endpoint: end, ...rest } = said;
  const is_usable = typeof end === "string" && faultOfUrl(end, calls.trusted_origins) === null;
  return is_usable ? { ...rest, end_session_endpoint: end } : rest;
}

/** Checks the URLs in the metadata that we call or to which browsers are sent. */
function refuseAddresses(calls: GuardedFetch, metadata: openid.ServerMetadata): void {
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
    const address = metadata[name];
    if (typeof address !== "string") throw new Refused("PROVIDER_METADATA_INVALID", `${name} is missing`);
    if (faultOfUrl(address, calls.trusted_origins) !== null)
      throw new Refused("PROVIDER_ADDRESS_NOT_ALLOWED", `${name}: ${address}`);
  }
}

async function readKeys(calls: GuardedFetch, { jwks_uri }: openid.ServerMetadata): Promise<readonly PublishedKey[]> {
  try {
    const answer = await calls.fetch(jwks_uri!, { method: "GET", headers: { accept: "application/json" } });
    if (answer.status !== 200) throw new Refused("PROVIDER_METADATA_INVALID", `jwks_uri: HTTP ${answer.status}`);
    const { keys } = (await answer.json()) as { keys?: unknown };
    if (!Array.isArray(keys)) throw new Refused("PROVIDER_METADATA_INVALID", "jwks_uri: no keys");
    return keys.filter((key): key is PublishedKey => typeof key === "object" && key !== null);
  } catch (error) {
    throw refusedOf(error);
  }
}

function prepare(configuration: openid.Configuration, calls: GuardedFetch, issuer: string): void {
  configuration[openid.customFetch] = fetchOf(calls);
  // The signature is checked even though the token comes over TLS, so that a proxy that terminates TLS cannot forge tokens.
  openid.enableNonRepudiationChecks(configuration);
  if (isPlain(calls, issuer)) openid.allowInsecureRequests(configuration);
}

/** Plain http is allowed only for trials, at an origin that the operator has listed as trusted. */
function isPlain({ trusted_origins }: GuardedFetch, issuer: string): boolean {
  const { protocol, origin } = new URL(issuer);
  return protocol === "http:" && trusted_origins.has(origin);
}

function fetchOf(calls: GuardedFetch): openid.CustomFetch {
  return (url, { method, headers, body, signal }) =>
    calls.fetch(url, { method, headers, body: body as string | URLSearchParams | Uint8Array | null | undefined, signal });
}

async function authenticationOf({ authentication, secret, public_jwk }: Access): Promise<openid.ClientAuth> {
  if (authentication === "client_secret_basic") return openid.ClientSecretBasic(secret);
  return openid.PrivateKeyJwt({ key: await importPrivateKey(secret), kid: public_jwk!.kid });
}

const subject_max = 255;
/** Anybody can have an account at Google, with any address. Only accounts of a company have `hd` (docs/decisions/0066). */
const google = "https://accounts.google.com";

function judge(signed: openid.IDToken, claims: Record<string, unknown>, now_us: number): Identity {
  const { sub: subject, iat, iss } = signed;
  const { email } = claims;
  if (iat > now_us / 1_000_000 + skew_max_s) throw new Refused("TOKEN_OF_THE_FUTURE", `"iat" is ${iat}`);
  if (subject === "" || subject.length > subject_max) throw new Refused("RESPONSE_INVALID", '"sub" is empty or too long');
  const has_email = typeof email === "string" && email !== "";
  const vouched = isVouched(claims) && (iss !== google || typeof claims["hd"] === "string");
  return { subject, email: has_email && vouched ? email : null, has_unverified_email: has_email && !vouched, claims, signed };
}

/**
 * Entra has no `email_verified`. Its `xms_edov` says that the owner of the domain has proved it there; it is a boolean, number or
 * text (docs/decisions/0078).
 */
function isVouched({ email_verified, xms_edov }: Record<string, unknown>): boolean {
  return email_verified === true || (email_verified === undefined && [true, 1, "1", "true"].includes(xms_edov as never));
}
