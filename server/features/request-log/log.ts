import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Pool } from "../../platform/db/pool.ts";
import { gather, gathered, type Gathered, type Noted } from "./pack.ts";
import { refusedOf } from "./refused.ts";
import { pack_span_ms, token_route, type LoggedRequest } from "./row.ts";
import { pathWithoutSecrets } from "./secrets.ts";
import { insertBatch } from "./sql.ts";

export type RequestLog = {
  /** Notes an answered request, without waiting. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** Writes all noted requests. */
  close(): Promise<void>;
};

export type RequestLogOptions = {
  pool: Pool;
  log: Logger;
  /** Called with the number of requests that were not written. */
  onDropped: (count: number) => void;
};

const batch_max = 500;
/** The most requests that wait while the database does not answer; further ones are dropped. */
const queue_max = 5_000;
/** The most rows of unauthenticated callers in one batch, so that strangers cannot fill an organisation's log. */
const strangers_max = 50;
const path_max = 500;

/** Requests that are written together: rows, and by client those to be packed. */
type Batch = { began_ms: number; count: number; rows: LoggedRequest[]; packs: Map<string, Gathered> };

/**
 * The log of requests to the integration API and SCIM. Requests are noted after their response was sent, and written in batches:
 * one statement each second, or earlier with 500 of them; never two at a time.
 */
export function createRequestLog({ pool, log, onDropped }: RequestLogOptions): RequestLog {
  let open: Batch | null = null;
  const full: Batch[] = [];
  let waiting = 0;
  let strangers = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<boolean> | null = null;
  let is_closed = false;

  const note = (request: FastifyRequest, reply: FastifyReply, whose: Whose, path: string): void => {
    const is_stranger = whose.tenant_id === null;
    if (waiting >= queue_max || (is_stranger && strangers >= strangers_max)) return onDropped(1);
    if (is_stranger) strangers += 1;
    waiting += 1;
    const answered_ms = performance.now();
    const batch = batchAt(answered_ms);
    batch.count += 1;
    addTo(batch, { request, reply, path, answered_ms, retry_after_s: secondsOf(reply.getHeader("retry-after")) }, whose);
    if (batch.count >= batch_max) finish();
  };
  const batchAt = (now_ms: number): Batch => {
    if (open !== null && now_ms - open.began_ms >= pack_span_ms) finish();
    timer ??= setTimeout(finish, pack_span_ms).unref();
    return (open ??= { began_ms: now_ms, count: 0, rows: [], packs: new Map() });
  };
  /** Closes the batch; requests from now on belong to the next one. */
  const finish = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (open !== null) full.push(open);
    open = null;
    start();
  };
  const start = (): void => {
    if (full.length === 0 || is_closed) return;
    writing ??= write().finally(() => {
      writing = null;
      start();
    });
  };
  const write = async (): Promise<boolean> => {
    const batch = full.shift()!;
    waiting -= batch.count;
    strangers = 0;
    try {
      await insertBatch(pool, batch);
      return true;
    } catch (error) {
      onDropped(batch.count);
      log.warn({ err: error, requests: batch.count }, "the request log was not written");
      return false;
    }
  };
  return {
    answered(request, reply) {
      const url = request.raw.url ?? "/";
      if (!url.startsWith("/api/") && !url.startsWith("/scim/")) return;
      const whose = whoseIs(request);
      if (whose !== null) note(request, reply, whose, pathOf(url));
    },
    async close() {
      is_closed = true;
      await writing;
      finish();
      // Stops at the first failure, so that closing waits only once for a database that does not answer.
      while (full.length > 0 && (await write()));
      if (full.length > 0) onDropped(full.reduce((sum, batch) => sum + batch.count, 0));
    },
  };
}

/** The organisation and client of a request. `tenant_code`: the code that an unauthenticated caller has named. */
type Whose = Pick<LoggedRequest, "tenant_id" | "tenant_code" | "client_id">;

/** Null: the request belongs to no organisation. */
function whoseIs(request: FastifyRequest): Whose | null {
  const { caller, refusal } = request;
  const tenant_id = caller?.tenant.id ?? refusal?.tenant_id ?? null;
  const tenant_code = tenant_id === null ? namedTenant(request) : null;
  if (tenant_id === null && tenant_code === null) return null;
  return { tenant_id, tenant_code, client_id: caller?.client.id ?? refusal?.client_id ?? null };
}

const tenant_code_pattern = /^[A-Z0-9][A-Z0-9-]{1,31}$/;

/** The organisation code that an unauthenticated request names. */
function namedTenant(request: FastifyRequest): string | null {
  const named = request.headers["x-tenant-code"] ?? (request.params as { tenant_code?: string } | undefined)?.tenant_code;
  return typeof named === "string" && tenant_code_pattern.test(named) ? named : null;
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return pathWithoutSecrets(query === -1 ? url : url.slice(0, query)).slice(0, path_max);
}

function secondsOf(header: unknown): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isSafeInteger(seconds) ? seconds : null;
}

/** Successful requests are packed; a refused one has a row of its own, with its faults. */
function addTo({ packs, rows }: Batch, noted: Noted, whose: Whose): void {
  const { request, reply } = noted;
  const { caller, refusal, routeOptions } = request;
  if (caller === null || refusal !== null || reply.statusCode >= 400 || routeOptions.url === token_route) {
    rows.push(rowOf(noted, whose));
    return;
  }
  let of_client = packs.get(caller.client.id);
  if (of_client === undefined) packs.set(caller.client.id, (of_client = gathered(caller)));
  gather(of_client, noted);
}

function rowOf({ request, reply, path, answered_ms, retry_after_s }: Noted, whose: Whose): LoggedRequest {
  const { refusal, limiter } = request;
  return {
    ...whose,
    answered_ms,
    method: request.method,
    route: request.routeOptions.url ?? null,
    path,
    status: reply.statusCode,
    code: refusal?.code ?? null,
    cause: refusal?.cause ?? null,
    request_id: request.id,
    address: request.address,
    duration_us: Math.round(reply.elapsedTime * 1_000),
    limit_burst: limiter?.burst ?? null,
    limit_remaining: limiter?.remaining ?? null,
    limit_full_s: limiter?.full_in_s ?? null,
    day_used: limiter?.day_used ?? null,
    day_limit: limiter?.day_limit ?? null,
    retry_after_s,
    refused: reply.statusCode < 400 ? null : refusedOf(request),
  };
}
