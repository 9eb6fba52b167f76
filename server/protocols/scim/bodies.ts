import type { FastifyInstance } from "fastify";
import { readJsonObject } from "../../platform/http/bodies/json-body.ts";
import { unsupportedMediaType } from "../../platform/http/problem.ts";

/**
 * Bodies of SCIM: JSON under either name (RFC 7644 §3.1, §8.1), whatever charset is claimed for it, because JSON is UTF-8.
 * Providers announce a body also where they send none.
 */
export function readScimBodies(scim: FastifyInstance): void {
  scim.removeAllContentTypeParsers();
  scim.addContentTypeParser(/^application\/(?:scim\+)?json *(?:;|$)/i, { parseAs: "buffer" }, (request, body, done) => {
    try {
      if ((request.headers["content-encoding"] ?? "identity") !== "identity")
        throw unsupportedMediaType("Send the body without content encoding.");
      done(null, body.length === 0 ? undefined : readJsonObject(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}
