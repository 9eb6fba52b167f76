import type { Context } from "../../platform/context.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { takePlace } from "../../platform/db/windows.ts";
import { newId } from "../../platform/ids.ts";
import { hour_us } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import type { AccountKey } from "../sign-in/accounts-sql.ts";
import type { SignInOptions } from "../sign-in/session-record.ts";
import type { Refused } from "./failures.ts";
import type { Purpose } from "./round-trips-sql.ts";
import { noteSignIn } from "./sign-ins-sql.ts";

export type Attempt = {
  tenant_id: string;
  provider_id: string;
  purpose: Purpose;
  request_id: string;
  /** The subject and account, if the sign-in got that far. */
  subject?: string;
  account?: AccountKey;
  role_values?: readonly string[];
};

/** The limit of failures that are noted for an organisation, because anybody can cause failures. */
const noted_failures = { kind: "identity_failures", limit: 120, window_us: hour_us } as const;

/** Notes a failure in the list of sign-ins and the audit log, in a transaction of its own. */
export async function noteRefused(options: Pick<SignInOptions, "pool">, attempt: Attempt, refused: Refused): Promise<void> {
  const { pool } = options;
  const { tenant_id, provider_id, purpose, request_id, subject = null, account = null, role_values } = attempt;
  if (!(await takePlace(pool, { ...noted_failures, key: tenant_id })).ok) return;
  await withTenant(pool, tenant_id, async (db) => {
    const { refusal, said } = refused;
    await noteSignIn(db, tenant_id, {
      id: newId(),
      purpose,
      outcome: refusal,
      said,
      note: null,
      role_values,
      subject,
      account,
      request_id,
    });
    await record(db, await systemContext(db, tenant_id, request_id), {
      operation: "identity_provider.refuse_sign_in",
      target_type: account?.kind ?? "identity_provider",
      target_id: account?.id ?? provider_id,
      changes: { refusal, purpose },
      personal: { ...(subject === null ? {} : { subject }), ...(said === null ? {} : { said }) },
    });
  });
}

/** A context without a signed-in person. */
export async function systemContext(db: Db, tenant_id: string, request_id: string): Promise<Context> {
  const context = await contextWithin(db, tenant_id, { type: "system", id: null, name: "sign-in" });
  return { ...context!, request_id };
}
