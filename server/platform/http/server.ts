import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyHttpOptions,
} from "fastify";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { NotHere, Unavailable } from "../db/failures.ts";
import { elsewhereOf, type Elsewhere } from "../db/moving/placement.ts";
import { newRequestId } from "../ids.ts";
import { clientAddress, type Networks } from "../net/address.ts";
import { isOfForm, withEveryFault } from "./every-fault.ts";
import {
  headersTooLarge,
  internalError,
  invalid,
  malformedRequest,
  methodNotAllowed,
  misdirected,
  notFound,
  payloadTooLarge,
  type ErrorItem,
  Problem,
  problemBody,
  serviceUnavailable,
  unsupportedMediaType,
  uriTooLong,
} from "./problem.ts";
import { collectSoonerForLargeBodies } from "./bodies/large-bodies.ts";
import { readBodies } from "./bodies/read-bodies.ts";
import { sendFiles } from "./bodies/send-files.ts";
import { refuseSlowBodies, tooSlow } from "./bodies/slow-bodies.ts";
import { keepDeadlines, nothing, tookTooLong, wasAnswered } from "./deadline.ts";
import { tidyQuery } from "./tidy-query.ts";
import { asProblem, buildValidator } from "./validation.ts";

export type ServerOptions = {
  base_url: string;
  trusted_proxies: Networks;
  log: Logger;
  /** Whether the process is about to stop; answers then close their connection, so that clients connect elsewhere. */
  isStopping?: () => boolean;
  /** Called for every answered request, for logs and metrics. */
  onAnswer(request: FastifyRequest, reply: FastifyReply): void;
  /** Longest time for a body to arrive, in ms; tests use a shorter one. */
  body_timeout_ms?: number;
  /** Longest time in which the client reads nothing of a file, in ms; tests use a shorter one. */
  file_idle_ms?: number;
};

export const body_max_bytes = 1_048_576;
const headers_max_bytes = 16_384;
const url_max_bytes = 8_192;
const headers_timeout_ms = 10_000;
const request_timeout_ms = 30_000;
/** Longest time for a body to arrive, in ms; uploads have `request_timeout_ms`. */
const body_timeout_ms = 10_000;
const keep_alive_timeout_ms = 72_000;
const connections_check_ms = 5_000;
/** How long a client may take to close a connection whose input could not be parsed as a request. */
const closing_timeout_ms = 1_000;
/** Seconds after which a request refused with 503 may be repeated, unless the refusal says otherwise. */
const retry_after_default_s = "1";
const tenant_code_max = 32;
const strict_transport_max_age_s = 31_536_000;
/** No path parameter is refused for its length alone, because the whole URL has a lower limit. */
const parameter_max = headers_max_bytes;

