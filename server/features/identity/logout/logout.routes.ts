import type { FastifyInstance } from "fastify";
import { open } from "../../../platform/http/access.ts";
import { Refused } from "../failures.ts";
import { logOutByProvider } from "./log-out.ts";
import { LogoutFault } from "./logout-token.ts";
import type { IdentityOptions } from "../start.ts";

const body_max_bytes = 16_384;
/** Keys are fetched, within a deadline of their own. */
const asking_ms = 20_000;

/** Where a provider tells of sessions that have ended there: OpenID Connect Back-Channel Logout 1.0 §2.5 to §2.8. */
export function identityLogoutRoute(app: FastifyInstance, options: IdentityOptions): void {
  app.register(async (endpoint) => {
    endpoint.removeAllContentTypeParsers();
    endpoint.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: body_max_bytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    endpoint.post<{ Params: { tenant_code: string } }>(
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
          if (error instanceof LogoutFault)
            return reply.code(400).send({ error: "invalid_request", error_description: error.message });
          // §2.8: it may be told again once the keys can be read.
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
