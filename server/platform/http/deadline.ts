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

/** `missed`: the answer to a request that took too long; null: it is still in time. */
type Deadline = { timer: NodeJS.Timeout; missed: Problem | null };

/** The longest handling of a request in ms, for routes without a value of their own. */
export const handler_timeout_ms = 10_000;

/** The longest handling of a request, in ms. */
export function deadlineOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.config?.deadline_ms ?? handler_timeout_ms;
}

/**
 * Ends a request that takes longer than its route's `handlerTimeout`: 503, or 408 while its body is still arriving. If the answer
 * has begun, the connection is closed. The handler's result is ignored. Fastify's own deadline would last until the end of the
 * body (fastify/fastify#6725), and uses an AbortSignal. Creating the signal, and aborting it with an error and its stack after
 * each body, costs each write some 10 µs.
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
  // A body has its own time limit (bodies/slow-bodies.ts).
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
 * The handler's result, unless its request has been answered meanwhile: a second answer would change the status and headers of
 * the one that is being sent. A file that the handler reads itself has its own time limit.
 */
export async function withinDeadline<T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
  const { raw, deadline } = request;
  if (wasAnswered(request)) return nothing();
  if (!raw.complete) raw.once("close", () => deadline?.timer.refresh());
  const result = await handle();
  return wasAnswered(request) ? nothing() : result;
}

/** Whether a request was answered because it took too long. False if `error` is that answer itself. */
export function wasAnswered({ deadline }: FastifyRequest, error?: unknown): boolean {
  return deadline !== null && deadline.missed !== null && deadline.missed !== error;
}

/** Stops the deadline of a request, which would otherwise last until the end of its answer: a file may take longer. */
export function endDeadline({ deadline }: FastifyRequest): void {
  clearTimeout(deadline?.timer);
}

/**
 * A promise that never resolves. For a request that has been answered already: Fastify would otherwise send the handler's result
 * or failure.
 */
export function nothing(): Promise<never> {
  return new Promise(() => undefined);
}

export function tookTooLong(cause?: unknown): Problem {
  return serviceUnavailable("The request took too long; repeat it.", { headers: { "retry-after": "1" }, cause });
}
