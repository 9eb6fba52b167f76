// Finds or creates the account of an identity at sign-in. If the organisation's settings allow it, an identity without an account
// becomes a person.
import type { Db } from "../../platform/db/transaction.ts";
import { findAccount, type AccountKey } from "../sign-in/accounts-sql.ts";
import { domainOfAddress } from "./domains/domain-name.ts";
import { isVerified } from "./domains/domains-sql.ts";
import { Refused } from "./failures.ts";
import { findKnown } from "./links-sql.ts";
import { systemContext, type Attempt } from "./note.ts";
import { createPersonOf, judgePersonOf } from "./people/create.ts";
import type { PeopleSettings } from "./people/settings.ts";
import type { ProviderRow } from "./provider-sql.ts";
import { subjectsOf } from "./protocols.ts";
import type { Identity } from "./providers.ts";
import { governRole, wouldGiveRole } from "./roles/apply-roles.ts";
import type { SignInNote } from "./sign-ins-sql.ts";
import { decideWho, type Decided } from "./who.ts";

export type Admitted = Decided & { note: SignInNote | null };

/**
 * The account of an identity, after the provider's role was given or taken. A person is created if there is none and the settings
 * allow it. Throws Refused. If Refused is returned instead, the transaction must commit: a role was taken, and no other account
 * is left to sign in to.
 */
export async function admit(db: Db, attempt: Attempt, provider: ProviderRow, identity: Identity): Promise<Admitted | Refused> {
  const found = await whoOrRefused(db, attempt, provider, identity);
  const governed = await governRole(db, attempt, { provider, identity, found });
  if (governed.account !== null) return { ...governed.account, note: governed.note };
  if (governed.role_taken) return admitWithoutRole(db, attempt, provider, identity);
  if (!(found instanceof Refused)) return { ...found, note: governed.note };
  const people = settingsFor(found, provider);
  if (people === null) throw found;
  const made = await becomePerson(db, attempt, { provider, identity, people });
  return { ...made, note: made.note ?? governed.note };
}

/** An administrator's role was taken: signs in as a person, or not at all. In both cases the role stays taken. */
async function admitWithoutRole(
  db: Db,
  attempt: Attempt,
  provider: ProviderRow,
  identity: Identity,
): Promise<Admitted | Refused> {
  try {
    return { ...(await whoIs(db, attempt, provider, identity)), note: "ROLE_TAKEN" };
  } catch (error) {
    const people = settingsFor(error, provider);
    if (people === null) return noRole(error, provider);
    try {
      return { ...(await becomePerson(db, attempt, { provider, identity, people })), note: "ROLE_TAKEN" };
    } catch (unmade) {
      return noRole(unmade, provider);
    }
  }
}

function noRole(error: unknown, { roles }: ProviderRow): Refused {
  if (error instanceof Refused) return new Refused("NO_ROLE", roles?.claim ?? null, error);
  throw error;
}

/**
 * The account of an identity; returns Refused if it has none yet. Other refusals are thrown, because neither a role nor a new
 * person can resolve them.
 */
async function whoOrRefused(db: Db, attempt: Attempt, provider: ProviderRow, identity: Identity): Promise<Decided | Refused> {
  try {
    return await whoIs(db, attempt, provider, identity);
  } catch (error) {
    if (error instanceof Refused && error.refusal === "NOT_KNOWN") return error;
    throw error;
  }
}

type Newcomer = { provider: ProviderRow; identity: Identity; people: PeopleSettings };

async function becomePerson(db: Db, attempt: Attempt, { provider, identity, people }: Newcomer): Promise<Admitted> {
  const context = await systemContext(db, attempt.tenant_id, attempt.request_id);
  try {
    const id = await createPersonOf(db, context, identity, people);
    return { account: { kind: "person", id }, linked_by: "created", note: "PERSON_CREATED" };
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal !== "PERSON_CONFLICTS") throw error;
    // A concurrent sign-in of the same subject has committed first: its person and link are visible now.
    const issuer = subjectsOf(provider);
    const known = await findKnown(db, attempt.tenant_id, { issuer, subject: identity.subject, email: null, external_id: null });
    if (known.linked === null) throw error;
    return { account: known.linked, linked_by: null, note: null };
  }
}

/** The result that a sign-in would have, without writing. `account` is null if it would be created. */
export type Verdict = { account: AccountKey | null; note: SignInNote | null; refused: Refused | null };

export async function wouldAdmit(db: Db, attempt: Attempt, provider: ProviderRow, identity: Identity): Promise<Verdict> {
  try {
    const { account } = await whoIs(db, attempt, provider, identity);
    const is_used = (await findAccount(db, attempt.tenant_id, account)) !== undefined;
    return is_used
      ? { account, note: null, refused: null }
      : { account: null, note: null, refused: new Refused("ACCOUNT_NOT_IN_USE", null) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.refusal === "NOT_KNOWN" && (await wouldGiveRole(db, attempt, { provider, identity })))
      return { account: null, note: "ROLE_WOULD_BE_GIVEN", refused: null };
    const people = settingsFor(error, provider);
    return people === null ? { account: null, note: null, refused: error } : wouldCreate(db, attempt, identity, people);
  }
}

async function wouldCreate(db: Db, attempt: Attempt, identity: Identity, people: PeopleSettings): Promise<Verdict> {
  try {
    await judgePersonOf(db, await systemContext(db, attempt.tenant_id, attempt.request_id), identity, people);
    return { account: null, note: "PERSON_WOULD_BE_CREATED", refused: null };
  } catch (error) {
    if (error instanceof Refused) return { account: null, note: null, refused: error };
    throw error;
  }
}

/** The settings for creating a person of an identity without an account; null: the refusal stands. */
function settingsFor(error: unknown, { people }: ProviderRow): PeopleSettings | null {
  const is_unknown = error instanceof Refused && error.refusal === "NOT_KNOWN";
  return is_unknown && people?.on ? people : null;
}

/** Decides whose account the identity is. Also notes in the attempt the account to which the subject is linked now. */
export async function whoIs(db: Db, attempt: Attempt, provider: ProviderRow, identity: Identity): Promise<Decided> {
  const { external_id_claim } = provider;
  const issuer = subjectsOf(provider);
  const { subject, email, claims } = identity;
  const claimed = external_id_claim === null ? null : claims[external_id_claim];
  const external_id = typeof claimed === "string" && claimed !== "" ? claimed : null;
  const known = await findKnown(db, attempt.tenant_id, { issuer, subject, email, external_id });
  if (known.linked !== null) attempt.account = known.linked;
  const domain = email === null ? null : domainOfAddress(email);
  const email_counts = domain !== null && (await isVerified(db, attempt.tenant_id, domain));
  return decideWho({ ...known, email_counts }, identity);
}
