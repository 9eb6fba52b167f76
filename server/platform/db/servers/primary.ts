import type pg from "pg";
import { readsOnly } from "../failures.ts";
import { queryAfter } from "../packet.ts";
import { actAs, type Bounds } from "../prelude.ts";
import { sql } from "../sql.ts";

// A server that has become read-only: a demoted primary that continues as a standby, or a server that its operator has made
// read-only. Its connections stay open and would keep leading to it while another server is the primary. So the first connection
// that notices, by a refused write or a check, makes the pool discard all connections that were open by then. New ones lead to
// the current primary (by HAProxy or PgBouncer), and are verified before use.

/** Whether a pool's connections lead to a server that accepts writes. */
export type Primary = {
  /** A connection was found to lead to a read-only server, and no later one to a writable server. */
  readonly is_away: boolean;
  /** Whether another connection may be tried already. */
  mayTry(): boolean;
  /** Registers a connection that has opened. */
  add(client: pg.ClientBase): void;
  /** Whether a connection was opened after the server was last found to be read-only. */
  isCurrent(client: pg.ClientBase): boolean;
  /** A connection was found to lead to a read-only server. Ignored for a connection that is not current. */
  leave(client: pg.ClientBase): void;
  /** A connection was found to lead to a server that accepts writes. */
  arrive(): void;
};

/** Tries are limited to this interval, because each opens a connection at a server that has other work. */
const try_interval_ms = 250;

/** `onLeave` is called once each time the primary is lost. */
export function createPrimary(onLeave: () => void): Primary {
  const rounds = new WeakMap<pg.ClientBase, number>();
  let round = 0;
  let is_away = false;
  let left_ms = -Infinity;
  return {
    get is_away() {
      return is_away;
    },
    mayTry: () => !is_away || performance.now() - left_ms >= try_interval_ms,
    add: (client) => void rounds.set(client, round),
    isCurrent: (client) => rounds.get(client) === round,
    leave(client) {
      if (rounds.get(client) !== round) return;
      round += 1;
      left_ms = performance.now();
      if (is_away) return;
      is_away = true;
      onLeave();
    },
    arrive: () => void (is_away = false),
  };
}

/**
 * Rejects with 25006 when a connection leads to a read-only server, and with 42501 when the login may not act as the role. A
 * session of a read-only server is terminated at the server: a pooler sees no fault in it and would lend it again and again.
 */
export async function requireWriter(client: pg.PoolClient, bounds: Bounds): Promise<void> {
  const { rows } = await queryAfter(
    client,
    [actAs(bounds)],
    sql`select current_setting('transaction_read_only')::boolean as only_reads`,
  );
  if (!(rows[0] as { only_reads: boolean }).only_reads) return;
  // Runs as the login, which may terminate its own sessions. The condition is needed because the pooler may have lent another
  // session meanwhile, of a server that accepts writes.
  await client
    .query("select pg_terminate_backend(pg_backend_pid()) where current_setting('transaction_read_only')::boolean")
    .catch(() => undefined);
  throw readsOnly();
}
