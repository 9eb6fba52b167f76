// Theory of operation. One exchange: resolve, check, connect, TLS, send, wait for the status line. `post` resolves with the
// status line, which decides the outcome. The rest of the answer is read in the background, so that the connection can be reused,
// until it ends, exceeds 64 KiB or the deadline passes. One timer covers the whole exchange. The HTTP client's own timers are per
// step or per chunk, and a receiver that sends slowly would never exceed them. Connections are kept per origin and were checked
// when they were opened (guarded-connect.ts). None lives longer than a minute, so that a changed DNS record takes effect.
// Redirects are not followed and proxy variables are ignored.
import type { Agent, Dispatcher } from "undici";
import { createResolve, type Resolve } from "./resolve.ts";

/**
 * All codes of a failed exchange that a tenant can see. CONNECTION_REFUSED stands for every connection that could not be opened
 * or broke: refused, unreachable, reset, closed before the answer, or an answer that is not HTTP.
 */
export type OutboundError =
  | "TIMEOUT"
  | "CONNECTION_REFUSED"
  | "DNS"
  | "TLS"
  | "HTTP_STATUS"
  | "REDIRECT_REFUSED"
  | "ADDRESS_NOT_ALLOWED";

/**
 * `error` is null for any 2xx. `duration_ms` ends with the status line. `reused`: the exchange used a connection that was already
 * open.
 */
export type PostOutcome = { status: number | null; error: OutboundError | null; duration_ms: number; reused: boolean };

export type OutboundOptions = {
  /** Origins (`http://127.0.0.1:9999`) that are exempt from the address rules; for tests and trials. */
  trusted_origins: ReadonlySet<string>;
  /** Connections leave from this address; only addresses of its family are dialled. */
  source_address: string | null;
  /** Resolves names; c-ares by default. */
  resolve?: Resolve;
};

export type Outbound = {
  /**
   * Sends one POST and returns its outcome. Rejects only when the exchange says nothing about the receiver and must not count as
   * its failure: the signal was aborted, `close` was called, or this side is at fault (no resolver can be reached, the source
   * address is not on this machine, no file descriptors are left).
   */
  post(request: { url: string; headers: Record<string, string>; body: Buffer }, signal?: AbortSignal): Promise<PostOutcome>;
  /** Aborts all running exchanges. */
  close(): Promise<void>;
};

export const delivery_timeout_ms = 5_000;
const drained_bytes_max = 64 * 1024;
const header_bytes_max = 16 * 1024;
/** Limit of informational answers such as 103 Early Hints. More of them only keep the connection busy. */
const informational_max = 8;
/** How long an idle connection is kept when the receiver does not say; most receivers keep theirs for five seconds or longer. */
const idle_default_ms = 4_000;
const connection_age_max_ms = 60_000;

type Post = { url: string; headers: Record<string, string>; body: Buffer };

export function createOutbound(options: OutboundOptions): Outbound {
  // Opened by the first exchange: most processes that answer requests send no webhooks.
  let opening: Promise<Opened> | null = null;
  let is_closed = false;
  return {
    async post(request, signal) {
      if (is_closed) throw closed;
      const { dispatch } = await (opening ??= open(options));
      return exchange(dispatch, request, signal);
    },
    async close() {
      is_closed = true;
      await (await opening)?.agent.destroy(closed);
    },
  };
}

type Opened = { agent: Agent; dispatch: Dispatch };

async function open({ trusted_origins, source_address, resolve = createResolve() }: OutboundOptions): Promise<Opened> {
  const [{ Agent }, { guardedConnect }] = await Promise.all([import("undici"), import("./guarded-connect.ts")]);
  let connections_opened = 0;
  const connect = guardedConnect({ trusted_origins, source_address, resolve, timeout_ms: delivery_timeout_ms });
  const agent = new Agent({
    allowH2: false,
    connect: (asked, callback) => {
      connections_opened += 1;
      connect(asked, callback);
    },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: header_bytes_max,
    keepAliveTimeout: idle_default_ms,
    keepAliveMaxTimeout: connection_age_max_ms,
    clientTtl: connection_age_max_ms,
  });
  return {
    agent,
    dispatch(asked, handler) {
      const before = connections_opened;
      agent.dispatch(asked, handler);
      return connections_opened === before;
    },
  };
}

