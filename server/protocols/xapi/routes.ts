import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  authenticate,
  present,
  presentSecret,
  proofIn,
  showing,
  singleHeader,
  type AuthenticateOptions,
  type Shown,
} from "../../features/clients/admission/authenticate.ts";
import { request_max_bytes } from "../../features/learning-records/limits.ts";
import type { Speaker } from "../../features/learning-records/speaker.ts";
import { needs, open } from "../../platform/http/access.ts";
import { insufficientScope, unsupportedMediaType } from "../../platform/http/problem.ts";
import { withinDeadline } from "../../platform/http/deadline.ts";
import { askingOf, refuseOtherVersions, version, type Answer } from "./exchange.ts";
import { about, answer, resources } from "./resources.ts";

const root = "/xapi";

/** The store of learning records for integration clients: the admission of the integration API, and answers by xAPI 1.0.3. */
export function xapiRoutes(app: FastifyInstance, options: AuthenticateOptions): void {
  void app.register(async (xapi) => {
    readAnyBody(xapi);
    answerByVersion(xapi);
    xapi.addHook("onRequest", authenticate(options, showAny(options)));
    const home_page = new URL(options.base_url).origin;
    mountAbout(xapi, root, {});
    for (const [name, { methods }] of Object.entries(resources))
      xapi.route({
        method: [...new Set([...methods, "POST" as const])],
        url: `${root}/${name}`,
        bodyLimit: request_max_bytes,
        config: { access: needs("xapi:read", "xapi:write") },
        handler: (request, reply) =>
          withinDeadline(request, async () => {
            const asking = askingOf(request);
            refuseOtherVersions(asking);
            const { tenant, client, scopes } = request.caller!;
            const scope = asking.method === "GET" ? "xapi:read" : "xapi:write";
            if (!scopes.has(scope))
              throw insufficientScope(`This operation needs the scope "${scope}".`, { members: { required_scopes: [scope] } });
            const account = { homePage: home_page, name: client.id };
            const speaker: Speaker = {
              tenant_id: tenant.id,
              authority: { objectType: "Agent", name: client.name, account },
              home_page,
              only: null,
            };
            return sendAnswer(
              reply,
              await answer(
                {
                  pool: options.pool,
                  tenant_id: tenant.id,
                  speaker: () => speaker,
                  asking,
                  rules: null,
                  onThrough: sayThrough(reply),
                },
                name,
                `${root}/${name}`,
              ),
            );
          }),
      });
  });
}

/** Answers which versions are supported, without credentials and without a version header. */
export function mountAbout(xapi: FastifyInstance, below: string, config: { content?: true }): void {
  xapi.get(`${below}/about`, { config: { access: open(), ...config } }, (_request, reply) => sendAnswer(reply, about));
}

/** Reads bodies of any type as bytes, because documents may have any type. */
export function readAnyBody(xapi: FastifyInstance): void {
  xapi.removeAllContentTypeParsers();
  xapi.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: request_max_bytes }, (request, body, done) => {
    const coded = (request.headers["content-encoding"] ?? "identity") !== "identity";
    done(coded ? unsupportedMediaType("Send the body without content encoding.") : null, body);
  });
}

/** Communication 3.3: every answer has the version header, refusals too. */
export function answerByVersion(xapi: FastifyInstance): void {
  xapi.addHook("onRequest", (_request, reply, done) => {
    void reply.header("x-experience-api-version", version);
    done();
  });
}

/** Returns a function that sets the header with the instant of consistency on any answer, refusals included. */
export function sayThrough(reply: FastifyReply): (instant: string) => void {
  return (instant) => void reply.header("x-experience-api-consistent-through", instant);
}

export function sendAnswer(reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** Credentials as on the API, or by Basic: the organisation's code and a client's secret. */
function showAny({ keyring, base_url }: AuthenticateOptions): (request: FastifyRequest) => Shown {
  return (request) => {
    const authorization = singleHeader(request, "authorization");
    const basic = /^basic +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (basic === undefined) {
      const credentials = {
        api_key: singleHeader(request, "x-api-key"),
        authorization,
        tenant_code: singleHeader(request, "x-tenant-code"),
      };
      return present(keyring, request.address, credentials, () => proofIn(request, base_url));
    }
    const [user = "", ...rest] = Buffer.from(basic, "base64").toString().split(":");
    return showing(presentSecret(keyring, request.address, user, rest.join(":"), "api_key"));
  };
}
