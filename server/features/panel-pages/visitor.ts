import type { FastifyRequest } from "fastify";
import { readCookie } from "../../platform/http/cookies.ts";

const schemes = ["light", "dark"] as const;

/** The colour scheme that was chosen on the device; null: the device's default, which the server does not know. */
export function schemeOf(request: FastifyRequest): (typeof schemes)[number] | null {
  const wanted = readCookie(request, "muster_scheme");
  return schemes.find((known) => known === wanted) ?? null;
}
