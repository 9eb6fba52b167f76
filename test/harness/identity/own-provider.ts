// An identity provider that a test controls: it sends any answer that the test sets, over a real socket, with any signature.
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type SigningKey = { kid: string; private_key: KeyObject; jwk: Record<string, unknown> };

export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomBytes(6).toString("hex");
  return { kid, private_key: privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" } };
}

export type Claims = Record<string, unknown>;

export function signed(key: SigningKey, claims: Claims, header: Record<string, unknown> = {}): string {
  const parts = [{ alg: "RS256", kid: key.kid, ...header }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const text = parts.join(".");
  return `${text}.${sign("sha256", Buffer.from(text), key.private_key).toString("base64url")}`;
}

/** The public key as PEM: what a verifier that confuses algorithms uses as a shared secret. */
export function pemOf({ private_key }: SigningKey): string {
  return createPublicKey(private_key).export({ format: "pem", type: "spki" });
}

export type Answering = (request: IncomingMessage, body: string, reply: ServerResponse) => void;

export type OwnProvider = {
  issuer: string;
  origin: string;
  /** The signing key, and the keys that it publishes; a test may change both. */
  key: SigningKey;
  published: SigningKey[];
  /** Members of the discovery document that are added or replaced. */
  metadata: Record<string, unknown>;
  /** The ID token that the token endpoint returns; a test sets it before the browser comes back. */
  id_token: string;
  /** Handlers by path that replace its own. */
  instead: Map<string, Answering>;
  /** The requests that it has received, with their bodies. */
  asked: { path: string; body: string; headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
};

/** Starts it on a port of its own. The server under test must trust its origin. */
export async function startOwnProvider(): Promise<OwnProvider> {
  const key = newSigningKey();
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => answer(provider, request, body, reply));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OwnProvider = {
    issuer: origin,
    origin,
    key,
    published: [key],
    metadata: {},
    id_token: "",
    instead: new Map(),
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

function answer(provider: OwnProvider, request: IncomingMessage, body: string, reply: ServerResponse): void {
  const path = (request.url ?? "").split("?")[0]!;
  provider.asked.push({ path, body, headers: request.headers });
  const own = provider.instead.get(path);
  if (own) return own(request, body, reply);
  const { issuer, origin } = provider;
  const answers: Record<string, unknown> = {
    "/.well-known/openid-configuration": {
      issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      authorization_response_iss_parameter_supported: true,
      ...provider.metadata,
    },
    "/token": { access_token: "opaque", token_type: "Bearer", expires_in: 60, id_token: provider.id_token },
    "/keys": { keys: provider.published.map(({ jwk }) => jwk) },
  };
  const found = answers[path];
  reply.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
  reply.end(JSON.stringify(found ?? {}));
}

/** The challenge that belongs to a verifier (RFC 7636 §4.6). */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
