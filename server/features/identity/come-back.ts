import { createHash } from "node:crypto";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../platform/db/unique.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import type { Account } from "../sign-in/accounts-sql.ts";
import { openSession, type Browser } from "../sign-in/open-session.ts";
import { hashOfToken } from "../sign-in/links/token.ts";
import { currentAccount } from "../sign-in/sign-in.ts";
import { callerOf } from "../sign-in/guard.ts";
import { findSession, type FoundSession } from "../sign-in/sessions-sql.ts";
import { findNowUs, findTenantIdHere } from "../sign-in/tenant-sql.ts";
import { admit, whoIs, wouldAdmit } from "./admit.ts";
import { noteValues } from "./roles/apply-roles.ts";
import { Refused, asRefused } from "./failures.ts";
import { digestOfSid } from "./logout/logout-token.ts";
import { findLinked, insertLink } from "./links-sql.ts";
import { noteRefused, type Attempt } from "./note.ts";
import { findProvider, lockProvider, updateTested, type ProviderRow } from "./provider-sql.ts";
import { identityOf, subjectsOf, type Answer } from "./protocols.ts";
import type { Identity } from "./providers.ts";
import { takeRoundTrip, type RoundTrip, type TakenTrip } from "./round-trips-sql.ts";
import { noteSignIn, type SignInNote } from "./sign-ins-sql.ts";
import { redirectUriOf, secretsOf, trip_us, type IdentityOptions } from "./start.ts";
import { authenticationOf, refuseKept } from "./step-up/authentication.ts";
import { settleStepUp, type Confirming } from "./step-up/step-up.ts";

/** A browser's request to the redirect URI of an organisation. */
export type Arrival = {
  tenant_code: string;
  answer: Answer;
  browser: Browser;
  browser_token: string | null;
  session_token: string | null;
  request_id: string;
};

/** The result of a round trip. `interrupted`: it did not begin in this browser, or took too long. */
export type Landing =
  | { came: "signed_in"; token: string; kind: Account["kind"]; tenant_code: string; next: string }
  /** The session was stepped up and has a new token. */
  | { came: "confirmed"; token: string; kind: Account["kind"]; tenant_code: string; next: string }
  /**
   * The provider works. `refused`: why the administrator's own identity would not have been signed in; null: it would have been.
   */
  | { came: "tested"; refused: Refused | null; next: string }
  | { came: "refused"; purpose: RoundTrip["purpose"]; next: string; refused: Refused }
  | { came: "interrupted" };

/** Checks the answer of a provider and completes the round trip: a sign-in, a step-up or a test. */
export async function comeBack(options: IdentityOptions, arrival: Arrival): Promise<Landing> {
  const { pool } = options;
  const tenant_code = arrival.tenant_code.toUpperCase();
  const tenant_id = await findTenantIdHere(pool, tenant_code);
  const state = stateOf(arrival.answer);
  if (tenant_id === null || state === null || arrival.browser_token === null) return { came: "interrupted" };
  const found = await takeBack(options, tenant_id, state, arrival.browser_token);
  if (found === null) return { came: "interrupted" };
  const { trip, provider } = found;
  const session = trip.purpose === "sign_in" ? null : await sessionOf(options, tenant_id, trip, arrival.session_token);
  if (trip.purpose !== "sign_in" && session === null) return { came: "interrupted" };
  const attempt: Attempt = { tenant_id, provider_id: provider.id, purpose: trip.purpose, request_id: arrival.request_id };
  try {
    const secrets = secretsOf(state, arrival.browser_token);
    const now_us = await findNowUs(pool);
    const redirect_uri = redirectUriOf(options, tenant_code);
    const { answer } = arrival;
    const identity = await identityOf(options, { ...provider, tenant_id }, { redirect_uri, answer, secrets, now_us });
    attempt.subject = identity.subject;
    noteValues(attempt, provider, identity);
    const settling = { attempt, provider, identity };
    if (session !== null && trip.purpose === "step_up") {
      const token = await confirm(options, session, settling, { expires_us: trip.expires_us, now_us });
      return { came: "confirmed", token, kind: session.account_kind, tenant_code, next: `${trip.next}?came=ok` };
    }
    if (session !== null) return { came: "tested", refused: await settleTest(options, session, settling), next: trip.next };
    if (arrival.browser.shared) refuseKept(authenticationOf(identity.claims), { since_us: trip.expires_us - trip_us, now_us });
    const settled = await settleSignIn(options, arrival.browser, settling);
    if (settled instanceof Refused) throw settled;
    return { came: "signed_in", ...settled, tenant_code, next: trip.next };
  } catch (error) {
    const refused = asRefused(error);
    await noteRefused(options, attempt, refused);
    return { came: "refused", purpose: trip.purpose, next: trip.next, refused };
  }
}

/** The value of `state` or RelayState, if it occurs exactly once and has our form; else null. */
function stateOf(answer: Answer): string | null {
  const given = "search" in answer ? new URLSearchParams(answer.search).getAll("state") : [answer.relay_state ?? undefined];
  const [state = null, ...others] = given;
  return others.length === 0 && isState(state) ? state : null;
}

/** Whether a text has the form of our `state` values. */
export function isState(text: string | null): boolean {
  return hashOfToken(text) !== null;
}

