import pg from "pg";
import type { InnerClient } from "./driver.ts";

// Connections that die silently: a firewall forgets them or a machine is gone, and no packet says so. A query on such a
// connection would wait for ever. So every connection that waits for an answer is checked twice a second:
//
//   silent for suspect_ms        the server is asked, over a new connection, what that session is doing. If it runs nothing, or
//                                is not there any more, the question or its answer is lost: the connection is ended.
//   silent for answer_max_ms     it is ended whatever the server says. This is longer than the server's own limit for a
//                                statement, which therefore comes first wherever the two can still speak.
//
// Where one is lost, idle connections are likely lost too: each is sent a query at once, before a request is, and is ended when it
// has not answered that within probe_max_ms.
// What had been asked fails as it does when a connection breaks (`Unavailable`): a commit's outcome is unknown then. What the
// lost session still holds is given up by ending it on the server as well. The embedded database has no such connections.

export type WatchOptions = {
  url: string;
  /** How long a connection may be silent while something is asked of it; null: as long as the server says that it works. */
  answer_max_ms: number | null;
};

export type Watch = {
  add(client: pg.ClientBase): void;
  /** Bytes that have arrived on all connections, by which one can tell whether any was answered. */
  heard(): number;
  close(): void;
};

const look_interval_ms = 500;
const suspect_ms = 1_500;
/** How long connecting to the server and its answer about suspects may take, each. */
const verdict_max_ms = 2_000;

/** How long an idle connection may take for a query that asks nothing: longer than a pooler lets one wait for a session. */
const probe_max_ms = 5_000;

/** A waiting connection: since when it is silent, how long it may be, and whether the server says that it runs nothing for it. */
type Silence = { since_ms: number; max_ms: number; bytes: number; lost: boolean };

export function createWatch({ url, answer_max_ms }: WatchOptions): Watch {
  const silences = new Map<InnerClient, Silence | null>();
  let heard_before = 0;
  let looked_ms = performance.now();
  let asking = false;
  /** Behind a pooler, sessions have other numbers than we know: of those nothing can be said. */
  let knows_sessions = true;

  const look = () => {
    const now_ms = performance.now();
    // This process itself may have been stopped: what arrived meanwhile is read first.
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

  /** Marks those of which the server says that they wait for nothing; the next look ends them if they are silent still. */
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
      // The server cannot be asked now. There is a next look, and answer_max_ms.
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
 * Those of some sessions that run nothing or are gone. A session whose server waits for its client runs nothing either, whatever
 * its state. null: this connection itself has another number at the server than we know.
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

/** Ends a session that the server still keeps open for us: it may hold locks. Only of the same login, so never another's. */
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
    // Not waited for: a server that does not answer does not say goodbye either.
    client.end().catch(() => undefined);
  }
}
