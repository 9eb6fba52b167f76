import type { Context } from "../../../platform/context.ts";
import { instantText } from "../../../platform/instants.ts";
import { recordPasses } from "../../enrollments/lifecycle/record-attempt.ts";
import { lockEventUsers } from "../../people/lock-sql.ts";
import type { Asked } from "../schema.ts";
import { lookAtResults } from "./sql.ts";
import type { Done, Work } from "./work.ts";

const resultOf = ({ course_id, completed_on, score = null }: Asked) => ({
  course_id: course_id!,
  completed_on: completed_on!,
  score,
});

/** Records that people have passed a course on a day, each as a single result would be recorded. */
export const complete: Work = {
  async look(db, { tenant }, asked, person_ids) {
    const people = await lookAtResults(db, tenant, resultOf(asked), person_ids);
    return new Map(people.map(({ person_id, outcome }) => [person_id, outcome]));
  },
  async carryOut(db, context, _, { id, asked }, person_ids) {
    const { completed_on, score, course_id } = resultOf(asked);
    const happened = { began_at: null, at: momentOf(context, completed_on) };
    await lockEventUsers(db, context.tenant.id, person_ids);
    const people = await lookAtResults(db, context.tenant, { course_id, completed_on, score }, person_ids);
    const passing = people.flatMap(({ outcome, enrollment_id }) => (outcome === "done" ? [enrollment_id!] : []));
    await recordPasses(db, context, passing, { score, happened, order_id: id });
    return new Map(people.map(({ person_id, outcome }): [string, Done] => [person_id, { outcome }]));
  },
};

/** An order has no time of day: a past day counts at noon, today at the present moment. */
function momentOf({ tenant, now }: Context, day: string): string {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: tenant.time_zone, plainTime: "12:00" }).toInstant();
  return instantText(Temporal.Instant.compare(noon, now) < 0 ? noon : now);
}
