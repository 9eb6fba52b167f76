// samlp, the SAML identity provider of Auth0, on a real socket, with a page for sign-in and a browser session of its own.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error It has no types.
import untyped from "samlp";
import { pemOf } from "../../../server/features/identity/saml/metadata.ts";
import { newSamlKey, type SamlKey } from "./saml-answers.ts";

/** The used part of samlp, which has no types. */
type Samlp = {
  auth(options: Record<string, unknown>): Middleware;
  metadata(options: Record<string, unknown>): Middleware;
};
type Shimmed = IncomingMessage & {
  query: Record<string, string>;
  body: Record<string, string>;
  originalUrl: string;
  protocol: string;
};
type Middleware = (request: Shimmed, reply: ServerResponse & Express, next: (error?: unknown) => void) => void;
type Express = { set(name: string, value: string): void; send(body: string | number): void };

const samlp = untyped as Samlp;

/** The people who can sign in, by login. */
export type SamlDirectory = Readonly<Record<string, { name_id: string; email: string }>>;

export type RunningSamlProvider = {
  /** Its entity id, at which its metadata can be read. */
  issuer: string;
  origin: string;
  metadata_url: string;
  /** The signing key. */
  key: SamlKey;
  /** Further keys in its metadata. */
  published: SamlKey[];
  /**
   * Registers a service, and the people who can sign in there. `certificate`: the service's, as PEM, by which its requests are
   * verified and for which assertions are encrypted.
   */
  serve(directory: SamlDirectory, service: SamlService): void;
  close(): Promise<void>;
};

export type SamlService = {
  acs_url: string;
  entity_id: string;
  certificate: string;
  encrypted?: boolean;
  sign?: "assertion" | "response";
};

/** `host`: to a browser, localhost is another site than 127.0.0.1. */
export async function startSamlProvider(host: "127.0.0.1" | "localhost" = "127.0.0.1"): Promise<RunningSamlProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const key = newSamlKey(Date.now());
  let directory: SamlDirectory = {};
  let service: SamlService | null = null;
  const provider: RunningSamlProvider = {
    issuer: `${origin}/entity`,
    origin,
    metadata_url: `${origin}/metadata`,
    key,
    published: [],
    serve: (people, of) => {
      directory = people;
      service = of;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on("request", (request, reply) => void answer(provider, request, reply, () => ({ directory, service })));
  return provider;
}

type Known = { directory: SamlDirectory; service: SamlService | null };

async function answer(
  provider: RunningSamlProvider,
  request: IncomingMessage,
  reply: ServerResponse,
  known: () => Known,
): Promise<void> {
  const { directory, service } = known();
  const url = new URL(request.url!, provider.origin);
  const fail = (error: unknown) => reply.writeHead(500).end(String(error));
  const shimmed = Object.assign(request, {
    query: Object.fromEntries(url.searchParams),
    body: {},
    originalUrl: request.url!,
    protocol: "http",
  });
  const shown = Object.assign(reply, {
    set: (name: string, value: string) => reply.setHeader(name, value),
    send: (body: string | number) => (typeof body === "number" ? reply.writeHead(body).end() : reply.end(body)),
  }) as ServerResponse & Express;
  if (url.pathname === "/metadata") return showMetadata(provider, shimmed, shown, fail);
  if (service === null) return void reply.writeHead(404).end();
  if (request.method === "POST") {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    reply.setHeader("set-cookie", `idp=${encodeURIComponent(form.get("login") ?? "")}; Path=/`);
    return void reply.writeHead(303, { location: request.url! }).end();
  }
  const login = decodeURIComponent(/\bidp=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
  const person = directory[login];
  if (person === undefined) {
    reply.setHeader("content-type", "text/html");
    reply.end(
      `<!doctype html><title>Sign in</title><form method="post"><input name="login"><button type="submit">Go</button></form>`,
    );
    return;
  }
  samlp.auth(optionsOf(provider, service, person, url))(shimmed, shown, fail);
}

function optionsOf({ issuer, key }: RunningSamlProvider, service: SamlService, person: SamlDirectory[string], url: URL) {
  const { acs_url, entity_id, certificate, encrypted = false, sign = "assertion" } = service;
  const email = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress";
  const format = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
  const unasked = url.searchParams.get("SAMLRequest") === null;
  return {
    issuer,
    cert: pemOf(key.certificate),
    key: key.private_key,
    audience: entity_id,
    recipient: acs_url,
    destination: acs_url,
    signingCert: unasked ? undefined : certificate,
    signResponse: sign === "response",
    signAssertion: sign === "assertion",
    ...(unasked ? { RelayState: url.searchParams.get("RelayState") ?? "" } : {}),
    ...(encrypted
      ? {
          encryptionCert: certificate,
          encryptionPublicKey: certificate,
          encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
          disallowEncryptionWithInsecureAlgorithm: true,
        }
      : {}),
    getUserFromRequest: () => person,
    getPostURL: (_audience: string, _request: unknown, _http: unknown, done: (error: null, url: string) => void) =>
      done(null, acs_url),
    profileMapper: () => ({
      getClaims: () => ({ [email]: person.email }),
      getNameIdentifier: () => ({ nameIdentifier: person.name_id, nameIdentifierFormat: format }),
    }),
  };
}

/** samlp publishes one certificate, but providers publish several during a key rotation. */
function showMetadata(
  provider: RunningSamlProvider,
  request: Shimmed,
  reply: ServerResponse & Express,
  fail: (error: unknown) => void,
): void {
  const mapper = Object.assign(() => ({}), { prototype: { metadata: [] } });
  const send = (body: string) => reply.end(body);
  reply.send = (body) => {
    const [key] = /<KeyDescriptor[\s\S]*<\/KeyDescriptor>/.exec(String(body))!;
    const more = provider.published.map((one) => key.replace(/(X509Certificate>)[^<]+/, `$1${one.certificate}`));
    send(String(body).replace(key, [key, ...more].join("\n")));
  };
  const { issuer, key } = provider;
  const options = {
    issuer,
    cert: pemOf(key.certificate),
    profileMapper: mapper,
    redirectEndpointPath: "/sso",
    postEndpointPath: "/sso",
  };
  samlp.metadata(options)(request, reply, fail);
}

/** Signs in as `login` at the provider in a browser; returns the form that the page would post, and its target. */
export async function signInThere(location: string, login: string): Promise<{ action: string; fields: Record<string, string> }> {
  const posted = await fetch(location, { method: "POST", redirect: "manual", body: new URLSearchParams({ login }) });
  const cookie = posted.headers.getSetCookie()[0]!.split(";")[0]!;
  const answered = await fetch(location, { headers: { cookie } });
  const page = await answered.text();
  return readForm(page);
}

/** The form of a page that posts itself. */
export function readForm(page: string): { action: string; fields: Record<string, string> } {
  const plain = (text: string) =>
    text
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replaceAll("&amp;", "&")
      .replaceAll("&quot;", '"');
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`the page has no form: ${page.slice(0, 500)}`);
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
  return { action: plain(action), fields: Object.fromEntries(inputs.map(([, name, value]) => [name!, plain(value!)])) };
}
