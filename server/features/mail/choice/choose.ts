import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import type { ChooseMails, MailChoice } from "./schema.ts";
import { deleteRefusal, insertRefusal, listRefused, type Topic } from "./sql.ts";

const topics: readonly Topic[] = ["due_soon", "digests"];

/** Which mails that one may do without the own account gets. */
export async function readMailChoice(pool: Pool, { tenant, account }: PanelCaller): Promise<MailChoice> {
  const refused = await withTenant(pool, tenant.id, (db) => listRefused(db, tenant.id, account.id));
  return choiceOf(refused);
}

/** Changes it, with one audit entry; what waits already is held against it before it leaves. */
export async function chooseMails(pool: Pool, caller: PanelCaller, given: ChooseMails): Promise<MailChoice> {
  const { tenant, account } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const changes: Record<string, [boolean, boolean]> = {};
    for (const topic of topics) {
      const wanted = given[topic];
      if (wanted === undefined) continue;
      const write = wanted ? deleteRefusal : insertRefusal;
      if (await write(db, tenant.id, account.id, topic)) changes[topic] = [!wanted, wanted];
    }
    if (Object.keys(changes).length > 0)
      await record(db, caller, {
        operation: "account.choose-mails",
        target_type: account.kind,
        target_id: account.id,
        changes,
      });
    return choiceOf(await listRefused(db, tenant.id, account.id));
  });
}

const choiceOf = (refused: readonly Topic[]): MailChoice => ({
  due_soon: !refused.includes("due_soon"),
  digests: !refused.includes("digests"),
});
