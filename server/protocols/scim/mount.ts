import { parse } from "node:querystring";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { needs } from "../../platform/http/access.ts";
import { nothing, wasAnswered, withinDeadline } from "../../platform/http/deadline.ts";
import { methodNotAllowed, notFound } from "../../platform/http/problem.ts";
import { toProblem } from "../../platform/http/server.ts";
import { scimError, ScimError } from "./errors.ts";
import {
  openExchange,
  type Exchange,
  type LoggedExchange,
  type Preconditions,
  type ScimAnswer,
  type ScimOptions,
} from "./exchange.ts";
import { inScimTerms, sendBody, sendError } from "./render.ts";
import { describe, isLogged, keepLog, type Asked } from "./sync-log/sync-log.ts";

/** The parts of a request that a handler gets. */
export type ScimInput = {
  /** The id of the resource in the path; empty if the path has none. */
  id: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  preconditions: Preconditions;
  /** The entry of the sync log for an answer that is about to be sent. */
  describe: (answer: ScimAnswer) => LoggedExchange;
};

export type ScimRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path after the organisation's code. */
  path: string;
  /** Largest body, in bytes; default 1 MiB. */
  body_limit_bytes?: number;
  /** Longest handling, in ms; default: that of any request. */
  timeout_ms?: number;
  handle(exchange: Exchange, input: ScimInput): Promise<ScimAnswer> | ScimAnswer;
};

const root = "/scim/v2/:tenant_code";

/** Mounts one operation of SCIM under its path, with and without a trailing `/`. */
export function mountScim(scim: FastifyInstance, options: ScimOptions & { log: Logger }, route: ScimRoute): void {
  const keep = keepLogWith(options.log);
  for (const url of [root + route.path, `${root}${route.path}/`]) {
    scim.route({
      method: route.method,
      url,
      config: { access: needs("scim") },
      ...(route.body_limit_bytes === undefined ? {} : { bodyLimit: route.body_limit_bytes }),
      ...(route.timeout_ms === undefined ? {} : { handlerTimeout: route.timeout_ms }),
      handler: async (request, reply) => {
        // The authentication hook has run and refused requests without a caller.
        const handle = async () => {
          const exchange = await openExchange(options, request.caller!);
          const answer = await route.handle(exchange, inputOf(request, reply));
          if (!answer.is_logged) await keep(exchange, request, reply, answer);
          return answer;
        };
        return send(reply, await withinDeadline(request, handle));
      },
    });
  }
}

/**
 * Writes refused requests to the sync log, also those refused before the handler: a body of another type, too large, or no JSON.
 * Failures of the service and failed admission are only passed on to the scope's error handler.
 */
export function logRefusals(scim: FastifyInstance, options: ScimOptions & { log: Logger }): void {
  const keep = keepLogWith(options.log);
  scim.setErrorHandler(async (error, request, reply) => {
    if (wasAnswered(request, error)) return nothing();
    const refusal = refusalOf(error, request);
    if (refusal === null || request.caller === null) throw error;
    await keep(await openExchange(options, request.caller), request, reply, refusal);
    if (!(error instanceof ScimError)) throw error;
    const problem = { detail: error.detail, errors: [] };
    request.refusal = { code: null, cause: null, tenant_id: null, client_id: null, problem };
    return sendError(reply, error);
  });
}

function refusalOf(error: unknown, request: FastifyRequest): ScimError | null {
  if (error instanceof ScimError) return error;
  const problem = toProblem(error, request);
  return problem.type.status < 500 ? inScimTerms(problem) : null;
}

/** Answers all other requests with SCIM errors, after authentication, so that a caller without credentials learns nothing. */
export function refuseOthers(scim: FastifyInstance, routes: readonly ScimRoute[]): void {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^/scim/v2/[^/]+${path.replaceAll(".", "\\.").replace(":id", "(?!\\.search(?:/|$))[^/]+")}/?$`),
  }));
  // Importing the module would also load what it shares with browsers (fetch, WebSocket), which takes a twentieth of the start.
  for (const method of process.getBuiltinModule("node:http").METHODS) {
    if (!scim.supportedMethods.includes(method) && method !== "CONNECT") scim.addHttpMethod(method, { hasBody: true });
  }
  // `.search` is no id of a resource, for any method.
  const searches = routes.filter(({ path }) => path.endsWith("/.search")).flatMap(({ path }) => [root + path, `${root}${path}/`]);
  for (const url of ["/scim/*", root, `${root}/*`, ...searches]) {
    scim.route({
      // Fastify adds HEAD to each GET route.
      method: scim.supportedMethods.filter((method) => method !== "HEAD" && !(searches.includes(url) && method === "POST")),
      url,
      config: { access: needs("scim") },
      // Before the body, which need not be read.
      onRequest: async (request) => refuseOther(patterns, request),
      handler: async () => undefined,
    });
  }
}

type Patterns = readonly { method: string; pattern: RegExp }[];

function refuseOther(patterns: Patterns, request: FastifyRequest): never {
  const path = request.url.split("?")[0]!;
  // RFC 7644 §3.11: /Me requires a caller who is a user.
  if (/^\/scim\/v2\/[^/]+\/Me(?:\/|$)/.test(path)) {
    throw scimError(501, null, "An integration client is no user; there is no /Me.");
  }
  const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (allowed.length === 0) throw notFound("There is no such endpoint.");
  throw methodNotAllowed(`${request.method} is not possible here.`, { headers: { allow: [...new Set(allowed)].join(", ") } });
}

/** Writes the sync log; the answer is the same if that fails. */
function keepLogWith(log: Logger) {
  return async (exchange: Exchange, request: FastifyRequest, reply: FastifyReply, result: ScimAnswer | ScimError) => {
    const asked = askedOf(request);
    if (!isLogged(asked, result.status)) return;
    const operations = result instanceof ScimError ? undefined : result.operations;
    const logged = operations ?? [loggedOf(asked, reply, result)];
    await keepLog(exchange, logged).catch((error: unknown) =>
      log.error({ err: error, request_id: request.id }, "a row of the sync log was lost"),
    );
  };
}

function askedOf({ method, url, body }: FastifyRequest): Asked {
  return { method, path: url.split("?")[0]!.replace(/^\/scim\/v2\/[^/]*/, ""), body };
}

function loggedOf(asked: Asked, reply: FastifyReply, result: ScimAnswer | ScimError): LoggedExchange {
  return { ...describe(asked, result), duration_ms: Math.round(reply.elapsedTime) };
}

function inputOf(request: FastifyRequest, reply: FastifyReply): ScimInput {
  const { "if-match": if_match, "if-none-match": if_none_match } = request.headers;
  return {
    id: (request.params as { id?: string }).id ?? "",
    query: withNumbers(request.query as object, request.url),
    body: request.body,
    preconditions: { if_match, if_none_match },
    describe: (answer) => loggedOf(askedOf(request), reply, answer),
  };
}

/** Replaces numeric parameters by their original text: the server trims all texts, and "+5" arrives as " 5". */
function withNumbers(query: object, url: string): Record<string, unknown> {
  const numbers = ["startIndex", "count"].filter((name) => name in query);
  if (numbers.length === 0) return query as Record<string, unknown>;
  const sent = parse(url.split("?")[1] ?? "");
  return { ...query, ...Object.fromEntries(numbers.map((name) => [name, sent[name]])) };
}

function send(reply: FastifyReply, { status, body, headers }: ScimAnswer): FastifyReply {
  reply.code(status).headers(headers ?? {});
  return body === null ? reply.send() : sendBody(reply, body);
}
