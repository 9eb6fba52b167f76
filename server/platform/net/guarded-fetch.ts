// Theory of operation. Calls a server that a tenant has named, such as an identity provider, and reads its answer. The host name
// is resolved and each address is checked when it is dialled (guarded-connect.ts). Redirects are not followed, proxy variables
// are ignored, and no compression is requested, so that a small body cannot expand. One deadline covers the whole call, and one
// limit the body. The number of concurrent calls per origin is limited, so a server that does not answer does not delay calls to
// others.
import type { Agent } from "undici";
import type { OutboundOptions } from "./outbound.ts";
import { faultOfUrl } from "./public-url.ts";
import { createResolve } from "./resolve.ts";

/** Why a call failed. */
export type CallFailure = "ADDRESS_NOT_ALLOWED" | "URL_NOT_ALLOWED" | "TIMEOUT" | "TOO_LARGE" | "TOO_MANY_CALLS" | "UNREACHABLE";

export class CallError extends Error {
  readonly failure: CallFailure;
  /** The host that was called; the tenant named it, or the tenant's server did. */
  readonly host: string;

  constructor(failure: CallFailure, host: string, cause?: unknown) {
    super(`${failure}: ${host}`, cause === undefined ? {} : { cause });
    this.name = "CallError";
    this.failure = failure;
    this.host = host;
  }
}

type Call = {
  method: string;
  headers: Record<string, string>;
  body?: string | URLSearchParams | Uint8Array | null | undefined;
  signal?: AbortSignal | undefined;
};

export type GuardedFetch = {
  /** Throws CallError. A redirect is returned like any other answer. */
  fetch(url: string, call: Call): Promise<Response>;
  trusted_origins: ReadonlySet<string>;
  /** Aborts all running calls. */
  close(): Promise<void>;
};

export const call_timeout_ms = 5_000;
export const answer_bytes_max = 512 * 1024;
const header_bytes_max = 16 * 1024;
export const calls_per_origin_max = 50;
const connection_age_max_ms = 60_000;

export function createGuardedFetch(options: OutboundOptions): GuardedFetch {
  const { trusted_origins } = options;
  // Opened by the first call, because most processes make none.
  let agent: Promise<Agent> | null = null;
  const under_way = new Map<string, number>();

  async function fetch(url: string, call: Call): Promise<Response> {
    const host = URL.parse(url)?.host ?? "";
    if (faultOfUrl(url, trusted_origins) !== null) throw new CallError("URL_NOT_ALLOWED", host);
    const { origin } = new URL(url);
    const calls = under_way.get(origin) ?? 0;
    if (calls >= calls_per_origin_max) throw new CallError("TOO_MANY_CALLS", host);
    under_way.set(origin, calls + 1);
    try {
      return await exchange(await (agent ??= openAgent(options)), url, call);
    } catch (error) {
      throw error instanceof CallError ? error : new CallError(failureOf(error), host, error);
    } finally {
      const left = under_way.get(origin)! - 1;
      if (left === 0) under_way.delete(origin);
      else under_way.set(origin, left);
    }
  }
  return { fetch, trusted_origins, close: async () => (await agent)?.destroy() };
}

async function openAgent({ trusted_origins, source_address, resolve = createResolve() }: OutboundOptions): Promise<Agent> {
  const [{ Agent }, { guardedConnect }] = await Promise.all([import("undici"), import("./guarded-connect.ts")]);
  return new Agent({
    allowH2: false,
    connect: guardedConnect({ trusted_origins, source_address, resolve, timeout_ms: call_timeout_ms }),
    maxHeaderSize: header_bytes_max,
    keepAliveMaxTimeout: connection_age_max_ms,
    clientTtl: connection_age_max_ms,
  });
}

async function exchange(agent: Agent, url: string, { method, headers, body = null, signal }: Call): Promise<Response> {
  const deadline = AbortSignal.timeout(call_timeout_ms);
  const { request } = await import("undici");
  const answer = await request(url, {
    dispatcher: agent,
    method: method as "GET",
    headers: { ...headers, "accept-encoding": "identity" },
    body: body instanceof URLSearchParams ? body.toString() : body,
    signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > answer_bytes_max) throw new CallError("TOO_LARGE", new URL(url).host);
    chunks.push(chunk);
  }
  const fields = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
  const empty = answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(empty ? null : Buffer.concat(chunks), { status: answer.statusCode, headers: fields });
}

function failureOf(error: unknown): CallFailure {
  const { code = "", name } = error as NodeJS.ErrnoException;
  if (code === "ADDRESS_NOT_ALLOWED") return code;
  return name === "TimeoutError" || name === "AbortError" || late.has(code) ? "TIMEOUT" : "UNREACHABLE";
}

const late = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
