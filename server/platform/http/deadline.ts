import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { isSendingBody, tooSlow } from "./bodies/slow-bodies.ts";
import { serviceUnavailable, type Problem } from "./problem.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null until the first hook. */
    deadline: Deadline | null;
  }
  interface FastifyContextConfig {
    /** The longest handling of a request, in ms. */
    deadline_ms?: number;
  }
}

/** `missed`: what a request was answered that took too long; null: it is in time. */
type Deadline = { timer: NodeJS.Timeout; missed: Problem | null };

/** The longest handling of a request, in ms, where its route does not name its own. */
export const handler_timeout_ms = 10_000;

/** The longest handling of a request, in ms. */
export function deadlineOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.config?.deadline_ms ?? handler_timeout_ms;
}

/**
 * Ends a request that takes longer than its route's `handlerTimeout`: 503, or 408 while its body is still arriving; where the answer has begun,
 * the connection is closed. What its handler returns is ignored then. Fastify would keep
 * this deadline too, until the end of a body (fastify/fastify#6725), and by a signal: to make one, and to abort it after each body with an
 * error and its stack, costs each write some 10 µs.
 */
export function keepDeadlines(app: FastifyInstance): void {
  app.decorateRequest("deadline", null);
  app.addHook("onRoute", (mounted: RouteOptions & { handlerTimeout?: number }) => {
    mounted.config = { ...mounted.config!, deadline_ms: mounted.handlerTimeout ?? handler_timeout_ms };
    delete mounted.handlerTimeout;
  });
  app.addHook("onRequest", (request, reply, done) => {
    request.deadline = { timer: setTimeout(miss, deadlineOf(request), request, reply).unref(), missed: null };
    done();
  });
  // A body has its own time (bodies/slow-bodies.ts).
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.body !== undefined) request.deadline!.timer.refresh();
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    endDeadline(request);
    done();
  });
}

function miss(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  const missed = isSendingBody(request) ? tooSlow() : tookTooLong();
  request.deadline!.missed = missed;
  if (reply.raw.headersSent) reply.raw.destroy(missed);
  else void reply.send(missed);
}

/**
 * What a handler makes, unless its request has been answered meanwhile: its answer would change the status and headers of the one that is
 * being sent. A file that it reads itself has its own time.
 */
export async function withinDeadline<T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
  const { raw, deadline } = request;
  if (wasAnswered(request)) return nothing();
  if (!raw.complete) raw.once("close", () => deadline?.timer.refresh());
  const result = await handle();
  return wasAnswered(request) ? nothing() : result;
}

/** Whether a request was answered because it took too long, and `error` is not this answer but came after it. */
export function wasAnswered({ deadline }: FastifyRequest, error?: unknown): boolean {
  return deadline !== null && deadline.missed !== null && deadline.missed !== error;
}

/** Ends the watch over a request, which would go on to the end of its answer: a file takes its time. */
export function endDeadline({ deadline }: FastifyRequest): void {
  clearTimeout(deadline?.timer);
}

/** For what has been answered: Fastify sends what a handler resolves to, and the failure of one that rejects. */
export function nothing(): Promise<never> {
  return new Promise(() => undefined);
}

export function tookTooLong(cause?: unknown): Problem {
  return serviceUnavailable("The request took too long; repeat it.", { headers: { "retry-after": "1" }, cause });
}
