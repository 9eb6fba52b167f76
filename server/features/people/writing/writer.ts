// Writes people and emits an event for each change, in the same transaction (docs/decisions/0056). Other features must call these
// functions and not the statements; test/architecture.test.ts checks that. There are two exceptions: erasure emits its own event
// (`user.anonymized`), and `parkKeys` only frees values that are written next.
//
// Callers validate people before, have locked the rows of changed people, and pass each person once.
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { PersonRow, PersonState, ProvisionedRow } from "../definition.ts";
import { differencesOf, type Differences } from "../differences.ts";
import { userOf } from "../events.ts";
import { updateAccount, updateDeactivated, updateSignedIn, type Account } from "../history/lives-sql.ts";
import { freeReports } from "../managers/managers-sql.ts";
import { moveRows, type Move, type PlaceField } from "../merge-sql.ts";
import { updateKeys, updateReleased, type LeftBehind } from "../provisioned-sql.ts";
import {
  insertPeople,
  insertPeopleForRecords,
  insertProvisioned,
  updatePeople,
  updatePerson,
  updateProvisioned,
  type Stamped,
} from "../write-sql.ts";
import { refuseBeyondSandbox } from "./sandbox-room.ts";
import { stateChange, emitCreations, emitChanges } from "./emit-changes.ts";

/** A person of the platform, as stored and as wanted, with the differences. */
export type PersonSaved = { stands: PersonRow; wanted: PersonRow; differences: Differences };

export async function addPeople(db: Db, context: Context, rows: readonly PersonRow[], batch_id: string | null): Promise<void> {
  await refuseBeyondSandbox(db, context, rows.length);
  await insertPeople(db, context.tenant.id, rows);
  const written = rows.map(({ id, state }) => ({ id, was: undefined, is: state, differences: null }));
  await emitChanges(db, context, written, batch_id);
}

/** A new person, with the name of the department. */
export type Newcomer<Row> = { row: Row & { id: string }; department_name: string | null };

/**
 * Inserts people and returns their records by id, and the result of `beside`, whose first statements are sent in the same packet
 * after them. Fails with a unique violation if another transaction has meanwhile taken a number, login or address (see
 * retryWhenTaken).
 */
export async function addNewcomers<Beside>(
  db: Db,
  context: Context,
  newcomers: readonly Newcomer<PersonRow>[],
  beside: () => Promise<Beside>,
): Promise<{ records: ReadonlyMap<string, string>; beside: Beside }> {
  await refuseBeyondSandbox(db, context, newcomers.length);
  const inserting = insertPeopleForRecords(db, context.tenant.id, rowsOf(newcomers));
  const [records, , done] = await Promise.all([inserting, emitCreations(db, context, usersOf(newcomers)), beside()]);
  return { records, beside: done };
}

/** Inserts people of an identity provider, like `addNewcomers`; no record is returned for them. */
export async function addProvisioned<Beside>(
  db: Db,
  context: Context,
  newcomers: readonly Newcomer<ProvisionedRow>[],
  beside: () => Promise<Beside>,
): Promise<{ stamped: ReadonlyMap<string, Stamped>; beside: Beside }> {
  await refuseBeyondSandbox(db, context, newcomers.length);
  const inserting = insertProvisioned(db, context.tenant.id, rowsOf(newcomers));
  const [stamped, , done] = await Promise.all([inserting, emitCreations(db, context, usersOf(newcomers)), beside()]);
  return { stamped: new Map(stamped.map((each) => [each.id, each])), beside: done };
}

function rowsOf<Row>(newcomers: readonly Newcomer<Row>[]) {
  return newcomers.map(({ row }) => row);
}

function usersOf(newcomers: readonly Newcomer<PersonRow | ProvisionedRow>[]) {
  return newcomers.map(({ row, department_name }) => userOf(row, department_name));
}

export async function savePeople(
  db: Db,
  context: Context,
  saved: readonly PersonSaved[],
  batch_id: string | null,
): Promise<void> {
  await updatePeople(
    db,
    context.tenant.id,
    saved.map(({ wanted }) => wanted),
  );
  const written = saved.map(({ stands, wanted, differences }) => {
    return { id: wanted.id, was: stands.state, is: wanted.state, differences };
  });
  await emitChanges(db, context, written, batch_id);
}

