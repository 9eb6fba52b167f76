import type pg from "pg";
import { queryAfter } from "../packet.ts";
import { actAs, type Bounds } from "../prelude.ts";
import { sql } from "../sql.ts";

// Events, changes of flags and the audit log are ordered by epoch and transaction id (migration 0041). Transaction ids belong to
// one cluster. So a new epoch begins whenever the cluster, timeline or database that writes is another one than the last that
// wrote: after a restore, a promotion, or when a logical subscriber takes over. A database does not notice this by itself, so
// each connection checks it before it is used.

export type Epoch = { epoch: number | null; has_begun: boolean };

/** Begins a new epoch if the writing cluster has changed. `epoch` is null on a read-only server. */
export async function keepEpoch(client: pg.PoolClient, bounds: Bounds): Promise<Epoch> {
  const { rows } = await queryAfter(client, [actAs(bounds)], sql`select epoch, has_begun from infra.keep_epoch()`);
  return rows[0] as Epoch;
}
