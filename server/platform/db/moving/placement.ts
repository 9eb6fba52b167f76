import { codeOf, not_here_codes } from "../failures.ts";
import type { Pool } from "../pool.ts";
import { constant, part, sql, type Fragment } from "../sql.ts";
import { readInfrastructure } from "../transaction.ts";

// Which organisations are moving to another node or have moved (infra.placement, docs/decisions/0051). An organisation without a
// row is here. Every transaction of an organisation checks this when it opens (prelude.ts); work for several organisations skips
// those that are listed.

/** Why a transaction of an organisation was refused: it is moving to or from this node, or it is on another node. */
export type Elsewhere = { state: "on_its_way" | "moved"; node: string | null };

/** The refusal of infra.refuse_elsewhere (migration 0060) in an error; null: another error. */
export function elsewhereOf(error: unknown): Elsewhere | null {
  const code = codeOf(error);
  if (code === not_here_codes.on_its_way) return { state: "on_its_way", node: null };
  if (code === not_here_codes.moved) return { state: "moved", node: (error as { detail?: string }).detail ?? null };
  return null;
}

/**
 * Throws NotHere when the organisation of a code is moving or has moved, for requests that did not find the organisation by its
 * code. null: no code is known.
 */
export async function refuseElsewhere(pool: Pool, tenant_code: string | null): Promise<void> {
  if (tenant_code !== null) await readInfrastructure(pool, sql`select infra.enter_by_code(${tenant_code})`);
}

/** As in infra.placement. */
export type PlacementState = "copying" | "closing" | "paused" | "moved" | "moving_in";

/**
 * The row of infra.placement for the organisation of a code; null: there is none, because the organisation is here or unknown.
 */
export async function findPlacement(pool: Pool, code: string): Promise<{ state: PlacementState; node: string } | null> {
  const [row] = await readInfrastructure<{ state: PlacementState | null; node: string }>(
    pool,
    sql`select state, node from infra.placement_of(${code})`,
  );
  return row === undefined || row.state === null ? null : { state: row.state, node: row.node };
}

/**
 * An SQL condition: the organisation in a column will be paused soon, is moving, or has moved, so no background work may begin
 * for it.
 */
export function rests(column: string): Fragment {
  return part`exists (select from infra.placement p where p.tenant_id = ${constant(column)} and p.state <> 'copying')`;
}

/** An SQL condition: the organisation in a column is moving or has moved, so its rows may not be written. */
export function isAway(column: string): Fragment {
  return part`exists (select from infra.placement p where p.tenant_id = ${constant(column)} and p.is_away)`;
}