/** Takes the round trip, with its provider; null: there is none, or the provider was changed or switched off since it began. */
async function takeBack(
  { pool }: IdentityOptions,
  tenant_id: string,
  state: string,
  browser_token: string,
): Promise<{ trip: TakenTrip; provider: ProviderRow } | null> {
  const browser_hash = hashOfToken(browser_token);
  if (browser_hash === null) return null;
  const state_hash = createHash("sha256").update(state).digest();
  return withTenant(pool, tenant_id, async (db) => {
    const trip = await takeRoundTrip(db, tenant_id, { state_hash, browser_hash });
    const provider = trip && (await findProvider(db, tenant_id));
    if (!trip || !provider || provider.version !== trip.provider_version) return null;
    return trip.purpose !== "test" && provider.state !== "on" ? null : { trip, provider };
  });
}

/** The session in which the round trip began; for a test it must be an IT administrator's. */
async function sessionOf(
  { pool }: IdentityOptions,
  tenant_id: string,
  trip: RoundTrip,
  session_token: string | null,
): Promise<FoundSession | null> {
  const token_hash = hashOfToken(session_token);
  const session = token_hash === null ? undefined : await findSession(pool, token_hash);
  const is_theirs = session?.tenant_id === tenant_id && session.session_id === trip.session_id;
  const may = trip.purpose !== "test" || session?.role === "it_admin";
  return is_theirs && may ? session : null;
}

type Settling = { attempt: Attempt; provider: ProviderRow; identity: Identity };

/**
 * Links a new subject to its account and opens a session. If Refused is returned, what was written is committed; if it is thrown,
 * nothing is.
 */
async function settleSignIn(
  { pool }: IdentityOptions,
  browser: Browser,
  { attempt, provider, identity }: Settling,
): Promise<{ token: string; kind: Account["kind"] } | Refused> {
  const { tenant_id, request_id } = attempt;
  const issuer = subjectsOf(provider);
  const settle = async (db: Db) => {
    const admitted = await admit(db, attempt, provider, identity);
    if (admitted instanceof Refused) return admitted;
    const { account: key, linked_by, note } = admitted;
    attempt.account = key;
    const account = await currentAccount(db, tenant_id, key);
    if (account === undefined) return refusing(note, new Refused("ACCOUNT_NOT_IN_USE", null));
    const { subject } = identity;
    if (linked_by !== null && !(await insertLink(db, tenant_id, { issuer, subject, account: key, linked_by })))
      // The link exists already. That is fine if a concurrent sign-in, such as in another tab, linked the subject to the same
      // account.
      if ((await findLinked(db, tenant_id, { issuer, subject })) !== key.id)
        return refusing(note, new Refused("OTHER_SUBJECT", null));
    const context = await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name });
    const noted = {
      purpose: attempt.purpose,
      outcome: "OK",
      said: null,
      note,
      role_values: attempt.role_values,
      subject: identity.subject,
      account: key,
      request_id,
    } as const;
    await noteSignIn(db, tenant_id, { id: newId(), ...noted });
    const token = await openSession(db, { ...context!, request_id }, account, {
      by: "identity_provider",
      linked_by,
      subject: identity.subject,
      provider_sid: digestOfSid(provider.issuer, identity.claims["sid"]),
      browser,
    });
    return { token, kind: account.kind };
  };
  // A concurrent sign-in or import may have created the same person; the repeated transaction finds it.
  return retryWhenTaken(() => withTenant(pool, tenant_id, settle));
}

/** Returns the refusal if a role was taken, so that this is committed; else throws it. */
function refusing(note: SignInNote | null, refused: Refused): Refused {
  if (note === "ROLE_TAKEN") return refused;
  throw refused;
}

/** Steps the session up after its owner has authenticated again. */
async function confirm(
  { pool }: IdentityOptions,
  session: FoundSession,
  { attempt, provider, identity }: Settling,
  { expires_us, now_us }: Pick<Confirming, "expires_us" | "now_us">,
): Promise<string> {
  const { tenant_id, request_id } = attempt;
  const { subject, claims } = identity;
  const authentication = authenticationOf(claims);
  return withTenant(pool, tenant_id, async (db) => {
    const who = await whoIs(db, attempt, provider, identity);
    return settleStepUp(db, who, { session, request_id, provider, subject, authentication, expires_us, now_us });
  });
}

/** Notes the account that the identity would sign in to, or the reason why there is none. Links no account. */
async function settleTest(
  { pool }: IdentityOptions,
  tester: FoundSession,
  { attempt, provider, identity }: Settling,
): Promise<Refused | null> {
  const { tenant_id, request_id } = attempt;
  const { subject } = identity;
  return withTenant(pool, tenant_id, async (db) => {
    // If the provider was changed meanwhile, the test says nothing about its present settings.
    const now = await lockProvider(db, tenant_id);
    if (now?.version !== provider.version) throw new Refused("RESPONSE_INVALID", "the provider was changed during the test");
    const { account, note, refused } = await wouldAdmit(db, attempt, provider, identity);
    await updateTested(db, tenant_id);
    const row = { purpose: "test", outcome: refused?.refusal ?? "OK", said: refused?.said ?? null, note, subject } as const;
    await noteSignIn(db, tenant_id, { id: newId(), ...row, role_values: attempt.role_values, account, request_id });
    await record(db, callerOf(tester, request_id), {
      operation: "identity_provider.test",
      target_type: "identity_provider",
      target_id: provider.id,
      changes: { issuer: [null, provider.issuer] },
      personal: { subject },
    });
    return refused;
  });
}
