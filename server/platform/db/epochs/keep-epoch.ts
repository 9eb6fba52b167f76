import type pg from "pg";
import { queryAfter } from "../packet.ts";
import { actAs, type Bounds } from "../prelude.ts";
import { sql } from "../sql.ts";

// Events, changes of flags and the audit log are ordered by epoch and transaction (migration 0041). Numbers of transactions belong
// to one cluster, so an epoch begins whenever another cluster, timeline or database writes than the one that wrote last: after a
// restore, a promotion, a subscriber that has taken over. A database cannot tell by itself: each connection asks before it is used.

export type Epoch = { epoch: number | null; has_begun: boolean };

/** Begins an epoch where that is due. `epoch` is null on a server that only reads. */
export async function keepEpoch(client: pg.PoolClient, bounds: Bounds): Promise<Epoch> {
  const { rows } = await queryAfter(client, [actAs(bounds)], sql`select epoch, has_begun from infra.keep_epoch()`);
  return rows[0] as Epoch;
}
