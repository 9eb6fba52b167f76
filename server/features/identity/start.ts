// Theory of operation. A browser is redirected to the provider and comes back with an answer, which anybody could have sent in
// between. `state` is a new secret for each round trip; the cookie of the browser is another one. Nonce and code verifier are
// computed from both, so an answer is valid only in the same browser and for the same round trip. A code of another round trip
// fails at the provider (PKCE), a token of another one fails at its nonce, and a link that an attacker has prepared (login CSRF)
// fails at the cookie. The row of the round trip is deleted when the browser comes back, so that each is used once.
import { createHmac } from "node:crypto";
import { withTenant } from "../../platform/db/transaction.ts";
import { takeDepartureOfAddress } from "../sign-in/attempts.ts";
import { findTenantIdHere } from "../sign-in/tenant-sql.ts";
import { hashOfToken, newToken } from "../sign-in/links/token.ts";
import type { SignInOptions } from "../sign-in/session-record.ts";
import type { GuardedFetch } from "../../platform/net/guarded-fetch.ts";
import type { TxtRecords } from "../../platform/net/txt-records.ts";
import { domainOfAddress } from "./domains/domain-name.ts";
import { findOrganisationOf } from "./domains/domains-sql.ts";
import { companySignInNotOffered, providerNotUsable } from "./errors.ts";
import { asRefused } from "./failures.ts";
import { noteRefused } from "./note.ts";
import { findProvider, type ProviderRow } from "./provider-sql.ts";
import { addressOf } from "./protocols.ts";
import type { Providers, Secrets } from "./providers.ts";
import { deleteLateRoundTrips, insertRoundTrip, type RoundTrip } from "./round-trips-sql.ts";

export type IdentityOptions = SignInOptions & { providers: Providers; identity_calls: GuardedFetch; txt: TxtRecords };

export const trip_us = 900_000_000;
const late_batch_max = 100;

/** The provider's URL for the redirect, and the token that the browser's cookie keeps until it comes back. */
export type Departure = { location: string; browser_token: string; tenant_code: string };

/** The browser that is redirected; `shared`: several people use it. */
export type Departed = { address: string; browser_token: string | null; request_id: string; shared: boolean };

/** How the organisation is named: by its code, or by the domain of an address. */
export type Wanted = { tenant_code?: string | undefined; email?: string | undefined; next: string };

/**
 * Redirects a browser without a session to the provider of an organisation. An unknown organisation and one without a provider
 * get the same answer; so do all addresses of a domain.
 */
export async function startSignIn(
  options: IdentityOptions,
  { address, browser_token, request_id, shared }: Departed,
  { tenant_code, email, next }: Wanted,
): Promise<Departure> {
  const { pool } = options;
  await takeDepartureOfAddress(pool, address);
  const domain = tenant_code === undefined && email !== undefined ? domainOfAddress(email) : null;
  const code = (tenant_code ?? (domain && (await findOrganisationOf(pool, domain))) ?? "").toUpperCase();
  const tenant_id = code === "" ? null : await findTenantIdHere(pool, code);
  const provider = tenant_id === null ? undefined : await withTenant(pool, tenant_id, (db) => findProvider(db, tenant_id));
  if (tenant_id === null || provider?.state !== "on")
    throw companySignInNotOffered("This organisation does not sign in that way. Use your password.");
  const tenant = { id: tenant_id, code };
  try {
    return await depart(options, {
      tenant,
      provider,
      browser_token,
      shared,
      trip: { purpose: "sign_in", session_id: null, next },
    });
  } catch (error) {
    await noteRefused(options, { tenant_id, provider_id: provider.id, purpose: "sign_in", request_id }, asRefused(error));
    throw providerNotUsable("The identity provider cannot be reached or used at present.", {
      members: { refusal: null, said: null },
    });
  }
}

type Departing = {
  tenant: { id: string; code: string };
  provider: ProviderRow;
  browser_token: string | null;
  /**
   * Several people use the browser, so the provider is asked to authenticate the person again. Left out: the provider's own
   * session is accepted.
   */
  shared?: boolean;
  trip: Pick<RoundTrip, "purpose" | "session_id" | "next">;
};

/** Starts a round trip. Throws Refused if the provider cannot be used. */
export async function depart(
  options: IdentityOptions,
  { tenant, provider, browser_token, shared = false, trip }: Departing,
): Promise<Departure> {
  const state = newToken();
  // A browser keeps its token, because it may have several round trips at once, in several tabs.
  const kept = hashOfToken(browser_token) === null ? newToken() : browser_token!;
  const redirect_uri = redirectUriOf(options, tenant.code);
  const anew = trip.purpose === "step_up" ? { contexts: provider.step_up_acr } : shared ? { contexts: null } : null;
  const location = await addressOf(options, provider, { redirect_uri, secrets: secretsOf(state, kept), anew });
  await withTenant(options.pool, tenant.id, async (db) => {
    await deleteLateRoundTrips(db, tenant.id, late_batch_max);
    await insertRoundTrip(db, tenant.id, {
      ...trip,
      provider_version: provider.version,
      state_hash: hashOfToken(state)!,
      browser_hash: hashOfToken(kept)!,
      lasts_us: trip_us,
    });
  });
  return { location, browser_token: kept, tenant_code: tenant.code };
}

/** The redirect URI. Each organisation has its own, so that answers of two providers cannot be confused. */
export function redirectUriOf({ base_url }: Pick<SignInOptions, "base_url">, tenant_code: string): string {
  return `${base_url}/panel/sign-in/${tenant_code}/callback`;
}

/** Our entity id at a SAML provider, which is also the URL of our metadata. */
export function entityIdOf({ base_url }: Pick<SignInOptions, "base_url">, tenant_code: string): string {
  return `${base_url}/panel/sign-in/${tenant_code}/metadata`;
}

/** The URL to which the provider sends logout messages. */
export function logoutUriOf({ base_url }: Pick<SignInOptions, "base_url">, tenant_code: string): string {
  return `${base_url}/panel/sign-in/${tenant_code}/logout`;
}

export function secretsOf(state: string, browser_token: string): Secrets {
  const of = (what: string) => createHmac("sha256", browser_token).update(`${what}.${state}`).digest("base64url");
  return { state, nonce: of("nonce"), verifier: of("verifier") };
}
