import type { FastifyInstance } from "fastify";
import { notFound } from "../../../platform/http/problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered on the host of content, and on no other; `both`: on every host. Left out: on every host but that of content. */
    content?: true | "both";
  }
}

/**
 * Keeps content of others and the service itself on hosts of their own, so that to browsers they are different origins, with different cookies:
 * what runs on the one reaches nothing of the other (docs/decisions/0080). To be called before any hook that answers.
 */
export function separateContent(app: FastifyInstance, content_base_url: string | null): void {
  const host = content_base_url === null ? null : new URL(content_base_url).host;
  // With a callback, because every request goes through it.
  app.addHook("onRequest", (request, _reply, done) => {
    const { content } = request.routeOptions.config ?? {};
    const is_there = host !== null && request.headers.host?.toLowerCase() === host;
    if (content === "both" || is_there === (content === true)) done();
    else done(notFound("No such address."));
  });
}
