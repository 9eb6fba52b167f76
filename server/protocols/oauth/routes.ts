import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { blocked, headersOfBucket, type AuthenticateOptions } from "../../features/clients/admission/authenticate.ts";
import { enterTokenEndpoint, findBlockLeft, findBucket } from "../../features/clients/sql.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { open } from "../../platform/http/access.ts";
import { rateLimited, unsupportedMediaType } from "../../platform/http/problem.ts";
import { answerFailures } from "../../platform/http/server.ts";
import { authenticateBasic, authenticateForm, type Grantee } from "./authenticate.ts";
import { renderOAuthError } from "./errors.ts";
import { readForm, type Parameters } from "./form.ts";
import { grantToken } from "./grant.ts";
import { operation } from "./operation.ts";
import { provedKey } from "./proved-key.ts";
import { TokenHeaders, TokenRequest } from "./schema.ts";

/** The path of the token endpoint. */
export const token_path = "/api/v1/oauth/token";
const body_max_bytes = 8_192;
const requests_max = 60;
const requests_window_us = 60_000_000;

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated client, at the token endpoint. */
    grantee: Grantee | null;
  }
}

export type TokenOptions = AuthenticateOptions & { log: Logger };

/**
 * Mounts the token endpoint. It checks, in this order: block of the address, rate of the address, credentials, parameters and
 * scope, number of the client's issued tokens. Without an Authorization header, credentials are parameters (docs/decisions/0048).
 * The endpoint takes no token from the client's rate bucket.
 */
export function tokenRoute(app: FastifyInstance, options: TokenOptions): void {
  app.register(async (endpoint) => {
    // RFC 7523 §3: the token endpoint's URL is accepted as `aud` as well as the issuer.
    const audiences = [options.base_url, options.base_url + token_path];
    endpoint.decorateRequest("grantee", null);
    answerFailures(endpoint, renderOAuthError(options.base_url), options.log);
    readForms(endpoint);
    endpoint.addHook("onRequest", async (request, reply) => {
      // RFC 6749 §5.1 requires it besides `Cache-Control: no-store`, which every answer has.
      reply.header("pragma", "no-cache");
      await enter(options.pool, request);
      request.grantee = await authenticateBasic(options, request);
      request.caller = request.grantee?.caller ?? null;
    });
    endpoint.addHook("preValidation", async (request) => {
      request.grantee = await authenticateForm({ ...options, audiences }, request, request.body as Parameters);
      request.caller = request.grantee.caller;
    });
    endpoint.route({
      method: "POST",
      url: token_path,
      schema: { body: TokenRequest, headers: TokenHeaders },
      // The handler checks the body by the rules of RFC 6749; its schema is only for the documentation.
      validatorCompiler: () => () => true,
      bodyLimit: body_max_bytes,
      config: { access: open(), operation },
      async handler(request, reply) {
        const { caller } = request.grantee!;
        const bucket = await findBucket(options.pool, caller.tenant.id, caller.client.id);
        const jkt = await provedKey(options, request, bucket.dpop_bound_access_tokens);
        const token = await grantToken(options, { ...request.grantee!, jkt }, request.body as Parameters);
        reply.headers(headersOfBucket(bucket));
        return token;
      },
    });
  });
}

/** Refuses a blocked address at the token endpoint's other methods. */
export async function refuseBlocked(pool: Pool, request: FastifyRequest): Promise<void> {
  const left_s = await findBlockLeft(pool, request.address);
  if (left_s > 0) throw blocked(left_s);
}

/** Counts a request of an address, whatever its result. A request of a blocked address is refused without being counted. */
async function enter(pool: Pool, request: FastifyRequest): Promise<void> {
  const entry = await enterTokenEndpoint(pool, request.address, requests_max, requests_window_us);
  if (entry.blocked_s > 0) throw blocked(entry.blocked_s);
  if (entry.ok) return;
  throw rateLimited(`An address may send ${requests_max} token requests within a minute.`, {
    members: { limit_name: "token_requests", retry_after_seconds: entry.retry_after_s },
    headers: { "retry-after": String(entry.retry_after_s) },
  });
}

function readForms(endpoint: FastifyInstance): void {
  endpoint.removeAllContentTypeParsers();
  endpoint.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, (request, body, done) => {
    try {
      const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
      const is_plain = (request.headers["content-encoding"] ?? "identity") === "identity";
      if ((charset ?? "utf-8").toLowerCase() !== "utf-8" || !is_plain)
        throw unsupportedMediaType("The form must be plain UTF-8.");
      done(null, readForm(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}
