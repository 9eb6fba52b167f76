import type { Caller } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { personAlreadyExists } from "./errors.ts";
import { findConflicts, type Conflict, type NewPerson } from "./sql.ts";

const names: Readonly<Record<Conflict["field"], string>> = {
  employee_no: "employee number",
  login: "login",
  email: "e-mail address",
};

/** Throws 409 when someone else has the number, the login or the address; callers with users:read are told who. */
export async function refuseConflicts(
  db: Db,
  caller: Caller,
  person: Pick<NewPerson, "id" | "employee_no" | "login" | "email">,
): Promise<void> {
  const conflicts = await findConflicts(db, caller.tenant.id, person);
  if (conflicts.length === 0) return;
  const fields = new Set(conflicts.map(({ field }) => field));
  const named = [...fields].map((field) => names[field]).join(" and this ");
  throw personAlreadyExists(`A person with this ${named} already exists.`, {
    members: { conflicts: caller.scopes.has("users:read") ? conflicts : [...fields].map((field) => ({ field })) },
  });
}
