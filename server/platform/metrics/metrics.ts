import type { FastifyReply, FastifyRequest } from "fastify";
import type { Server } from "node:net";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { skewMs } from "../clock.ts";
import { asFailure, codeOf, Unavailable } from "../db/failures.ts";
import type { Pool, PoolObserver, Role } from "../db/pool.ts";
import { remembered } from "./remembered.ts";

/**
 * The metrics of one process. Labels have a fixed set of values: patterns of routes, causes, queues, roles. None is an
 * organisation: a thousand of them would multiply every series (docs/decisions/0040).
 */
export type Metrics = {
  registry: Registry;
  /** Exposes the program's version and command, and its versions of SECRET_KEY, the newest first. */
  introduce(process: { version: string; command: string; key_versions: readonly number[] }): void;
  /** Counts an answered request and its duration. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts a refused authentication by its cause. */
  refusedAuthentication(cause: string): void;
  /** Counts rows that the request log could not keep. */
  droppedFromRequestLog(count: number): void;
  /** Initialises queues with 0 runs. A counter that first appears with a failure would not show an increase. */
  expectJobs(queues: readonly string[]): void;
  /** Counts a job's run by its queue and outcome. */
  ranJob(queue: string, outcome: "done" | "failed", seconds: number): void;
  /** Measures the statements of a role's pool and the waits for its connections. */
  observe(role: Role): PoolObserver;
  /** Exposes how many connections a pool has, and how many requests wait for one. */
  watchPool(pool: Pool): void;
  /** Exposes how many clients are connected. */
  watchServer(server: Pick<Server, "getConnections">): void;
  /**
   * Exposes whether the process is ready for requests or work, and whether its database answers; `read` is called at each scrape.
   */
  watchReadiness(read: () => Promise<{ ready: boolean; database: boolean }>): void;
};

/** In seconds, from a short read of a millisecond to the handler's deadline. */
const duration_buckets_s = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** In seconds, from a cached read to a worker's longest statement. */
const statement_buckets_s = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5, 60];
/** In seconds, up to the longest wait for a connection. */
const wait_buckets_s = [0.001, 0.01, 0.05, 0.25, 1, 2];

/** SQLSTATEs that have alerts: initialised with 0. */
const disk_full = "53100";
const too_many_connections = "53300";

