// Browsers that several people use one after the other. The cookie of a shared browser says only that it is shared; the
// consequences are decided here and when sessions are opened (docs/decisions/0078). The mark only removes rights, so anybody may
// set it.
import type { FastifyRequest } from "fastify";
import { cookieName, readCookie, setCookie } from "../../../platform/http/cookies.ts";

const shared_cookie = "muster_shared";
const shared_cookie_s = 400 * 86_400;
const minute_us = 60_000_000;

/** How long a session in a shared browser lasts without use, and in total. */
export const shared_lifetimes = { idle_us: 3 * minute_us, absolute_us: 240 * minute_us } as const;

type Options = { base_url: string };

export function isShared({ base_url }: Options, request: FastifyRequest): boolean {
  return readCookie(request, cookieName(base_url, shared_cookie)) !== null;
}

/** The cookie that marks a browser as shared; `false` removes it. */
export function sharedCookie({ base_url }: Options, shared: boolean): string {
  return setCookie(base_url, shared_cookie, shared ? "1" : "", shared ? shared_cookie_s : 0);
}
