import { newId } from "../../../platform/ids.ts";
import { insertExemptions } from "../../compliance/flag/exempt-sql.ts";
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
    const outcomes = await lookAtExemptions(db, tenant_id, { course_id, from, until }, person_ids);
    const rows = [...outcomes].flatMap(([person_id, outcome]) =>
      outcome === "done"
        ? [
            {
              id: newId(),
              person_id,
              course_id,
              from_on: from,
              until_on: until,
              reason: asked.reason!,
              approved_by: context.actor,
            },
          ]
        : [],
    );
    if (rows.length > 0) await insertExemptions(db, tenant_id, rows);
    const ids = new Map(rows.map(({ id, person_id }) => [person_id, id]));
    await refreshPairs(
      db,
      context,
      rows.map(({ person_id }) => ({ person_id, course_id })),
    );
    return new Map(
      [...outcomes].map(([person_id, outcome]): [string, Done] => {
        const exemption_id = ids.get(person_id);
        return [person_id, exemption_id === undefined ? { outcome } : { outcome, was: { exemption_id } }];
      }),
    );
  },
};
