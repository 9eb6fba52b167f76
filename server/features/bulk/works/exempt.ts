import { newId } from "../../../platform/ids.ts";
import { insertExemption } from "../../compliance/flag/exempt-sql.ts";
import { refreshPairs } from "../../compliance/flag/refresh.ts";
import { lockEventUsers } from "../../people/lock-sql.ts";
import { lookAtExemptions } from "./sql.ts";
import type { Done, Work } from "./work.ts";
import type { Asked } from "../schema.ts";

const periodOf = (asked: Asked) => ({ course_id: asked.course_id!, from: asked.from!, until: asked.until ?? null });

/** Releases people from a course for a time. */
export const exempt: Work = {
  look: (db, { tenant }, asked, person_ids) => lookAtExemptions(db, tenant.id, periodOf(asked), person_ids),
  async carryOut(db, context, _, { asked }, person_ids) {
    const { id: tenant_id } = context.tenant;
    const { course_id, from, until } = periodOf(asked);
    await lockEventUsers(db, tenant_id, person_ids);
    const done = new Map<string, Done>();
    for (const [person_id, outcome] of await lookAtExemptions(db, tenant_id, { course_id, from, until }, person_ids)) {
      if (outcome !== "done") {
        done.set(person_id, { outcome });
        continue;
      }
      const id = newId();
      const row = { id, person_id, course_id, from_on: from, until_on: until, reason: asked.reason!, approved_by: context.actor };
      await insertExemption(db, tenant_id, row);
      done.set(person_id, { outcome, was: { exemption_id: id } });
    }
    const pairs = [...done].filter(([, { was }]) => was).map(([person_id]) => ({ person_id, course_id }));
    await refreshPairs(db, context, pairs);
    return done;
  },
};
