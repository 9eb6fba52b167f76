import assert from "node:assert/strict";
import pino from "pino";
import { buildApp } from "../../server/app.ts";
import { createHealth } from "../../server/features/health/readiness.ts";
import type { WebhookOptions } from "../../server/features/webhooks/subscriptions/check-settings.ts";
import { readKeyring, type Keyring } from "../../server/platform/crypto/keyring.ts";
import { createProbe } from "../../server/platform/db/probe.ts";
import type { Metrics } from "../../server/platform/metrics/metrics.ts";
import { parseNetworks } from "../../server/platform/net/address.ts";
import { createGuardedFetch, type GuardedFetch } from "../../server/platform/net/guarded-fetch.ts";
import { createOutbound } from "../../server/platform/net/outbound.ts";
import type { LegalMinimums } from "../../server/platform/retention.ts";
import type { TxtRecords } from "../../server/platform/net/txt-records.ts";
import type { Resolve } from "../../server/platform/net/resolve.ts";
import { readContract, type Contract } from "../contract/contract.ts";
import type { TestDatabase } from "./database.ts";
import { slowness } from "./patience.ts";

export const test_keyring = readKeyring("v1:a-test-secret-of-at-least-32-characters");
/** The settings with which mails are made. */
export const test_mailing = { keyring: test_keyring, base_url: "https://muster.example" };

export type TestServer = {
  /** Its address, without a trailing slash. */
  url: string;
  /** Its log, line by line. */
  log: Record<string, unknown>[];
  /** Its OpenAPI document, against which every answer of an `Api` is checked. */
  contract(): Promise<Contract>;
  close(): Promise<void>;
};

/** No name can be resolved, so that no test reaches beyond this machine. */
const resolveNothing: Resolve = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));

/** The sender of webhooks, which reaches `trusted_origins` and names that `resolve` knows. */
export function webhooksOf(
  trusted_origins: readonly string[] = [],
  resolve: Resolve = resolveNothing,
  keyring = test_keyring,
): WebhookOptions {
  const trusted = new Set(trusted_origins);
  const outbound = createOutbound({ trusted_origins: trusted, source_address: null, resolve });
  return { sender: { outbound, ...test_mailing, keyring, trusted_origins: trusted }, resolve, format_alias: "lms.v1" };
}

/** A provider that every test server knows; only its metadata can be read. */
export const known_issuer = "https://id.acme.example";
const known_metadata = {
  issuer: known_issuer,
  authorization_endpoint: `${known_issuer}/authorize`,
  token_endpoint: `${known_issuer}/token`,
  jwks_uri: `${known_issuer}/keys`,
  id_token_signing_alg_values_supported: ["RS256"],
};

/**
 * Calls to identity providers: to `trusted_origins`, to names that `resolve` knows, and to the metadata of the provider above.
 */
export function identityCallsOf(trusted_origins: readonly string[] = [], resolve: Resolve = resolveNothing): GuardedFetch {
  const calls = createGuardedFetch({ trusted_origins: new Set(trusted_origins), source_address: null, resolve });
  return {
    ...calls,
    fetch: async (url, call) =>
      url === `${known_issuer}/.well-known/openid-configuration` ? Response.json(known_metadata) : calls.fetch(url, call),
  };
}

/** How long a page waits for its first answers: long enough for a busy machine to send a complete page. */
const first_answers_max_ms = Math.ceil(5_000 * slowness);

export type TestServerOptions = {
  trust_proxy?: string;
  connections_max?: number;
  /** Origins of receivers on this machine, `http://127.0.0.1:9999`. */
  trusted_origins?: readonly string[];
  /** Origins of identity providers on this machine. */
  identity_origins?: readonly string[];
  /** Resolves names; left out: none can be resolved. */
  resolve?: Resolve;
  /** Listens on this port of 127.0.0.1 and has that as its base URL, as a browser needs; left out: any port. */
  own_port?: number;
  /** The host in its base URL, together with `own_port`; default: 127.0.0.1, which does not support passkeys. */
  own_host?: "localhost";
  /** The path in its base URL, `/training`; only with `own_port`. Default: none. */
  base_path?: string;
  /** Its base URL if a proxy stands in front; left out: https://muster.example, or the one of `own_port`. */
  base_url?: string;
  /** The origin of content packages, `http://localhost:…`; default: localhost with `own_port`; null: none. */
  content_base_url?: string | null;
  /** TXT records in DNS; default: none. */
  txt?: TxtRecords;
  /** NODE_NAME; default: this is the only node. */
  node?: string;
  /** As in a trial: IT administrators can read all mails. */
  mails_readable?: boolean;
  /** As with a mail server. */
  mails_sent?: boolean;
  /** Default: `test_keyring`. */
  keyring?: Keyring;
  /** Default: no metrics. */
  metrics?: Metrics;
  /** The legal minimums of retention; default: none. */
  retention_days_min?: LegalMinimums;
  /** BOUNCE_SECRET; left out: reports of bounced mails are not accepted. */
  bounce_secret?: string;
  /** Readiness is checked as by `muster api` on a server: with a connection of its own, outside of the pool. */
  probes?: boolean;
};

