import type { FastifyRequest } from "fastify";
import { readCookie } from "../../platform/http/cookies.ts";
import { languageAmong, type Language } from "../../platform/languages.ts";

const schemes = ["light", "dark"] as const;

/** As chosen on the device, of which the panel tells in a cookie; else the account's own; else the browser's. */
export function languageOf(request: FastifyRequest, locale: string | null): Language {
  const accepted = request.headers["accept-language"] ?? null;
  return languageAmong([readCookie(request, "muster_language"), locale, accepted]) ?? "en";
}

/** As chosen on the device; null: as the device itself says, which the server does not know. */
export function schemeOf(request: FastifyRequest): (typeof schemes)[number] | null {
  const wanted = readCookie(request, "muster_scheme");
  return schemes.find((known) => known === wanted) ?? null;
}
