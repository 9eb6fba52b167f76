// OpenID Connect Back-Channel Logout 1.0: a provider reports that a session of its own has ended. The logout token is the only
// proof, and anybody can send one. So its claims are checked first; then the provider's keys are fetched (cached for a minute, so
// that forged tokens cause few calls); and each valid token is used only once. Each request looks its session up, so deleted
// sessions are invalid in all processes at once.
import { createHash } from "node:crypto";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { readJws } from "../../../platform/crypto/jws/jws.ts";
import { record } from "../../audit/record.ts";
import { takeDepartureOfAddress } from "../../sign-in/attempts.ts";
import { companyDoorOf } from "../../sign-in/doors/own-door.ts";
import { endSessionsOfProvider } from "../../sign-in/sessions-sql.ts";
import { findNowUs, findTenantIdHere } from "../../sign-in/tenant-sql.ts";
import { findLinked } from "../links-sql.ts";
import { LogoutFault, digestOfSid, isSignedBy, readLogout } from "./logout-token.ts";
import { deleteLateLogouts, insertLogout } from "./logouts-sql.ts";
import { findProvider } from "../provider-sql.ts";
import { samlAccessOf, subjectsOf } from "../protocols.ts";
import { readLogoutRequest } from "../saml/logout-request.ts";
import { logoutAnswerOf } from "../saml/speak.ts";
import { logoutUriOf, type IdentityOptions } from "../start.ts";

const late_batch_max = 100;

export type LogoutCall = { tenant_code: string; logout_token: string; address: string; request_id: string };

/**
 * Ends the sessions that a provider's logout token names. Throws LogoutFault, or Refused if the provider's keys cannot be read.
 */
export async function logOutByProvider(options: IdentityOptions, call: LogoutCall): Promise<void> {
  const { pool, providers } = options;
  await takeDepartureOfAddress(pool, call.address);
  const token = readJws(call.logout_token);
  const tenant_id = await findTenantIdHere(pool, call.tenant_code.toUpperCase());
  const provider = tenant_id === null ? undefined : await withTenant(pool, tenant_id, (db) => findProvider(db, tenant_id));
  if (token === null || tenant_id === null || provider?.protocol !== "oidc")
    throw new LogoutFault("it is no logout token of a provider here");
  const { issuer, client_id } = provider;
  const { subject, sid, jti, expires_us } = readLogout(token, { issuer, client_id, now_us: await findNowUs(pool) });
  if (!isSignedBy(token, await providers.keysOf(issuer, token.header["kid"])))
    throw new LogoutFault("the signature does not hold");
  await withTenant(pool, tenant_id, async (db) => {
    await useOnce(db, tenant_id, { jti_hash: createHash("sha256").update(jti).digest(), expires_us });
    const account_id = subject === null ? null : await findLinked(db, tenant_id, { issuer, subject });
    const ends = { account_id, sid: digestOfSid(issuer, sid), has_subject: subject !== null };
    await endSessions(db, { tenant_id, request_id: call.request_id }, ends);
  });
}

/** Refuses a logout message that was used before. */
async function useOnce(db: Db, tenant_id: string, once: { jti_hash: Buffer; expires_us: number }): Promise<void> {
  await deleteLateLogouts(db, tenant_id, late_batch_max);
  if (!(await insertLogout(db, tenant_id, once))) throw new LogoutFault("it was used before");
}

type Ends = { account_id: string | null; sid: Buffer | null; has_subject: boolean };

async function endSessions(db: Db, within: { tenant_id: string; request_id: string }, ends: Ends): Promise<void> {
  const { tenant_id, request_id } = within;
  const ended = await endSessionsOfProvider(db, tenant_id, ends);
  const system = await contextWithin(db, tenant_id, { type: "system", id: null, name: "sign-in" });
  for (const { kind, id, sessions } of ended)
    await record(
      db,
      { ...system!, request_id },
      {
        operation: "identity_provider.end_sessions",
        target_type: kind,
        target_id: id,
        changes: { sessions: [sessions, 0] },
      },
    );
}

export type Brought = { tenant_code: string; search: string; address: string; request_id: string };

/**
 * Ends the sessions named by a logout message that a browser brings (docs/decisions/0089): a signed LogoutRequest of SAML, or the
 * issuer and session of OpenID Connect Front-Channel Logout 1.0. Returns the URL for a redirect; null: none, because the page is
 * a frame of the provider's page. Throws LogoutFault.
 */
export async function logOutByBrowser(options: IdentityOptions, brought: Brought): Promise<string | null> {
  const { pool, base_url } = options;
  await takeDepartureOfAddress(pool, brought.address);
  const tenant_code = brought.tenant_code.toUpperCase();
  const tenant_id = await findTenantIdHere(pool, tenant_code);
  const provider = tenant_id === null ? undefined : await withTenant(pool, tenant_id, (db) => findProvider(db, tenant_id));
  const saml = provider === undefined ? null : samlAccessOf(options, provider);
  const within = { tenant_id: tenant_id ?? "", request_id: brought.request_id };
  if (provider?.protocol === "oidc") return endByFrontChannel(options, within, provider.issuer, brought.search);
  if (provider === undefined || saml === null) throw new LogoutFault("it is of no provider here");
  const now_us = await findNowUs(pool);
  const { certificates } = saml.settings;
  const destination = logoutUriOf(options, tenant_code);
  const asked = readLogoutRequest(brought.search, { issuer: provider.issuer, destination, certificates, now_us });
  const known_by_name = saml.settings.subject_attribute === null;
  await withTenant(pool, within.tenant_id, async (db) => {
    await useOnce(db, within.tenant_id, asked.once);
    const whose = { issuer: subjectsOf(provider), subject: asked.name_id };
    const account_id = known_by_name ? await findLinked(db, within.tenant_id, whose) : null;
    const sids = asked.indexes.length === 0 ? [null] : asked.indexes.map((index) => digestOfSid(provider.issuer, index));
    // A request without a session and without a known subject ends nothing.
    for (const sid of sids)
      if (known_by_name || sid !== null) await endSessions(db, within, { account_id, sid, has_subject: known_by_name });
  });
  return (await logoutAnswerOf(saml, asked)) ?? companyDoorOf(base_url, tenant_code);
}

/** A shorter session id could be guessed, and its knowledge is enough to end the sessions that began with it. */
const sid_chars_min = 16;

async function endByFrontChannel(
  { pool }: IdentityOptions,
  within: { tenant_id: string; request_id: string },
  issuer: string,
  search: string,
): Promise<null> {
  const given = new URLSearchParams(search);
  const [sids, issuers] = [given.getAll("sid"), given.getAll("iss")];
  if (issuers.length !== 1 || issuers[0] !== issuer) throw new LogoutFault("iss is another issuer");
  const sid = sids.length === 1 && sids[0]!.length >= sid_chars_min ? digestOfSid(issuer, sids[0]) : null;
  if (sid === null) throw new LogoutFault("sid is not usable");
  await withTenant(pool, within.tenant_id, (db) => endSessions(db, within, { account_id: null, sid, has_subject: false }));
  return null;
}
