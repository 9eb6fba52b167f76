import type { FastifyInstance } from "fastify";
import { readJsonObject } from "../../platform/http/bodies/json-body.ts";
import { unsupportedMediaType } from "../../platform/http/problem.ts";

/**
 * Parses SCIM bodies: JSON under either media type (RFC 7644 §3.1, §8.1). A charset parameter is ignored, because JSON is always
 * UTF-8. Providers announce a content type also for requests without a body.
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
