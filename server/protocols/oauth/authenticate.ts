import type { FastifyRequest } from "fastify";
import {
  blocked,
  callerOf,
  presentSecret,
  singleHeader,
  type AuthenticateOptions,
} from "../../features/clients/admission/authenticate.ts";
import { authenticateAssertion, type SignedRequest } from "../../features/clients/public-keys/authenticate-assertion.ts";
import { keyIdOf } from "../../features/clients/secret.ts";
import { admit } from "../../features/clients/admission/admit.ts";
import type { Caller } from "../../platform/context.ts";
import { isUuid } from "../../platform/ids.ts";
import { invalidClient, invalidRequest } from "./errors.ts";
import { decodeComponent, type Parameters } from "./form.ts";

/** An authenticated client, and the secret or public key that it used: the token is valid only as long as that key. */
export type Grantee = { caller: Caller; key_id: string };

/** `audiences`: accepted values of an assertion's `aud`. */
export type FormOptions = AuthenticateOptions & { audiences: readonly string[] };

/** The client's credentials in a token request; empty texts if there are none. */
type Shown = { id: string; secret: string };

/**
 * Authenticates the client of a token request by HTTP Basic (RFC 6749 §2.3.1). Null without an Authorization header: then the
 * form, which is read later, may contain id and secret.
 */
export async function authenticateBasic(options: AuthenticateOptions, request: FastifyRequest): Promise<Grantee | null> {
  refuseOtherWays(request);
  const authorization = singleHeader(request, "authorization");
  if (authorization !== null) return authenticate(options, request, readBasic(authorization));
  // The request has no credentials, so it is not counted as a failed authentication.
  if (!bringsForm(request)) throw invalidClient();
  return null;
}

/**
 * Authenticates the client by id and secret in the form (RFC 6749 §2.3.1), or by an assertion (RFC 7521 §4.2), unless HTTP Basic
 * has been used.
 */
export async function authenticateForm(options: FormOptions, request: FastifyRequest, parameters: Parameters): Promise<Grantee> {
  const id = parameters.get("client_id");
  const secret = parameters.get("client_secret");
  const assertion = parameters.get("client_assertion");
  const type = parameters.get("client_assertion_type");
  if (request.grantee !== null) {
    if ([id, secret, assertion, type].every((value) => value === undefined)) return request.grantee;
    throw invalidRequest("Authenticate once: by HTTP Basic, or in the body.");
  }
  if (assertion !== undefined || type !== undefined) {
    if (secret !== undefined) throw invalidRequest("Authenticate once: by client_secret, or by client_assertion.");
    if (assertion === undefined || type === undefined)
      throw invalidRequest("Send client_assertion and client_assertion_type together.");
    return authenticateSigned(options, request, { assertion, type, client_id: id });
  }
  // The request has no credentials, so it is not counted as a failed authentication.
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

/** Authenticates by an assertion that the client has signed with a key of its own (docs/decisions/0055). */
async function authenticateSigned(
  options: FormOptions,
  request: FastifyRequest,
  shown: Pick<SignedRequest, "assertion" | "type" | "client_id">,
): Promise<Grantee> {
  const tenant_code = singleHeader(request, "x-tenant-code");
  const signed = { ...shown, audiences: options.audiences, address: request.address, tenant_code };
  const { admission, key_id, refusal } = await authenticateAssertion(options.pool, signed);
  if (admission.outcome === "blocked") throw blocked(admission.retry_after_s);
  if (refusal !== null) {
    options.onRefused({ ...refusal, request });
    throw invalidClient();
  }
  return { caller: callerOf(admission, null, request.id), key_id };
}

/** Whether the request announces a form; a body of another type is not read. */
function bringsForm({ headers }: FastifyRequest): boolean {
  const is_empty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  return !is_empty && /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
}

// An id for texts that are no client id: they go through the same lookup as any other, so that it takes the same time.
const no_client_id = "00000000-0000-0000-0000-000000000000";

/**
 * Id and secret of an Authorization header. Empty if it is not Basic or cannot be decoded, so that it fails like wrong
 * credentials.
 */
function readBasic(authorization: string): Shown {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1] ?? "";
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  if (colon === -1) return { id: "", secret: "" };
  // RFC 6749 §2.3.1: both parts are form-encoded before they are joined.
  return { id: decodeComponent(decoded.slice(0, colon)) ?? "", secret: decodeComponent(decoded.slice(colon + 1)) ?? "" };
}

const credentials = ["client_id", "client_secret", "client_assertion", "client_assertion_type"];

/** RFC 6749 §2.3: a request may use only one way to authenticate, and never its URL, which is written to logs. */
function refuseOtherWays(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  if (credentials.some((name) => name in query)) throw invalidRequest("The URL must not carry credentials.");
  if (request.headers["x-api-key"] !== undefined)
    throw invalidRequest("Send the secret by HTTP Basic or in the body, not as X-API-Key.");
}
