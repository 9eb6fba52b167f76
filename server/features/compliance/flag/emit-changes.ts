// Emits `compliance.status_changed` for each change of a flag, if a subscription lists it (docs/decisions/0058). The event is
// written in the same transaction as the row of history with the change, so each change has one event, even if a job is repeated.
// Without a subscription nothing is read or written here.
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { emitAll } from "../../events/emit.ts";
import { actorOn } from "../../people/events.ts";
import { listEventUsers } from "../../people/lock-sql.ts";
import { explain } from "../explain/explain.ts";
import { statusChangedEvent } from "../events.ts";
import type { Judged, Moved } from "../sql.ts";
import { listEventCourses } from "./event-courses-sql.ts";

/** Emits one event for each flag that has changed. `judged` contains the pairs of `moved`, and possibly more. */
export async function emitFlagChanges(
  db: Db,
  context: Context,
  moved: readonly Moved[],
  judged: readonly Judged[],
): Promise<void> {
  const { id: tenant_id, time_zone } = context.tenant;
  const idsOf = (name: "person_id" | "course_id") => [...new Set(moved.map((one) => one[name]))];
  const [users, courses] = await Promise.all([
    listEventUsers(db, tenant_id, idsOf("person_id")),
    listEventCourses(db, tenant_id, idsOf("course_id")),
  ]);
  const [user_by_id, course_by_id] = [byId(users), byId(courses)];
  const by_pair = new Map(judged.map((one) => [keyOf(one), one]));
  const today = todayOf(context);
  await emitAll(
    db,
    context,
    moved.map((one) => {
      const [user, course] = [user_by_id.get(one.person_id)!, course_by_id.get(one.course_id)!];
      const { status, facts } = by_pair.get(keyOf(one))!;
      const nameless = { course_code: course.code, time_zone, certificate_numbers: {}, rule_ids: [], blocked: null };
      return statusChangedEvent({
        user,
        course,
        previous_status: one.previous_status,
        status,
        reasons: explain({ ...facts, ...nameless }, today).reasons.map(({ code }) => code),
        actor: actorOn(user, context),
      });
    }),
  );
}

function keyOf({ person_id, course_id }: Moved | Judged): string {
  return `${person_id}/${course_id}`;
}

function byId<One extends { id: string }>(all: readonly One[]): Map<string, One> {
  return new Map(all.map((one) => [one.id, one]));
}