/** The other host name of this machine, for browsers; without `own_port`, a name that no test requests. */
function contentOf({ own_port, own_host }: TestServerOptions): string {
  return own_port === undefined
    ? "https://content.example"
    : `http://${own_host === undefined ? "localhost" : "127.0.0.1"}:${own_port}`;
}

/** The real application on a free port. Several of them on one database are several nodes. */
export async function startServer(database: TestDatabase, options: TestServerOptions = {}): Promise<TestServer> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const { keyring = test_keyring } = options;
  const webhooks = webhooksOf(options.trusted_origins, options.resolve, keyring);
  const identity_calls = identityCallsOf(options.identity_origins, options.resolve);
  const pool = database.pool("muster_app", options.connections_max ?? 4);
  const { connection } = database;
  const probe = options.probes && connection.kind === "server" ? createProbe(pool, connection.url) : null;
  const app = await buildApp({
    ...(probe === null ? {} : { health: createHealth(probe) }),
    base_url:
      options.base_url ??
      (options.own_port === undefined
        ? "https://muster.example"
        : `http://${options.own_host ?? "127.0.0.1"}:${options.own_port}${options.base_path ?? ""}`),
    content_base_url: options.content_base_url === undefined ? contentOf(options) : options.content_base_url,
    node: options.node ?? null,
    trusted_proxies: parseNetworks(options.trust_proxy ?? ""),
    pool,
    keyring,
    log,
    webhooks,
    identity_calls,
    txt: options.txt ?? (async () => []),
    mails: {
      sent: options.mails_sent ?? false,
      from: "training@acme.example",
      readable: options.mails_readable ?? false,
    },
    bounce_secret: options.bounce_secret ?? null,
    ...(options.metrics ? { metrics: options.metrics } : {}),
    retention_days_min: options.retention_days_min ?? {},
    first_answers_max_ms,
  });
  const url = await app.listen({ port: options.own_port ?? 0, host: "127.0.0.1" });
  let contract: Promise<Contract> | undefined;
  const close = async () => {
    await app.close();
    await webhooks.sender.outbound.close();
    await identity_calls.close();
    await probe?.close();
  };
  return { url, log: lines, contract: () => (contract ??= readContract(url)), close };
}

export type Reply = { status: number; headers: Headers; text: string; body: any };

/** The body of an answer that must have one of the statuses; without any: a status below 300. */
export async function ok(answer: Promise<Reply>, ...statuses: readonly number[]): Promise<any> {
  const { status, body, text } = await answer;
  assert.ok(statuses.length > 0 ? statuses.includes(status) : status < 300, text);
  return body;
}

export type Send = {
  headers?: Record<string, string>;
  /** Sent as JSON, except a string or bytes, which are sent unchanged. */
  body?: unknown;
};

/** Calls of an integrator, with the key and tenant code of a client. */
export type Api = {
  get(path: string, send?: Send): Promise<Reply>;
  post(path: string, body?: unknown, send?: Send): Promise<Reply>;
  patch(path: string, body?: unknown, send?: Send): Promise<Reply>;
  delete(path: string, send?: Send): Promise<Reply>;
  call(method: string, path: string, send?: Send): Promise<Reply>;
};

/** An `Api` that fails on every answer that does not match the OpenAPI document. */
export function apiOf(server: Pick<TestServer, "url"> & Partial<TestServer>, credentials: Record<string, string>): Api {
  const call = async (method: string, path: string, send: Send = {}) => {
    const reply = await request(server.url, method, path, { ...send, headers: { ...credentials, ...send.headers } });
    await (await server.contract?.())?.check({ method, path, ...reply });
    return reply;
  };
  return {
    call,
    get: (path, send) => call("GET", path, send),
    post: (path, body, send) => call("POST", path, { body, ...send }),
    patch: (path, body, send) => call("PATCH", path, { body, ...send }),
    delete: (path, send) => call("DELETE", path, send),
  };
}

/** Headers that authenticate a client by API key. */
export function byKey(tenant_code: string, secret: string): Record<string, string> {
  return { "x-tenant-code": tenant_code, "x-api-key": secret };
}

export async function request(url: string, method: string, path: string, send: Send = {}): Promise<Reply> {
  const json = send.body !== undefined;
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { ...(json ? { "content-type": "application/json" } : {}), ...send.headers },
    ...(json ? { body: bodyOf(send.body) } : {}),
  });
  const text = await response.text();
  const is_json = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, text, body: is_json && text ? JSON.parse(text) : null };
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);
}
