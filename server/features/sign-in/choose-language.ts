import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { Language } from "../../platform/languages.ts";
import { record } from "../audit/record.ts";
import { updateLanguage } from "./accounts-sql.ts";
import { currentAccount } from "./sign-in.ts";

/** Sets the language of mails to the caller's account, and of its pages on a new device. */
export async function chooseLanguage(pool: Pool, caller: PanelCaller, language: Language): Promise<void> {
  const { tenant, account } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    const before = await currentAccount(db, tenant.id, account);
    await updateLanguage(db, tenant.id, account.id, language);
    await record(db, caller, {
      operation: "account.choose-language",
      target_type: account.kind,
      target_id: account.id,
      changes: { language: [before?.language ?? null, language] },
    });
  });
}
