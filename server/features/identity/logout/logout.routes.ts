import type { FastifyInstance } from "fastify";
import { open } from "../../../platform/http/access.ts";
import { Refused } from "../failures.ts";
import { logOutByBrowser, logOutByProvider } from "./log-out.ts";
import { LogoutFault } from "./logout-token.ts";
import type { IdentityOptions } from "../start.ts";

const body_max_bytes = 16_384;
/** A deadline for fetching keys from the provider. */
const asking_ms = 20_000;

type Route = { Params: { tenant_code: string } };

/**
 * Receives logout messages. POST: OpenID Connect Back-Channel Logout 1.0 §2.5 to §2.8. GET, brought by a browser: Front-Channel
 * Logout 1.0 §2, or SAML's LogoutRequest.
 */
export function identityLogoutRoute(app: FastifyInstance, options: IdentityOptions): void {
  app.register(async (endpoint) => {
    endpoint.removeAllContentTypeParsers();
    endpoint.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: body_max_bytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    endpoint.get<Route>("/panel/sign-in/:tenant_code/logout", { config: { access: open() } }, async (request, reply) => {
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      const at = (request.raw.url ?? "").indexOf("?");
      const search = at === -1 ? "" : request.raw.url!.slice(at);
      try {
        const brought = { tenant_code: request.params.tenant_code, search, address: request.address, request_id: request.id };
        const location = await logOutByBrowser(options, brought);
        return await (location === null ? reply.code(200).send() : reply.redirect(location, 303));
      } catch (error) {
        if (error instanceof LogoutFault) return reply.code(400).send(invalid(error));
        throw error;
      }
    });
    endpoint.post<Route>(
      "/panel/sign-in/:tenant_code/logout",
      { config: { access: open() }, handlerTimeout: asking_ms },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        try {
          const [logout_token, ...others] = request.body instanceof URLSearchParams ? request.body.getAll("logout_token") : [];
          if (logout_token === undefined || others.length > 0) throw new LogoutFault("logout_token is needed, once");
          const { tenant_code } = request.params;
          await logOutByProvider(options, { tenant_code, logout_token, address: request.address, request_id: request.id });
          return await reply.code(200).send();
        } catch (error) {
          if (error instanceof LogoutFault) return reply.code(400).send(invalid(error));
          // §2.8: the provider may retry when its keys can be read.
          if (error instanceof Refused)
            return reply
              .code(503)
              .header("retry-after", "60")
              .send({ error: "temporarily_unavailable", error_description: error.refusal });
          throw error;
        }
      },
    );
  });
}

function invalid({ message }: LogoutFault): { error: string; error_description: string } {
  return { error: "invalid_request", error_description: message };
}
