import type { PanelCaller } from "../../platform/context.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { endSessionsAgainst, lockItAdministrator } from "../sign-in/doors/rule-sql.ts";
import type { SignInRule } from "../sign-in/doors/rule.ts";
import { currentAccount } from "../sign-in/sign-in.ts";
import { breakGlassNeeded, providerNotTested } from "./errors.ts";
import { lockProvider, updateRule } from "./provider-sql.ts";
import type { IdentitySetUp } from "./schema.ts";
import { setUpWithin } from "./set-up.ts";
import type { IdentityOptions } from "./start.ts";

/**
 * Sets who must sign in through the provider. A stricter rule ends all sessions that it does not allow, except the caller's. It
 * requires a provider that is switched on (and so was tested), and an administrator who can sign in when the provider fails.
 */
export async function setRule(options: IdentityOptions, caller: PanelCaller, given: SignInRule): Promise<IdentitySetUp> {
  const { tenant, session } = caller;
  return withTenant(options.pool, tenant.id, async (db) => {
    const before = await lockProvider(db, tenant.id);
    if (before === undefined) throw notFound("No identity provider is set up.");
    const required = given.rule !== "offered";
    if (required && before.state !== "on") throw providerNotTested("Make a test sign-in, and switch the provider on.");
    const break_glass_id = given.break_glass_id?.toLowerCase() ?? null;
    if (break_glass_id !== null || required) await requireBreakGlass(db, tenant.id, break_glass_id);
    const after: SignInRule = { rule: given.rule, break_glass_id };
    const changes = changesBetween({ rule: before.rule, break_glass_id: before.break_glass_id }, after);
    if (Object.keys(changes).length > 0) {
      await updateRule(db, tenant.id, after);
      if (required) await endSessionsAgainst(db, tenant.id, after, session.id);
      await record(db, caller, {
        operation: "identity_provider.set_rule",
        target_type: "identity_provider",
        target_id: before.id,
        changes,
      });
    }
    return setUpWithin(db, options, tenant);
  });
}

/**
 * Refuses an administrator who could not sign in without the provider. The row is locked, so that this stays true until the
 * transaction ends.
 */
async function requireBreakGlass(db: Db, tenant_id: string, id: string | null): Promise<void> {
  const there = id !== null && isUuid(id) && (await lockItAdministrator(db, tenant_id, id));
  const account = there ? await currentAccount(db, tenant_id, { kind: "administrator", id }) : undefined;
  if (account === undefined || account.password_hash === null || !account.totp_confirmed)
    throw breakGlassNeeded("Name an enabled IT administrator who has a password and a second factor.");
}
