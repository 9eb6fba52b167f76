import { addToGroup } from "../../groups/join.ts";
import { isManual } from "../../groups/move-members.ts";
import { lockGroup } from "../../groups/sql.ts";
import { lookAtMembers } from "./sql.ts";
import type { Done, Work } from "./work.ts";

/** Adds people to a manual group, which assigns its courses to them. */
export const join: Work = {
  look: (db, { tenant }, { group_id }, person_ids) => lookAtMembers(db, tenant.id, group_id!, person_ids),
  async carryOut(db, context, _, { id, asked }, person_ids) {
    const { id: tenant_id } = context.tenant;
    const group = await lockGroup(db, tenant_id, asked.group_id!);
    // The group may have been retired or have changed its kind since the order.
    if (!isManual(group)) return new Map(person_ids.map((person_id) => [person_id, { outcome: "unknown" }]));
    const outcomes = await lookAtMembers(db, tenant_id, group.id, person_ids);
    const joined = new Set(await addToGroup(db, context, group, person_ids, id));
    return new Map(
      [...outcomes].map(([person_id, outcome]): [string, Done] =>
        joined.has(person_id)
          ? [person_id, { outcome: "done", was: { group_id: group.id } }]
          : [person_id, { outcome: outcome === "done" ? "has_it" : outcome }],
      ),
    );
  },
};
