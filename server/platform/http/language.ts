import type { FastifyRequest } from "fastify";
import { languageAmong, type Language } from "../languages.ts";
import { readCookie } from "./cookies.ts";

/** As chosen on the device, of which the panel tells in a cookie; else the account's own; else the browser's. */
export function languageOf(request: FastifyRequest, locale: string | null): Language {
  const accepted = request.headers["accept-language"] ?? null;
  return languageAmong([readCookie(request, "muster_language"), locale, accepted]) ?? "en";
}
