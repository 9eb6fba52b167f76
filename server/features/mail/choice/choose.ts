import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import type { Refusable } from "./link.ts";
import type { ChooseMails, MailChoice } from "./schema.ts";
import { deleteRefusal, findAccount, insertRefusal, listRefused, type Topic } from "./sql.ts";

const topics: readonly Topic[] = ["due_soon", "digests", "reports"];

/** Which optional mails the caller's account gets. */
export async function readMailChoice(pool: Pool, { tenant, account }: PanelCaller): Promise<MailChoice> {
  const refused = await withTenant(pool, tenant.id, (db) => listRefused(db, tenant.id, account.id));
  return choiceOf(refused);
}

/**
 * Changes which optional mails the caller's account gets, with one audit row. Mails that wait already are checked against it
 * before they are sent.
 */
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

/** The account of an unsubscribe link; undefined: the account or its organisation does not exist any more. */
export function findHolder(pool: Pool, { tenant_id, account_id }: Refusable): ReturnType<typeof findAccount> {
  return withTenant(pool, tenant_id, (db) => findAccount(db, tenant_id, account_id));
}

/** Changes the one topic of an unsubscribe link, with one audit row. */
export async function chooseByLink(pool: Pool, { tenant_id, account_id, topic }: Refusable, wanted: boolean): Promise<void> {
  await withTenant(pool, tenant_id, async (db) => {
    const account = await findAccount(db, tenant_id, account_id);
    if (account === undefined) return;
    const { kind, name } = account;
    const context = (await contextWithin(db, tenant_id, { type: kind, id: account_id, name }))!;
    const write = wanted ? deleteRefusal : insertRefusal;
    if (await write(db, tenant_id, account_id, topic))
      await record(db, context, {
        operation: "account.choose-mails",
        target_type: kind,
        target_id: account_id,
        changes: { [topic]: [!wanted, wanted] },
      });
  });
}

const choiceOf = (refused: readonly Topic[]): MailChoice => ({
  due_soon: !refused.includes("due_soon"),
  digests: !refused.includes("digests"),
  reports: !refused.includes("reports"),
});
