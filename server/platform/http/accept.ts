import type { FastifyReply, FastifyRequest } from "fastify";
import { notAcceptable } from "./problem.ts";

/** Refuses a request whose Accept excludes every media type in which its operation answers (RFC 9110 §12.5.1). */
export function refuseUnacceptable(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { accept } = request.headers;
  const { operation } = request.routeOptions.config;
  if (accept === undefined || operation === undefined) return done();
  const answers = new Set(Object.values(operation.answers).map(({ media_type = "application/json" }) => media_type));
  if ([...answers, "application/problem+json"].some((media_type) => isAccepted(media_type, accept))) return done();
  throw notAcceptable(`The answer would be ${[...answers].join(" or ")}, which the Accept header excludes.`);
}

/** RFC 9110 §12.5.1: `type/subtype`, `type/*` or both as `*`. */
const range_pattern = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** Of the ranges that match, the most specific one decides; a header without any excludes nothing. */
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
