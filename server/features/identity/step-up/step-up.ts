// Theory of operation. A person without a password here confirms through the company's provider. The browser is redirected there
// with a request for a new authentication (`prompt=login`, `max_age=0`), on a round trip like that of a sign-in (start.ts), which
// belongs to one session. The person at the browser can change that request, because it is in a URL. So only the provider's
// answer counts: the subject, the time of the authentication and its method.
import type { PanelCaller } from "../../../platform/context.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { findAccount } from "../../sign-in/accounts-sql.ts";
import { takeDepartureOfAddress } from "../../sign-in/attempts.ts";
import { callerOf } from "../../sign-in/guard.ts";
import type { FoundSession } from "../../sign-in/sessions-sql.ts";
import { renewSession } from "../../sign-in/step-up.ts";
import { companySignInNotOffered, providerNotUsable } from "../errors.ts";
import { asRefused, Refused } from "../failures.ts";
import { isLinked } from "../links-sql.ts";
import { noteRefused } from "../note.ts";
import { subjectsOf } from "../protocols.ts";
import { findProvider, type ProviderRow } from "../provider-sql.ts";
import { noteSignIn } from "../sign-ins-sql.ts";
import { depart, trip_us, type Departure, type IdentityOptions } from "../start.ts";
import type { Decided } from "../who.ts";
import { refuseStale, type Authentication } from "./authentication.ts";

/** The page in the panel to which the browser returns; it notifies the page that waits. */
export const confirmed_page = "/confirm-company";

/** The ways in which the caller's account can confirm. */
export async function readWays({ pool }: IdentityOptions, { tenant, account }: PanelCaller) {
  return withTenant(pool, tenant.id, async (db) => {
    const mine = await findAccount(db, tenant.id, account);
    const provider = await providerFor(db, tenant.id, account.id);
    return { password: mine?.password_hash != null, identity_provider: provider !== undefined };
  });
}

/** Redirects the browser of a session to the provider for a new authentication. */
export async function startStepUp(
  options: IdentityOptions,
  caller: PanelCaller,
  { address, browser_token }: { address: string; browser_token: string | null },
): Promise<Departure> {
  const { pool } = options;
  const { tenant, account, session } = caller;
  await takeDepartureOfAddress(pool, address);
  const provider = await withTenant(pool, tenant.id, (db) => providerFor(db, tenant.id, account.id));
  if (provider === undefined) throw companySignInNotOffered("This account does not sign in with the company's identity.");
  const trip = { purpose: "step_up", session_id: session.id, next: confirmed_page } as const;
  try {
    return await depart(options, { tenant, provider, browser_token, trip });
  } catch (error) {
    const attempt = { tenant_id: tenant.id, provider_id: provider.id, purpose: "step_up", account } as const;
    await noteRefused(options, { ...attempt, request_id: caller.request_id ?? "" }, asRefused(error));
    throw providerNotUsable("The identity provider cannot be reached or used at present.", {
      members: { refusal: null, said: null },
    });
  }
}

/** The provider that is switched on, if the account is linked to one of its subjects. */
async function providerFor(db: Db, tenant_id: string, account_id: string): Promise<ProviderRow | undefined> {
  const provider = await findProvider(db, tenant_id);
  const offered = provider?.state === "on" && (await isLinked(db, tenant_id, { issuer: subjectsOf(provider), account_id }));
  return offered ? provider : undefined;
}

export type Confirming = {
  session: FoundSession;
  request_id: string;
  provider: ProviderRow;
  subject: string;
  authentication: Authentication;
  /** When the round trip expires, and the present. */
  expires_us: number;
  now_us: number;
};

/** Steps the session up if its own account has just authenticated; returns the new token. Throws Refused. */
export async function settleStepUp(db: Db, { account, linked_by }: Decided, given: Confirming): Promise<string> {
  const { session, request_id, provider, subject, authentication, expires_us, now_us } = given;
  if (linked_by !== null || account.id !== session.account_id) throw new Refused("OTHER_ACCOUNT", null);
  const contexts = (provider.step_up_acr ?? "").split(" ").filter(Boolean);
  refuseStale(authentication, { since_us: expires_us - trip_us, now_us, contexts });
  const row = { purpose: "step_up", outcome: "OK", said: null, note: null, subject, account, request_id } as const;
  await noteSignIn(db, session.tenant_id, { id: newId(), ...row });
  const { context } = authentication;
  return renewSession(db, callerOf(session, request_id), {
    by: "identity_provider",
    ...(context === null ? {} : { acr: context }),
  });
}