/** Each application has its own registry, so that several can run in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to answer.",
    labelNames: ["route", "method", "status"],
    buckets: duration_buckets_s,
    registers,
  });
  const limited = new Counter({
    name: "requests_over_limit_total",
    help: "Requests refused with 429, by the limit that refused them.",
    labelNames: ["limit"],
    registers,
  });
  const refused = new Counter({
    name: "refused_authentications_total",
    help: "Refused authentications by cause.",
    labelNames: ["cause"],
    registers,
  });
  const dropped = new Counter({
    name: "request_log_dropped_total",
    help: "Rows that the request log could not keep.",
    registers,
  });
  const jobs = new Histogram({
    name: "job_duration_seconds",
    help: "Time of a job's run, by queue and outcome.",
    labelNames: ["queue", "outcome"],
    buckets: duration_buckets_s,
    registers,
  });
  const skew = new Gauge({
    name: "clock_skew_seconds",
    help: "How far this machine's clock is ahead of the database's; 0 until that was read.",
    registers,
    collect() {
      skew.set(skewMs() / 1_000);
    },
  });
  return {
    registry,
    introduce: ({ version, command, key_versions }) => introduce(registers, version, command, key_versions),
    answered(request, reply) {
      // The route's pattern instead of the path: each id would create a series.
      const route = request.routeOptions.url ?? "unknown";
      durations.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000);
      if (reply.statusCode === 429) limited.inc({ limit: request.refusal?.cause ?? "blocked_address" });
    },
    refusedAuthentication: (cause) => refused.inc({ cause }),
    droppedFromRequestLog: (count) => dropped.inc(count),
    expectJobs(queues) {
      for (const queue of queues) for (const outcome of ["done", "failed"]) jobs.zero({ queue, outcome });
    },
    ranJob: (queue, outcome, seconds) => jobs.observe({ queue, outcome }, seconds),
    ...measurePools(registers),
    watchServer(server) {
      const open = new Gauge({
        name: "http_connections",
        help: "Clients that are connected.",
        registers,
        collect: () =>
          new Promise<void>((resolve) => {
            server.getConnections((error, count) => {
              open.set(error ? Number.NaN : count);
              resolve();
            });
          }),
      });
    },
    watchReadiness: (read) => measureReadiness(registers, read),
  };
}

function introduce(registers: Registry[], version: string, command: string, key_versions: readonly number[]): void {
  new Gauge({ name: "muster_info", help: "The program.", labelNames: ["version", "command"], registers }).set(
    { version, command },
    1,
  );
  const keys = new Gauge({
    name: "secret_key_version",
    help: "Versions of SECRET_KEY that the process holds: the newest signs and encrypts, the others verify.",
    labelNames: ["version", "use"],
    registers,
  });
  for (const [place, key_version] of key_versions.entries())
    keys.set({ version: key_version, use: place === 0 ? "newest" : "older" }, 1);
}

function measurePools(registers: Registry[]): Pick<Metrics, "observe" | "watchPool"> {
  const pools: Pool[] = [];
  const waiting = new Gauge({
    name: "database_pool_waiting",
    help: "Requests that wait for a database connection.",
    labelNames: ["role"],
    registers,
    collect() {
      for (const pool of pools) waiting.set({ role: pool.role }, pool.waiting);
    },
  });
  const connections = new Gauge({
    name: "database_pool_connections",
    help: "Database connections: in use, idle, and how many there may be.",
    labelNames: ["role", "state"],
    registers,
    collect() {
      for (const { role, connections: held } of pools) {
        connections.set({ role, state: "used" }, held.open - held.idle);
        connections.set({ role, state: "idle" }, held.idle);
        connections.set({ role, state: "max" }, held.max);
      }
    },
  });
  const waits = new Histogram({
    name: "database_pool_wait_seconds",
    help: "Time until a database connection was had.",
    labelNames: ["role"],
    buckets: wait_buckets_s,
    registers,
  });
  const statements = new Histogram({
    name: "database_statement_seconds",
    help: "Time from sending a statement to its answer.",
    labelNames: ["role"],
    buckets: statement_buckets_s,
    registers,
  });
  const failures = new Counter({
    name: "database_failures_total",
    help: "Statements and connections that failed because of the database, by SQLSTATE or system code.",
    labelNames: ["role", "code"],
    registers,
  });
  return {
    observe(role) {
      for (const code of [disk_full, too_many_connections]) failures.inc({ role, code }, 0);
      const [wait, statement] = [waits.labels({ role }), statements.labels({ role })];
      const count = (error: unknown) => {
        const failure = asFailure(error);
        if (failure instanceof Unavailable) failures.inc({ role, code: codeOf(error) ?? codeOf(failure.cause) ?? "none" });
      };
      return {
        waited(seconds, failure) {
          wait.observe(seconds);
          if (failure !== undefined) count(failure);
        },
        asked() {
          const began_ms = performance.now();
          return (failure) => {
            statement.observe((performance.now() - began_ms) / 1_000);
            if (failure !== undefined) count(failure);
          };
        },
      };
    },
    watchPool: (pool) => void pools.push(pool),
  };
}

/** Several gauges of one scrape share one reading. */
const readiness_kept_ms = 500;

function measureReadiness(registers: Registry[], read: () => Promise<{ ready: boolean; database: boolean }>): void {
  const state = remembered(read, readiness_kept_ms);
  const show = (name: string, help: string, member: "ready" | "database") => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        gauge.set(Number((await state())?.[member] ?? false));
      },
    });
  };
  show("process_ready", "1: the process wants requests or work; 0: it is stopping, late, or without its database.", "ready");
  show("database_reachable", "1: the database answers this process; 0: it does not.", "database");
}
