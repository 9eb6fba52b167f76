import type { FastifyReply, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Pool } from "../db/pool.ts";

/** What one process measures of itself. */
export type Metrics = {
  registry: Registry;
  /** Counts an answered request and its time. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** Counts a refused authentication by its cause. */
  refusedAuthentication(cause: string): void;
  /** Counts rows that the request log could not keep. */
  droppedFromRequestLog(count: number): void;
  /** Counts a job's run by its queue and how it ended. */
  ranJob(queue: string, outcome: "done" | "failed", seconds: number): void;
  /** Shows how many requests wait for a connection of the pool. */
  watchPool(pool: Pool): void;
};

/** In seconds: from a look-up of a millisecond to the handler's deadline. */
const duration_buckets_s = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A registry of its own for each application, so that several can live in one process. */
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
  return {
    registry,
    answered(request, reply) {
      // The route's pattern, never the address itself: ids would make a series each.
      const route = request.routeOptions.url ?? "unknown";
      durations.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000);
    },
    refusedAuthentication: (cause) => refused.inc({ cause }),
    droppedFromRequestLog: (count) => dropped.inc(count),
    ranJob: (queue, outcome, seconds) => jobs.observe({ queue, outcome }, seconds),
    watchPool: (pool) => void pools.push(pool),
  };
}
