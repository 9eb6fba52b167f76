import type { FastifyRequest } from "fastify";
import {
  blocked,
  callerOf,
  presentSecret,
  singleHeader,
  type AuthenticateOptions,
} from "../../features/clients/admission/authenticate.ts";
import { keyIdOf } from "../../features/clients/secret.ts";
import { admit } from "../../features/clients/sql.ts";
import type { Caller } from "../../platform/context.ts";
import { isUuid } from "../../platform/ids.ts";
import { invalidClient, invalidRequest } from "./errors.ts";
import { decodeComponent, type Parameters } from "./form.ts";

/** A client that has shown id and secret, and the secret that it showed: the token is tied to it. */
export type Grantee = { caller: Caller; key_id: string };

/** What a token request shows of its client, by either way; empty where it is none. */
type Shown = { id: string; secret: string };

/**
 * Authenticates the client of a token request by HTTP Basic (RFC 6749 §2.3.1). Null without an Authorization header, where the
 * form that is still to come may hold id and secret.
 */
export async function authenticateBasic(options: AuthenticateOptions, request: FastifyRequest): Promise<Grantee | null> {
  refuseOtherWays(request);
  const authorization = singleHeader(request, "authorization");
  if (authorization !== null) return authenticate(options, request, readBasic(authorization));
  // Nothing was shown, and nothing will be: this is not counted.
  if (!bringsForm(request)) throw invalidClient();
  return null;
}

/** Authenticates the client by id and secret in the form (RFC 6749 §2.3.1), unless HTTP Basic has. */
export async function authenticatePost(
  options: AuthenticateOptions,
  request: FastifyRequest,
  parameters: Parameters,
): Promise<Grantee> {
  const id = parameters.get("client_id");
  const secret = parameters.get("client_secret");
  if (request.grantee !== null) {
    if (id === undefined && secret === undefined) return request.grantee;
    throw invalidRequest("Send client id and secret once: by HTTP Basic, or in the body.");
  }
  // Nothing was shown, so nothing failed: this is not counted.
  if (secret === undefined) throw invalidClient();
  return authenticate(options, request, { id: id ?? "", secret });
}

async function authenticate(options: AuthenticateOptions, request: FastifyRequest, { id, secret }: Shown): Promise<Grantee> {
  const tenant_code = singleHeader(request, "x-tenant-code");
  const presented = presentSecret(options.keyring, request.address, tenant_code, secret, "oauth2");
  const admission = await admit(options.pool, { ...presented, client_id: isUuid(id) ? id : no_client_id }, false);
  if (admission.outcome === "blocked") throw blocked(admission.retry_after_s);
  if (admission.outcome !== "ok") {
    options.onRefused({ cause: admission.cause!, tenant_id: admission.tenant_id, client_id: admission.client_id, request });
    throw invalidClient();
  }
  return { caller: callerOf(admission, null, request.id), key_id: keyIdOf(secret)! };
}

/** Whether a form is announced: of what comes as anything else, nothing is read. */
function bringsForm({ headers }: FastifyRequest): boolean {
  const is_empty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  return !is_empty && /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
}

// What cannot be a client id goes through the same look-up as any other, so that it takes the same time.
const no_client_id = "00000000-0000-0000-0000-000000000000";

/** Id and secret of an Authorization header; empty where it is not Basic or cannot be decoded, so that it fails like any wrong one. */
function readBasic(authorization: string): Shown {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1] ?? "";
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  if (colon === -1) return { id: "", secret: "" };
  // RFC 6749 §2.3.1: both sides are form-encoded before they are joined.
  return { id: decodeComponent(decoded.slice(0, colon)) ?? "", secret: decodeComponent(decoded.slice(colon + 1)) ?? "" };
}

/** RFC 6749 §2.3: one way to authenticate a request, and never by its URL, which ends up in logs. */
function refuseOtherWays(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  if ("client_id" in query || "client_secret" in query) throw invalidRequest("The URL must not carry credentials.");
  if (request.headers["x-api-key"] !== undefined)
    throw invalidRequest("Send the secret by HTTP Basic or in the body, not as X-API-Key.");
}
