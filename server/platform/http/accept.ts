import type { FastifyReply, FastifyRequest } from "fastify";
import { notAcceptable } from "./problem.ts";

/** Refuses a request whose Accept header allows no media type of its operation (RFC 9110 §12.5.1). */
export function refuseUnacceptable(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { accept } = request.headers;
  const { operation } = request.routeOptions.config;
  if (accept === undefined || operation === undefined) return done();
  const answers = new Set(Object.values(operation.answers).map(({ media_type = "application/json" }) => media_type));
  if ([...answers, "application/problem+json"].some((media_type) => isAccepted(media_type, accept))) return done();
  throw notAcceptable(`The answer would be ${[...answers].join(" or ")}, which the Accept header excludes.`);
}

/** A media range (RFC 9110 §12.5.1): `type/subtype`, `type/*`, or `*` for both parts. */
const range_pattern = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/**
 * Whether an Accept header allows a media type. The most specific matching range decides; a header without any range allows
 * everything.
 */
export function isAccepted(media_type: string, accept: string): boolean {
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((each) => each.trim()))
    .filter(([type]) => range_pattern.test(type!));
  if (ranges.length === 0) return true;
  const [main] = media_type.split("/");
  const deciding = [media_type, `${main}/*`, "*/*"].map((type) => ranges.find(([range]) => range === type)).find(Boolean);
  return deciding !== undefined && !deciding.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
}
