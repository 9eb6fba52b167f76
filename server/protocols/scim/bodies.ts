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
      const value = body.length === 0 ? undefined : readJsonObject(body as Buffer);
      giveBack(body as Buffer);
      done(null, value);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Returns the memory of a body of several MiB, which would be held until V8 collects the heap. The bytes can be read no more. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > kept_bytes_max) buffer.transfer(0);
}

/** Smaller bodies are a part of memory that they share with others. */
const kept_bytes_max = 1_048_576;
