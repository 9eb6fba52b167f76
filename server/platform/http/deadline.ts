import type { FastifyError, FastifyRequest } from "fastify";
import { createRequire } from "node:module";
import { serviceUnavailable, type Problem } from "./problem.ts";

/** The longest handling of a request, in ms, where its route does not name its own. */
export const handler_timeout_ms = 10_000;

/** The longest handling of a request, in ms. */
export function deadlineOf({ routeOptions }: FastifyRequest): number {
  return (routeOptions as { handlerTimeout?: number }).handlerTimeout!;
}

/**
 * What a handler makes, or 503 when it takes longer than its route allows. Fastify's own timer watches a request until its
 * `close` event; Node emits that at the end of a body, and where there is none with the answer (fastify/fastify#6725). From
 * there on this timer watches. After Fastify's timer has answered, nothing comes of the handler: its answer would change the
 * status and headers of the one that is being sent.
 */
export async function withinDeadline<T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
  if (wasAnswered(request)) return nothing();
  const { raw } = request;
  let timer: NodeJS.Timeout | undefined;
  let watch: () => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    watch = () => void (timer = setTimeout(() => reject(tookTooLong()), deadlineOf(request)));
    if (raw.closed) watch();
    else raw.once("close", watch);
  });
  try {
    const result = await Promise.race([handle(), late]);
    return wasAnswered(request) ? await nothing() : result;
  } finally {
    clearTimeout(timer);
    raw.removeListener("close", watch);
  }
}

/** Whether Fastify's timer has answered a request, and `error` is not the reason but came after it. */
export function wasAnswered({ signal }: FastifyRequest, error?: unknown): boolean {
  const reason = signal.reason as FastifyError | undefined;
  return reason?.code === handler_timeout && reason !== error;
}

// Fastify has no other way to it; bodies/cut-file.test.ts shows that the name still holds.
const { kTimeoutTimer } = createRequire(import.meta.url)("fastify/lib/symbols.js") as { kTimeoutTimer: symbol };

/** Ends Fastify's watch over a request that has no body, which would go on to the end of its answer: a file takes its time. */
export function endDeadline(request: FastifyRequest): void {
  clearTimeout((request as unknown as Record<symbol, NodeJS.Timeout | undefined>)[kTimeoutTimer]);
}

export const handler_timeout = "FST_ERR_HANDLER_TIMEOUT";

/** For what has been answered: Fastify sends what a handler resolves to, and the failure of one that rejects. */
export function nothing(): Promise<never> {
  return new Promise(() => undefined);
}

export function tookTooLong(cause?: unknown): Problem {
  return serviceUnavailable("The request took too long; repeat it.", { headers: { "retry-after": "1" }, cause });
}
