import pg from "pg";
import { noteDatabaseTime } from "../clock.ts";
import { keepEpoch } from "./epochs/keep-epoch.ts";
import { unavailable } from "./failures.ts";
import { prepareOpenings } from "./prelude.ts";
import type { Statement } from "./sql.ts";
import { createWatch } from "./watch.ts";

/** Which database role a pool acts as; roles and their rights are created by `muster migrate`. */
export type Role = "muster_app" | "muster_worker" | "muster_delivery" | "muster_owner";

/** How to reach the database: a URL, or the embedded database's Unix socket. */
export type Connection =
  | { kind: "server"; url: string }
  | { kind: "embedded"; host: string; port: number; user: string; database: string };

export type PoolOptions = {
  connection: Connection;
  role: Role;
  /** Most connections held at once. */
  connections_max: number;
  /** How long one statement may run, in ms; 0 = unbounded. The embedded database ignores it. */
  statement_timeout_ms: number;
  /** Called with errors of idle connections, which the pool replaces by itself. */
  onIdleError: (error: Error) => void;
  /** Nothing is written: transactions are read only, and no epoch begins. */
  reads_only?: boolean;
  /** All statements of a transaction see what was committed before its first one. */
  snapshots?: boolean;
  /** Called when an epoch has begun, because another cluster or timeline wrote last. */
  onEpoch?: (epoch: number | null) => void;
  /** Left out: nothing is measured. */
  observer?: PoolObserver | null;
};

/** Is told how a pool is used, for metrics and traces. */
export type PoolObserver = {
  /** A connection was had, or could not be had, after a wait. */
  waited(seconds: number, failure?: unknown): void;
  /** A statement leaves. What it returns is called when its answer has come, or with its failure. */
  asked(statement: Statement): (failure?: unknown) => void;
};

export type Pool = {
  readonly role: Role;
  readonly embedded: boolean;
  /** Checks a connection out; rejects with a 503 problem after 2 s, or at once when the queue is full. */
  connect(): Promise<pg.PoolClient>;
  readonly waiting: number;
  readonly connections: { open: number; idle: number; max: number };
  readonly observer: PoolObserver | null;
  /** Grows with every answer that arrives; does not change while the database answers nothing. */
  heard(): number;
  close(): Promise<void>;
};

/** How long a request may wait for a connection, in ms. */
const connection_wait_max_ms = 2_000;
/**
 * Requests that may wait for each connection; the next one is refused at once. A hundred equal creates at once must all be
 * answered by a pool of four; the waiting time is bounded by connection_wait_max_ms.
 */
const waiters_per_connection_max = 25;
/** How much longer than the server's own limit for a statement its answer is waited for (watch.ts). */
const answer_margin_ms = 2_000;
/** Idle for so long, a connection is asked by TCP whether the other side is there; the server asks likewise. */
const keep_alive_after_s = 10;
/**
 * How far a machine's own counter may run from the database's clock in a minute is less than a request takes. Behind a pooler the
 * server may become another one, and an epoch be due, without a new connection.
 */
const look_interval_ms = 60_000;
/** Roles that write what is ordered by epochs. */
const writers: ReadonlySet<Role> = new Set<Role>(["muster_app", "muster_worker"]);
const lock_timeout_ms = 2_000;
const idle_in_transaction_timeout_ms = 10_000;
const connection_idle_ms = 30_000;

