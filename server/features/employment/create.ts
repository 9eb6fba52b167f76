import type { Static } from "typebox";
import { unavailable } from "../../platform/db/failures.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { refuseConflicts, type PersonWriter } from "../people/conflicts.ts";
import type { PersonRow } from "../people/definition.ts";
import { differencesOf } from "../people/differences.ts";
import { directoryOf } from "../people/directory.ts";
import type { PersonCreate } from "../people/schema.ts";
import { loginOf, no_person, settlePerson } from "../people/settle.ts";
import { addPerson } from "../people/writing/writer.ts";
import { followUp, operationOf } from "./follow-up.ts";

/** Creates a person with an account that has no password yet. Returns the id and the record as JSON text. */
export async function createPerson(
  pool: Pool,
  caller: PersonWriter,
  body: Static<typeof PersonCreate>,
): Promise<{ id: string; text: string }> {
  return withTenantOnce(pool, caller, (db) => createWithin(db, caller, body));
}

/** The same, within a transaction that does more. */
export async function createWithin(
  db: Db,
  caller: PersonWriter,
  body: Static<typeof PersonCreate>,
): Promise<{ id: string; text: string }> {
  const person = await judgeNew(db, caller, body);
  const text = await addPerson(db, caller, person);
  if (text === undefined) {
    // Another request was faster, after the check above: now its person is visible.
    await refuseConflicts(db, caller, person.id, null, person);
    throw unavailable("a person in conflict came and went");
  }
  const operation = operationOf(undefined, person.state);
  await followUp(db, caller, [{ id: person.id, operation }], null);
  const differences = differencesOf(null, person);
  await record(db, caller, { operation, target_type: "person", target_id: person.id, ...differences });
  return { id: person.id, text };
}

/** A new person as they would be written. Throws what is wrong with them, and whose keys they would take. */
export async function judgeNew(db: Db, caller: PersonWriter, body: Static<typeof PersonCreate>): Promise<PersonRow> {
  const fields = await settlePerson(directoryOf(db, caller.tenant.id), no_person, withoutNulls(body));
  const person: PersonRow = { ...fields, id: newId(), login: loginOf(fields), state: "invited", deactivated_at: null };
  await refuseConflicts(db, caller, person.id, null, person);
  return person;
}

/** In a new record null is the absence of a value: a record that was read can be created elsewhere. */
function withoutNulls(body: Static<typeof PersonCreate>): Static<typeof PersonCreate> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as Static<typeof PersonCreate>;
}
