import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Pool } from "../../platform/db/pool.ts";
import { refusedOf } from "./refused.ts";
import type { LoggedRequest } from "./row.ts";
import { pathWithoutSecrets } from "./secrets.ts";
import { insertRequests } from "./sql.ts";

export type RequestLog = {
  /** Takes note of an answered request; waits for nothing. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** Writes the buffered rows. */
  close(): Promise<void>;
};

export type RequestLogOptions = {
  pool: Pool;
  log: Logger;
  /** Called with the number of rows that were not written. */
  onDropped: (count: number) => void;
};

const flush_every_ms = 1_000;
const batch_max = 500;
/** Rows buffered while the database does not answer; further rows are dropped. */
const queue_max = 5_000;
/** Rows of callers who have not authenticated, in one batch's time: strangers must not fill an organisation's log. */
const strangers_max = 50;
const path_max = 500;

/**
 * The log of requests to the integration API and SCIM. Rows are noted when an answer has left and written together: one
 * statement a second, or sooner for 500 rows; never more than one at a time.
 */
export function createRequestLog({ pool, log, onDropped }: RequestLogOptions): RequestLog {
  let queue: LoggedRequest[] = [];
  let strangers = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<boolean> | null = null;

  const note = (row: LoggedRequest, request: FastifyRequest): void => {
    const known = row.tenant_id !== null;
    if (queue.length >= queue_max || (!known && strangers >= strangers_max)) return onDropped(1);
    if (!known) strangers += 1;
    queue.push(row.status < 400 ? row : { ...row, refused: refusedOf(request) });
    if (queue.length >= batch_max) start();
    else timer ??= setTimeout(start, flush_every_ms).unref();
  };
  const start = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing ??= write().finally(() => {
      writing = null;
      if (queue.length > 0) timer ??= setTimeout(start, queue.length >= batch_max ? 0 : flush_every_ms).unref();
    });
  };
  const write = async (): Promise<boolean> => {
    const rows = queue.slice(0, batch_max);
    queue = queue.slice(batch_max);
    strangers = 0;
    try {
      await insertRequests(pool, rows);
      return true;
    } catch (error) {
      onDropped(rows.length);
      log.warn({ err: error, rows: rows.length }, "the request log was not written");
      return false;
    }
  };
  return {
    answered(request, reply) {
      const row = rowOf(request, reply);
      if (row !== null) note(row, request);
    },
    async close() {
      await writing;
      if (timer) clearTimeout(timer);
      // A database that does not answer is not waited for twice.
      while (queue.length > 0 && (await write()));
    },
  };
}

/** null: the request belongs to no organisation, or does not come from a client. */
function rowOf(request: FastifyRequest, reply: FastifyReply): LoggedRequest | null {
  const url = request.raw.url ?? "/";
  if (!url.startsWith("/api/") && !url.startsWith("/scim/")) return null;
  const { caller, refusal, limiter } = request;
  const tenant_id = caller?.tenant.id ?? refusal?.tenant_id ?? null;
  const tenant_code = tenant_id === null ? namedTenant(request) : null;
  if (tenant_id === null && tenant_code === null) return null;
  const query = url.indexOf("?");
  return {
    tenant_id,
    tenant_code,
    client_id: caller?.client.id ?? refusal?.client_id ?? null,
    answered_ms: performance.now(),
    method: request.method,
    route: request.routeOptions.url ?? null,
    path: pathWithoutSecrets(query === -1 ? url : url.slice(0, query)).slice(0, path_max),
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
    retry_after_s: secondsOf(reply.getHeader("retry-after")),
    refused: null,
  };
}

function secondsOf(header: unknown): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isSafeInteger(seconds) ? seconds : null;
}

const tenant_code_pattern = /^[A-Z0-9][A-Z0-9-]{1,31}$/;

/** The organisation that a request names which has not authenticated. */
function namedTenant(request: FastifyRequest): string | null {
  const named = request.headers["x-tenant-code"] ?? (request.params as { tenant_code?: string } | undefined)?.tenant_code;
  return typeof named === "string" && tenant_code_pattern.test(named) ? named : null;
}
