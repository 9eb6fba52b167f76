import type { FastifyReply, FastifyRequest } from "fastify";
import type { Socket } from "node:net";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Caller, Scope } from "../../../platform/context.ts";
import {
  insufficientScope,
  malformedRequest,
  rateLimited,
  tooManyFailedAuthentications,
  unauthorized,
  type Problem,
} from "../../../platform/http/problem.ts";
import type { Limiter } from "../../../platform/http/route.ts";
import { readToken } from "./access-token.ts";
import { admit } from "./admit.ts";
import { limiterOf, rateLimitHeaders, refusingLimit, retryAfter, type BucketState } from "./rate-limit.ts";
import { judgeProof, type Expected, type Proof } from "../dpop/proof.ts";
import { admitProof } from "../dpop/sql.ts";
import { algorithm_names } from "../../../platform/crypto/jws/algorithms.ts";
import { digestOf, keyIdOf } from "../secret.ts";
import { findBlockLeft, type Bucket, type Presented, type Standing } from "../sql.ts";

/** The credentials of a request; null members are absent headers. */
export type Credentials = { api_key: string | null; authorization: string | null; tenant_code: string | null };

/** A request's credentials in the form in which the database judges them. Null scopes: all that the client has. */
export type Shown = {
  presented: Presented;
  token_scopes: Scope[] | null;
  /** The valid proof that the sender has the key of a bound token; null: none. */
  proof: Proof | null;
  /** A fault of a token or its proof that the database cannot see; null: none. */
  flaw: string | null;
};

/** All values of the header DPoP, and the method and URL that a proof of this request must name. */
export type ShownProof = Pick<Expected, "method" | "url"> & { proofs: readonly string[] };

export type AuthenticateOptions = {
  pool: Pool;
  keyring: Keyring;
  /** The base address under which clients call this service; a DPoP proof names it. */
  base_url: string;
  /** Called for each refused authentication, with its cause, which the response does not reveal. */
  onRefused(refused: { cause: string; tenant_id: string | null; client_id: string | null; request: FastifyRequest }): void;
};

/**
 * Returns the hook for all routes of integration clients. It checks in this order: block of the address → credentials → bucket
 * and quota → scope. Operations that any client may call take nothing from bucket and quota. The hook sets `request.caller`; if a
 * token was asked for, it also sets the rate-limit headers. `show` reads the credentials of a protocol; its default is that of
 * the integration API.
 */
export function authenticate(
  options: AuthenticateOptions,
  show: (request: FastifyRequest) => Shown = (request) =>
    present(options.keyring, request.address, readCredentials(request), () => proofIn(request, options.base_url)),
) {
  const showAgain = rememberLast(show);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access } = request.routeOptions.config;
    if (access?.kind === "open") return;
    const { presented, token_scopes, proof, flaw } = await presentUnlessBlocked(options, request, showAgain);
    const takes_token = access?.kind !== "client";
    const admission =
      presented.method === "dpop"
        ? await admitProof(options.pool, presented, proof, takes_token)
        : await admit(options.pool, presented, takes_token);
    if (admission.outcome === "blocked") throw blocked(admission.retry_after_s);
    if (admission.outcome === "unauthorized") {
      const cause = admission.cause === "invalid_token" ? (flaw ?? admission.cause) : admission.cause!;
      options.onRefused({ cause, tenant_id: admission.tenant_id, client_id: admission.client_id, request });
      throw refused(request.headers.authorization);
    }
    request.token_expires_us = presented.token_expires_us;
    if (!takes_token) {
      request.caller = callerOf(admission, token_scopes, request.id);
      return;
    }
    const state = stateOf(admission, admission.outcome === "ok");
    request.limiter = limiterOf(state);
    reply.headers(rateLimitHeaders(state, request.limiter));
    if (admission.outcome === "limited") {
      const { tenant_id, client_id } = admission;
      request.refusal = { code: null, cause: refusingLimit(state), tenant_id, client_id, problem: null };
      throw overLimit(state);
    }
    request.caller = callerOf(admission, token_scopes, request.id);
    if (access?.kind === "scope") requireScope(request.caller, access.any_of);
  };
}

/**
 * Caches the HMACs of the last credentials on each connection. The database still judges them for each request. Requests with a
 * proof are not cached, because a proof is good for one request.
 */
