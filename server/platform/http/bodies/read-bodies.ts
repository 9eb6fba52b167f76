import type { FastifyInstance, FastifyRequest } from "fastify";
import { malformedRequest, unsupportedMediaType } from "../problem.ts";
import { parseJsonObject } from "./json-body.ts";

/** Accepts JSON in UTF-8 without content encoding, and nothing else. Faults in its texts are kept for the validation. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(["application/json", "application/merge-patch+json"], { parseAs: "buffer" }, (request, body, done) => {
    try {
      const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers["content-type"] ?? "")?.[1];
      if (charset !== undefined && charset.toLowerCase() !== "utf-8") throw unsupportedMediaType("The charset must be utf-8.");
      if ((request.headers["content-encoding"] ?? "identity") !== "identity")
        throw unsupportedMediaType("Send the body without content encoding.");
      const is_absent = body.length === 0 && mayBeAbsent(request);
      const { value, faults } = is_absent ? { value: undefined, faults: [] } : parseJsonObject(body as Buffer);
      if (faults.length > 0) request.text_faults = faults;
      done(null, value);
    } catch (error) {
      done(error as Error);
    }
  });
  // If the schema expects a body and the request has none, its body counts as missing.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.routeOptions.schema?.body !== undefined && request.body === undefined && !isOptionalBody(request)) {
      if (request.headers["content-type"] === undefined) throw unsupportedMediaType("Send the body as application/json.");
      throw malformedRequest("The body is missing; send a JSON object.");
    }
    done();
  });
}

/** A body schema that says `optional: true` may be absent; the operation then sees its defaults. */
function isOptionalBody(request: FastifyRequest): boolean {
  if (!mayBeAbsent(request)) return false;
  request.body = {};
  return true;
}

/** Many clients send the content type of JSON with every request, also without a body. */
function mayBeAbsent(request: FastifyRequest): boolean {
  const body = request.routeOptions.schema?.body as { optional?: boolean } | undefined;
  return body === undefined || body.optional === true;
}
