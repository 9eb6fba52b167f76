// What is told of to a tracing backend, in the words of OpenTelemetry's semantic conventions. Without OTEL_EXPORTER_OTLP_ENDPOINT no
// SDK is loaded (start.ts), nothing here is installed, and the library's own interface does nothing.
//
//   request    a trace of its own, whose id is made from the request's id: so each of them leads to the other. A traceparent that a
//              client sends becomes a link: it decides neither what is kept here nor under which id (docs/decisions/0040).
//   statement  a child of the request or job that asked for it. Its text holds no values.
//   job        carries on the trace of the request that sent it, which stands in its data
//   attempt    at a webhook: in the trace of its event, which receivers are told in traceparent
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
    /** Of the request's trace; null: none is kept. */
    trace_id: string | null;
  }
}

const tracer = () => trace.getTracer("muster");
const statement_chars_max = 4_000;

/** The id that the next trace gets. The library asks its generator for one while a span is started, so it is set right before. */
export const next_trace: { id: string | null } = { id: null };

/** The trace of a request, by the request's id: the same wherever it is worked out. */
export function traceIdOf(request_id: string): string {
  return createHash("sha256").update(request_id).digest("hex").slice(0, 32);
}

/** What log lines say of the request or job that they are written for. */
export function traceForLog(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** Traces each request; before every hook that asks the database for something. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, { span: Span; inside: Context }>();
  app.addHook("onRequest", (request, _reply, done) => {
    const span = startRequest(request);
    const inside = trace.setSpan(ROOT_CONTEXT, span);
    spans.set(request, { span, inside });
    if (isKept(span.spanContext())) request.trace_id = span.spanContext().traceId;
    context.with(inside, done);
  });
  // The body has come by its socket's events, which know nothing of the request.
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
        // Paths of pages may hold one-time links.
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

/** `status`: null: the client has gone before it was answered. */
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

/** What a client sends is a link to its own trace. */
function linksOf(header: string | string[] | undefined): Link[] {
  const parent = typeof header === "string" ? readTraceparent(header) : null;
  return parent === null ? [] : [{ context: parent }];
}

/** W3C Trace Context §3.2; null: the header is not valid, and counts as not sent. */
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

/** What a job that is sent now carries on; null: nothing. */
export function currentTraceparent(): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? null : `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
}

/** Runs a job in the trace of the request that sent it, or in one of its own. */
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

/** An attempt at a webhook; `failureOf` tells what of its outcome is a failure. */
export function traceAttempt<T>(
  { event_id, event_type, host }: { event_id: string; event_type: string; host: string },
  post: () => Promise<T>,
  failureOf: (outcome: T) => string | null,
): Promise<T> {
  const [address, port] = [host.replace(/:\d+$/, ""), /:(\d+)$/.exec(host)?.[1]];
  // The trace is the event, as receivers are told.
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

/** Tells of each statement that a request or job asks for; what the process asks for by itself is no part of any trace. */
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

/** The program has a bounded number of texts (sql.ts). */
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
