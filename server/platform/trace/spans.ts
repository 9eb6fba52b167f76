// Traces for a tracing backend, by OpenTelemetry's semantic conventions. Without OTEL_EXPORTER_OTLP_ENDPOINT no SDK is loaded
// (start.ts), no hook of this file is installed, and the calls of OpenTelemetry's API do nothing.
//
//   request    a trace of its own. Its id is computed from the request's id, so either can be found by the other. A traceparent
//              from a client only becomes a link; it decides neither sampling nor the trace id (docs/decisions/0040).
//   statement  a child of the request or job that ran it. Its text contains no values.
//   job        continues the trace of the request that sent it; the job's data carry the traceparent.
//   attempt    of a webhook delivery: in the trace of its event, which receivers get as traceparent.
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span,
  type SpanContext,
} from "@opentelemetry/api";
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { codeOf } from "../db/failures.ts";
import type { Connection, PoolObserver } from "../db/pool.ts";
import type { Statement } from "../db/sql.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The id of the request's trace; null: the request is not traced. */
    trace_id: string | null;
  }
}

const tracer = () => trace.getTracer("muster");
const statement_chars_max = 4_000;

/** The id for the next trace. The library asks its id generator while a span is started, so it is set immediately before. */
export const next_trace: { id: string | null } = { id: null };

/** The trace id of a request, computed from the request's id, so that it can be computed again anywhere. */
export function traceIdOf(request_id: string): string {
  return createHash("sha256").update(request_id).digest("hex").slice(0, 32);
}

/** Members for log lines about the current request or job. */
export function traceForLog(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** Traces each request. Register it before all hooks that use the database. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, { span: Span; inside: Context }>();
  app.addHook("onRequest", (request, _reply, done) => {
    const span = startRequest(request);
    const inside = trace.setSpan(ROOT_CONTEXT, span);
    spans.set(request, { span, inside });
    if (isKept(span.spanContext())) request.trace_id = span.spanContext().traceId;
    context.with(inside, done);
  });
  // The body arrives in socket events, which are outside the request's context.
  app.addHook("preValidation", (request, _reply, done) => {
    const known = spans.get(request);
    if (known) context.with(known.inside, done);
    else done();
  });
  const end = (request: FastifyRequest, status: number | null) => {
    const known = spans.get(request);
    if (known) endRequest(known.span, request, status);
    spans.delete(request);
  };
  app.addHook("onResponse", async (request, reply) => end(request, reply.statusCode));
  app.addHook("onRequestAbort", async (request) => end(request, null));
}

