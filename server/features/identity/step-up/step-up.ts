// Theory of operation. Who has no password here confirms at the company's provider: the browser is sent there with the demand for a new
// authentication (`prompt=login`, `max_age=0`), on a way like that of a sign-in (start.ts), which belongs to one session. The demand stands in an
// address, which the person at the browser can change, so nothing but what the provider says on the way back counts: whose subject it is, when it
// was proved, and how.
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

/** Where in the panel a browser goes on that comes back: it tells the page that waits. */
export const confirmed_page = "/confirm-company";

/** In which ways the own account can confirm that it is its own. */
export async function readWays({ pool }: IdentityOptions, { tenant, account }: PanelCaller) {
  return withTenant(pool, tenant.id, async (db) => {
    const mine = await findAccount(db, tenant.id, account);
    const provider = await providerFor(db, tenant.id, account.id);
    return { password: mine?.password_hash != null, identity_provider: provider !== undefined };
  });
}

/** Sends the browser of a session to the provider, to prove anew whose it is. */
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

/** The provider that is on, where the account belongs to a subject of it. */
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
  /** When the way ends that the browser is on, and now. */
  expires_us: number;
  now_us: number;
};

/** Steps the session up where its own account was proved just now; returns its new token. Throws Refused. */
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
