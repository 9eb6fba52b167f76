import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../platform/db/unique.ts";
import { invalid, notFound, preconditionFailed } from "../../platform/http/problem.ts";
import { etagOf, matches } from "../../platform/http/route.ts";
import { record } from "../audit/record.ts";
import { refuseConflicts, type PersonWriter } from "../people/conflicts.ts";
import type { PersonRow } from "../people/definition.ts";
import { differencesOf } from "../people/differences.ts";
import { directoryOf } from "../people/directory.ts";
import { managedElsewhere, personAnonymized } from "../people/errors.ts";
import { faultsOfCircle, pointerOfManager } from "../people/managers/resolve.ts";
import { loginAfter, settlePerson } from "../people/settle.ts";
import { findPersonForChange, type StoredPerson } from "../people/sql.ts";
import { savePerson } from "../people/writing/writer.ts";
import { endOfEmployment, nextState, type PersonPatch } from "./account-state.ts";
import { followUp, operationOf } from "./follow-up.ts";

export type Change = {
  id: string;
  /** JSON Merge Patch (RFC 7396). */
  patch: PersonPatch;
  /** The header If-Match, if the request has one. */
  if_match: string | undefined;
};

/**
 * Changes a person and returns the record as JSON text. A change without any effect leaves `updated_at` unchanged and writes no
 * audit row.
 */
export async function changePerson(pool: Pool, caller: PersonWriter, change: Change): Promise<string> {
  return retryWhenTaken(() => withTenant(pool, caller.tenant.id, (db) => changeIn(db, caller, change)));
}

async function changeIn(db: Db, caller: PersonWriter, { id, patch, if_match }: Change): Promise<string> {
  const tenant_id = caller.tenant.id;
  const before = await findPersonForChange(db, tenant_id, id);
  if (before === undefined) throw notFound("No such user.");
  refuse(before, if_match);

  const fields = await settlePerson(directoryOf(db, tenant_id), before, patch);
  const account = nextState(before, patch, caller.now);
  const employment_end_date = endOfEmployment(fields, patch, [before.state, account.state], todayOf(caller));
  const after: PersonRow = { ...fields, id, login: loginAfter(before, fields), ...account, employment_end_date };
  const differences = differencesOf(before, after);
  if (differences === null) return before.record;
  await refuseConflicts(db, caller, id, before, after);
  await refuseCircle(db, tenant_id, before, after, patch);

  const text = await savePerson(db, caller, { stands: before, wanted: after, differences });
  const operation = operationOf(before.state, after.state);
  await followUp(db, caller, [{ id, operation }], null);
  await record(db, caller, { operation, target_type: "person", target_id: id, ...differences });
  return text;
}

async function refuseCircle(
  db: Db,
  tenant_id: string,
  before: StoredPerson,
  after: PersonRow,
  patch: PersonPatch,
): Promise<void> {
  if (after.manager_id === null || after.manager_id === before.manager_id) return;
  const detail = await faultsOfCircle(db, tenant_id, after, after.manager_id);
  if (detail !== null) throw invalid([{ pointer: pointerOfManager(patch), code: "BELOW_ITSELF", detail }]);
}

function refuse(person: StoredPerson, if_match: string | undefined): void {
  if (person.state === "anonymized") throw personAnonymized("This person's data have been erased; the record cannot be changed.");
  if (person.managed_by === "scim") {
    throw managedElsewhere("This account is provisioned by SCIM; change it in the identity provider.", {
      members: { managed_by: "scim" },
    });
  }
  if (if_match !== undefined && !matches(if_match, etagOf(person.record))) {
    throw preconditionFailed("The person has changed since it was read; read it again.");
  }
}