export function createPool(options: PoolOptions): Pool {
  const { connection } = options;
  const settings = [
    `role=${options.role}`,
    `statement_timeout=${options.statement_timeout_ms}`,
    `lock_timeout=${lock_timeout_ms}`,
    `idle_in_transaction_session_timeout=${idle_in_transaction_timeout_ms}`,
    "timezone=UTC",
    // A session whose client is gone without a word ends, with its locks, within half a minute.
    `tcp_keepalives_idle=${keep_alive_after_s}`,
    "tcp_keepalives_interval=5",
    "tcp_keepalives_count=3",
    // Every statement here ends within seconds, most within a millisecond; to compile one takes longer than to run it.
    "jit=off",
    ...(options.reads_only ? ["default_transaction_read_only=on"] : []),
    ...(options.snapshots ? ["default_transaction_isolation=repeatable\\ read"] : []),
  ];
  const keepOrder = async (client: pg.ClientBase) => {
    if (options.reads_only || !writers.has(options.role)) return;
    const { epoch, has_begun } = await keepEpoch(client);
    if (has_begun) options.onEpoch?.(epoch);
  };
  const pool = new pg.Pool({
    ...(connection.kind === "server"
      ? atServer(connection.url, settings.map((setting) => `-c ${setting}`).join(" "))
      : { host: connection.host, port: connection.port, user: connection.user, database: connection.database }),
    max: options.connections_max,
    connectionTimeoutMillis: connection_wait_max_ms,
    idleTimeoutMillis: connection_idle_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: keep_alive_after_s * 1_000,
    pipeline: true,
    types,
    application_name: options.role,
    verify: (client, answer) => void keepOrder(client).then(() => answer(), answer),
  });
  const { statement_timeout_ms } = options;
  const answer_max_ms = statement_timeout_ms === 0 ? null : statement_timeout_ms + answer_margin_ms;
  const watch = connection.kind === "server" ? createWatch({ url: connection.url, answer_max_ms }) : null;
  pool.on("error", options.onIdleError);
  // A checked-out connection without a listener would end the process when its socket dies; its query rejects anyway.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    watch?.add(client);
    prepareOpenings(client);
    if (connection.kind === "server") void readTime(client);
  });
  const reading = connection.kind === "server" ? setInterval(() => lookAt(pool, keepOrder), look_interval_ms) : null;
  reading?.unref();
  const waiting_max = options.connections_max * waiters_per_connection_max;
  const { observer = null } = options;
  const connect = async (): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= waiting_max) throw unavailable("the database is busy");
    return pool.connect();
  };
  return {
    role: options.role,
    embedded: connection.kind === "embedded",
    get waiting() {
      return pool.waitingCount;
    },
    get connections() {
      return { open: pool.totalCount, idle: pool.idleCount, max: options.connections_max };
    },
    observer,
    connect: observer === null ? connect : () => observed(connect, observer),
    heard: () => watch?.heard() ?? 0,
    async close() {
      if (reading !== null) clearInterval(reading);
      await pool.end();
      watch?.close();
    },
  };
}

async function observed(connect: () => Promise<pg.PoolClient>, observer: PoolObserver): Promise<pg.PoolClient> {
  const began_ms = performance.now();
  try {
    const client = await connect();
    observer.waited((performance.now() - began_ms) / 1_000);
    return client;
  } catch (error) {
    observer.waited((performance.now() - began_ms) / 1_000, error);
    throw error;
  }
}

/** What the database's clock shows; one that cannot be asked now is asked again (clock.ts). */
function readTime(client: pg.ClientBase): Promise<void> {
  const asked_ms = performance.now();
  return client.query<{ ms: number }>("select extract(epoch from clock_timestamp())::double precision * 1000 as ms").then(
    ({ rows }) => noteDatabaseTime(rows[0]!.ms, asked_ms, performance.now()),
    () => undefined,
  );
}

function lookAt(pool: pg.Pool, keepOrder: (client: pg.ClientBase) => Promise<void>): void {
  pool.connect().then(
    (client) =>
      void Promise.all([readTime(client), keepOrder(client)]).then(
        () => client.release(),
        // A connection that may not write in order is replaced by one that is asked before it is used.
        () => client.release(true),
      ),
    () => undefined,
  );
}

/** The driver prefers what the URL says: `options` there would put aside our role and our time limits. */
function atServer(url: string, options: string): { connectionString: string; options: string } {
  const target = new URL(url);
  const own = target.searchParams.get("options");
  if (own === null) return { connectionString: url, options };
  target.searchParams.set("options", `${own} ${options}`);
  return { connectionString: target.href, options };
}

const int8_oid = 20;
const date_oid = 1082;
const timestamptz_oid = 1184;

/** bigint → number (counts and µs stay below 2^53), date → its text, timestamptz → RFC 3339 text. */
const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary") {
      if (oid === int8_oid) return Number;
      if (oid === date_oid) return String;
      if (oid === timestamptz_oid) return (text: string) => new Date(text).toISOString();
    }
    return pg.types.getTypeParser(oid, format);
  },
};
