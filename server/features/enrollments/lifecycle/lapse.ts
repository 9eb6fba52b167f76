import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { refreshPairs } from "../../compliance/flag/refresh.ts";
import type { Judged, Pair } from "../../compliance/sql.ts";
import { releaseSeats } from "../../courses/seats-sql.ts";
import type { EventUser } from "../../people/events.ts";
import { lockUsersById } from "../../people/lock-sql.ts";
import { emitAll } from "../../events/emit.ts";
import { cancelledEvent, type Reference } from "../events.ts";
import { cancelThese, endRequirements, lapse, listLapsed, dropPendingAssignments, type LapsedRow } from "./lapse-sql.ts";
import type { CancelReason } from "../schema.ts";
import { instantText } from "../../../platform/instants.ts";

/** A rule or group no longer applies to a person; with `course_id`, it no longer requires this course or path. */
export type Lapse = {
  person_id: string;
  source: "rule" | "group";
  ref_id: string;
  course_id?: string | undefined;
  reason: CancelReason;
  by: Reference;
  /** Whether enrollments that were not started stay. */
  keep: boolean;
};

/** Lapses that are processed together. */
const lapses_max = 1_000;

export type LapseOptions = {
  batch_id: string | null;
  /** Further pairs whose flags are recomputed, because a requirement counts even if no enrollment could be made. */
  ended?: readonly Pair[];
  /** The people in the form of events, if the operation has read them after locking their rows; left out: they are read here. */
  users?: ReadonlyMap<string, EventUser> | undefined;
  /** Flags of other pairs that the operation has computed and not yet stored; they are stored together with these. */
  unkept?: readonly Judged[] | undefined;
};

/**
 * Ends sources of enrollments, within a larger operation. That operation has locked the people's rows and removed the matches,
 * memberships and courses behind the sources, and writes the audit row. An enrollment without an active source is cancelled if it
 * was not started, continues if it was started, and is not required any more if it was completed. Returns how many were
 * cancelled.
 */
export async function lapseSources(
  db: Db,
  context: Context,
  lapses: readonly Lapse[],
  { batch_id, ended = [], users, unkept }: LapseOptions,
): Promise<number> {
  const pairs = [...ended];
  let cancelled = 0;
  for (let first = 0; first < lapses.length; first += lapses_max) {
    const some = await lapseSome(db, context, lapses.slice(first, first + lapses_max), users, batch_id);
    cancelled += some.cancelled;
    pairs.push(...some.pairs);
  }
  await refreshPairs(db, context, pairs, unkept);
  return cancelled;
}

/** `pairs`: the pairs whose flags must be recomputed. */
type Lapsed = { cancelled: number; pairs: readonly Pair[] };

async function lapseSome(
  db: Db,
  context: Context,
  lapses: readonly Lapse[],
  read: LapseOptions["users"],
  batch_id: string | null,
): Promise<Lapsed> {
  const { id: tenant_id } = context.tenant;
  const at = instantText(context.now);
  const reasons = lapses.map(({ person_id, source, ref_id, course_id = null }, index) => {
    return { index, person_id, source, ref_id, course_id };
  });
  const [marked] = await Promise.all([lapse(db, tenant_id, at, reasons), dropPendingAssignments(db, tenant_id, at, reasons)]);
  if (marked.length === 0) return { cancelled: 0, pairs: [] };
  const causes = new Map(marked.map(({ enrollment_id, index }) => [enrollment_id, lapses[index]!]));
  const causeOf = ({ id }: Pick<LapsedRow, "id">) => causes.get(id)!;
  const rows = await listLapsed(db, tenant_id, [...causes.keys()]);
  const ended = rows.filter(({ is_over }) => is_over);
  const unstarted = ended.filter((row) => isUnstarted(row) && !causeOf(row).keep);
  const completed = ended.filter(({ state }) => state === "completed").map(({ id }) => id);
  const person_ids = [...new Set(unstarted.map(({ person_id }) => person_id))];

  const by_reason = Map.groupBy(unstarted, (row) => causeOf(row).reason);
  const [users, cancelled] = await Promise.all([
    read ?? lockUsersById(db, tenant_id, person_ids),
    Promise.all(
      [...by_reason].map(([reason, some]) =>
        cancelThese(
          db,
          tenant_id,
          some.map(({ id }) => id),
          at,
          reason,
        ),
      ),
    ),
    completed.length > 0 && endRequirements(db, tenant_id, completed),
  ]);
  const events = cancelled.flat().map((row) => {
    const { reason, by } = causeOf(row.enrollment);
    return cancelledEvent({ ...row, user: users.get(row.person_id)!, at, reason, by, batch_id });
  });
  await Promise.all([person_ids.length > 0 && releaseSeats(db, tenant_id, person_ids, at, false), emitAll(db, context, events)]);
  return { cancelled: events.length, pairs: rows };
}

/** Whether neither the enrollment nor the path that contains it was started. */
export function isUnstarted({ state, is_held }: Pick<LapsedRow, "state" | "is_held">): boolean {
  return state === "assigned" && !is_held;
}
