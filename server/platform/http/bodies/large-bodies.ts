import v8 from "node:v8";
import type { FastifyInstance } from "fastify";

/** The percentage while a large body is in memory. V8 applies a changed percentage from its next collection on. */
const growing_percent_large = 30;

/** The percentage at other times; null: V8 decides. */
let usual_percent: number | null = null;
let requests = 0;

/** Has V8 collect the heap when it has grown by so many percent since the last collection, and sooner while large bodies are in memory. */
export function collectAfterGrowth(percent: number): void {
  usual_percent = percent;
  if (requests === 0) setPercent(percent);
}

/**
 * A body of several MiB makes objects of several times its size, most of which are garbage before the request is answered. With the
 * usual percentage the heap would grow by three quarters of what is alive in the middle of such a request.
 */
export function collectSoonerForLargeBodies(app: FastifyInstance, body_max_bytes: number): void {
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
    const may_be_large = coding !== undefined || Number(length) > body_max_bytes;
    if (usual_percent !== null && may_be_large && request.routeOptions.bodyLimit > body_max_bytes && !reply.raw.destroyed) {
      hold();
      reply.raw.once("close", release);
    }
    done(null, payload);
  });
}

function hold(): void {
  requests += 1;
  if (requests === 1) setPercent(growing_percent_large);
}

function release(): void {
  requests -= 1;
  if (requests === 0) setPercent(usual_percent!);
}

function setPercent(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}
