import type { Caller, Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { personAlreadyExists } from "./errors.ts";
import { findConflicts, type Conflict, type PersonKeys } from "./sql.ts";

const names: Readonly<Record<Conflict["field"], string>> = {
  employee_no: "employee number",
  login: "login",
  email: "e-mail address",
};

/** The caller who changes a person. An administrator has no scopes, and may read the people they may write. */
export type PersonWriter = Context & { scopes?: Caller["scopes"] };

/**
 * Throws 409 if another person has the number, login or address that a person newly gets; a caller who may read people is told
 * who it is. Unchanged values are not checked, because an identity provider may give the same address to several people.
 */
export async function refuseConflicts(
  db: Db,
  caller: PersonWriter,
  id: string,
  before: PersonKeys | null,
  after: PersonKeys,
): Promise<void> {
  const fresh = (field: keyof PersonKeys) => (before !== null && sameKey(before[field], after[field]) ? null : after[field]);
  const keys = { employee_no: fresh("employee_no"), login: fresh("login"), email: fresh("email") };
  if (Object.values(keys).every((key) => key === null)) return;
  const conflicts = await findConflicts(db, caller.tenant.id, id, keys);
  if (conflicts.length === 0) return;
  const fields = new Set(conflicts.map(({ field }) => field));
  const named = [...fields].map((field) => names[field]).join(" and this ");
  throw personAlreadyExists(`A person with this ${named} already exists.`, {
    members: { conflicts: (caller.scopes?.has("users:read") ?? true) ? conflicts : [...fields].map((field) => ({ field })) },
  });
}

function sameKey(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && caseNorm(one) === caseNorm(other));
}
