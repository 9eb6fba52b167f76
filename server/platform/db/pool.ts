import pg from "pg";
import { noteDatabaseTime } from "../clock.ts";
import { keepEpoch } from "./epochs/keep-epoch.ts";
import { asFailure, onlyReads, readsOnly, unavailable } from "./failures.ts";
import { prepareOpenings, type Bounds } from "./prelude.ts";
import { createPrimary, requireWriter, type Primary } from "./servers/primary.ts";
import { directUrl } from "./servers/reach.ts";
import type { Statement } from "./sql.ts";
import { createWatch } from "./watch.ts";

/** Which database role a pool acts as; roles and their rights are created by `muster migrate`. */
export type Role = "muster_app" | "muster_worker" | "muster_delivery" | "muster_owner";

/**
 * How to reach the database: a URL, or the embedded database's Unix socket. `url` may lead through a pooler in transaction mode.
 * `direct_url` leads past it to PostgreSQL itself; it is left out when both are the same.
 */
export type Connection =
  | { kind: "server"; url: string; direct_url?: string }
  | { kind: "embedded"; host: string; port: number; user: string; database: string };

const app_statement_timeout_ms = 5_000;
const worker_statement_timeout_ms = 60_000;

/**
 * How long one statement of a process with this role may run, in ms. Jobs may take longer than requests, which have a client
 * waiting.
 */
export function statementTimeoutOf(role: Role): number {
  return role === "muster_worker" ? worker_statement_timeout_ms : app_statement_timeout_ms;
}

export type PoolOptions = {
  connection: Connection;
  role: Role;
  /** Maximum number of connections held at once. */
  connections_max: number;
  /** How long one statement may run, in ms; 0 = unbounded. The embedded database ignores it. */
  statement_timeout_ms: number;
  /** Called with errors of idle connections, which the pool replaces by itself. */
  onIdleError: (error: Error) => void;
  /** Transactions are read only, and no epoch begins. The connections bypass a pooler. */
  reads_only?: boolean;
  /**
   * Repeatable read: all statements of a transaction see what was committed before its first one. The connections bypass a
   * pooler.
   */
  snapshots?: boolean;
  /** Also opens transactions of organisations that are moving or have moved. */
  enters_moved?: boolean;
  /** Called when an epoch has begun, because another cluster or timeline wrote last. */
  onEpoch?: (epoch: number | null) => void;
  /** Called when the server has become read-only, once until a server accepts writes again (servers/primary.ts). */
  onReadsOnly?: () => void;
  /** Without an observer nothing is measured. */
  observer?: PoolObserver | null;
};

/** Receives how a pool is used, for metrics and traces. */
export type PoolObserver = {
  /** A connection was obtained after a wait, or could not be obtained. */
  waited(seconds: number, failure?: unknown): void;
  /** Called when a statement is sent. The returned function is called when its answer or its failure has arrived. */
  asked(statement: Statement): (failure?: unknown) => void;
};

export type Pool = {
  readonly role: Role;
  /** The role and the timeout of each transaction. */
  readonly bounds: Bounds;
  readonly embedded: boolean;
  readonly enters_moved?: boolean;
  /** Checks a connection out; rejects with a 503 problem after 2 s, or at once when the queue is full. */
  connect(): Promise<pg.PoolClient>;
  /** The server has become read-only, and no connection to another one has been found yet. */
  readonly is_away: boolean;
  readonly waiting: number;
  readonly connections: { open: number; idle: number; max: number };
  readonly observer: PoolObserver | null;
  /** Grows with every answer that arrives, and stays the same while the database answers nothing. */
  heard(): number;
  close(): Promise<void>;
};

/** How long a request may wait for a connection, in ms. */
const connection_wait_max_ms = 2_000;
/**
 * Requests that may wait for each connection; further ones are refused at once. The number allows a pool of four to answer a
 * hundred concurrent creates. connection_wait_max_ms bounds the waiting time.
 */
