import type { FastifyRequest } from "fastify";
import { readCookie } from "../../platform/http/cookies.ts";

const languages = ["en", "pl"] as const;
const schemes = ["light", "dark"] as const;

export type Language = (typeof languages)[number];

/** As chosen on the device, of which the panel tells in a cookie; else the account's own; else the browser's. */
export function languageOf(request: FastifyRequest, locale: string | null): Language {
  const accepted = (request.headers["accept-language"] ?? "").split(",");
  const wanted = [readCookie(request, "muster_language") ?? "", locale ?? "", ...accepted];
  return wanted.map(knownOf).find((known) => known !== undefined) ?? "en";
}

function knownOf(wanted: string): Language | undefined {
  return languages.find((known) => wanted.trim().toLowerCase().startsWith(known));
}

/** As chosen on the device; null: as the device itself says, which the server does not know. */
export function schemeOf(request: FastifyRequest): (typeof schemes)[number] | null {
  const wanted = readCookie(request, "muster_scheme");
  return schemes.find((known) => known === wanted) ?? null;
}
