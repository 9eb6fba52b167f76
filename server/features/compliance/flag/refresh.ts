import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { evidenceOf } from "../matrix/evidence.ts";
import {
  insertStatuses,
  listKnownFacts,
  listPairsOf,
  raiseWorst,
  storeStatuses,
  updateWorst,
  type KnownFacts,
  type Judged,
  type Moved,
  type Pair,
} from "../sql.ts";
import { flagOf, severity_order, type EnrollmentFact, type Flag } from "./status.ts";
import { emitFlagChanges } from "./emit-changes.ts";

/** Flags by pair; see `pairKey`. */
export type Flags = ReadonlyMap<string, Flag | null>;

export function pairKey({ person_id, course_id }: Pair): string {
  return `${person_id}/${course_id}`;
}

/** Pairs in one statement at most. */
const batch_max = 2_000;

/**
 * Recomputes the flags of pairs in the transaction of the change behind them, and returns them. The caller has locked the rows of
 * the people, so that two concurrent changes of one pair see each other. Duplicate pairs are allowed. `unkept`: flags of other
 * pairs that the operation has computed and not yet stored; they are stored too, so that a person's flags change once. A pair
 * that is in both is recomputed.
 */
export async function refreshPairs(
  db: Db,
  context: Context,
  pairs: readonly Pair[],
  unkept: readonly Judged[] = [],
): Promise<Flags> {
  const distinct = [...new Map(pairs.map((pair) => [pairKey(pair), pair]))];
  const named = new Set(distinct.map(([key]) => key));
  const flags = new Map<string, Flag | null>();
  let also = unkept.filter((one) => !named.has(pairKey(one)));
  for (let from = 0; from === 0 || from < distinct.length; from += batch_max) {
    const some = distinct.slice(from, from + batch_max).map(([, pair]) => pair);
    const facts = some.length > 0 ? await listKnownFacts(db, context.tenant.id, some) : [];
    const judged = facts.map((one) => judge(context, one));
    await keep(db, context, [...also, ...judged]);
    also = [];
    for (const one of judged) flags.set(pairKey(one), one.status?.status ?? null);
  }
  return flags;
}

/** Recomputes and returns the flag of one pair. */
export async function refreshPair(db: Db, context: Context, person_id: string, course_id: string): Promise<Flag | null> {
  const pair = { person_id, course_id };
  return (await refreshPairs(db, context, [pair])).get(pairKey(pair)) ?? null;
}

/** Recomputes all flags of people whose account was deactivated or reactivated. */
export async function refreshPeople(db: Db, context: Context, person_ids: readonly string[]): Promise<void> {
  await refreshPairs(db, context, await listPairsOf(db, context.tenant.id, person_ids));
}

/**
 * The row to store for a pair, from its facts, or with other enrollments in their place. A learning path has no flag: its courses
 * have.
 */
export function judge(context: Context, facts: KnownFacts, enrollments: readonly EnrollmentFact[] = facts.enrollments): Judged {
  const { person_id, course_id, is_kept, worst, is_told } = facts;
  const today = todayOf(context);
  const all = { ...facts, enrollments };
  const status = facts.type === "learning_path" ? null : flagOf(all, today);
  return {
    person_id,
    course_id,
    is_kept,
    worst,
    is_told,
    status: status && { ...status, ...evidenceOf(all, status, today) },
    facts: all,
  };
}

/**
 * Stores the flags of pairs, which must be distinct, and emits events for those that have changed. If none of them had a flag
 * before, the changes are known in advance and all statements are sent together.
 */
export async function keep(db: Db, context: Context, judged: readonly Judged[]): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const at = context.now.toString();
  const kept = judged.filter(({ is_kept }) => is_kept);
  const fresh = judged.filter(({ is_kept, status }) => !is_kept && status !== null);
  const inserted = fresh.length > 0 ? insertStatuses(db, tenant_id, at, fresh) : null;
  const stored = kept.length > 0 ? storeStatuses(db, tenant_id, at, kept) : null;
  const changed = stored === null ? [] : (await Promise.all([stored, inserted]))[0];
  const moved = [
    ...changed.filter(({ previous_status, status }) => previous_status !== status),
    ...fresh.map(({ person_id, course_id, worst, is_told, status }): Moved => {
      return { person_id, course_id, worst, is_told, previous_status: null, status: status!.status };
    }),
  ];
  const of_people = [...Map.groupBy(moved, ({ person_id }) => person_id).values()].map(standingOf);
  for (const [flag, raised] of Map.groupBy(of_people, ({ raised_to }) => raised_to)) {
    if (flag === null) continue;
    const person_ids = raised.map(({ person_id }) => person_id);
    raiseWorst(db, tenant_id, flag, person_ids);
  }
  const doubtful = of_people.flatMap(({ is_doubtful, moved: own }) => (is_doubtful ? own : []));
  if (doubtful.length > 0) updateWorst(db, tenant_id, doubtful);
  await inserted;
  const emitted = moved.filter(({ is_told }) => is_told);
  if (emitted.length > 0) await emitFlagChanges(db, context, emitted, judged);
}

type Standing = { person_id: string; raised_to: Flag | null; is_doubtful: boolean; moved: Moved[] };

/**
 * How the changed flags of a person affect the worst one: `raised_to` a worse flag; `is_doubtful`: the worst flag may have
 * improved.
 */
function standingOf(moved: Moved[]): Standing {
  const { person_id, worst } = moved[0]!;
  const before = Math.min(...moved.map(({ previous_status }) => rankOf(previous_status)));
  const after = Math.min(...moved.map(({ status }) => rankOf(status)));
  const is_raised = after < rankOf(worst);
  const is_doubtful = after > rankOf(worst) && before <= rankOf(worst);
  return { person_id, raised_to: is_raised ? severity_order[after]! : null, is_doubtful, moved };
}

/** The position in the order of severity, 0 for the worst; no flag comes last. */
function rankOf(flag: Flag | null): number {
  return flag === null ? severity_order.length : severity_order.indexOf(flag);
}
