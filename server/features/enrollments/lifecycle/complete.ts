import { localDateOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { certifiedEvent } from "../../certificates/events.ts";
import { issueCertificates } from "../../certificates/issue.ts";
import { pairKey, refreshPairs, type Flags } from "../../compliance/flag/refresh.ts";
import type { Pair } from "../../compliance/sql.ts";
import { releaseSeats } from "../../courses/seats-sql.ts";
import { actorOn, type EventUser } from "../../people/events.ts";
import { emitAll, type NewEvent } from "../../events/emit.ts";
import { cancelledEvent, completedEvent, updatedEvent } from "../events.ts";
import { eventPartsOf, instantOf } from "./lifecycle.ts";
import { cancelOlder, updatePaths, withdrawOlder, type LifecycleRow } from "./lifecycle-sql.ts";

/**
 * The consequences of a step: pairs whose flags must be recomputed, and a function that builds the events once the flags are
 * known.
 */
export type Consequence = {
  pairs: Pair[];
  eventsOf(flags: Flags): NewEvent[];
};

/** The result of an enrollment; `attempt` null: a learning path. */
export type Result = { score: number | null; attempt: number | null };

/** A completion that was just written. */
export type Completion = { user: EventUser; row: LifecycleRow; result: Result };

/**
 * Carries out the consequences of completions that were just written, as of their own days: closes older cycles and issues
 * certificates. Learning paths of the course are updated separately, see `followPaths`.
 */
export async function concludeCompletions(
  db: Db,
  context: Context,
  completions: readonly Completion[],
  batch_id: string | null = null,
): Promise<Consequence> {
  if (completions.length === 0) return { pairs: [], eventsOf: () => [] };
  const { id: tenant_id } = context.tenant;
  const at = instantOf(context);
  const ids = completions.map(({ row }) => row.id);
  const [cancelled, withdrawn] = await Promise.all([cancelOlder(db, tenant_id, ids, at), withdrawOlder(db, tenant_id, ids)]);
  const freed = [...new Set([...cancelled, ...withdrawn].map(({ person_id }) => person_id))];
  if (freed.length > 0) await releaseSeats(db, tenant_id, freed, at, false);
  const dayOf = ({ row }: Completion) => localDateOf(context, row.completed_at!);
  const certificates = await issueCertificates(
    db,
    context,
    completions.map((one) => {
      const { id, person_id, course, cycle_year } = one.row;
      return { id, person_id, course_id: course.id, cycle_year, completed_on: dayOf(one) };
    }),
  );
  const [cancelled_of, withdrawn_of] = [cancelled, withdrawn].map((rows) => Map.groupBy(rows, ({ person_id }) => person_id));

  return {
    pairs: [
      ...completions.map(({ user, row }) => ({ person_id: user.id, course_id: row.course.id })),
      ...cancelled.map(({ person_id, course }) => ({ person_id, course_id: course.id })),
    ],
    eventsOf(flags) {
      const told = completions.flatMap((one) => {
        const { user, row, result } = one;
        const { course, due_date } = row;
        const compliance_status = flags.get(pairKey({ person_id: user.id, course_id: course.id })) ?? null;
        const certificate = certificates.get(row.id);
        const on_time = due_date === null || dayOf(one) <= due_date;
        const parts = { user, course, enrollment: eventPartsOf(row), compliance_status, batch_id };
        return [
          completedEvent({ ...parts, result: { passed: true, ...result, on_time }, certificate_id: certificate?.id ?? null }),
          ...(certificate
            ? [certifiedEvent({ user, course, certificate, enrollment_id: row.id }, compliance_status, batch_id)]
            : []),
        ];
      });
      const users = new Map(completions.map(({ user }) => [user.id, user]));
      const closed = [...users.values()].flatMap((user) => {
        const by = actorOn(user, context);
        return [
          ...(withdrawn_of!.get(user.id) ?? []).map((one) =>
            updatedEvent({ ...one, user, changed_fields: ["status"], by, batch_id }),
          ),
          ...(cancelled_of!.get(user.id) ?? []).map((one) =>
            cancelledEvent({ ...one, user, at, reason: "superseded", by, batch_id }),
          ),
        ];
      });
      return [...told, ...closed];
    },
  };
}

/**
 * Updates people's learning paths after one of their courses was started or completed. `at`: the instant, by default now;
 * `batch_id`: of the larger operation.
 */
export async function followPaths(
  db: Db,
  context: Context,
  users: readonly EventUser[],
  course_id: string,
  { at = instantOf(context), batch_id = null }: { at?: string; batch_id?: string | null } = {},
): Promise<Consequence> {
  const of = new Map(users.map((user) => [user.id, user]));
  const changed = await updatePaths(db, context.tenant.id, [...of.keys()], course_id, at);
  const begun = changed.filter(({ was, state }) => state === "in_progress" && was !== state);
  const completed = changed.filter(({ state }) => state === "completed");
  const result = { score: null, attempt: null };
  const followed = await concludeCompletions(
    db,
    context,
    completed.map((row) => ({ user: of.get(row.person_id)!, row, result })),
    batch_id,
  );
  return {
    pairs: followed.pairs,
    eventsOf: (flags) => [
      ...begun.map((row) => {
        const user = of.get(row.person_id)!;
        const parts = { user, course: row.course, enrollment: eventPartsOf(row), by: actorOn(user, context) };
        return updatedEvent({ ...parts, changed_fields: ["status"], batch_id });
      }),
      ...followed.eventsOf(flags),
    ],
  };
}

/** Updates a new learning path by an item in which the person was enrolled before, and emits the events. */
export async function catchUpPath(db: Db, context: Context, user: EventUser, item_id: string): Promise<void> {
  const followed = await followPaths(db, context, [user], item_id);
  await emitAll(db, context, followed.eventsOf(await refreshPairs(db, context, followed.pairs)));
}
