import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { insertAudits } from "../audit/batch-sql.ts";
import type { StandingPerson } from "../people/apply-sql.ts";
import type { PersonRow } from "../people/definition.ts";
import { differencesOf, type Differences } from "../people/differences.ts";
import { addPeople, savePeople, type PersonSaved } from "../people/writing/writer.ts";
import { followUp, operationOf, type PersonOperation } from "./follow-up.ts";

/** A person's present row (undefined for a new person), and the row that is wanted. */
export type PersonTarget = { stands: PersonRow | undefined; wanted: PersonRow };

/** A person whose row differs from what is wanted. */
export type PersonChanged = PersonTarget & { differences: Differences };

/**
 * Writes people as they are wanted, at most a thousand, in a few statements: with an audit row each, and with all consequences.
 * The caller has judged them and locked those who change.
 */
export async function bringPeople(
  db: Db,
  context: Context,
  batch_id: string,
  targets: readonly PersonTarget[],
  whenWritten: () => Promise<void>,
): Promise<{ created: PersonChanged[]; changed: PersonChanged[] }> {
  const { created, changed } = await writePeople(db, context, batch_id, targets);
  if (created.length + changed.length > 0) await whenWritten();
  const written = [...created, ...changed].map((change) => ({ id: change.wanted.id, operation: nameOf(change) }));
  await followUp(db, context, written, batch_id);
  return { created, changed };
}

/** bringPeople without consequences: for a caller that changes no states and has all people evaluated afterwards. */
export async function writePeople(
  db: Db,
  context: Context,
  batch_id: string,
  targets: readonly PersonTarget[],
): Promise<{ created: PersonChanged[]; changed: PersonChanged[] }> {
  const changes = targets.flatMap((target) => {
    const differences = differencesOf(target.stands ?? null, target.wanted);
    return differences ? [{ ...target, differences }] : [];
  });
  const created = changes.filter(({ stands }) => stands === undefined);
  const changed = changes.filter((change): change is PersonChanged & PersonSaved => change.stands !== undefined);
  if (created.length > 0) await addPeople(db, context, created.map(wantedOf), batch_id);
  if (changed.length > 0) await savePeople(db, context, changed, batch_id);
  if (changes.length > 0) await insertAudits(db, context, batch_id, changes.map(entryOf));
  return { created, changed };
}

/** The columns of a person that mass operations write. */
export function rowOf(person: StandingPerson): PersonRow {
  const { managed_by: _, last_sign_in_at: __, manager_employee_no: ___, ...row } = person;
  return row;
}

function entryOf(change: PersonChanged) {
  const { wanted, differences } = change;
  return { id: newId(), operation: nameOf(change), target_type: "person" as const, target_id: wanted.id, ...differences };
}

function nameOf({ stands, wanted }: PersonTarget): PersonOperation {
  return operationOf(stands?.state, wanted.state);
}

function wantedOf({ wanted }: PersonTarget): PersonRow {
  return wanted;
}