function rememberLast(show: (request: FastifyRequest) => Shown): (request: FastifyRequest) => Shown {
  const last = new WeakMap<Socket, { read: readonly (string | undefined)[]; shown: Shown }>();
  return (request) => {
    const { socket } = request.raw;
    const read = readShown(request);
    const known = last.get(socket);
    if (read !== null && known?.read.every((text, place) => text === read[place])) return known.shown;
    const shown = show(request);
    if (read !== null && shown.presented.method !== "dpop") last.set(socket, { read, shown });
    return shown;
  };
}

/** All parts of a request that decide about its credentials, except a proof; null: a header is repeated. */
function readShown({ raw, address, params }: FastifyRequest): (string | undefined)[] | null {
  const values = ["authorization", "x-api-key", "x-tenant-code"].map((name) => raw.headersDistinct[name]);
  if (values.some((each) => each !== undefined && each.length > 1)) return null;
  return [address, (params as { tenant_code?: string } | null)?.tenant_code, ...values.map((each) => each?.[0])];
}

/** Refuses a request without usable credentials before the look-up. A blocked address gets the answer about its block instead. */
async function presentUnlessBlocked(
  options: AuthenticateOptions,
  request: FastifyRequest,
  show: (request: FastifyRequest) => Shown,
): Promise<Shown> {
  try {
    return show(request);
  } catch (error) {
    const left_s = await findBlockLeft(options.pool, request.address);
    throw left_s > 0 ? blocked(left_s) : error;
  }
}

/** 401 with the same body and headers for each cause. The challenge names the scheme that was tried (RFC 9449 §7.1). */
function refused(authorization = ""): Problem {
  const challenge = /^dpop(?: |$)/i.test(authorization) ? dpop_challenge : 'Bearer realm="muster"';
  return unauthorized("Authentication failed.", { headers: { "www-authenticate": challenge } });
}

const dpop_challenge = `DPoP realm="muster", algs="${[...algorithm_names.keys()].join(" ")}"`;

export function blocked(retry_after_s: number): Problem {
  return tooManyFailedAuthentications("This address is blocked after repeated failed authentications.", {
    members: { retry_after_seconds: retry_after_s },
    headers: { "retry-after": String(retry_after_s) },
  });
}

// Text that does not look like a credential goes through the same look-up with this id, so that it takes the same time.
const no_key_id = "------------";

/** Turns credentials into what the database judges. `proved` is only called for a token of the scheme DPoP. */
export function present(keyring: Keyring, address: string, credentials: Credentials, proved: () => ShownProof): Shown {
  const { api_key, authorization, tenant_code } = credentials;
  if (api_key !== null && authorization !== null) {
    throw malformedRequest("Send either X-API-Key or Authorization, not both.");
  }
  const [, scheme, token] = /^(bearer|dpop) +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (token !== undefined) return presentToken(keyring, { address, tenant_code }, token, scheme!, proved);
  if (api_key === null && authorization === null) throw refused();
  return showing(presentSecret(keyring, address, tenant_code, api_key ?? "", "api_key"));
}

/** A request that presents a secret. */
export function showing(presented: Presented): Shown {
  return { presented, token_scopes: null, proof: null, flaw: null };
}

/**
 * RFC 9449 §7: a bound token must use the scheme DPoP with a proof; other tokens use the scheme Bearer, and a proof beside them
 * is ignored.
 */
function presentToken(
  keyring: Keyring,
  from: Pick<Presented, "address" | "tenant_code">,
  token: string,
  scheme: string,
  proved: () => ShownProof,
): Shown {
  const claims = readToken(keyring, token);
  const is_dpop = scheme.toLowerCase() === "dpop";
  const judged = is_dpop ? judgeShown(proved(), token) : null;
  const proof = judged?.cause === null ? judged : null;
  const flaw = judged?.cause ?? flawOf(claims?.jkt ?? null, proof?.jkt ?? null);
  const is_good = claims !== null && flaw === null;
  return {
    presented: {
      ...from,
      key_id: claims?.key_id ?? no_key_id,
      versions: null,
      digests: null,
      method: is_dpop ? "dpop" : "oauth2",
      token_expires_us: is_good ? claims.expires_us : null,
      client_id: null,
    },
    token_scopes: claims?.scopes ?? [],
    proof: is_good ? proof : null,
    flaw: claims === null ? null : flaw,
  };
}