/** Writes a failure in the error format of a scope. The integration API uses RFC 9457. */
export type RenderProblem = (failure: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * The Strict-Transport-Security header (RFC 6797 §6.1): browsers use only https for this host and its subdomains. null if the
 * service has no https.
 */
export function strictTransport(base_url: string): string | null {
  return base_url.startsWith("https:") ? `max-age=${strict_transport_max_age_s}; includeSubDomains` : null;
}

/** The HTTP server with everything that belongs to no single feature: limits, bodies, validation, problems, 404 and 405. */
export function createServer(options: ServerOptions): FastifyInstance {
  const render = renderProblem(options.base_url);
  const transport = strictTransport(options.base_url);
  const settings: FastifyHttpOptions<Server> = {
    logger: false,
    bodyLimit: body_max_bytes,
    requestTimeout: request_timeout_ms,
    keepAliveTimeout: keep_alive_timeout_ms,
    // A request that still arrives on an open connection is answered, and the connection is closed after it (isStopping).
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // Node would answer a missing Host with an empty 400; refuseAmbiguity answers with a problem.
    http: {
      maxHeaderSize: headers_max_bytes,
      headersTimeout: headers_timeout_ms,
      connectionsCheckingInterval: connections_check_ms,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: parameter_max },
    genReqId: () => newRequestId(),
    schemaController: { compilersFactory: { buildValidator: buildValidator as never } },
    schemaErrorFormatter: (findings, part) => asProblem(findings, part),
    clientErrorHandler: (error, socket) => answerRaw(error, socket, options.base_url),
    rewriteUrl: (request) => plainUrl(request.url ?? "/"),
  };
  const app = Fastify(settings) as FastifyInstance;
  // RFC 9110 §10.1.1: an unknown expectation may be ignored; Node would answer 417 without a body.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  app.decorateRequest("caller", null);
  app.decorateRequest("token_expires_us", null);
  app.decorateRequest("panel_caller", null);
  app.decorateRequest("address", "");
  app.decorateRequest("refusal", null);
  app.decorateRequest("limiter", null);
  app.decorateRequest("trace_id", null);
  keepDeadlines(app);
  readBodies(app);
  collectSoonerForLargeBodies(app, body_max_bytes);
  refuseSlowBodies(app, body_max_bytes, options.body_timeout_ms ?? body_timeout_ms);
  // Hooks of every request use callbacks: waiting for a promise costs more than what most of them do.
  app.addHook("onRequest", (request, reply, done) => {
    request.address = clientAddress(request.raw, options.trusted_proxies);
    reply.header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    if (transport !== null) reply.header("strict-transport-security", transport);
    refuseAmbiguity(request);
    if (Buffer.byteLength(request.raw.url ?? "") > url_max_bytes) throw uriTooLong("The URL may have at most 8192 bytes.");
    done();
  });
  app.decorateRequest("text_faults", null);
  app.addHook("preValidation", (request, _reply, done) => {
    const faults = [...(request.text_faults ?? []), ...tidyQuery(request)];
    if (faults.length === 0) return done();
    request.text_faults = faults;
    throw invalid(faults);
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (options.isStopping?.()) reply.header("connection", "close");
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    options.onAnswer(request, reply);
    done();
  });
  answerFailures(app, render, options.log);
  sendFiles(app, options.log, options.file_idle_ms);
  refuseSilentRoutes(app);
  return app;
}

/** Answers every failure of a scope in its error format, and logs failures of the service itself. */
export function answerFailures(app: FastifyInstance, render: RenderProblem, log: Logger): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (wasAnswered(request, error)) return nothing();
    const failure = await completeProblem(error, request);
    noteRefusal(request, failure);
    const elsewhere = elsewhereOf(failure.cause);
    if (elsewhere !== null) {
      log.warn({ ...elsewhere, ...askedFor(request) }, "asked for an organisation that is not here");
    } else if (failure.type.status >= 500) {
      log.error({ err: failure.cause ?? error, request_id: request.id, route: request.routeOptions.url }, "a request failed");
    }
    if (hasMuchToCome(request)) reply.header("connection", "close");
    if (failure.type.status === 503) reply.header("retry-after", retry_after_default_s);
    return render(failure, request, reply);
  });
}

/** The problem of a failure. A validation problem lists all faults, unless finding them fails. */
async function completeProblem(error: unknown, request: FastifyRequest): Promise<Problem> {
  const failure = toProblem(error, request);
  if (!isOfForm(failure, request)) return failure;
  return withEveryFault(failure, request).catch((cause: unknown) => toProblem(cause, request));
}

/** Records a refusal for the request log: its code, its text, and which limit refused. */
function noteRefusal(request: FastifyRequest, { type, detail, members }: Problem): void {
  const errors = Array.isArray(members["errors"]) ? (members["errors"] as ErrorItem[]) : [];
  const cause = typeof members["limit_name"] === "string" ? members["limit_name"] : null;
  request.refusal = {
    tenant_id: null,
    client_id: null,
    ...request.refusal,
    cause: request.refusal?.cause ?? cause,
    code: type.code,
    problem: { detail, errors },
  };
}

