// Finds work by due rows (docs/decisions/0044). A change that makes work for an organisation adds a row to infra.due, by a
// trigger. Any number of workers share the rows.
//
//   claim    takes the rows that have been due longest, with `skip locked`, for half a minute; a running worker extends it
//   act      does the work. Other locks protect it as well, so an expired claim does no harm
//   close    the work is done: from now on no transaction relies on the row
//   settle   once all transactions that may rely on the row have ended, the worker looks again; only then is the row deleted,
//            or moved to the time when it will be due next
//
// A transaction adds no row if an open one is due early enough; it relies on that row. Between a worker's look and the deletion
// of the row, such a transaction may have made work that the worker did not see. So the worker looks a second time. After a crash
// at any point, a due row remains.
import { randomUUID } from "node:crypto";
import type { Pool } from "../../db/pool.ts";
import { forEach } from "../each.ts";
import { claimRows, closeRows, extendClaims, releaseRows, settleRows, type Due, type Settled } from "./due-sql.ts";

/**
 * Something is still due. `due_us`: since when; null: since the same time as before. `rest_us`: how long until the row is handled
 * again.
 */
export type Left = { due_us: number | null; rest_us: number };

/** When a row will be due again, by the infrastructure's clock; null: not by the passing of time. */
export type Next = number | null | Left;

/** Something is still due, and is handled again at once. */
export const still_due: Left = { due_us: null, rest_us: 0 };

export function isLeft(next: Next | undefined): next is Left {
  return typeof next === "object" && next !== null;
}

export type DueWork = {
  /** As in infra.due. */
  kind: string;
  /** Maximum number of rows of one claim. Use few if each may take long, so that several workers share them. */
  rows_max: number;
  /** How many rounds one worker runs at the same time, for work that may take long for one organisation; default: 1. */
  rounds_max?: number;
  /** Does what is due and sets in `outcome` when each row is due next. A row without an outcome was not done. */
  act: (rows: readonly Due[], signal: AbortSignal, outcome: Map<string, Next>) => Promise<void>;
};

/** Work that is done organisation by organisation. A failure of one does not stop the others. */
export function eachDue(
  { kind, rows_max, rounds_max = 1 }: Pick<DueWork, "kind" | "rows_max" | "rounds_max">,
  act: (tenant_id: string, due: Due, signal: AbortSignal) => Promise<Next>,
): DueWork {
  return {
    kind,
    rows_max,
    rounds_max,
    async act(rows, signal, outcome) {
      const by_tenant = new Map(rows.map((due) => [due.tenant_id, due]));
      await forEach([...by_tenant.keys()], signal, async (tenant_id) => {
        const next = await act(tenant_id, by_tenant.get(tenant_id)!, signal);
        for (const due of rows) if (due.tenant_id === tenant_id) outcome.set(due.id, next);
      });
    },
  };
}

const lease_us = 30_000_000;
const extend_interval_ms = 10_000;
/** After a failure the row rests for so long before it is tried again. */
const failed_rest_us = 30_000_000;
/**
 * Rows with remaining work are released at the end of the round, so that a round handles each row once. It keeps at most so many.
 */
const kept_max = 1_000;
/** How many claims with a failure end the round. */
const failures_max = 20;
/** How many failures are logged one by one. */
const reported_max = 10;

/** Works off the due rows of a kind, each once; returns how many. Rejects at the end when something has failed. */
export async function workOffDue(pool: Pool, work: DueWork, signal: AbortSignal): Promise<number> {
  const claim_id = randomUUID();
  const held = new Set<string>();
  const kept = new Map<string, Left>();
  const failures: Error[] = [];
  const extending = setInterval(() => {
    extendClaims(pool, claim_id, [...held], lease_us).catch(() => undefined); // else they run out
  }, extend_interval_ms);
  const seen = new Set<string>();
  try {
    while (!signal.aborted && kept.size < kept_max && failures.length < failures_max) {
      const rows = await claimRows(pool, { kind: work.kind, claim_id, lease_us, rows_max: work.rows_max });
      for (const { id } of rows) {
        held.add(id);
        seen.add(id);
      }
      const outcome = new Map<string, Next>();
      if (rows.length > 0) await work.act(rows, signal, outcome).catch((error: unknown) => failures.push(error as Error));
      await settle(pool, claim_id, rows, outcome, signal.aborted);
      for (const { id } of rows) {
        const next = outcome.get(id);
        if (isLeft(next)) kept.set(id, next);
        else held.delete(id);
      }
      if (rows.length < work.rows_max) break;
    }
  } finally {
    clearInterval(extending);
  }
  if (kept.size > 0)
    await releaseRows(
      pool,
      claim_id,
      [...kept].map(([id, left]) => ({ id, ...left })),
    );
  if (failures.length > 0) throw joined(failures, seen.size);
  return seen.size;
}

async function settle(
  pool: Pool,
  claim_id: string,
  rows: readonly Due[],
  outcome: ReadonlyMap<string, Next>,
  stopped: boolean,
): Promise<void> {
  const rest_us = stopped ? 0 : failed_rest_us;
  const undone = rows.filter(({ id }) => !outcome.has(id)).map(({ id }) => ({ id, due_us: null, rest_us }));
  const ended = rows.filter(({ id }) => outcome.has(id) && !isLeft(outcome.get(id)));
  const open = ended.filter((due) => !due.is_closed).map(({ id }) => id);
  const closed = ended.filter((due) => due.is_closed);
  if (undone.length > 0) await releaseRows(pool, claim_id, undone);
  if (open.length > 0) await closeRows(pool, claim_id, open);
  if (closed.length > 0) await settleRows(pool, claim_id, settledOf(closed, outcome));
}

/** Of several rows of one subject, the one that is due first is enough. */
function settledOf(closed: readonly Due[], outcome: ReadonlyMap<string, Next>): Settled[] {
  const first = new Map<string, Settled>();
  for (const { id, tenant_id, subject_id } of closed) {
    const key = `${tenant_id} ${subject_id}`;
    const next_us = outcome.get(id) as number | null;
    const other = first.get(key);
    if (other === undefined || (next_us ?? Infinity) < (other.next_us ?? Infinity)) first.set(key, { id, next_us });
  }
  const needed = new Map([...first.values()].map(({ id, next_us }) => [id, next_us]));
  return closed.map(({ id }) => ({ id, next_us: needed.get(id) ?? null }));
}

function joined(failures: readonly Error[], count: number): Error {
  const all = failures.flatMap((failure) => (failure instanceof AggregateError ? (failure.errors as Error[]) : [failure]));
  return new AggregateError(all.slice(0, reported_max), `${all.length} of ${count} could not be done`);
}
