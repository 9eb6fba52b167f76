// How a call is made: credentials, tries, deadlines. One call is one promise, however many tries it needs.
//
//   headers     the organisation, a key or a token; all tries of a POST have the same Idempotency-Key
//   try         takes at most `tryTimeoutMs`, to the last byte; a body that is cut off counts as a failed connection
//   retry       after a wait, for failures that retry.ts allows, until tries or deadline are used up
//   refused     when a token is refused, a new one is requested, once in each call
import { systemClock, type Clock } from "./clock.ts";
import { AddressError, ConnectionError, DeadlineError, problemOf, secondsOf, type MusterError } from "./errors.ts";
import {
  deadline_ms_default,
  mayRetry,
  tries_max_default,
  try_timeout_ms_default,
  waitBeforeNext,
  type Repeatable,
} from "./retry.ts";
import { createAsserter, createProver, type KeyPair, type PrivateKey, type Provable } from "./signing.ts";
import { createTokens, type Tokens } from "./token.ts";

export type MusterOptions = {
  /** `https://…`, the address that the IT administrator sees in the panel. */
  baseUrl: string;
  /** The organisation's tenant code. */
  tenantCode: string;
  /** The client's secret (`lms_live_…`), sent as `X-API-Key`. Use either this, or `clientId` with `clientSecret`. */
  apiKey?: string | undefined;
  /** With `clientSecret`: OAuth 2.0 client credentials. Tokens are requested and renewed automatically. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** With `clientId`, in place of `clientSecret`: signs token requests (RFC 7523). Add its public key in the panel. */
  privateKey?: PrivateKey | undefined;
  /**
   * With `privateKey`: its `kid` as the panel shows it. Default: that of the JWK, otherwise the thumbprint, which the panel uses
   * for keys without a `kid`.
   */
  keyId?: string | undefined;
  /**
   * In place of `privateKey`, if the key is kept elsewhere: signs a token request. It receives the value for `aud`, and returns a
   * JWT with a new `jti` each time.
   */
  signAssertion?: ((audience: string) => string | Promise<string>) | undefined;
  /**
   * With `clientId`: tokens are bound to a key (DPoP, RFC 9449), and each request proves possession of it. `true` generates a key
   * for this client, in memory only. `baseUrl` must be the service's own address, because proofs contain it.
   */
  dpop?: boolean | KeyPair | undefined;
  /** The scopes of a token, separated by spaces. Default: all scopes of the client. */
  scope?: string | undefined;
  /** The number of tries of a call, including the first. Default: 5. */
  triesMax?: number | undefined;
  /** How long one try may take. Default: 30,000. */
  tryTimeoutMs?: number | undefined;
  /** How long a call may take with all its tries and waits. Default: 300,000. */
  deadlineMs?: number | undefined;
  /** Default: the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Time and randomness, for tests. */
  clock?: Clock | undefined;
  /** The text before ours in `User-Agent`: `hr-sync/1.2`. */
  userAgent?: string | undefined;
};

/** Options of one call. */
export type CallOptions = {
  /** How long this call may take with all its tries and waits. */
  deadlineMs?: number | undefined;
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with the answer's metadata: status, `ETag`, rate limits. */
  onAnswer?: ((answer: AnswerFacts) => void) | undefined;
};

export type WriteOptions = CallOptions & {
  /**
   * Requests with the same key and body within 24 hours are executed once. Default: a new key for each call, shared by its tries.
   * Give a key of your own if the call itself may be repeated, for example after a crash.
   */
  idempotencyKey?: string | undefined;
};

export type ChangeOptions = CallOptions & {
  /** An `ETag`: the record is changed only if it still has this version; otherwise the call throws `PreconditionError`. */
  ifMatch?: string | undefined;
};

export type AnswerFacts = {
  status: number;
  headers: Headers;
  tries: number;
  /** Whether this is the stored answer to an earlier request with the same key. */
  replayed: boolean;
  /** The number of requests left; null if the answer does not say. */
  rateLimitRemaining: number | null;
  /** The header `RateLimit-Policy`, unchanged. */
  rateLimitPolicy: string | null;
};