/** Whether a refused request is still sending a body that is too large to read just to keep the connection. */
function hasMuchToCome({ raw, headers }: FastifyRequest): boolean {
  return !raw.complete && !(Number(headers["content-length"] ?? Number.NaN) <= body_max_bytes);
}

/**
 * Answers unknown paths with 404, and known paths with another method with 405 and `Allow`. `guard` runs first: where credentials
 * are required, a caller without them does not learn which paths exist.
 */
export function answerUnknownAddresses(
  app: FastifyInstance,
  known: KnownRoutes,
  guard: (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  // A hook, because the not-found handler would run only after the body has been read and validated.
  app.addHook("onRequest", (request, reply, done) => {
    const path = (request.raw.url ?? "/").split("?", 1)[0]!;
    if (!request.is404 && !known.isOther(path, request.routeOptions.url)) return done();
    return refuse(path, request, reply);
  });
  const refuse = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    await guard(path, request, reply);
    const allowed = known.methodsOf(path);
    if (allowed.length === 0) throw notFound("No such address.");
    throw methodNotAllowed(`${request.method} is not possible here.`, { headers: { allow: allowed.join(", ") } });
  };
}

/**
 * Path and query of a request target; of an absolute URL (RFC 9112 §3.2.2), the part after the host. A path that cannot be
 * decoded is taken literally, so that it is handled like any other unknown path.
 */
function plainUrl(target: string): string {
  if (target.startsWith("/") && !target.includes("%")) return target;
  const absolute = /^https?:\/\/[^/?]*(.*)$/is.exec(target);
  const url = absolute ? absolute[1]!.replace(/^(?!\/)/, "/") : target;
  const [path, ...query] = url.split("?");
  try {
    decodeURIComponent(path!);
    return url;
  } catch {
    return [path!.replaceAll("%", "%25"), ...query].join("?");
  }
}

/** Refuses a request that a proxy on the way may have understood differently (RFC 9112 §3.2). */
function refuseAmbiguity(request: FastifyRequest): void {
  const { httpVersionMajor, httpVersionMinor, headersDistinct } = request.raw;
  if (httpVersionMajor !== 1) throw malformedRequest("HTTP/1.1 is spoken here.");
  const hosts = headersDistinct["host"]?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && httpVersionMinor > 0)) throw malformedRequest("The header host must stand once.");
  if ((headersDistinct["content-type"]?.length ?? 0) > 1) throw malformedRequest("The header content-type must stand once.");
}

export type KnownRoutes = {
  methodsOf(path: string): string[];
  /** Whether a fixed path was matched as the parameter of another route, which has the method. */
  isOther(path: string, route: string | undefined): boolean;
};

/** Records every route that is mounted after this call. */
export function rememberRoutes(app: FastifyInstance): KnownRoutes {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", (mounted) => {
    const entry = patterns.get(mounted.url) ?? { pattern: patternOf(mounted.url), methods: new Set<string>() };
    for (const method of [mounted.method].flat()) entry.methods.add(method);
    patterns.set(mounted.url, entry);
  });
  return {
    isOther: (path, route) => route !== path && patterns.has(path),
    methodsOf: (path) => {
      const fixed = patterns.get(path);
      // If a fixed path matches as well as a path with a parameter, the fixed one counts: its text is no id of a record.
      const matching = fixed ? [fixed] : [...patterns.values()].filter((entry) => entry.pattern.test(path));
      return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}

/** The pattern of request paths that match a route. */
export function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[a-z_]+/g, "[^/]+");
  return new RegExp(`^${escaped.replace("\\*", ".*")}$`);
}

