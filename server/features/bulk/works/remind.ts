import { lockEventUsers } from "../../people/lock-sql.ts";
import { lookByHand, remindByHand } from "../../reminders/by-hand.ts";
import type { Work } from "./work.ts";

/** Reminds people of open work in one course or in all. */
export const remind: Work = {
  look: async (db, context, { course_id = null }, person_ids) =>
    (await lookByHand(db, context, { person_ids, course_id })).outcomes,
  async carryOut(db, context, options, { asked: { course_id = null } }, person_ids) {
    await lockEventUsers(db, context.tenant.id, person_ids);
    const outcomes = await remindByHand(db, context, options, { person_ids, course_id });
    return new Map([...outcomes].map(([person_id, outcome]) => [person_id, { outcome }]));
  },
};
