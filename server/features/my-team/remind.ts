import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { record } from "../audit/record.ts";
import { isMember } from "../compliance/matrix/team-sql.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { lockEventUsers } from "../people/lock-sql.ts";
import { remindByHand, type ByHand } from "../reminders/by-hand.ts";

/**
 * Reminds one of a manager's people of all open work, by one mail in the hours of mails, as an administrator does by hand.
 * Returns the outcome. Throws 404 for a person who is not below the manager.
 */
export async function remindMember(
  { pool, ...mailing }: Mailing & { pool: Pool },
  caller: PanelCaller,
  person_id: string,
): Promise<ByHand> {
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    await lockEventUsers(db, tenant_id, [person_id]);
    if (!(await isMember(db, tenant_id, caller.account.id, person_id))) throw notFound(no_member);
    const outcome = (await remindByHand(db, caller, mailing, { person_ids: [person_id], course_id: null })).get(person_id)!;
    if (outcome === "done") await record(db, caller, { operation: "person.remind", target_type: "person", target_id: person_id });
    return outcome;
  });
}

/** The same answer for another manager's person and for one who does not exist. */
export const no_member = "No such person among your people.";
