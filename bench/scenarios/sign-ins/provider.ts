// An identity provider in a process of its own, for both protocols. It signs while the browser is at its page, which is not
// measured. Keys and tokens that this service requests afterwards are then ready. The query parameter `person` says who signs in.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { newSigningKey, signed } from "../../../test/harness/identity/own-provider.ts";
import { assertionXml, newSamlKey, readRequest, responseXml, signXml } from "../../../test/harness/identity/saml-answers.ts";

export type Running = { origin: string; saml_certificate: string };

const key = newSigningKey();
const saml_key = newSamlKey();
/** ID tokens by the code that is not redeemed yet. */
const tokens = new Map<string, string>();
let origin = "";

if (import.meta.main) {
  process.once("message", () => {
    void start().then((running) => process.send!(running));
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

async function start(): Promise<Running> {
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, saml_certificate: saml_key.certificate };
}

async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", origin);
  if (url.pathname === "/authorize") return redirect(reply, codeFor(url.searchParams));
  const found = url.pathname === "/token" ? await tokenFor(request) : documents(url);
  reply.writeHead(found === null ? 404 : 200, { "content-type": "application/json" });
  reply.end(JSON.stringify(found ?? {}));
}

function redirect(reply: ServerResponse, location: string): void {
  reply.writeHead(302, { location });
  reply.end();
}

function documents(url: URL): object | null {
  if (url.pathname === "/keys") return { keys: [key.jwk] };
  if (url.pathname === "/saml/sso") return formFor(url);
  if (url.pathname !== "/.well-known/openid-configuration") return null;
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** The address to which the provider sends the browser back. */
function codeFor(asked: URLSearchParams): string {
  const person = asked.get("person")!;
  const now_s = Math.floor(Date.now() / 1_000);
  const said = { iss: origin, aud: asked.get("client_id"), sub: `subject-${person}`, nonce: asked.get("nonce") };
  const code = randomBytes(16).toString("hex");
  tokens.set(code, signed(key, { ...said, iat: now_s, exp: now_s + 300, email: person, email_verified: true }));
  const answered = { code, state: asked.get("state")!, iss: origin };
  return `${asked.get("redirect_uri")!}?${new URLSearchParams(answered).toString()}`;
}

async function tokenFor(request: IncomingMessage): Promise<object> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const code = new URLSearchParams(body).get("code") ?? "";
  const id_token = tokens.get(code);
  tokens.delete(code);
  return { access_token: "opaque", token_type: "Bearer", expires_in: 60, id_token };
}

/** The form that the provider's page would have the browser post. */
function formFor(sent_to: URL): object {
  const asked = readRequest(sent_to);
  const person = sent_to.searchParams.get("person")!;
  const said = {
    issuer: `${origin}/saml`,
    audience: asked.issuer,
    recipient: asked.acs_url,
    destination: asked.acs_url,
    in_response_to: asked.id,
    name_id: `subject-${person}`,
    email: person,
    now: new Date().toISOString(),
    assertion_id: `_${randomBytes(16).toString("hex")}`,
  };
  const xml = signXml(responseXml(said, assertionXml(said)), saml_key, "Assertion");
  return { acs_url: asked.acs_url, SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: asked.relay_state };
}