/** Reasons why this side ends an exchange. */
const deadline = new Error("the exchange took too long");
const enough = new Error("the answer is longer than the limit");
const flooded = new Error("more informational answers than the limit");
const closed = Object.assign(new Error("the outbound side was closed"), { code: "UND_ERR_DESTROYED" });

/** Starts an exchange; returns whether it runs on a reused connection. A new connection is opened at once or not at all. */
type Dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => boolean;

function exchange(dispatch: Dispatch, { url, headers, body }: Post, signal?: AbortSignal): Promise<PostOutcome> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const { origin, pathname, search } = new URL(url);
    const options = { origin, path: pathname + search, method: "POST", headers, body } as const;
    const started_ms = performance.now();
    let controller: Dispatcher.DispatchController | null = null;
    let ended_by: Error | null = null;
    let answered = false;
    let informational = 0;
    let drained_bytes = 0;
    let reused = false;
    let repeated = false;

    const timer = setTimeout(() => {
      settle(null, "TIMEOUT");
      end(deadline);
    }, delivery_timeout_ms);
    const onAbort = () => {
      reject(signal!.reason as Error);
      end(signal!.reason as Error);
    };
    signal?.addEventListener("abort", onAbort, { once: true });

    function settle(status: number | null, error: OutboundError | null) {
      signal?.removeEventListener("abort", onAbort);
      resolve({ status, error, duration_ms: Math.round(performance.now() - started_ms), reused: reused && !repeated });
    }

    /**
     * Ends the exchange and its connection. A connection that is still being opened cannot be ended yet; it is closed unused
     * later.
     */
    function end(reason: Error) {
      clearTimeout(timer);
      ended_by = reason;
      controller?.abort(reason);
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (ended_by) started.abort(ended_by);
      },
      onResponseStart(_controller, status) {
        answered = true;
        if (status >= 200) settle(status, errorOfStatus(status));
        else if (++informational > informational_max) end(flooded);
      },
      onResponseData(_controller, chunk) {
        drained_bytes += chunk.length;
        if (drained_bytes > drained_bytes_max) end(enough);
      },
      onResponseEnd() {
        clearTimeout(timer);
      },
      onResponseError(_controller, error) {
        // The receiver had closed the kept connection while the request was being written. Neither side failed, so the request is
        // sent once more.
        if (reused && !repeated && !answered && ended_by === null && isStale(error)) {
          repeated = true;
          controller = null;
          dispatch(options, handler);
          return;
        }
        clearTimeout(timer);
        if (isOurs(error)) {
          signal?.removeEventListener("abort", onAbort);
          reject(error);
        } else settle(null, outboundError(error));
      },
    };
    reused = dispatch(options, handler);
  });
}

function errorOfStatus(status: number): OutboundError | null {
  if (status < 300) return null;
  return status < 400 ? "REDIRECT_REFUSED" : "HTTP_STATUS";
}

function isStale(error: NodeJS.ErrnoException): boolean {
  return error.code === "ECONNRESET" || error.code === "EPIPE" || error.code === "UND_ERR_SOCKET";
}

/** Error codes that say nothing about the receiver: their cause is this machine, its settings or this program. */
const ours = new Set([
  "UND_ERR_DESTROYED",
  "UND_ERR_CLOSED",
  "UND_ERR_INVALID_ARG",
  "EADDRNOTAVAIL",
  "EMFILE",
  "ENFILE",
  "ENOBUFS",
  "ENOMEM",
]);

/** No resolver could be reached (resolve.ts). A name server that does not answer counts as the receiver's failure. */
const resolver_unreachable = new Set(["ECONNREFUSED", "ENOTINITIALIZED"]);

const late = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"]);

/** Node uses OpenSSL's names for certificate errors, which have no common prefix. */
const tls =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/;

function isOurs(error: NodeJS.ErrnoException): boolean {
  const { code = "", cause } = error;
  return code === "DNS" ? resolver_unreachable.has((cause as NodeJS.ErrnoException | undefined)?.code ?? "") : ours.has(code);
}

/** The code that a tenant sees. An unknown failure counts as a broken connection. */
function outboundError({ code = "" }: NodeJS.ErrnoException): OutboundError {
  if (code === "ADDRESS_NOT_ALLOWED" || code === "DNS") return code;
  if (late.has(code)) return "TIMEOUT";
  return tls.test(code) ? "TLS" : "CONNECTION_REFUSED";
}
