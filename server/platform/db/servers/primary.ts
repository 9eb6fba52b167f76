import type pg from "pg";
import { readsOnly } from "../failures.ts";
import { queryAfter } from "../packet.ts";
import { actAs, type Bounds } from "../prelude.ts";
import { sql } from "../sql.ts";

// A server that has become read-only: a primary that was demoted and goes on as a standby, or one that its operator has closed for
// writing. Its connections work, and would go on leading there while another server is the primary. So the first that notices, by
// a refused write or by asking, makes all connections of its pool unusable that were open by then; new ones lead to whatever is the
// primary by that time (HAProxy, PgBouncer), and are asked before they are used.

/** Whether a pool's connections lead to a server that writes. */
export type Primary = {
  /** Since a connection was found to lead to a server that only reads, none was found to lead to another. */
  readonly is_away: boolean;
  /** Whether another connection is worth a try already. */
  mayTry(): boolean;
  /** Notes a connection that has opened. */
  add(client: pg.ClientBase): void;
  /** Whether a connection was opened since the server was last found to only read. */
  isCurrent(client: pg.ClientBase): boolean;
  /** A connection was found to lead to a server that only reads. One that is no longer current says nothing new. */
  leave(client: pg.ClientBase): void;
  /** A connection was found to lead to a server that writes. */
  arrive(): void;
};

/** Each try opens a connection at a server that has other work: only so often. */
const try_interval_ms = 250;

/** `onLeave` is called once for each time that the primary is away. */
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
 * Rejects with 25006 where a connection leads to a server that only reads, and with 42501 where the login may not act as the role. A session
 * of such a server is ended there: a pooler would lend it again and again, since to the pooler nothing is wrong with it.
 */
export async function requireWriter(client: pg.PoolClient, bounds: Bounds): Promise<void> {
  const { rows } = await queryAfter(
    client,
    [actAs(bounds)],
    sql`select current_setting('transaction_read_only')::boolean as only_reads`,
  );
  if (!(rows[0] as { only_reads: boolean }).only_reads) return;
  // As the login, which may end its own sessions. The pooler may have lent another session by now, of a server that writes.
  await client
    .query("select pg_terminate_backend(pg_backend_pid()) where current_setting('transaction_read_only')::boolean")
    .catch(() => undefined);
  throw readsOnly();
}
