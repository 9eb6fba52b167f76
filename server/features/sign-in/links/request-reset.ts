import { setTimeout } from "node:timers/promises";
import type { Static } from "typebox";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { record } from "../../audit/record.ts";
import { writeMail } from "../../mail/write-mail.ts";
import { listAccounts } from "../accounts-sql.ts";
import { attemptKey, takeAttempt, takeAttemptOfAddress } from "../attempts.ts";
import { companyDoorOf } from "../doors/own-door.ts";
import { findRule } from "../doors/rule-sql.ts";
import { doorOf } from "../doors/rule.ts";
import { findTenantIdHere } from "../tenant-sql.ts";
import { issueLink } from "./links.ts";
import type { PasswordResetRequest } from "../schema.ts";
import type { SignInOptions } from "../session-record.ts";
import type { Place } from "../sign-in.ts";

/**
 * Mails a link to set a new password, if there is such an account and it has an address. The answer is the same
 * either way, and takes the same time.
 */
export async function requestReset(
  options: SignInOptions,
  place: Place,
  given: Static<typeof PasswordResetRequest>,
): Promise<void> {
  await Promise.all([mailLink(options, place, given), setTimeout(answer_after_ms)]);
}

/** Longer than the work takes, so that the time says nothing of it. */
const answer_after_ms = 200;

async function mailLink(
  options: SignInOptions,
  place: Place,
  { tenant_code, login }: Static<typeof PasswordResetRequest>,
): Promise<void> {
  const { pool, keyring, base_url } = options;
  await takeAttemptOfAddress(pool, place.browser.address);
  await takeAttempt(pool, attemptKey(["reset", tenant_code.toUpperCase(), caseNorm(login)]));
  const tenant_id = await findTenantIdHere(pool, tenant_code.toUpperCase());
  if (tenant_id === null) return;
  await withTenant(pool, tenant_id, async (db) => {
    const rule = await findRule(db, tenant_id);
    // An administrator and a person with one login are two accounts: the mail says which one its link is of.
    for (const account of await listAccounts(db, tenant_id, caseNorm(login))) {
      const { kind, id, name, email, role, language } = account;
      if (email === null) continue;
      const system = await contextWithin(db, tenant_id, { type: kind, id, name });
      const context = { ...system!, request_id: place.request_id };
      const to = { name, email, language };
      const named = { login: account.login, role };
      if (doorOf(rule, account) === "company") {
        // Nothing is left to be reset: the mail says so, and where the door is.
        const facts = { ...named, url: companyDoorOf(base_url, context.tenant.code) };
        await writeMail(db, context, { keyring, base_url }, { kind: "password.not_used", to, facts });
      } else {
        const facts = { ...named, ...(await issueLink(db, context, options, { account, purpose: "reset" })) };
        await writeMail(db, context, { keyring, base_url }, { kind: "password.reset", to, facts });
      }
      await record(db, context, { operation: "password.request-reset", target_type: kind, target_id: id });
    }
  });
}