/** Saves a person and returns the record. */
export async function savePerson(db: Db, context: Context, { stands, wanted, differences }: PersonSaved): Promise<string> {
  const record = await updatePerson(db, context.tenant.id, wanted);
  await emitChanges(db, context, [{ id: wanted.id, was: stands.state, is: wanted.state, differences }], null);
  return record;
}

/**
 * Saves a person of an identity provider. `differences` null: the record has not changed, only the SCIM data stored beside it.
 */
export async function saveProvisioned(
  db: Db,
  context: Context,
  { id, state: was }: { id: string; state: PersonState },
  row: ProvisionedRow,
  differences: Differences | null,
  batch_id: string | null,
): Promise<void> {
  await updateProvisioned(db, context.tenant.id, id, row);
  if (differences) await emitChanges(db, context, [{ id, was, is: row.state, differences }], batch_id);
}

/** Makes the platform manage a deactivated person again; returns what has changed. `read` reads the record again. */
export async function releaseProvisioned<Row extends { id: string; state: PersonState }>(
  db: Db,
  context: Context,
  before: Row,
  left: ProvisionedRow | null,
  read: () => Promise<Row>,
): Promise<Differences> {
  const { id, state: was } = before;
  if (left) await updateProvisioned(db, context.tenant.id, id, left);
  await updateReleased(db, context.tenant.id, id, context.now.toString());
  const after = await read();
  const differences = differencesOf(before, after) ?? { changes: {}, personal: {} };
  await emitChanges(db, context, [{ id, was, is: after.state, differences }], null);
  return differences;
}

/** Gives a person who has left another login and number, so that a new person can have the previous ones. */
export async function saveKeys(db: Db, context: Context, after: LeftBehind, differences: Differences): Promise<void> {
  await updateKeys(db, context.tenant.id, after);
  await emitChanges(db, context, [{ id: after.id, was: "deactivated", is: "deactivated", differences }], null);
}

/** Deactivates those of the accounts that have not ended; returns them with their previous states. */
export async function endAccounts(
  db: Db,
  context: Context,
  ids: readonly string[],
  batch_id: string,
): Promise<{ id: string; state: PersonState }[]> {
  const left = await updateDeactivated(db, context.tenant.id, ids, context.now.toString());
  const written = left.map(({ id, state }) => {
    return { id, was: state, is: "deactivated" as const, differences: stateChange(state, "deactivated") };
  });
  await emitChanges(db, context, written, batch_id);
  return left;
}

/** Suspends an account or ends its suspension. */
export async function saveAccount(
  db: Db,
  context: Context,
  id: string,
  was: PersonState,
  account: Pick<Account, "state" | "suspended_at">,
): Promise<void> {
  await updateAccount(db, context.tenant.id, id, account);
  await emitChanges(db, context, [{ id, was, is: account.state, differences: stateChange(was, account.state) }], null);
}

/** Stores that a person has signed in; the first sign-in activates the account and emits an event. */
export async function saveSignIn(db: Db, context: Context, id: string): Promise<void> {
  const moved = await updateSignedIn(db, context.tenant.id, id, context.now.toString());
  if (!moved || moved.was === moved.is) return;
  await emitChanges(db, context, [{ id, ...moved, differences: stateChange(moved.was, moved.is) }], null);
}

/** Moves at most `people_max` people from a department or company into another one; returns how many. */
export async function movePeople(db: Db, context: Context, field: PlaceField, move: Move, batch_id: string): Promise<number> {
  const moved = await moveRows(db, context.tenant.id, field, move);
  const differences = { changes: { [`${field}_id`]: [move.from_id, move.into_id] }, personal: {} };
  const written = moved.map(({ id, state }) => ({ id, was: state, is: state, differences }));
  await emitChanges(db, context, written, batch_id);
  return moved.length;
}

/** Removes the manager from at most `people_max` people, and returns them. */
export async function freePeople(
  db: Db,
  context: Context,
  manager_id: string,
  people_max: number,
  batch_id: string,
): Promise<{ id: string; differences: Differences }[]> {
  const freed = await freeReports(db, context.tenant.id, manager_id, people_max);
  const differences = { changes: { manager_id: [manager_id, null] }, personal: {} };
  const written = freed.map(({ id, state }) => ({ id, was: state, is: state, differences }));
  await emitChanges(db, context, written, batch_id);
  return written;
}
