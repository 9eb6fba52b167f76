import { localDateOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { certifiedEvent } from "../../certificates/events.ts";
import { issueCertificate } from "../../certificates/issue.ts";
import { pairKey, refreshPairs, type Flags } from "../../compliance/flag/refresh.ts";
import type { Pair } from "../../compliance/sql.ts";
import { releaseSeats } from "../../courses/seats-sql.ts";
import { actorOn, type EventUser } from "../../people/events.ts";
import { emitAll, type NewEvent } from "../../events/emit.ts";
import { cancelledEvent, completedEvent, updatedEvent } from "../events.ts";
import { eventPartsOf, instantOf } from "./lifecycle.ts";
import { cancelOlder, updatePaths, withdrawOlder, type LifecycleRow } from "./lifecycle-sql.ts";

/** What followed from a step: the pairs whose flags it moves, and, once these are known, what there is to tell. */
export type Consequence = {
  pairs: Pair[];
  certificate_id: string | null;
  tell(flags: Flags): NewEvent[];
};

/** What the learner achieved; `attempt` null: a learning path. */
export type Result = { score: number | null; attempt: number | null };

/**
 * What follows from a completion that has just been written, and counts for its own day: older cycles are closed, the certificate is issued. The learning
 * paths of the course follow by themselves, see `followPaths`.
 */
export async function concludeCompletion(
  db: Db,
  context: Context,
  user: EventUser,
  row: LifecycleRow,
  { score, attempt }: Result,
  batch_id: string | null = null,
): Promise<Consequence> {
  const { id: tenant_id } = context.tenant;
  const { course } = row;
  const at = instantOf(context);
  const [cancelled, withdrawn] = await Promise.all([cancelOlder(db, tenant_id, row, at), withdrawOlder(db, tenant_id, row)]);
  if (cancelled.length > 0 || withdrawn.length > 0) await releaseSeats(db, tenant_id, [user.id], at, false);
  const completed_on = localDateOf(context, row.completed_at!);
  const completed = { id: row.id, person_id: user.id, course_id: course.id, cycle_year: row.cycle_year };
  const certificate = await issueCertificate(db, context, completed, { completed_on });
  const certificate_id = certificate?.id ?? null;
  const on_time = row.due_date === null || completed_on <= row.due_date;

  return {
    pairs: [course.id, ...cancelled.map((one) => one.course.id)].map((course_id) => ({ person_id: user.id, course_id })),
    certificate_id,
    tell(flags) {
      const flagOf = (course_id: string) => flags.get(pairKey({ person_id: user.id, course_id })) ?? null;
      const compliance_status = flagOf(course.id);
      const result = { passed: true, score, on_time, attempt } as const;
      const parts = { user, course, enrollment: eventPartsOf(row) };
      const by = actorOn(user, context);
      return [
        completedEvent({ ...parts, result, certificate_id, compliance_status, batch_id }),
        ...(certificate
          ? [certifiedEvent({ user, course, certificate, enrollment_id: row.id }, compliance_status, batch_id)]
          : []),
        ...withdrawn.map((one) => updatedEvent({ ...one, user, changed_fields: ["status"], by, batch_id })),
        ...cancelled.map((one) => cancelledEvent({ ...one, user, at, reason: "superseded", by, batch_id })),
      ];
    },
  };
}

/** Lets the person's learning paths follow a course that was started or completed; `at`: when, default now; `batch_id`: of what else was done with it. */
export async function followPaths(
  db: Db,
  context: Context,
  user: EventUser,
  course_id: string,
  { at = instantOf(context), batch_id = null }: { at?: string; batch_id?: string | null } = {},
): Promise<Consequence> {
  const changed = await updatePaths(db, context.tenant.id, user.id, course_id, at);
  const begun = changed.filter(({ was, state }) => state === "in_progress" && was !== state);
  const by = actorOn(user, context);
  const followed: Consequence[] = [];
  for (const path of changed) {
    if (path.state === "completed") {
      followed.push(await concludeCompletion(db, context, user, path, { score: null, attempt: null }, batch_id));
    }
  }
  return {
    pairs: followed.flatMap(({ pairs }) => pairs),
    certificate_id: null,
    tell: (flags) => [
      ...begun.map((row) => {
        const parts = { user, course: row.course, enrollment: eventPartsOf(row) };
        return updatedEvent({ ...parts, changed_fields: ["status"], by, batch_id });
      }),
      ...followed.flatMap((one) => one.tell(flags)),
    ],
  };
}

/** Lets a learning path that was just assigned follow an item that was there before it, and tells what has become of it. */
export async function catchUpPath(db: Db, context: Context, user: EventUser, item_id: string): Promise<void> {
  const followed = await followPaths(db, context, user, item_id);
  await emitAll(db, context, followed.tell(await refreshPairs(db, context, followed.pairs)));
}
