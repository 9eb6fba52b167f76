// Theory of operation. If roles follow from the provider, each sign-in reads the values of one signed claim. The first configured
// line that matches a value determines the role. The role is given, changed or, without a match, taken, in the transaction of the
// sign-in and before the session begins. The administrator's account is determined first, as in every sign-in, so that a subject
// that was reassigned to another person is refused before roles are read. A new administrator is created only for an address of a
// verified domain. If the values cannot be read, no role is given and administrators are refused, except those who keep their
// role in any case.
import type { Db } from "../../../platform/db/transaction.ts";
import { giveRole, keepsRole, takeRole, type RoleCause } from "../../administrators/by-provider.ts";
import { listStored } from "../../administrators/sql.ts";
import { findAccount, type AccountKey } from "../../sign-in/accounts-sql.ts";
import { domainOfAddress } from "../domains/domain-name.ts";
import { isVerified } from "../domains/domains-sql.ts";
import { Refused } from "../failures.ts";
import { deleteLink, deleteLinks } from "../links-sql.ts";
import { systemContext, type Attempt } from "../note.ts";
import type { ProviderRow } from "../provider-sql.ts";
import { subjectsOf } from "../protocols.ts";
import type { Identity } from "../providers.ts";
import type { SignInNote } from "../sign-ins-sql.ts";
import type { Decided } from "../who.ts";
import { lineFor, readValues } from "./read-roles.ts";
import type { RoleLine, RoleSettings } from "./settings.ts";

/** Stores the values of the claim in the attempt, for the preview of roles. */
export function noteValues(attempt: Attempt, { roles }: ProviderRow, { signed }: Identity): void {
  const said = roles === null ? null : readValues(signed, roles.claim);
  if (said?.values) attempt.role_values = said.values;
}

type Governing = { provider: ProviderRow; identity: Identity; found: Decided | Refused };

/**
 * The result for the role. `account`: the administrator who signs in; null: the account that was found before counts, or, after
 * the role was taken, another one must be found.
 */
export type Governed = { account: Decided | null; note: SignInNote | null; role_taken: boolean };

const untouched: Governed = { account: null, note: null, role_taken: false };

/** Gives, changes or takes the role according to the provider. Throws Refused if an administrator's values cannot be read. */
export async function governRole(db: Db, attempt: Attempt, governing: Governing): Promise<Governed> {
  const { provider, identity, found } = governing;
  const { roles } = provider;
  if (!roles?.on) return untouched;
  const said = readValues(identity.signed, roles.claim);
  const is_administrator = !(found instanceof Refused) && found.account.kind === "administrator";
  if (said.fault !== null) {
    if (!is_administrator) return { ...untouched, note: said.fault };
    const { id } = found.account;
    if (!(await keepsRole(db, attempt.tenant_id, await listStored(db, attempt.tenant_id), id)))
      throw new Refused(said.fault, roles.claim);
    return { ...untouched, note: said.fault };
  }
  const line = lineFor(said.values, roles);
  if (is_administrator) return governAdministrator(db, attempt, { ...governing, roles, line, administrator: found });
  return line === null ? untouched : makeAdministrator(db, attempt, { ...governing, roles, line });
}

type OfAdministrator = Governing & { roles: RoleSettings; line: RoleLine | null; administrator: Decided };

async function governAdministrator(db: Db, attempt: Attempt, { roles, line, administrator }: OfAdministrator): Promise<Governed> {
  const { tenant_id, request_id } = attempt;
  const { id } = administrator.account;
  const context = await systemContext(db, tenant_id, request_id);
  const cause: RoleCause = { claim: roles.claim, value: line?.value ?? null };
  if (line !== null) {
    const { did } = await giveRole(db, context, { id }, line, cause);
    const note = did === "changed" ? "ROLE_GIVEN" : did === "kept" ? "ROLE_KEPT" : null;
    return { account: administrator, note, role_taken: false };
  }
  const in_use = (await findAccount(db, tenant_id, administrator.account)) !== undefined;
  // The administrator was disabled before; the provider does not change that.
  if (!in_use) return { ...untouched, account: administrator };
  if ((await takeRole(db, context, id, cause)) === "kept")
    return { account: administrator, note: "ROLE_KEPT", role_taken: false };
  await deleteLinks(db, tenant_id, id);
  return { account: null, note: "ROLE_TAKEN", role_taken: true };
}

/**
 * Makes an administrator of an identity to which the provider gives a role. The identity belongs to a person, or has no account
 * here.
 */
async function makeAdministrator(
  db: Db,
  attempt: Attempt,
  { provider, identity, found, roles, line }: Governing & { roles: RoleSettings; line: RoleLine },
): Promise<Governed> {
  const { tenant_id, request_id } = attempt;
  const { email } = identity;
  if (email === null || !(await mayBecome(db, tenant_id, email))) return { ...untouched, note: "ROLE_WITHOUT_ADDRESS" };
  const context = await systemContext(db, tenant_id, request_id);
  const account = found instanceof Refused ? null : found.account;
  const name = await nameOf(db, tenant_id, account, identity);
  const { id, did } = await giveRole(db, context, { email, name }, line, { claim: roles.claim, value: line.value });
  if (did === "disabled") return { ...untouched, note: "ROLE_OF_DISABLED" };
  // The subject's link moves from the person to the administrator; the person stays.
  await deleteLink(db, tenant_id, { issuer: subjectsOf(provider), subject: identity.subject });
  const note = did === "kept" ? "ROLE_KEPT" : did === "nothing" ? null : "ROLE_GIVEN";
  return { account: { account: { kind: "administrator", id }, linked_by: "email" }, note, role_taken: false };
}

/** Whether an identity without an account would become an administrator. */
export async function wouldGiveRole(
  db: Db,
  { tenant_id }: Attempt,
  { provider, identity }: Pick<Governing, "provider" | "identity">,
): Promise<boolean> {
  const { roles } = provider;
  const said = roles?.on ? readValues(identity.signed, roles.claim) : null;
  if (!said?.values || lineFor(said.values, roles!) === null) return false;
  return identity.email !== null && mayBecome(db, tenant_id, identity.email);
}

const email_max = 254;

async function mayBecome(db: Db, tenant_id: string, email: string): Promise<boolean> {
  const domain = email.length <= email_max ? domainOfAddress(email) : null;
  return domain !== null && isVerified(db, tenant_id, domain);
}

const name_max = 100;

async function nameOf(db: Db, tenant_id: string, account: AccountKey | null, { email, claims }: Identity): Promise<string> {
  const known = account === null ? undefined : await findAccount(db, tenant_id, account);
  const said = typeof claims["name"] === "string" ? claims["name"].replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ").trim() : "";
  return known?.name ?? (said.length > 0 && said.length <= name_max ? said : email!.slice(0, name_max));
}