const waiters_per_connection_max = 25;
/** How much longer than the server's own statement timeout this side waits for the answer (watch.ts). */
const answer_margin_ms = 2_000;
/** After so long without traffic, TCP checks whether the other side is alive; the server does the same. */
const keep_alive_after_s = 10;
/**
 * How often the server is checked. In a minute, the machine's counter drifts from the database's clock by less than a request
 * takes. Behind a pooler, the server may change without a new connection, and a new epoch may be needed.
 */
const look_interval_ms = 60_000;
/** The check comes sooner after a lost connection, because the server may have changed, and after a failed check. */
const look_soon_ms = 1_000;
/** Roles that write rows that are ordered by epoch. */
const writers: ReadonlySet<Role> = new Set<Role>(["muster_app", "muster_worker"]);
/** Longer than a minute, because much work repeats every minute and opening a connection takes a dozen statements. */
const connection_idle_ms = 90_000;

export function createPool(options: PoolOptions): Pool {
  const { connection, role, statement_timeout_ms } = options;
  const bounds: Bounds = { role, statement_timeout_ms };
  const primary = createPrimary(() => options.onReadsOnly?.());
  const address = addressOf(options);
  /** Rejects when the connection cannot be used: the login may not act as the role, or the server is read-only. */
  const verify = async (client: pg.PoolClient) => {
    if (options.reads_only) return;
    const [order] = await Promise.all([
      writers.has(role) ? keepEpoch(client, bounds) : null,
      connection.kind === "server" ? requireWriter(client, bounds) : null,
    ]);
    primary.arrive();
    if (order?.has_begun) options.onEpoch?.(order.epoch);
  };
  const pool = new pg.Pool({
    ...address,
    max: options.connections_max,
    connectionTimeoutMillis: connection_wait_max_ms,
    idleTimeoutMillis: connection_idle_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: keep_alive_after_s * 1_000,
    pipeline: true,
    types: column_types,
    application_name: role,
    verify: (client, answer) => void verify(client).then(() => answer(), answer),
  });
  const answer_max_ms = statement_timeout_ms === 0 ? null : statement_timeout_ms + answer_margin_ms;
  const watch = connection.kind === "server" ? createWatch({ url: address.connectionString!, answer_max_ms }) : null;
  const looks = connection.kind === "server" ? startLooks(pool, verify) : null;
  pool.on("error", options.onIdleError);
  // Without a listener, a checked-out connection would end the process when its socket fails. Its query rejects anyway.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    primary.add(client);
    watch?.add(client);
    prepareOpenings(client, options.enters_moved ?? false);
    if (connection.kind === "embedded") return;
    keepAlive(client);
    void readTime(client);
  });
  pool.on("release", (error: unknown, client) => {
    if (onlyReads(error)) primary.leave(client);
    if (error) looks?.soon();
  });
  const { observer = null } = options;
  const connect = () => checkOut(pool, primary, options.connections_max * waiters_per_connection_max);
  return {
    role,
    bounds,
    embedded: connection.kind === "embedded",
    enters_moved: options.enters_moved ?? false,
    get waiting() {
      return pool.waitingCount;
    },
    get connections() {
      return { open: pool.totalCount, idle: pool.idleCount, max: options.connections_max };
    },
    get is_away() {
      return primary.is_away;
    },
    observer,
    connect: observer === null ? connect : () => observed(connect, observer),
    heard: () => watch?.heard() ?? 0,
    async close() {
      looks?.stop();
      await pool.end();
      watch?.close();
    },
  };
}

async function checkOut(pool: pg.Pool, primary: Primary, waiting_max: number): Promise<pg.PoolClient> {
  if (!primary.mayTry()) throw asFailure(readsOnly());
  if (pool.waitingCount >= waiting_max) throw unavailable("the database is busy");
  for (;;) {
    const client = await takeClient(pool);
    if (primary.isCurrent(client)) return client;
    client.release(true);
  }
}

