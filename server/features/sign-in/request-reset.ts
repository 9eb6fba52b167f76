import { setTimeout } from "node:timers/promises";
import type { Static } from "typebox";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { listAccounts, type Account } from "./accounts-sql.ts";
import { attemptKey, takeAttempt, takeAttemptOfAddress } from "./attempts.ts";
import { findTenantId } from "./limits-sql.ts";
import { issueLink } from "./links.ts";
import { resetLetter } from "./letters.ts";
import type { PasswordResetRequest } from "./schema.ts";
import type { SignInOptions } from "./session-record.ts";
import type { Place } from "./sign-in.ts";

/**
 * Mails a link to set a new password, if there is such an account and it has an address. Whoever asks is told the same
 * either way, and after the same time.
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
  const tenant_id = await findTenantId(pool, tenant_code.toUpperCase());
  if (tenant_id === null) return;
  await withTenant(pool, tenant_id, async (db) => {
    const account = bestOf(await listAccounts(db, tenant_id, caseNorm(login)));
    if (account?.email == null) return;
    const system = await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name });
    const context = { ...system!, request_id: place.request_id };
    const { url } = await issueLink(db, context, base_url, { account, purpose: "reset" });
    await queueMail(db, context, keyring, {
      kind: "password.reset",
      recipient: account.email,
      ...resetLetter(account.name, url),
    });
    await record(db, context, { operation: "password.request-reset", target_type: account.kind, target_id: account.id });
  });
}

/** Of an administrator and a person with one login, whose password is to be set: the administrator's. */
function bestOf(accounts: readonly Account[]): Account | undefined {
  return accounts.find(({ kind }) => kind === "administrator") ?? accounts[0];
}
