import { lockEventUsers } from "../../people/lock-sql.ts";
import { invitePeople, lookAtInvitations } from "../../sign-in/links/invite-many.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { listInvitedSince } from "./sql.ts";
import type { Work } from "./work.ts";

/** People whom an order invited within this time are not invited again. */
const lately_h = 24;

/**
 * Invites people to sign in, each by one mail. The links are not shown. A person without an address needs a single invitation,
 * whose link can be handed over.
 */
export const invite: Work = {
  async look(db, context, _, person_ids) {
    const outcomes = await lookAtInvitations(db, context, person_ids);
    const lately = await invitedLately(db, context, person_ids);
    return new Map([...outcomes].map(([id, outcome]) => [id, outcome === "done" && lately.has(id) ? "invited_lately" : outcome]));
  },
  async carryOut(db, context, options, _, person_ids) {
    await lockEventUsers(db, context.tenant.id, person_ids);
    const seen = await invite.look(db, context, {}, person_ids);
    const others = [...seen].filter(([, outcome]) => outcome !== "invited_lately").map(([id]) => id);
    const outcomes = await invitePeople(db, context, options, others);
    return new Map([...seen].map(([id, outcome]) => [id, { outcome: outcomes.get(id) ?? outcome }]));
  },
};

function invitedLately(db: Db, { tenant, now }: Context, person_ids: readonly string[]): Promise<ReadonlySet<string>> {
  return listInvitedSince(db, tenant.id, person_ids, now.subtract({ hours: lately_h }).toString());
}
