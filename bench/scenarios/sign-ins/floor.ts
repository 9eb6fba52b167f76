// The floor of a sign-in: openid-client behind two bare Fastify handlers. It keeps the state of a round trip in memory, has no
// organisations, accounts, sessions or rules, reads the provider's keys once, and stores nothing.
import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import * as openid from "openid-client";

export type FloorPlan = { issuer: string; client_id: string; secret: string; redirect_uri: string };

if (import.meta.main) {
  process.once("message", (plan: FloorPlan) => {
    void serve(plan).then((url) => process.send!({ url }));
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

async function serve({ issuer, client_id, secret, redirect_uri }: FloorPlan): Promise<string> {
  const execute = [openid.allowInsecureRequests];
  const configuration = await openid.discovery(new URL(issuer), client_id, {}, openid.ClientSecretBasic(secret), { execute });
  openid.enableNonRepudiationChecks(configuration);
  const ways = new Map<string, { nonce: string; verifier: string }>();
  const app = Fastify();
  app.post("/panel/api/sign-in/company", async () => {
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    ways.set(state, { nonce, verifier });
    const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
    const asked = { redirect_uri, scope: "openid email", state, nonce, code_challenge, code_challenge_method: "S256" };
    return { location: openid.buildAuthorizationUrl(configuration, asked).href };
  });
  app.get<{ Querystring: { state: string } }>(new URL(redirect_uri).pathname, async (request, reply) => {
    const { state } = request.query;
    const { nonce, verifier } = ways.get(state)!;
    ways.delete(state);
    await openid.authorizationCodeGrant(configuration, new URL(redirect_uri + request.url.slice(request.url.indexOf("?"))), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    return reply.header("set-cookie", `muster_session=${randomUUID()}`).redirect("/panel/", 303);
  });
  return app.listen({ port: 0, host: "127.0.0.1" });
}
