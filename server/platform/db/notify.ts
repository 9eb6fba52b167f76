import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Connection, Pool } from "./pool.ts";
import { directUrl } from "./servers/reach.ts";
import { sql } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

// Notifications to other processes. Each is a statement of its own after the commit that it announces: a transaction with a
// notification takes a database-wide lock when it commits, so all writers would queue for it. For the same reason a process sends
// at most one notification per channel in an interval, and does not wait for the disk. A lost notification only delays the
// listener until its next poll.

const notify_interval_ms = 10;

type Throttle = { sent_ms: number; waiting: boolean };
const throttles = new WeakMap<Pool, Map<string, Throttle>>();

/** Notifies the listeners of a channel: at once, or after the interval together with other notifications. */
export function notifySoon(pool: Pool, channel: string): void {
  // The embedded database has no listeners.
  if (pool.embedded) return;
  const throttle = throttleOf(pool, channel);
  if (throttle.waiting) return;
  throttle.waiting = true;
  const now = () => {
    throttle.waiting = false;
    notify(pool, channel, throttle);
  };
  const rest_ms = throttle.sent_ms + notify_interval_ms - performance.now();
  // Several notifications of one transaction are sent as one.
  if (rest_ms <= 0) queueMicrotask(now);
  else setTimeout(now, rest_ms).unref();
}

function throttleOf(pool: Pool, channel: string): Throttle {
  const channels = throttles.get(pool) ?? new Map<string, Throttle>();
  throttles.set(pool, channels);
  const throttle = channels.get(channel) ?? { sent_ms: -Infinity, waiting: false };
  channels.set(channel, throttle);
  return throttle;
}

function notify(pool: Pool, channel: string, throttle: Throttle): void {
  throttle.sent_ms = performance.now();
  // The error is ignored: listeners look for work by themselves when the database can be reached again.
  readInfrastructure(pool, sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, '')`).catch(
    () => undefined,
  );
}

export type Listener = { close(): Promise<void> };

const reconnect_wait_min_ms = 50;
const reconnect_wait_max_ms = 2_000;
/** A listener only receives, so it would not notice a connection that died silently. It sends a query at this interval. */
const alive_interval_ms = 10_000;
const answer_max_ms = 2_000;

/**
 * Calls `onNotify` for each notification of a channel, and after each (re)connection, because some may have been missed. Uses a
 * session of its own that bypasses a pooler.
 */
export function listen(connection: Connection, channel: string, onNotify: () => void): Listener {
  if (connection.kind === "embedded") return { close: () => Promise.resolve() };
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let wait_ms = reconnect_wait_min_ms;
  let closed = false;

  const leave = async () => {
    const mine = client;
    client = null;
    mine?.removeAllListeners();
    mine?.on("error", () => undefined);
    // Closing waits for the server, so a server that does not answer would delay it.
    await Promise.race([mine?.end().catch(() => undefined), sleep(answer_max_ms, undefined, { ref: false })]);
  };
  const again = () => {
    void leave();
    if (closed || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      connect();
    }, wait_ms);
    wait_ms = Math.min(wait_ms * 2, reconnect_wait_max_ms);
  };
  const connect = () => {
    const mine = new pg.Client({
      connectionString: directUrl(connection),
      keepAlive: true,
      connectionTimeoutMillis: answer_max_ms,
      query_timeout: answer_max_ms,
      application_name: "muster_listen",
    });
    client = mine;
    mine.on("error", again);
    mine.on("end", again);
    mine.on("notification", onNotify);
    mine
      .connect()
      .then(() => mine.query(`listen ${pg.escapeIdentifier(channel)}`))
      .then(() => {
        wait_ms = reconnect_wait_min_ms;
        onNotify();
      })
      .catch(again);
  };
  const askWhetherAlive = () => {
    const mine = client;
    if (timer === null) mine?.query("select").catch(() => void (mine === client && again()));
  };
  connect();
  const alive = setInterval(askWhetherAlive, alive_interval_ms);
  alive.unref();
  return {
    async close() {
      closed = true;
      clearInterval(alive);
      if (timer !== null) clearTimeout(timer);
      await leave();
    },
  };
}
