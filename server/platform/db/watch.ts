import pg from "pg";
import type { InnerClient } from "./driver.ts";

// Connections can die silently: a firewall drops them or a machine fails, and no packet reports it. A query on such a connection
// would wait for ever. So every connection that waits for an answer is checked twice a second:
//
//   silent for suspect_ms        the server is asked, over a new connection, what this session is doing. If the session runs
//                                nothing or does not exist, the query or its answer is lost, and the connection is closed.
//   silent for answer_max_ms     the connection is closed whatever the server says. This time is longer than the server's own
//                                statement timeout, which ends the query first wherever both sides can still communicate.
//
// After one connection is lost, idle ones are probably lost too. Each is sent a query at once, before a request uses it, and is
// closed if the answer does not arrive within probe_max_ms. Queries on a lost connection fail as on any broken one
// (`Unavailable`), and the outcome of a commit is unknown. The session of a lost connection is terminated at the server, which
// releases its locks. The embedded database has no such connections.

export type WatchOptions = {
  url: string;
  /** How long a connection may be silent while it waits for an answer; null: as long as the server says that it is working. */
  answer_max_ms: number | null;
};

export type Watch = {
  add(client: pg.ClientBase): void;
  /** Bytes received on all connections; they show whether any query was answered. */
  heard(): number;
  close(): void;
};

const look_interval_ms = 500;
const suspect_ms = 1_500;
/** How long connecting to the server may take, and how long its answer about suspect connections. */
const verdict_max_ms = 2_000;

/** How long an idle connection may take for an empty query: longer than a pooler lets a client wait for a session. */
const probe_max_ms = 5_000;

/** A waiting connection: when its silence began, the longest allowed silence, and whether the server runs nothing for it. */
type Silence = { since_ms: number; max_ms: number; bytes: number; lost: boolean };

export function createWatch({ url, answer_max_ms }: WatchOptions): Watch {
  const silences = new Map<InnerClient, Silence | null>();
  let heard_before = 0;
  let looked_ms = performance.now();
  let asking = false;
  /** False behind a pooler, where the server's process ids are not those of our connections and sessions cannot be looked up. */
  let knows_sessions = true;

  const look = () => {
    const now_ms = performance.now();
    // This process itself may have been suspended: it reads what arrived meanwhile before it judges connections.
    const slept = now_ms - looked_ms > 2 * look_interval_ms;
    looked_ms = now_ms;
    const suspects: InnerClient[] = [];
    let ended = 0;
    for (const [client, silence] of silences) {
      const { bytesRead: bytes } = client.connection.stream;
      if (!isWaiting(client)) silences.set(client, null);
      else if (slept || silence === null || silence.bytes !== bytes)
        silences.set(client, { since_ms: now_ms, max_ms: answer_max_ms ?? Infinity, bytes, lost: false });
      else if (silence.lost || now_ms - silence.since_ms >= silence.max_ms) ended += end(client);
      else if (now_ms - silence.since_ms >= suspect_ms) suspects.push(client);
    }
    if (ended > 0) for (const [client, silence] of silences) if (silence === null) probe(client, now_ms);
    if (suspects.length > 0 && !asking && knows_sessions) void judge(suspects);
  };

  const probe = (client: InnerClient, now_ms: number) => {
    silences.set(client, { since_ms: now_ms, max_ms: probe_max_ms, bytes: client.connection.stream.bytesRead, lost: false });
    client.query("select").catch(() => undefined);
  };

  /** Marks suspects for which the server runs nothing. The next look ends them if they are still silent. */
  const judge = async (suspects: readonly InnerClient[]) => {
    asking = true;
    const known = suspects.map((client) => ({ client, silence: silences.get(client) }));
    try {
      const lost = await findLost(
        url,
        suspects.flatMap(({ processID }) => processID ?? []),
      );
      if (lost === null) knows_sessions = false;
      for (const { client, silence } of known) if (silence && lost?.has(client.processID)) silence.lost = true;
    } catch {
      // The server cannot be asked now. The next look tries again, and answer_max_ms limits the silence.
    } finally {
      asking = false;
    }
  };

  const end = (client: InnerClient): number => {
    silences.delete(client);
    heard_before += client.connection.stream.bytesRead;
    client.connection.stream.destroy(Object.assign(new Error("a database connection fell silent"), { code: "ETIMEDOUT" }));
    if (client.processID !== null && knows_sessions) endSession(url, client.processID).catch(() => undefined);
    return 1;
  };

  const timer = setInterval(look, look_interval_ms);
  timer.unref();
  return {
    add(client) {
      const inside = client as InnerClient;
      silences.set(inside, null);
      client.once("end", () => {
        if (silences.delete(inside)) heard_before += inside.connection.stream.bytesRead;
      });
    },
    heard: () => [...silences.keys()].reduce((sum, { connection }) => sum + connection.stream.bytesRead, heard_before),
    close: () => clearInterval(timer),
  };
}

function isWaiting({ _activeQuery, _sentQueryQueue, _ending }: InnerClient): boolean {
  return Boolean(_activeQuery) || _sentQueryQueue.length > 0 || _ending;
}

/**
 * The sessions that run nothing or no longer exist. A session whose server process waits for its client runs nothing either,
 * whatever its state. null: the process ids at the server are not those that we know.
 */
async function findLost(url: string, pids: readonly number[]): Promise<ReadonlySet<number | null> | null> {
  return asOperator(url, async (client) => {
    const { rows } = await client.query<{ own: number; pids: number[] }>(
      `select pg_backend_pid() as own, array(
         select p.pid
         from unnest($1::int[]) p(pid)
         left join pg_stat_activity a on a.pid = p.pid
         where a.pid is null or a.state like 'idle%' or a.wait_event_type = 'Client'
       ) as pids`,
      [pids],
    );
    const { processID } = client as pg.ClientBase as InnerClient;
    return rows[0]!.own === processID ? new Set(rows[0]!.pids) : null;
  });
}

/**
 * Terminates a session that the server still keeps open, because it may hold locks. It only affects sessions of the same login.
 */
async function endSession(url: string, pid: number): Promise<void> {
  await asOperator(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid)
       from pg_stat_activity
       where pid = $1 and usename = session_user and datname = current_database()
         and (state like 'idle%' or wait_event_type = 'Client')`,
      [pid],
    ),
  );
}

async function asOperator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: verdict_max_ms,
    query_timeout: verdict_max_ms,
    application_name: "muster_watch",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Not awaited: a server that does not answer does not confirm the end either.
    client.end().catch(() => undefined);
  }
}