/**
 * A connection of the pool, or the error that says why there is none. If the wait times out while a new connection is being
 * verified, pg-pool 3.14 calls back twice: first with the timeout, later with a connection. Nobody would return that connection,
 * and the pool would lose it for good. So it is returned here.
 */
export function takeClient(pool: pg.Pool): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let is_answered = false;
    pool.connect((error, client) => {
      if (is_answered) client?.release();
      else if (client) resolve(client);
      else reject(error ?? new Error("the pool gave neither a connection nor an error"));
      is_answered = true;
    });
  });
}

/**
 * Lets the server end a session, and release its locks, within half a minute after its client has vanished silently. Behind a
 * pooler this sets the pooler's session, which has the same effect.
 */
function keepAlive(client: pg.PoolClient): void {
  const asked = client.query(
    `select set_config('tcp_keepalives_idle', '${keep_alive_after_s}', false), set_config('tcp_keepalives_interval', '5', false),
       set_config('tcp_keepalives_count', '3', false)`,
  );
  asked.catch(() => undefined);
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

/** Reads the database's clock. A failed reading is repeated later (clock.ts). */
function readTime(client: pg.ClientBase): Promise<void> {
  const asked_ms = performance.now();
  return client.query<{ ms: number }>("select extract(epoch from clock_timestamp())::double precision * 1000 as ms").then(
    ({ rows }) => noteDatabaseTime(rows[0]!.ms, asked_ms, performance.now()),
    () => undefined,
  );
}

/** Checks the server regularly: the time of its clock, whether it still accepts writes, and the epoch. */
function startLooks(pool: pg.Pool, verify: (client: pg.PoolClient) => Promise<void>): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout;
  let due_ms: number;
  let stopped = false;
  const after = (wait_ms: number) => {
    clearTimeout(timer);
    if (stopped) return;
    due_ms = performance.now() + wait_ms;
    timer = setTimeout(look, wait_ms);
    timer.unref();
  };
  const look = () => {
    due_ms = Infinity;
    takeClient(pool)
      .then(async (client) => {
        const [, verified] = await Promise.allSettled([readTime(client), verify(client)]);
        // A connection that may not write, or has the wrong epoch, is replaced by a new one that is verified before use.
        client.release(verified.status === "rejected" ? (verified.reason as Error) : undefined);
        after(verified.status === "rejected" ? look_soon_ms : look_interval_ms);
      })
      .catch(() => after(look_soon_ms));
  };
  after(look_interval_ms);
  return {
    soon: () => void (due_ms < Infinity && due_ms > performance.now() + look_soon_ms && after(look_soon_ms)),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * The server address and settings of new connections. Settings that cannot be sent with each transaction are made when a session
 * begins; a pooler would not keep these.
 */
function addressOf({ connection, reads_only, snapshots }: PoolOptions): pg.PoolConfig {
  if (connection.kind === "embedded") {
    const { host, port, user, database } = connection;
    return { host, port, user, database };
  }
  if (!reads_only && !snapshots) return { connectionString: connection.url };
  const target = new URL(directUrl(connection));
  // The driver lets the URL's options override these, so they are merged.
  const own = target.searchParams.get("options");
  const settings = [
    ...(own === null ? [] : [own]),
    ...(reads_only ? ["-c default_transaction_read_only=on"] : []),
    ...(snapshots ? ["-c default_transaction_isolation=repeatable\\ read"] : []),
  ];
  target.searchParams.set("options", settings.join(" "));
  return { connectionString: target.href };
}

const int8_oid = 20;
const date_oid = 1082;
const timestamptz_oid = 1184;

/** bigint → number (counts and µs stay below 2^53), date → its text, timestamptz → RFC 3339 text. */
export const column_types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary") {
      if (oid === int8_oid) return Number;
      if (oid === date_oid) return String;
      if (oid === timestamptz_oid) return (text: string) => new Date(text).toISOString();
    }
    return pg.types.getTypeParser(oid, format);
  },
};
