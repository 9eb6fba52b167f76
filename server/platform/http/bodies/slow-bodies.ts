import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestTimeout, type Problem } from "../problem.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Active while the body is being read. */
    body_timer: NodeJS.Timeout | null;
  }
}

/**
 * Refuses a body that does not arrive within `timeout_ms`, and closes the connection. Uploads, and bodies with a larger limit
 * than usual, have the time that the server gives to any request (`requestTimeout`). When a request is refused before its body
 * has arrived, the connection stays open for `timeout_ms`, so that the client can use it again.
 */
export function refuseSlowBodies(app: FastifyInstance, body_max_bytes: number, timeout_ms: number): void {
  app.decorateRequest("body_timer", null);
  app.addHook("preParsing", (request, _reply, payload, done) => {
    const { config, bodyLimit } = request.routeOptions;
    const is_large = config.operation?.upload !== undefined || bodyLimit > body_max_bytes;
    if (!request.raw.complete && !is_large) {
      // Fastify has a listener as long as it reads the body.
      request.body_timer = setTimeout(() => payload.listenerCount("error") > 0 && payload.emit("error", tooSlow()), timeout_ms);
    }
    done(null, payload);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    stopTimer(request);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    stopTimer(request);
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) setTimeout(() => raw.complete || raw.socket.destroy(), timeout_ms).unref();
    done();
  });
}

/** Whether a request is still sending the body that is being read. */
export function isSendingBody({ body_timer, raw }: FastifyRequest): boolean {
  return body_timer !== null && !raw.complete;
}

export function tooSlow(): Problem {
  return requestTimeout("The request did not arrive in time.", { headers: { connection: "close" } });
}

function stopTimer(request: FastifyRequest): void {
  if (request.body_timer === null) return;
  clearTimeout(request.body_timer);
  request.body_timer = null;
}
