// OpenID Connect Back-Channel Logout 1.0: a provider tells that somebody has signed out there, or was signed out. The token is the only proof:
// anybody can send one. So what it says of itself is read first, then the provider's keys are asked for (kept for a minute, so that false tokens
// make few calls), and a token that holds is used once. Sessions are looked up with each request: what is deleted here is gone in every process.
import { createHash } from "node:crypto";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { readJws } from "../../../platform/crypto/jws/jws.ts";
import { record } from "../../audit/record.ts";
import { takeDepartureOfAddress } from "../../sign-in/attempts.ts";
import { endSessionsOfProvider } from "../../sign-in/sessions-sql.ts";
import { findNowUs, findTenantIdHere } from "../../sign-in/tenant-sql.ts";
import { findLinked } from "../links-sql.ts";
import { LogoutFault, digestOfSid, isSignedBy, readLogout } from "./logout-token.ts";
import { deleteLateLogouts, insertLogout } from "./logouts-sql.ts";
import { findProvider } from "../provider-sql.ts";
import type { IdentityOptions } from "../start.ts";

const late_batch_max = 100;

export type Told = { tenant_code: string; logout_token: string; address: string; request_id: string };

/** Ends the sessions of whom a provider's logout token tells. Throws LogoutFault; Refused where the provider's keys cannot be read. */
export async function logOutByProvider(options: IdentityOptions, told: Told): Promise<void> {
  const { pool, providers } = options;
  await takeDepartureOfAddress(pool, told.address);
  const token = readJws(told.logout_token);
  const tenant_id = await findTenantIdHere(pool, told.tenant_code.toUpperCase());
  const provider = tenant_id === null ? undefined : await withTenant(pool, tenant_id, (db) => findProvider(db, tenant_id));
  if (token === null || tenant_id === null || provider?.protocol !== "oidc")
    throw new LogoutFault("it is no logout token of a provider here");
  const { issuer, client_id } = provider;
  const { subject, sid, jti, expires_us } = readLogout(token, { issuer, client_id, now_us: await findNowUs(pool) });
  if (!isSignedBy(token, await providers.keysOf(issuer, token.header["kid"])))
    throw new LogoutFault("the signature does not hold");
  await withTenant(pool, tenant_id, async (db) => {
    await deleteLateLogouts(db, tenant_id, late_batch_max);
    const jti_hash = createHash("sha256").update(jti).digest();
    if (!(await insertLogout(db, tenant_id, { jti_hash, expires_us }))) throw new LogoutFault("it was used before");
    const account_id = subject === null ? null : await findLinked(db, tenant_id, { issuer, subject });
    const ended = await endSessionsOfProvider(db, tenant_id, {
      account_id,
      sid: digestOfSid(issuer, sid),
      has_subject: subject !== null,
    });
    const system = await contextWithin(db, tenant_id, { type: "system", id: null, name: "sign-in" });
    for (const { kind, id, sessions } of ended)
      await record(
        db,
        { ...system!, request_id: told.request_id },
        {
          operation: "identity_provider.end_sessions",
          target_type: kind,
          target_id: id,
          changes: { sessions: [sessions, 0] },
        },
      );
  });
}