/** A file: its content, or a function that reads it from the beginning, called once for each try. */
export type UploadBody = string | Uint8Array | (() => AsyncIterable<Uint8Array>);

/** Query parameters; those that are undefined or null are left out. */
export type Query = { readonly [name: string]: string | number | boolean | null | undefined };

export type Request = {
  method: string;
  path: string;
  query?: object;
  body?: unknown;
  upload?: UploadBody;
  mediaType?: string;
  takesKey?: boolean;
  asText?: boolean;
  /** The answer is a file, returned as bytes. */
  asBytes?: boolean;
};

export type Call = <Result>(request: Request, options?: WriteOptions & ChangeOptions) => Promise<Result>;

/** Long enough for a file of 64 MiB over a slow connection. */
const upload_timeout_ms = 330_000;

export function createCall(options: MusterOptions, version: string): Call {
  const setting = settingOf(options, version);
  return async <Result>(request: Request, call_options: WriteOptions & ChangeOptions = {}) => {
    const answer = await exchange(setting, request, call_options);
    return (request.asText ? answer.text : answer.body) as Result;
  };
}

type Setting = {
  base_url: string;
  tenant_code: string;
  api_key: string | null;
  tokens: Tokens | null;
  /** Proves a request by token; null: tokens are not bound to a key. */
  prove: ((request: Provable) => Promise<string>) | null;
  tries_max: number;
  try_timeout_ms: number;
  deadline_ms: number;
  user_agent: string;
  fetch: typeof fetch;
  clock: Clock;
};

function settingOf(options: MusterOptions, version: string): Setting {
  const with_token = checkCredentials(options);
  for (const name of ["baseUrl", "tenantCode"] as const)
    if (!options[name]) throw new TypeError(`${name} is missing; the IT administrator is shown it with the client.`);
  const clock = options.clock ?? systemClock;
  const setting: Setting = {
    base_url: options.baseUrl.replace(/\/+$/, ""),
    tenant_code: options.tenantCode,
    api_key: options.apiKey ?? null,
    tokens: null,
    prove: options.dpop ? createProver(options.dpop === true ? null : options.dpop, clock) : null,
    tries_max: options.triesMax ?? tries_max_default,
    try_timeout_ms: options.tryTimeoutMs ?? try_timeout_ms_default,
    deadline_ms: options.deadlineMs ?? deadline_ms_default,
    user_agent: [options.userAgent, `muster-sdk-typescript/${version}`].filter(Boolean).join(" "),
    // Called as a plain function, because some platforms refuse it as a method of another object.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    clock,
  };
  if (!with_token) return setting;
  const request = tokenRequest(options, setting.base_url, clock);
  const ask = async (call_options: CallOptions) => (await exchange({ ...setting, tokens: null }, request, call_options)).body;
  return { ...setting, tokens: createTokens({ ask, clock, is_bound: setting.prove !== null }) };
}

/** Whether calls use tokens. Throws if there are no credentials, or several. */
function checkCredentials({ apiKey, clientId, clientSecret, privateKey, signAssertion, dpop }: MusterOptions): boolean {
  const ways = [clientSecret, privateKey, signAssertion].filter((value) => value !== undefined);
  const with_token = clientId !== undefined || ways.length > 0;
  if ((apiKey !== undefined) === with_token)
    throw new TypeError("Give either apiKey, or clientId and clientSecret, or clientId and privateKey or signAssertion.");
  if (ways.length > 1) throw new TypeError("Give either clientSecret, privateKey or signAssertion.");
  if (with_token ? !clientId || !ways[0] : !apiKey)
    throw new TypeError(`${with_token ? "clientId or clientSecret" : "apiKey"} is empty; a variable may not be set.`);
  if (dpop && !with_token) throw new TypeError("dpop binds tokens: give clientId instead of apiKey.");
  return with_token;
}

/** `form` is called again for each try. */
type Prepared = Request & { authorization?: string; form?: () => Promise<string> };