/** Every failure as a Problem. An unexpected error becomes 500 and keeps its cause for the log. */
export function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NotHere) return refusalOf(elsewhereOf(error)!, error);
  if (error instanceof Unavailable) {
    return serviceUnavailable("The service cannot answer right now; repeat the request.", {
      headers: { "retry-after": String(error.retry_after_s) },
      cause: error.cause ?? error,
    });
  }
  const { code, statusCode } = error as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const limit_bytes = request.routeOptions.bodyLimit ?? body_max_bytes;
    return payloadTooLarge(`The request body may have at most ${limit_bytes} bytes.`, { members: { limit_bytes } });
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || statusCode === 415) {
    const { upload } = request.routeOptions.config?.operation ?? {};
    const media_types = Object.keys(upload ?? { "application/json": "" }).join(" or ");
    return unsupportedMediaType(`Send the body as ${media_types} in UTF-8, without content encoding.`);
  }
  if (code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH")
    return malformedRequest("The body does not have the length that Content-Length names.");
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY") return malformedRequest("The body is missing; send a JSON object.");
  if (statusCode === 503) return tookTooLong(error);
  if (statusCode === 400) return malformedRequest("The request cannot be read.");
  // No client reads this answer: the connection has ended. It is only logged.
  if (code === "ECONNRESET" && !request.raw.complete)
    return malformedRequest("The connection ended before the body had arrived.");
  return internalError("Something failed on our side; report the request id.", { cause: error });
}

/**
 * 421 for an organisation on another node, 503 for one that is moving. It is never an answer that makes credentials look wrong.
 */
function refusalOf({ state }: Elsewhere, cause: NotHere): Problem {
  if (state === "moved") return misdirected("This organisation is served by another node.", { cause });
  const headers = { "retry-after": String(cause.retry_after_s) };
  return serviceUnavailable("This organisation is being moved; repeat the request.", { headers, cause });
}

/** For the log: the kind of API that was called, and the organisation if the request names it. */
function askedFor(request: FastifyRequest) {
  const named = (request.params as { tenant_code?: unknown } | null)?.tenant_code ?? request.headers["x-tenant-code"];
  const tenant_code = typeof named === "string" ? named.slice(0, tenant_code_max) : null;
  return { tenant_code, request_id: request.id, route: request.routeOptions.url };
}

export function renderProblem(base_url: string): RenderProblem {
  return (failure, request, reply) =>
    reply
      .code(failure.type.status)
      .headers(failure.headers)
      .type("application/problem+json")
      .send(
        problemBody(failure, {
          base_url,
          instance: (request.raw.url ?? "/").split("?")[0]!,
          request_id: request.id,
          trace_id: request.trace_id,
        }),
      );
}

function refuseSilentRoutes(app: FastifyInstance): void {
  app.addHook("onRoute", (mounted) => {
    if (!mounted.config?.access)
      throw new Error(`${String(mounted.method)} ${mounted.url} does not say who may call it: needs(scope) or open()`);
  });
}

/** `rawPacket`: the bytes in which Node found the error. */
type ClientError = Error & { code?: string; rawPacket?: unknown };

/**
 * Answers what Node refuses to parse as a request. The answer is written to the socket, because Fastify has no reply object for
 * it.
 */
function answerRaw(error: ClientError, socket: Socket, base_url: string): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = rawFailure(error);
  const request_id = newRequestId();
  const body = problemBody(failure, { base_url, instance: "/", request_id });
  const transport = strictTransport(base_url);
  const secure = transport === null ? "" : `Strict-Transport-Security: ${transport}\r\n`;
  socket.setTimeout(closing_timeout_ms, () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${failure.type.status} ${failure.type.title}\r\nX-Request-Id: ${request_id}\r\n${secure}Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function rawFailure({ code, rawPacket }: ClientError): Problem {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return tooSlow();
  if (code !== "HPE_HEADER_OVERFLOW") return malformedRequest("The request is not valid HTTP.");
  // Node counts the request line as a header. If it arrived in pieces, it is unknown whether the line or a header was too long.
  const first_line = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1").split("\n", 1)[0]! : "";
  const is_url = /^[A-Z]+ \//.test(first_line) && first_line.length > url_max_bytes;
  return is_url
    ? uriTooLong("The URL may have at most 8192 bytes.")
    : headersTooLarge("The headers may have at most 16384 bytes.");
}
