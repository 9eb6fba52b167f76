import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { open } from "../../platform/http/access.ts";
import { cookieName, readCookie, setCookie } from "../../platform/http/cookies.ts";
import { session_cookie } from "../sign-in/guard.ts";
import { isShared } from "../sign-in/kiosk/kiosk.ts";
import { browserOf, sessionCookie } from "../sign-in/open-session.ts";
import { comeBack, isState, type Landing } from "./come-back.ts";
import type { Refusal } from "./failures.ts";
import { trip_cookie } from "./panel.routes.ts";
import type { Answer } from "./protocols.ts";
import { again_policy, againPage } from "./saml/again-page.ts";
import { response_chars_max } from "./saml/speak.ts";
import { startUnasked } from "./saml/unasked.ts";
import { trip_us, type IdentityOptions } from "./start.ts";

/** A deadline for fetching tokens and keys from the provider; each call also has its own. */
const exchange_ms = 20_000;
/** A base64 SAML response, percent-encoded, and RelayState. */
const form_bytes_max = 2 * response_chars_max;

type Route = { Params: { tenant_code: string }; Querystring: { again?: unknown } };

/**
 * The redirect URI: a provider sends browsers back here, and the answer redirects to the next page. The request comes from
 * another site, so only the checks of `comeBack` count. The URL or the form contains the provider's answer, so it is neither
 * logged nor passed on.
 */
export function identityCallbackRoute(app: FastifyInstance, options: IdentityOptions): void {
  const config = { access: open() };
  app.get<Route>("/panel/sign-in/:tenant_code/callback", { config, handlerTimeout: exchange_ms }, async (request, reply) => {
    const at = (request.raw.url ?? "").indexOf("?");
    return land(options, request, reply, { search: at === -1 ? "" : request.raw.url!.slice(at) });
  });
  app.register(async (endpoint) => {
    endpoint.removeAllContentTypeParsers();
    endpoint.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: form_bytes_max },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    endpoint.post<Route>(
      "/panel/sign-in/:tenant_code/callback",
      { config, handlerTimeout: exchange_ms },
      async (request, reply) => {
        const answer = formOf(request.body);
        if (answer === null) return redirect(options, reply, "/sign-in?company=interrupted");
        if (!isState(answer.relay_state)) return startFromProvider(options, request, reply, answer);
        const is_known = readCookie(request, cookieName(options.base_url, trip_cookie)) !== null;
        if (is_known || request.query.again !== undefined) return land(options, request, reply, answer);
        const page = againPage({ SAMLResponse: answer.saml_response, RelayState: answer.relay_state! });
        return secret(reply).header("content-security-policy", again_policy).type("text/html; charset=utf-8").send(page);
      },
    );
  });
}

type Form = Extract<Answer, { saml_response: string }>;

/** The fields of SAML 2.0 Bindings §3.5.4, each exactly once; null: the form is different. */
function formOf(body: unknown): Form | null {
  if (!(body instanceof URLSearchParams)) return null;
  const [saml_response, ...more] = body.getAll("SAMLResponse");
  const [relay_state = null, ...others] = body.getAll("RelayState");
  if (saml_response === undefined || saml_response.length > response_chars_max || more.length + others.length > 0) return null;
  return { saml_response, relay_state };
}

async function land(
  options: IdentityOptions,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  const { base_url } = options;
  const landing = await comeBack(options, {
    tenant_code: request.params.tenant_code,
    answer,
    browser: browserOf(options, request),
    browser_token: readCookie(request, cookieName(base_url, trip_cookie)),
    session_token: readCookie(request, cookieName(base_url, session_cookie)),
    request_id: request.id,
  });
  if (landing.came === "signed_in" || landing.came === "confirmed")
    reply.header("set-cookie", sessionCookie(options, landing.token, landing.tenant_code, landing.kind));
  return redirect(options, reply, placeOf(landing));
}

/**
 * A SAML response without a request of ours. If the organisation allows sign-in that starts at the provider, the browser is
 * redirected to request a new one.
 */
async function startFromProvider(
  options: IdentityOptions,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  answer: Form,
): Promise<FastifyReply> {
  const { address, id: request_id } = request;
  const browser_token = readCookie(request, cookieName(options.base_url, trip_cookie));
  const shared = isShared(options, request);
  const departure = await startUnasked(
    options,
    { address, browser_token, request_id, shared },
    request.params.tenant_code,
    answer,
  );
  if (departure === null) return redirect(options, reply, "/sign-in?company=interrupted");
  const cookie = setCookie(options.base_url, trip_cookie, departure.browser_token, trip_us / 1_000_000);
  return secret(reply).header("set-cookie", cookie).redirect(departure.location, 303);
}

function redirect(options: IdentityOptions, reply: FastifyReply, place: string): FastifyReply {
  return secret(reply).redirect(`${options.base_url}/panel${place}`, 303);
}

function secret(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
}

function placeOf(landing: Landing): string {
  if (landing.came === "signed_in" || landing.came === "confirmed") return landing.next;
  if (landing.came === "tested") return `${landing.next}?test=${landing.refused === null ? "ok" : "unknown"}`;
  if (landing.came === "interrupted") return "/sign-in?company=interrupted";
  const { purpose, next, refused } = landing;
  if (purpose === "test") return `${next}?test=failed`;
  if (purpose === "step_up") return `${next}?came=${shownReason(refused.refusal)}`;
  return `/sign-in?${new URLSearchParams({ company: shownReason(refused.refusal), ...(next === "/" ? {} : { next }) }).toString()}`;
}

/** The reason that the signing-in person reads. Administrators find details in the list of sign-ins. */
function shownReason(refusal: Refusal): "unavailable" | "unknown" | "refused" {
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
  "PERSON_INCOMPLETE",
  "PERSON_CONFLICTS",
  "SCIM_BRINGS_PEOPLE",
  "SANDBOX_FULL",
  "NO_ROLE",
  "OTHER_ACCOUNT",
]);
