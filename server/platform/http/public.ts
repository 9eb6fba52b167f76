import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { etagOf, matches } from "./route.ts";
import { patternOf } from "./server.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Pages of every origin may read the answer. For public content that is the same for everyone; needs `openToPages`. */
    cross_origin?: true;
  }
}

/** How long caches may keep public content, in seconds. */
const kept_s = 300;
/** How long a browser may cache the answer to a preflight, in seconds. Browsers limit it themselves to two hours or less. */
const preflight_kept_s = 86_400;

/**
 * Lets pages of every origin read the routes that are mounted with `cross_origin` after this call, failures included, by the CORS
 * protocol (Fetch §3.2). `*` works only for requests without credentials, and keeps the answer the same for every origin, so it
 * needs no Vary header. Answers preflights, which a header such as If-None-Match causes; other OPTIONS requests are unaffected.
 * Other routes answer without these headers, so browsers hide their answers from pages of other origins.
 */
export function openToPages(app: FastifyInstance): void {
  const patterns: RegExp[] = [];
  app.addHook("onRoute", ({ url, config }) => {
    if (config?.cross_origin) patterns.push(patternOf(url));
  });
  // With a callback, because every request runs this hook.
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

/** Fetch §3.2.2: whether a request is a browser's preflight. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Sends content that caches may keep for five minutes and then revalidate by its ETag. */
export function sendPublic(request: FastifyRequest, reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  const etag = etagOf(body);
  reply.header("etag", etag).header("cache-control", `public, max-age=${kept_s}`);
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
