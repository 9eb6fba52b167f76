import type { FastifyRequest } from "fastify";
import { languageAmong, type Language } from "../languages.ts";
import { readCookie } from "./cookies.ts";

/** The language of a request: the choice on this device (the panel's cookie), else the account's, else the browser's. */
export function languageOf(request: FastifyRequest, locale: string | null): Language {
  const accepted = request.headers["accept-language"] ?? null;
  return languageAmong([readCookie(request, "muster_language"), locale, accepted]) ?? "en";
}
