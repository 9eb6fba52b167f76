// Browsers that several people use one after the other. A browser that is marked as shared keeps a cookie that says so and nothing else; what follows
// from it is decided here and where sessions begin (docs/decisions/0078). The mark takes rights away and gives none, so that anybody may set it.
import type { FastifyRequest } from "fastify";
import { cookieName, readCookie, setCookie } from "../../../platform/http/cookies.ts";

const shared_cookie = "muster_shared";
const shared_cookie_s = 400 * 86_400;
const minute_us = 60_000_000;

/** How long a session in a shared browser lasts without use, and at all. */
export const shared_lifetimes = { idle_us: 3 * minute_us, absolute_us: 240 * minute_us } as const;

type Options = { base_url: string };

export function isShared({ base_url }: Options, request: FastifyRequest): boolean {
  return readCookie(request, cookieName(base_url, shared_cookie)) !== null;
}

/** The mark; `false` takes it away. */
export function sharedCookie({ base_url }: Options, shared: boolean): string {
  return setCookie(base_url, shared_cookie, shared ? "1" : "", shared ? shared_cookie_s : 0);
}
