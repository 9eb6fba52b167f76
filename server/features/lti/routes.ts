// The addresses that tools and browsers call, named as 1EdTech does: launches (LTI 1.3), tokens (Security Framework 1.0), grades
// (LTI-AGS 2.0). All are below /lti/CODE, which differs for each organisation.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { open } from "../../platform/http/access.ts";
import { cookieName, readCookie } from "../../platform/http/cookies.ts";
import { languageOf } from "../../platform/http/language.ts";
import { noSession, requireSession, session_cookie } from "../sign-in/guard.ts";
import { GrantFault, grantToolToken, type GrantOptions } from "./grades/grant.ts";
import { gradeRoutes } from "./grades/routes.ts";
import { jwks_kept_s, readOwnKeys } from "./keys/own-key.ts";
import { authorize, readAuthorization, type AuthorizeOptions } from "./launches/authorize.ts";
import { form_policy, formPage, refusal_policy, refusalPage } from "./launches/page.ts";
import { notFound } from "../../platform/http/problem.ts";
import { findTenantIdHere } from "../sign-in/tenant-sql.ts";

export type LtiOptions = AuthorizeOptions & GrantOptions & { log: Logger };

const form_bytes_max = 16_384;
/** Long enough to fetch the tool's keys, which has a deadline of its own. */
const asking_ms = 20_000;

type Route = { Params: { tenant_code: string } };

export function ltiRoutes(app: FastifyInstance, options: LtiOptions): void {
  void app.register(async (lti) => {
    lti.removeAllContentTypeParsers();
    lti.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: form_bytes_max },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    launchRoutes(lti, options);
    tokenRoutes(lti, options);
  });
  gradeRoutes(app, options);
}

function launchRoutes(lti: FastifyInstance, options: LtiOptions): void {
  const config = { access: open() };
  lti.get<Route>("/lti/:tenant_code/authorize", { config }, async (request, reply) => {
    const at = (request.raw.url ?? "").indexOf("?");
    return answer(options, request, reply, new URLSearchParams(at === -1 ? "" : request.raw.url!.slice(at)));
  });
  // A form from another site comes without our cookies (SameSite=Lax). The redirect to the same request by GET comes with them.
  lti.post<Route>("/lti/:tenant_code/authorize", { config }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const { tenant_code } = request.params;
    return secret(reply).redirect(`${options.base_url}/lti/${encodeURIComponent(tenant_code)}/authorize?${form.toString()}`, 303);
  });
  lti.get<Route>("/lti/:tenant_code/jwks", { config }, async (request, reply) => {
    const tenant_id = await findTenantIdHere(options.pool, request.params.tenant_code.toUpperCase());
    if (tenant_id === null) throw notFound("No such organisation.");
    const set = await readOwnKeys(options.pool, tenant_id);
    // An organisation without a tool has no key yet, so the answer must not be cached.
    const kept = set.keys.length === 0 ? "no-store" : `public, max-age=${jwks_kept_s}`;
    return reply.header("cache-control", kept).send(set);
  });
}

async function answer(
  options: LtiOptions,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  parameters: URLSearchParams,
): Promise<FastifyReply> {
  const token = readCookie(request, cookieName(options.base_url, session_cookie));
  const session = await requireSession(options.pool, token).catch(noSession);
  const language = languageOf(request, session?.locale ?? null);
  const asked = readAuthorization(parameters);
  const authorized = await authorize(options, request.params.tenant_code, asked, { session, language });
  void secret(reply).type("text/html; charset=utf-8");
  if ("refused" in authorized) {
    options.log.warn({ cause: authorized.refused, request_id: request.id }, "refused a launch of a tool");
    return reply.code(400).header("content-security-policy", refusal_policy).send(refusalPage(authorized.refused, language));
  }
  return reply
    .header("content-security-policy", form_policy)
    .send(formPage(authorized.redirect_uri, authorized.fields, language));
}

function tokenRoutes(lti: FastifyInstance, options: LtiOptions): void {
  lti.post<Route>(
    "/lti/:tenant_code/token",
    { config: { access: open() }, handlerTimeout: asking_ms },
    async (request, reply) => {
      reply.header("cache-control", "no-store").header("pragma", "no-cache");
      const form = request.body instanceof URLSearchParams ? readAuthorization(request.body) : {};
      const given = form === null ? null : new Map(Object.entries(form).filter(([, value]) => value !== ""));
      try {
        const { tenant_code } = request.params;
        return await grantToolToken(options, { tenant_code, form: given, address: request.address });
      } catch (error) {
        if (!(error instanceof GrantFault)) throw error;
        const { error: code, message, cause_name } = error;
        options.log.warn({ cause: cause_name ?? code, request_id: request.id }, "refused a token to a tool");
        const status = code === "invalid_client" ? 401 : code === "temporarily_unavailable" ? 429 : 400;
        return reply.code(status).send({ error: code, error_description: message });
      }
    },
  );
}

/** The address and the page contain secrets for this browser, so they are neither cached nor sent as a referrer. */
function secret(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
}