function judgeShown({ proofs, method, url }: ShownProof, access_token: string) {
  return judgeProof(proofs, { method, url, access_token });
}

/** Compares the key to which the token is bound with the proved key; null stands for no key. Returns the fault, or null. */
function flawOf(bound: string | null, proved: string | null): string | null {
  if (bound === proved) return null;
  if (proved === null) return "token_bound";
  return bound === null ? "token_unbound" : "proof_other_key";
}

/** The DPoP proofs of a request, with its method and URL. */
export function proofIn({ raw }: FastifyRequest, base_url: string): ShownProof {
  const path = (raw.url ?? "/").split("?")[0]!;
  return { proofs: raw.headersDistinct["dpop"] ?? [], method: raw.method!, url: base_url + path };
}

/** The data that the database judges when the secret itself is sent. */
export function presentSecret(
  keyring: Keyring,
  address: string,
  tenant_code: string | null,
  secret: string,
  method: "api_key" | "oauth2",
): Presented {
  return {
    address,
    tenant_code,
    key_id: keyIdOf(secret) ?? no_key_id,
    versions: keyring.versions,
    digests: keyring.versions.map((version) => digestOf(keyring, secret, version)),
    method,
    token_expires_us: null,
    client_id: null,
  };
}

/**
 * Reads the credentials of a request to the integration API. A repeated header is refused, because proxies may disagree about
 * which value counts.
 */
function readCredentials(request: FastifyRequest): Credentials {
  return {
    api_key: singleHeader(request, "x-api-key"),
    authorization: singleHeader(request, "authorization"),
    tenant_code: singleHeader(request, "x-tenant-code"),
  };
}

/** The one value of a header, or null when it is absent; throws when it is repeated. */
export function singleHeader(request: FastifyRequest, name: string): string | null {
  const values = request.raw.headersDistinct[name] ?? [];
  if (values.length > 1) throw malformedRequest(`The header ${name} must stand once.`);
  return values[0] ?? null;
}

function requireScope(caller: Caller, any_of: readonly Scope[]): void {
  if (any_of.some((scope) => caller.scopes.has(scope))) return;
  const named = any_of.map((scope) => `"${scope}"`).join(" or ");
  throw insufficientScope(`This operation needs the scope ${named}.`, { members: { required_scopes: any_of } });
}

function overLimit(state: BucketState): Problem {
  const retry_after_seconds = retryAfter(state);
  const limit_name = refusingLimit(state);
  const what = limit_name === "bucket" ? "Rate limit" : "Daily quota";
  return rateLimited(`${what} of this client exceeded; the request was not executed.`, {
    members: { limit_name, retry_after_seconds },
  });
}

/** The state of a client's limits without taking a token. */
export function limiterOfBucket(bucket: Bucket): Limiter {
  return limiterOf(stateOf(bucket, true));
}

/** The rate-limit headers of a client without taking a token. */
export function headersOfBucket(bucket: Bucket): Record<string, string> {
  const state = stateOf(bucket, true);
  return rateLimitHeaders(state, limiterOf(state));
}

function stateOf(bucket: Bucket, admitted: boolean): BucketState {
  const { tat_us, now_us, used } = bucket;
  const limits = { per_minute: bucket.rate_per_minute, burst: bucket.rate_burst, per_day: bucket.rate_per_day };
  return { admitted, tat_us, now_us, used, limits };
}

/** Effective scopes = the token's ∩ the client's scopes now. */
export function callerOf(admission: Standing, token_scopes: Scope[] | null, request_id: string): Caller {
  return {
    tenant: {
      id: admission.tenant_id,
      code: admission.tenant_code,
      kind: admission.tenant_kind,
      time_zone: admission.time_zone,
      fiscal_month: admission.fiscal_month,
    },
    client: { id: admission.client_id, name: admission.client_name },
    actor: { type: "client", id: admission.client_id, name: admission.client_name },
    scopes: new Set(token_scopes ? admission.scopes.filter((scope) => token_scopes.includes(scope)) : admission.scopes),
    now: Temporal.Instant.fromEpochMilliseconds(Math.floor((admission.now_us + admission.clock_offset_us) / 1000)),
    request_id,
  };
}
