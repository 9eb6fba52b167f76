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
 * Mails a link to set a new password, if the account exists and has an address. The answer and its duration are the same in all
 * cases.
 */
export async function requestReset(
  options: SignInOptions,
  place: Place,
  given: Static<typeof PasswordResetRequest>,
): Promise<void> {
  await Promise.all([mailLink(options, place, given), setTimeout(answer_after_ms)]);
}

/** Longer than the work takes, so that the duration of the answer reveals nothing. */
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
    // An administrator and a person with the same login are two accounts; each mail names the one of its link.
    for (const account of await listAccounts(db, tenant_id, caseNorm(login))) {
      const { kind, id, name, email, role, language } = account;
      if (email === null) continue;
      const system = await contextWithin(db, tenant_id, { type: kind, id, name });
      const context = { ...system!, request_id: place.request_id };
      const to = { name, email, language };
      const named = { login: account.login, role };
      if (doorOf(rule, account) === "company") {
        // The account must use the identity provider, so there is no password to reset; the mail names the sign-in page.
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
