import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { Logger } from "pino";
import { endDeadline, tookTooLong } from "../deadline.ts";

/** Longest time in which the client reads nothing of a file, or nothing of it is generated. */
const file_idle_ms = 60_000;

/**
 * Rules for every answer that is a stream. HEAD generates none of it. The deadline of the route ends when the stream begins: the
 * duration of a download depends on its length and the network, so only an idle timeout limits it. After the headers are sent, a
 * failure cannot be answered with a problem. The connection is closed, and only the log says why.
 */
export function sendFiles(app: FastifyInstance, log: Logger, idle_ms = file_idle_ms): void {
  app.addHook("onSend", (request, reply, body, done) => {
    if (!(body instanceof Readable)) return done(null, body);
    if (request.method === "HEAD") {
      body.destroy();
      // An empty stream, which Fastify reads to its end; the headers of the file are already set.
      return done(null, Readable.from([]));
    }
    logCut(request, reply, body, log);
    endDeadline(request);
    // Node's socket timer: it restarts whenever the client reads some of the data.
    reply.raw.setTimeout(idle_ms, () => {
      const idle = new Error(`nothing of the file was taken for ${idle_ms} ms`);
      if (reply.raw.headersSent) reply.raw.destroy(idle);
      else void reply.send(tookTooLong(idle));
    });
    return done(null, body);
  });
}

/** Logs a stream that the service itself cut off, which is a failure. A client that disconnects is no failure. */
function logCut({ id, routeOptions }: FastifyRequest, { raw }: FastifyReply, body: Readable, log: Logger): void {
  const note = (error: unknown) => {
    log.error({ err: error, request_id: id, route: routeOptions.url }, "a file could not be sent to its end");
  };
  body.once("error", note);
  raw.once("close", () => {
    if (raw.errored != null) note(raw.errored);
  });
}