/** By HTTP Basic, or with an assertion: a new one for each try, because it may be used once, even if its answer was lost. */
function tokenRequest(options: MusterOptions, audience: string, clock: Clock): Prepared {
  const { clientId = "", clientSecret = "", privateKey, keyId, scope } = options;
  const signAssertion = privateKey === undefined ? options.signAssertion : createAsserter({ clientId, privateKey, keyId, clock });
  const request = { method: "POST", path: "/api/v1/oauth/token" };
  const formOf = (more: Record<string, string>) =>
    new URLSearchParams({ grant_type: "client_credentials", ...(scope ? { scope } : {}), ...more }).toString();
  if (signAssertion === undefined) {
    // RFC 6749 §2.3.1: both are form-encoded before they are joined.
    const authorization = `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;
    return { ...request, authorization, form: async () => formOf({}) };
  }
  const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  const form = async () =>
    formOf({ client_id: clientId, client_assertion_type, client_assertion: await signAssertion(audience) });
  return { ...request, form };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2);
}

type Answer = { status: number; headers: Headers; text: string; body: unknown };
type Outcome = { answer: Answer } | { error: MusterError; retry: boolean; retry_after_s: number | null; refused: boolean };

async function exchange(setting: Setting, request: Prepared, options: WriteOptions & ChangeOptions): Promise<Answer> {
  const { clock, tries_max } = setting;
  const ends_at = clock.now() + (options.deadlineMs ?? setting.deadline_ms);
  const headers = headersOf(setting, request, options);
  let renewed = false;
  for (let tries = 1; ; tries += 1) {
    const token = request.authorization ?? (await setting.tokens?.get({ deadlineMs: ends_at - clock.now() }));
    if (token !== undefined) headers.set("authorization", token);
    // Each try has a new proof, because a proof is used only once, even if its answer was lost.
    if (setting.prove) headers.set("dpop", await setting.prove(provableOf(setting, request, token)));
    const outcome = await tryOnce(setting, request, headers, { tries, ends_at, options });
    if ("answer" in outcome) return told(outcome.answer, tries, options);
    if (outcome.refused && !renewed && setting.tokens) {
      // The token was refused before its expiry, for example because the secret was changed.
      setting.tokens.drop(token!);
      renewed = true;
      continue;
    }
    const wait_ms = waitBeforeNext(tries, outcome.retry_after_s, () => clock.random());
    if (!outcome.retry || tries >= tries_max || clock.now() + wait_ms >= ends_at) throw outcome.error;
    await clock.sleep(wait_ms, options.signal);
  }
}

function provableOf({ base_url }: Setting, { method, path }: Prepared, authorization: string | undefined): Provable {
  const [, token = null] = /^DPoP (.+)$/.exec(authorization ?? "") ?? [];
  return { method, url: base_url + path, token };
}

function told(answer: Answer, tries: number, { onAnswer }: CallOptions): Answer {
  const { status, headers } = answer;
  const remaining = headers.get("ratelimit-remaining");
  onAnswer?.({
    status,
    headers,
    tries,
    replayed: headers.get("idempotency-replayed") === "true",
    rateLimitRemaining: remaining === null ? null : Number(remaining),
    rateLimitPolicy: headers.get("ratelimit-policy"),
  });
  return answer;
}

function headersOf(setting: Setting, request: Prepared, { idempotencyKey, ifMatch }: WriteOptions & ChangeOptions): Headers {
  const headers = new Headers({
    accept: "application/json, application/problem+json, */*;q=0.1",
    "user-agent": setting.user_agent,
  });
  headers.set("x-tenant-code", setting.tenant_code);
  if (setting.api_key !== null) headers.set("x-api-key", setting.api_key);
  if (request.form !== undefined) headers.set("content-type", "application/x-www-form-urlencoded");
  else if (request.upload !== undefined) headers.set("content-type", request.mediaType ?? "application/octet-stream");
  else if (request.body !== undefined) headers.set("content-type", "application/json");
  if (request.takesKey) headers.set("idempotency-key", idempotencyKey ?? crypto.randomUUID());
  if (ifMatch !== undefined) headers.set("if-match", ifMatch);
  return headers;
}

/** A change with `If-Match` is refused when it arrives twice, and a successful change must not be reported as failed. */
function repeatableOf(headers: Headers): Repeatable {
  return headers.has("if-match") ? "unexecuted" : "always";
}

type Try = { tries: number; ends_at: number; options: CallOptions };

async function tryOnce(setting: Setting, request: Prepared, headers: Headers, one: Try): Promise<Outcome> {
  const { tries, ends_at, options } = one;
  const operation = `${request.method} ${request.path}`;
  const timeout_ms = request.upload !== undefined ? Math.max(upload_timeout_ms, setting.try_timeout_ms) : setting.try_timeout_ms;
  const left_ms = ends_at - setting.clock.now();
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(timeout_ms, left_ms))));
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const file: OwnFile = { failure: null };
  try {
    const response = await setting.fetch(setting.base_url + request.path + searchOf(request.query), {
      method: request.method,
      headers,
      signal,
      redirect: "manual",
      ...(request.form ? { body: await ownForm(request.form, file) } : bodyOf(request, file)),
    });
    const bytes = request.asBytes && response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    const answer = { status: response.status, headers: response.headers, text: bytes === null ? await response.text() : "" };
    const elsewhere = elsewhereOf(response, answer.text, request);
    if (elsewhere !== null) {
      const error = new AddressError(elsewhere, { operation, status: response.status });
      return { error, retry: false, retry_after_s: null, refused: false };
    }
    if (response.ok) return { answer: { ...answer, body: bytes ?? parse(answer.text, request) } };
    // The first try has deleted the record, so the second one does not find it.
    if (tries > 1 && request.method === "DELETE" && response.status === 404) return { answer: { ...answer, body: undefined } };
    const error = problemOf(answer, { operation, tries });
    const retry = mayRetry({ kind: "status", status: error.status, code: error.code }, repeatableOf(headers));
    const retry_after_s = secondsOf(response.headers, setting.clock.now());
    return { error, retry, retry_after_s, refused: response.status === 401 };
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason;
    // The caller's own file or signing function threw, which a repetition would not solve.
    if (file.failure) throw file.failure.cause;
    const late = timeout.aborted;
    const kind = late && left_ms <= timeout_ms ? DeadlineError : ConnectionError;
    const error = new kind(
      late ? "no whole answer came in time" : "the connection failed or broke off",
      { operation, tries },
      cause,
    );
    return { error, retry: mayRetry({ kind: "connection" }, repeatableOf(headers)), retry_after_s: null, refused: false };
  }
}

/** Why the answer cannot come from the service; null: it can. Redirects are not followed: the target would get the secret. */
function elsewhereOf(response: Response, text: string, { asText, asBytes }: Request): string | null {
  const { type, status, headers, ok } = response;
  if (type === "opaqueredirect") return "it is redirected.";
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) return `it is redirected to ${hostOf(location)} (${status}).`;
  const media_type = headers.get("content-type") ?? "no media type";
  const is_file = asText || asBytes;
  const strange = is_file ? /^text\/html\b/i.test(media_type) : text !== "" && !/\bjson\b/i.test(media_type) && !isJson(text);
  return ok && strange ? `what came is no answer of the service (${media_type}).` : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function hostOf(location: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(location)?.[0] ?? "another path";
}

/** A success whose body is not complete JSON was cut off; the catch above handles it. */
function parse(text: string, { asText }: Request): unknown {
  return asText || text === "" ? undefined : JSON.parse(text);
}

function searchOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** Why the caller's file could not be read, or its assertion could not be signed. */
type OwnFile = { failure: { cause: unknown } | null };

async function ownForm(form: () => Promise<string>, file: OwnFile): Promise<string> {
  try {
    return await form();
  } catch (cause) {
    file.failure = { cause };
    throw cause;
  }
}

function bodyOf({ upload, body }: Request, file: OwnFile): object {
  if (typeof upload === "function") return { body: streamOf(upload(), file), duplex: "half" };
  if (upload !== undefined) return { body: upload };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

function streamOf(chunks: AsyncIterable<Uint8Array>, file: OwnFile): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (cause) {
          file.failure = { cause };
          controller.error(cause);
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