function startRequest(request: FastifyRequest): Span {
  const { url: route } = request.routeOptions;
  const path = (request.raw.url ?? "/").split("?")[0]!;
  next_trace.id = traceIdOf(request.id);
  return tracer().startSpan(
    route === undefined ? request.method : `${request.method} ${route}`,
    {
      kind: SpanKind.SERVER,
      root: true,
      links: linksOf(request.headers["traceparent"]),
      attributes: {
        "http.request.method": request.method,
        ...(route === undefined ? {} : { "http.route": route }),
        // Paths of pages may contain one-time links, so only paths of the APIs are recorded.
        ...(/^\/(api|scim)\//.test(path) ? { "url.path": path } : {}),
        "url.scheme": request.protocol,
        "network.protocol.version": request.raw.httpVersion,
        "client.address": request.address,
        "muster.request_id": request.id,
      },
    },
    ROOT_CONTEXT,
  );
}

/** `status` is null if the client disconnected before it was answered. */
function endRequest(span: Span, request: FastifyRequest, status: number | null): void {
  const caller = request.caller ?? request.panel_caller;
  if (caller) span.setAttribute("muster.organisation_id", caller.tenant.id);
  if (request.caller) span.setAttribute("muster.client_id", request.caller.client.id);
  if (request.refusal?.code) span.setAttribute("muster.problem", request.refusal.code);
  if (status !== null) span.setAttribute("http.response.status_code", status);
  if (status === null || status >= 500) {
    span.setAttribute("error.type", status === null ? "aborted" : String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** A traceparent sent by a client becomes a link to the client's trace. */
function linksOf(header: string | string[] | undefined): Link[] {
  const parent = typeof header === "string" ? readTraceparent(header) : null;
  return parent === null ? [] : [{ context: parent }];
}

/** W3C Trace Context §3.2; null: the header is not valid and is ignored. */
function readTraceparent(text: string): SpanContext | null {
  const match = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(text.trim());
  if (!match) return null;
  const traceFlags = Number.parseInt(match[3]!, 16) & TraceFlags.SAMPLED;
  const parent = { traceId: match[1]!, spanId: match[2]!, traceFlags, isRemote: true };
  return isSpanContextValid(parent) ? parent : null;
}

function isKept({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** The traceparent for a job that is sent now; null: there is no trace. */
export function currentTraceparent(): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? null : `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
}

/** Runs a job in the trace of the request that sent it, or in a new trace. */
export function traceJob(queue: string, carried: unknown, run: () => Promise<void>): Promise<void> {
  const parent = typeof carried === "string" ? readTraceparent(carried) : null;
  return traced(
    `process ${queue}`,
    {
      kind: SpanKind.CONSUMER,
      attributes: {
        "messaging.system": "pgboss",
        "messaging.operation.type": "process",
        "messaging.operation.name": "process",
        "messaging.destination.name": queue,
      },
    },
    parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
    run,
  );
}

/** Traces an attempt to deliver a webhook; `failureOf` returns the failure in its outcome, if any. */
export function traceAttempt<T>(
  { event_id, event_type, host }: { event_id: string; event_type: string; host: string },
  post: () => Promise<T>,
  failureOf: (outcome: T) => string | null,
): Promise<T> {
  const [address, port] = [host.replace(/:\d+$/, ""), /:(\d+)$/.exec(host)?.[1]];
  // The trace id is the event's id, as receivers see in traceparent.
  next_trace.id = event_id.replaceAll("-", "");
  return traced(
    `send ${event_type}`,
    {
      kind: SpanKind.PRODUCER,
      root: true,
      attributes: {
        "messaging.system": "muster.webhook",
        "messaging.operation.type": "send",
        "messaging.operation.name": "send",
        "messaging.destination.name": event_type,
        "messaging.message.id": event_id,
        "server.address": address,
        ...(port === undefined ? {} : { "server.port": Number(port) }),
      },
    },
    ROOT_CONTEXT,
    post,
    failureOf,
  );
}

async function traced<T>(
  name: string,
  options: Parameters<ReturnType<typeof tracer>["startSpan"]>[1],
  parent: Context,
  work: () => Promise<T>,
  failureOf: (outcome: T) => string | null = () => null,
): Promise<T> {
  const span = tracer().startSpan(name, options, parent);
  next_trace.id = null;
  const fail = (type: string) => span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
  try {
    const outcome = await context.with(trace.setSpan(parent, span), work);
    const failure = failureOf(outcome);
    if (failure !== null) fail(failure);
    return outcome;
  } catch (error) {
    fail(codeOf(error) ?? (error as Error).name);
    throw error;
  } finally {
    span.end();
  }
}

/** Traces each statement of a request or job. Statements of the process itself are not traced. */
export function traceStatements(connection: Connection): PoolObserver["asked"] {
  const namespace = connection.kind === "server" ? new URL(connection.url).pathname.slice(1) : connection.database;
  return (statement) => {
    if (trace.getActiveSpan() === undefined) return () => undefined;
    const { operation, table } = subjectOf(statement);
    const span = tracer().startSpan(table === null ? operation : `${operation} ${table}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        "db.system.name": "postgresql",
        "db.namespace": namespace,
        "db.operation.name": operation,
        ...(table === null ? {} : { "db.collection.name": table }),
        "db.query.text": statement.text.slice(0, statement_chars_max),
      },
    });
    return (failure) => {
      if (failure !== undefined) {
        const code = codeOf(failure);
        if (code !== undefined) span.setAttribute("db.response.status_code", code);
        span.setAttribute("error.type", code ?? "unknown").setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    };
  };
}

type Subject = { operation: string; table: string | null };

/** Cached by text; the program has a limited number of texts (sql.ts). */
const subjects = new Map<string, Subject>();

function subjectOf({ text }: Statement): Subject {
  let subject = subjects.get(text);
  if (subject === undefined) {
    const [, operation = "statement"] = /\b(insert|update|delete|select)\b/i.exec(text) ?? [];
    const [, table = null] = /\b(?:from|into|update)\s+((?!set\b)[a-z_]+(?:\.[a-z_]+)?)/i.exec(text) ?? [];
    subject = { operation: operation.toLowerCase(), table };
    subjects.set(text, subject);
  }
  return subject;
}
