import type { FastifyInstance } from "fastify";
import { open } from "../../platform/http/access.ts";
import { cookieName, readCookie } from "../../platform/http/cookies.ts";
import { session_cookie } from "../sign-in/guard.ts";
import { browserOf, sessionCookie } from "../sign-in/open-session.ts";
import { comeBack, type Landing } from "./come-back.ts";
import type { Refusal } from "./failures.ts";
import { trip_cookie } from "./panel.routes.ts";
import type { IdentityOptions } from "./start.ts";

/** Code and keys are fetched, each within a deadline of its own. */
const exchange_ms = 20_000;

/**
 * Where a provider sends browsers back to: a page's address, which answers with the way to the next page. Browsers come here from another site, so
 * that nothing counts but what `comeBack` judges. The address holds the provider's answer: it is neither kept nor told to anybody.
 */
export function identityCallbackRoute(app: FastifyInstance, options: IdentityOptions): void {
  const { base_url } = options;
  app.get<{ Params: { tenant_code: string } }>(
    "/panel/sign-in/:tenant_code/callback",
    { config: { access: open() }, handlerTimeout: exchange_ms },
    async (request, reply) => {
      const at = (request.raw.url ?? "").indexOf("?");
      const landing = await comeBack(options, {
        tenant_code: request.params.tenant_code,
        search: at === -1 ? "" : request.raw.url!.slice(at),
        browser: browserOf(request),
        browser_token: readCookie(request, cookieName(base_url, trip_cookie)),
        session_token: readCookie(request, cookieName(base_url, session_cookie)),
        request_id: request.id,
      });
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      if (landing.came === "signed_in" || landing.came === "confirmed")
        reply.header("set-cookie", sessionCookie(options, landing.token, landing.tenant_code, landing.kind));
      return reply.redirect(`${base_url}/panel${placeOf(landing)}`, 303);
    },
  );
}

function placeOf(landing: Landing): string {
  if (landing.came === "signed_in" || landing.came === "confirmed") return landing.next;
  if (landing.came === "tested") return `/settings/sign-in?test=${landing.refused === null ? "ok" : "unknown"}`;
  if (landing.came === "interrupted") return "/sign-in?company=interrupted";
  const { purpose, next, refused } = landing;
  if (purpose === "test") return "/settings/sign-in?test=failed";
  if (purpose === "step_up") return `${next}?came=${toldOf(refused.refusal)}`;
  return `/sign-in?${new URLSearchParams({ company: toldOf(refused.refusal), ...(next === "/" ? {} : { next }) }).toString()}`;
}

/** What who signs in is told; the administrator reads more in the list. */
function toldOf(refusal: Refusal): "unavailable" | "unknown" | "refused" {
  if (unavailable.has(refusal)) return "unavailable";
  return unknown.has(refusal) ? "unknown" : "refused";
}

const unavailable = new Set<Refusal>(["PROVIDER_UNREACHABLE", "PROVIDER_ADDRESS_NOT_ALLOWED", "PROVIDER_ANSWER_TOO_LARGE"]);
const unknown = new Set<Refusal>([
  "NOT_KNOWN",
  "EMAIL_NOT_VERIFIED",
  "DOMAIN_NOT_VERIFIED",
  "AMBIGUOUS",
  "SUBJECT_REASSIGNED",
  "OTHER_SUBJECT",
  "ACCOUNT_NOT_IN_USE",
  "OTHER_ACCOUNT",
]);
