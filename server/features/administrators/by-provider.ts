// Gives and takes roles as the organisation's identity provider says (docs/decisions/0074).
//
// Taking a role disables the administrator and keeps the account's data, so that the role can be given again. An administrator
// whom another administrator disabled stays disabled. Two administrators keep their role in any case, so that the organisation
// can sign in when the provider fails: the one for emergencies, and the last IT administrator.
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../platform/context.ts";
import { unavailable } from "../../platform/db/failures.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import { isForEmergencies } from "../sign-in/doors/own-door.ts";
import { deleteOtherSessions } from "../sign-in/sessions-sql.ts";
import { isLimitable } from "./departments.ts";
import { governs, isLast } from "./last.ts";
import {
  findAdministrator,
  insertAdministrator,
  listKnownDepartments,
  listStored,
  lockAdministrators,
  setDepartments,
  updateAdministrator,
  type AdministratorRow,
  type StoredAdministrator,
} from "./sql.ts";

/** The role and departments that a claim's value stands for. */
export type RoleGiven = { role: AdministratorRow["role"]; department_ids: readonly string[] | null };
/** The claim that caused the change, and its value; null: no value gave a role. */
export type RoleCause = { claim: string; value: string | null };
/** `kept`: the role should be taken, but is protected. `disabled`: another administrator disabled or removed this one. */
export type RoleDone = { id: string; did: "created" | "changed" | "nothing" | "kept" | "disabled" };

type Whom = { id: string } | { email: string; name: string };

/** Gives a role to an administrator, or creates one with this address. */
export async function giveRole(db: Db, context: Context, whom: Whom, given: RoleGiven, cause: RoleCause): Promise<RoleDone> {
  const { tenant } = context;
  const wanted = await wantedOf(db, tenant.id, given);
  const known = "id" in whom ? await findAdministrator(db, tenant.id, whom.id) : undefined;
  if (known !== undefined && isAs(known, wanted)) return { id: known.id, did: "nothing" };
  const all = await lockAdministrators(db, tenant.id);
  const before = all.find(({ id, email }) => ("id" in whom ? id === whom.id : caseNorm(email) === caseNorm(whom.email)));
  // With an id but no row: another administrator has removed this one in the meantime.
  if (before === undefined) return "id" in whom ? { id: whom.id, did: "disabled" } : make(db, context, whom, wanted, cause);
  if (before.disabled && !before.role_taken) return { id: before.id, did: "disabled" };
  const after = { ...before, ...wanted, disabled: false };
  if (isAs(before, wanted)) return { id: before.id, did: "nothing" };
  if (await isProtected(db, tenant.id, all, before, after)) return { id: before.id, did: "kept" };
  await updateAdministrator(db, tenant.id, after, context.now.toString());
  await setDepartments(db, tenant.id, before.id, after.department_ids);
  await deleteOtherSessions(db, tenant.id, before.id, null);
  await record(db, context, {
    operation: "administrator.give-role",
    target_type: "administrator",
    target_id: before.id,
    changes: { role: [before.disabled ? null : before.role, after.role], ...departmentsOf(before, after), ...causeOf(cause) },
  });
  return { id: before.id, did: "changed" };
}

/** Takes an administrator's role by disabling the account. */
export async function takeRole(db: Db, context: Context, id: string, cause: RoleCause): Promise<"taken" | "kept"> {
  const { tenant } = context;
  const all = await lockAdministrators(db, tenant.id);
  const before = all.find((row) => row.id === id);
  if (before === undefined || before.disabled) return "taken";
  const after = { ...before, disabled: true, role_taken: true };
  if (await isProtected(db, tenant.id, all, before, after)) return "kept";
  await updateAdministrator(db, tenant.id, after, context.now.toString());
  await record(db, context, {
    operation: "administrator.take-role",
    target_type: "administrator",
    target_id: id,
    changes: { role: [before.role, null], ...causeOf(cause) },
  });
  return "taken";
}

/** Whether an administrator keeps the role even when the provider takes it. */
export async function keepsRole(db: Db, tenant_id: string, all: readonly StoredAdministrator[], id: string): Promise<boolean> {
  const before = all.find((row) => row.id === id);
  return before !== undefined && isProtected(db, tenant_id, all, before, { ...before, disabled: true });
}

async function isProtected(
  db: Db,
  tenant_id: string,
  all: readonly StoredAdministrator[],
  before: StoredAdministrator,
  after: StoredAdministrator,
): Promise<boolean> {
  if (governs(after)) return false;
  return isLast(all, before, after) || isForEmergencies(db, tenant_id, before.id);
}

async function make(
  db: Db,
  context: Context,
  { email, name }: { email: string; name: string },
  { role, department_ids }: Wanted,
  cause: RoleCause,
): Promise<RoleDone> {
  const row = { id: newId(), email, name, role };
  if (!(await insertAdministrator(db, context.tenant.id, row))) {
    // Another sign-in inserted this administrator after our list was read; the row is visible now.
    const made = (await listStored(db, context.tenant.id)).find((one) => caseNorm(one.email) === caseNorm(email));
    if (made === undefined) throw unavailable("an administrator in conflict came and went");
    return giveRole(db, context, { id: made.id }, { role, department_ids }, cause);
  }
  await setDepartments(db, context.tenant.id, row.id, department_ids);
  await record(db, context, {
    operation: "administrator.give-role",
    target_type: "administrator",
    target_id: row.id,
    changes: {
      role: [null, role],
      ...(department_ids === null ? {} : { department_ids: [null, department_ids] }),
      ...causeOf(cause),
    },
    personal: { email: [null, email], name: [null, name] },
  });
  return { id: row.id, did: "created" };
}

type Wanted = { role: AdministratorRow["role"]; department_ids: string[] | null };

/** Leaves out departments that do not exist. An administrator whose list is empty sees no person, as docs/decisions/0072 says. */
async function wantedOf(db: Db, tenant_id: string, { role, department_ids }: RoleGiven): Promise<Wanted> {
  const is_limited = isLimitable(role) && department_ids !== null;
  return { role, department_ids: is_limited ? (await listKnownDepartments(db, tenant_id, department_ids)).toSorted() : null };
}

function isAs({ disabled, role, department_ids }: StoredAdministrator, wanted: Wanted): boolean {
  return !disabled && role === wanted.role && isDeepStrictEqual(department_ids, wanted.department_ids);
}

function departmentsOf(before: StoredAdministrator, after: StoredAdministrator) {
  return isDeepStrictEqual(before.department_ids, after.department_ids)
    ? {}
    : { department_ids: [before.department_ids, after.department_ids] };
}

function causeOf({ claim, value }: RoleCause) {
  return { by: "identity_provider", claim, ...(value === null ? {} : { value }) };
}
