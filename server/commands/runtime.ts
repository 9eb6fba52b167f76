import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { version } from "../features/documentation/description.ts";
import { readOrCreateKeyFile } from "../platform/crypto/key-file.ts";
import type { Keyring } from "../platform/crypto/keyring.ts";
import { EmbeddedInUse } from "../platform/db/embedded/lock.ts";
import { openEmbedded, type Embedded } from "../platform/db/embedded/open.ts";
import { prepareDatabase } from "../platform/db/embedded/prepared.ts";
import {
  createPool,
  statementTimeoutOf,
  type Connection,
  type Pool,
  type PoolObserver,
  type PoolOptions,
  type Role,
} from "../platform/db/pool.ts";
import type { Statement } from "../platform/db/sql.ts";
import { openLog } from "../platform/log/log.ts";
import type { MetricsEndpoint } from "../platform/metrics/endpoint.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { traceForLog, traceStatements } from "../platform/trace/spans.ts";
import { UsageError } from "./usage.ts";
import { serverOf } from "./with-database.ts";

/** The resources of a long-running command; closed in the reverse order of opening. */
export type Runtime = {
  connection: Connection;
  keyring: Keyring;
  log: Logger;
  /** null: neither METRICS_PORT nor OTEL_EXPORTER_OTLP_ENDPOINT is set, so nothing is measured. */
  metrics: Metrics | null;
  pool(role: Role, use?: PoolUse): Pool;
  close(): Promise<void>;
};

/** Options of a pool. `asked` observes its statements in addition to the metrics. */
type PoolUse = Pick<PoolOptions, "reads_only"> & { asked?: PoolObserver["asked"] };

const embedded_pool_size = 4;
/** A complete check reads whole tables of an organisation. */
const check_statement_timeout_ms = 600_000;

/** Opens the configured database, or the embedded one, for the named command. */
export async function openRuntime(config: Readonly<Config>, command: string): Promise<Runtime> {
  const output = openLog(config.log_level, config.traced ? traceForLog : undefined);
  const { log } = output;
  if (config.webhook_trusted_targets.size > 0) {
    const targets = [...config.webhook_trusted_targets];
    log.warn({ targets }, "WEBHOOK_TRUSTED_TARGETS lets webhooks go to addresses that are otherwise refused; for trials only");
  }
  const opened = config.database_url === null ? await openAlone(config.data_dir) : null;
  const connection: Connection = opened
    ? { kind: "embedded", host: opened.host, port: opened.port, user: "postgres", database: "postgres" }
    : serverOf(config);
  void opened?.failure.then(async (error) => {
    log.fatal({ err: error }, "the embedded database failed; ending");
    await output.close();
    process.exit(1);
  });
  const keyring = config.keyring ?? readOrCreateKeyFile(config.data_dir);
  // Imported here only, because a process without metrics does not need it.
  const measured = config.metrics_port !== null || config.traced;
  const metrics = measured ? (await import("../platform/metrics/metrics.ts")).createMetrics() : null;
  metrics?.introduce({ version, command, key_versions: keyring.versions });
  const tracing = config.traced
    ? // Only here: it is of no use to a process that is not traced.
      (await import("../platform/trace/start.ts")).startTracing({
        command,
        version,
        ratio: config.trace_ratio,
        registry: metrics!.registry,
        log,
      })
    : null;
  const pools: Pool[] = [];
  return {
    connection,
    keyring,
    log,
    metrics,
    pool(role, { asked, ...use } = {}) {
      const pool = createPool({
        ...use,
        connection,
        role,
        connections_max: opened ? embedded_pool_size : config.pool_size,
        statement_timeout_ms: use.reads_only ? check_statement_timeout_ms : statementTimeoutOf(role),
        onIdleError: (error) => log.warn({ err: error }, "an idle database connection was lost; the pool replaces it"),
        onEpoch: (epoch) => log.warn({ epoch }, "another database cluster or timeline wrote last: a new epoch has begun"),
        onReadsOnly: () =>
          log.warn(
            "the database server only reads: it is no longer the primary, or not yet; requests are refused until one writes",
          ),
        observer: observerOf(metrics?.observe(role), [tracing && traceStatements(connection), asked ?? null]),
      });
      metrics?.watchPool(pool);
      pools.push(pool);
      return pool;
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
      await opened?.close();
      await tracing?.close();
      await output.close();
    },
  };
}

/** One observer that calls all given ones; null if there are none. */
function observerOf(measured: PoolObserver | undefined, others: readonly (PoolObserver["asked"] | null)[]): PoolObserver | null {
  const observers = [measured && ((statement: Statement) => measured.asked(statement)), ...others].filter(
    (asked) => asked != null,
  );
  if (observers.length === 0) return null;
  return {
    waited: (seconds, failure) => measured?.waited(seconds, failure),
    asked(statement) {
      const ends = observers.map((asked) => asked(statement));
      return (failure) => {
        for (const end of ends) end(failure);
      };
    },
  };
}

async function openAlone(data_dir: string): Promise<Embedded> {
  try {
    return await openEmbedded(data_dir, prepareDatabase);
  } catch (error) {
    if (error instanceof EmbeddedInUse) throw new UsageError(error.message);
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === "mkdir" ? new UsageError(`DATA_DIR must be a folder that can be written to: ${message}`) : error;
  }
}

/** Throws UsageError without DATABASE_URL: `api` and `worker` run as several processes, but the embedded database serves one. */
export function requireServer(config: Readonly<Config>, command: string): void {
  if (config.database_url === null)
    throw new UsageError(`muster ${command} needs DATABASE_URL; the embedded database is for "muster serve"`);
}

/** Serves the metrics of the process if configured; null: it is not. For a worker this is also the only readiness endpoint. */
export async function serveMetrics(
  { metrics_port: port, metrics_host: host, metrics_token: token }: Readonly<Config>,
  { metrics }: Runtime,
  isReady?: () => Promise<boolean>,
): Promise<MetricsEndpoint | null> {
  if (port === null || metrics === null) return null;
  const { startMetrics } = await import("../platform/metrics/endpoint.ts");
  try {
    return await startMetrics({ port, host, token, registry: metrics.registry, isReady });
  } catch (error) {
    throw new UsageError(`cannot listen on METRICS_HOST ${host}, METRICS_PORT ${port}: ${(error as Error).message}`);
  }
}

const stop_max_ms = 10_000;

/**
 * Runs `stop` once at SIGTERM or SIGINT and ends the process with 0. Ends it with 1 at a second signal, or if the stop takes more
 * than 10 s longer than the configured delay.
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>, delay_s = 0): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), delay_s * 1_000 + stop_max_ms).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
