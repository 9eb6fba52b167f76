import type { FastifyInstance } from "fastify";
import { notFound } from "../../../platform/http/problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** True: served only on the host of content. `both`: on every host. Left out: on every host except that of content. */
    content?: true | "both";
  }
}

/**
 * Separates content of others and the service by host. To browsers they are then different origins with different cookies, so
 * that content cannot reach the service (docs/decisions/0080). Call it before any hook that sends a response.
 */
export function separateContent(app: FastifyInstance, content_base_url: string | null): void {
  const host = content_base_url === null ? null : new URL(content_base_url).host;
  // With a callback instead of a promise, because every request passes here.
  app.addHook("onRequest", (request, _reply, done) => {
    const { content } = request.routeOptions.config ?? {};
    const is_there = host !== null && request.headers.host?.toLowerCase() === host;
    if (content === "both" || is_there === (content === true)) done();
    else done(notFound("No such address."));
  });
}
