import { codeOf, not_here_codes } from "../failures.ts";
import type { Pool } from "../pool.ts";
import { constant, part, sql, type Fragment } from "../sql.ts";
import { readInfrastructure } from "../transaction.ts";

// Where an organisation is, while it is on its way between nodes and afterwards (infra.placement, docs/decisions/0051). All others are
// here. Every transaction of an organisation asks when it opens (prelude.ts); what is about several organisations leaves them out.

/** Why a transaction of an organisation did not begin: it is on its way to or from here, or on another node. */
export type Elsewhere = { state: "on_its_way" | "moved"; node: string | null };

/** What infra.refuse_elsewhere has raised (migration 0060); null: another error. */
export function elsewhereOf(error: unknown): Elsewhere | null {
  const code = codeOf(error);
  if (code === not_here_codes.on_its_way) return { state: "on_its_way", node: null };
  if (code === not_here_codes.moved) return { state: "moved", node: (error as { detail?: string }).detail ?? null };
  return null;
}

/**
 * Fails like a transaction of an organisation that is elsewhere or on its way, where one was not found here by its code. null: no code
 * is known.
 */
export async function refuseElsewhere(pool: Pool, tenant_code: string | null): Promise<void> {
  if (tenant_code !== null) await readInfrastructure(pool, sql`select infra.enter_by_code(${tenant_code})`);
}

/** As in infra.placement. */
export type PlacementState = "copying" | "closing" | "paused" | "moved" | "moving_in";

/** What stands in infra.placement of the organisation of a code; null: nothing, it is here or nowhere. */
export async function findPlacement(pool: Pool, code: string): Promise<{ state: PlacementState; node: string } | null> {
  const [row] = await readInfrastructure<{ state: PlacementState | null; node: string }>(
    pool,
    sql`select state, node from infra.placement_of(${code})`,
  );
  return row === undefined || row.state === null ? null : { state: row.state, node: row.node };
}

/** That no background work may begin for the organisation in a column: it is about to be paused, on its way, or gone. */
export function rests(column: string): Fragment {
  return part`exists (select from infra.placement p where p.tenant_id = ${constant(column)} and p.state <> 'copying')`;
}

/** That nobody may write rows of the organisation in a column: it is on its way, or gone. */
export function isAway(column: string): Fragment {
  return part`exists (select from infra.placement p where p.tenant_id = ${constant(column)} and p.is_away)`;
}
