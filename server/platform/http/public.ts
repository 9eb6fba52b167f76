import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { etagOf, matches } from "./route.ts";
import { patternOf } from "./server.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Pages of every origin may read the answer. For what is public and the same for everybody; needs `openToPages`. */
    cross_origin?: true;
  }
}

/** Seconds for which everybody may keep what is public. */
const kept_s = 300;
/** Seconds for which a browser may remember that it may ask. Browsers cap it themselves, at two hours or less. */
const preflight_kept_s = 86_400;

/**
 * Lets pages of every origin read the routes that are mounted with `cross_origin` after this call, failures included, by the
 * CORS protocol (Fetch §3.2). `*` serves requests without credentials only, and makes the answer the same for every origin, so
 * that it varies by none. Answers preflights, which a header such as If-None-Match causes; whatever else asks by OPTIONS is
 * answered as before. All other routes answer without these headers, and browsers keep their answers from pages.
 */
export function openToPages(app: FastifyInstance): void {
  const patterns: RegExp[] = [];
  app.addHook("onRoute", ({ url, config }) => {
    if (config?.cross_origin) patterns.push(patternOf(url));
  });
  // With a callback, because every request goes through it.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.routeOptions.config?.cross_origin) {
      reply.header("access-control-allow-origin", "*");
      reply.header("access-control-expose-headers", "ETag, X-Request-Id");
      done();
    } else if (isPreflight(request) && patterns.some((pattern) => pattern.test(pathOf(request)))) {
      reply.header("access-control-allow-origin", "*");
      reply.header("access-control-allow-methods", "GET, HEAD");
      // Fetch §3.2.3: `*` stands for every header but Authorization.
      reply.header("access-control-allow-headers", "*");
      reply.header("access-control-max-age", String(preflight_kept_s));
      void reply.code(204).send();
    } else {
      done();
    }
  });
}

function pathOf({ raw }: FastifyRequest): string {
  return (raw.url ?? "/").split("?")[0]!;
}

/** Fetch §3.2.2: what a browser asks before the request itself. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Sends what everybody may keep for five minutes, and then ask for by its ETag. */
export function sendPublic(request: FastifyRequest, reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  const etag = etagOf(body);
  reply.header("etag", etag).header("cache-control", `public, max-age=${kept_s}`);
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
