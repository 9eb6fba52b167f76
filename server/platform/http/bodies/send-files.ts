import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { Logger } from "pino";
import { endDeadline, tookTooLong } from "../deadline.ts";

/** Longest time in which nothing of a file is taken, or nothing of it is made. */
const file_idle_ms = 60_000;

/**
 * What every answer that is a stream has in common. HEAD makes none of it. The deadline of its route ends where it begins: how long
 * a file takes is for its length and the line to say, and its end is that nothing moves. Once it is on its way no problem can
 * be answered: its connection ends, and only the log says why.
 */
export function sendFiles(app: FastifyInstance, log: Logger, idle_ms = file_idle_ms): void {
  app.addHook("onSend", (request, reply, body, done) => {
    if (!(body instanceof Readable)) return done(null, body);
    if (request.method === "HEAD") {
      body.destroy();
      // With the headers of the file; Fastify reads it to its end.
      return done(null, Readable.from([]));
    }
    logCut(request, reply, body, log);
    endDeadline(request);
    // Node's timer of the socket: it goes on while some of what was written is being taken.
    reply.raw.setTimeout(idle_ms, () => {
      const idle = new Error(`nothing of the file was taken for ${idle_ms} ms`);
      if (reply.raw.headersSent) reply.raw.destroy(idle);
      else void reply.send(tookTooLong(idle));
    });
    return done(null, body);
  });
}

/** Cut off by the service, which is a failure; a client that goes away is not. */
function logCut({ id, routeOptions }: FastifyRequest, { raw }: FastifyReply, body: Readable, log: Logger): void {
  const note = (error: unknown) => {
    log.error({ err: error, request_id: id, route: routeOptions.url }, "a file could not be sent to its end");
  };
  body.once("error", note);
  raw.once("close", () => {
    if (raw.errored != null) note(raw.errored);
  });
}
