// Work that is found by what is due (docs/decisions/0044). Triggers write a row of infra.due with whatever makes work for an
// organisation; any number of workers share the rows.
//
//   claim    what has been due longest, with `skip locked`, for half a minute, which a worker that lives extends
//   act      the work itself, which other locks protect as well: a claim that ran out does no harm
//   close    nothing is left to be seen: nobody relies on the row any more
//   settle   once all transactions that may have relied on it have ended, the worker looks again; only then does the row go,
//            or move to when it will be due next
//
// A writer adds no row where an open one stands that is due early enough. So between a worker's look and the removal of the row,
// somebody may have relied on it whose rows were not visible: hence the second look. A crash anywhere leaves a row that is due.
import { randomUUID } from "node:crypto";
import type { Pool } from "../../db/pool.ts";
import { forEach } from "../each.ts";
import { claimRows, closeRows, extendClaims, releaseRows, settleRows, type Due, type Settled } from "./due-sql.ts";

/** Something is still due: since when, null: since when it was, and for how long the row rests before it is looked at again. */
export type Left = { due_us: number | null; rest_us: number };

/** When a row will be due again, by the infrastructure's clock; null: never by itself. */
export type Next = number | null | Left;

/** Something is still due, and is looked at again at once. */
export const still_due: Left = { due_us: null, rest_us: 0 };

export function isLeft(next: Next | undefined): next is Left {
  return typeof next === "object" && next !== null;
}

export type DueWork = {
  /** As in infra.due. */
  kind: string;
  /** Rows of one claim: few where each may take long, so that the workers share them. */
  rows_max: number;
  /** Rounds of one worker at the same time, where one organisation may take long; default: 1. */
  rounds_max?: number;
  /** Does what is due, and says of each row when it is due next; of those that it leaves out, it was not done. */
  act: (rows: readonly Due[], signal: AbortSignal, outcome: Map<string, Next>) => Promise<void>;
};

/** Work that is done organisation by organisation; one that fails holds up none of the others. */
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
/** What has failed rests, so that it is not tried without a pause. */
const failed_rest_us = 30_000_000;
/** Rows with something left are kept until the round is over, this many at most, so that none of them comes twice in it. */
const kept_max = 1_000;
/** Claims in which something fails; then the round ends. */
const failures_max = 20;
/** Failures that the log names. */
const reported_max = 10;

/** Works off what is due of a kind, each row once; returns how many. Rejects in the end when something failed. */
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

/** Of several rows about the same, the one that is due first is enough. */
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
