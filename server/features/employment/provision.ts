// Creates, changes and releases people for an identity provider. The consequences are the same as for other people: rules and
// groups, enrollments, flags, audit. A provider that creates a person, or changes one of the platform's, manages this person from
// then on.
import { isDeepStrictEqual } from "node:util";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { invalid } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { pick } from "../../platform/pick.ts";
import { caseNorm } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import {
  all_columns,
  initial_columns,
  namesOf,
  scim_fields,
  type AttributeValue,
  type PersonColumns,
  type ProvisionedRow,
  type ScimField,
} from "../people/definition.ts";
import { differencesOf } from "../people/differences.ts";
import { personAlreadyExists } from "../people/errors.ts";
import { userOf } from "../people/events.ts";
import { faultsOfCircle } from "../people/managers/resolve.ts";
import { placePerson, type PlaceOptions, type SaidPlaces } from "../people/place.ts";
import {
  findLoginHolder,
  findProvisionedForChange,
  listNumbersTaken,
  type LoginHolder,
  type StandingProvisioned,
} from "../people/provisioned-sql.ts";
import { keepUnmatched } from "../people/unmatched-sql.ts";
import { addProvisioned, releaseProvisioned, saveProvisioned } from "../people/writing/writer.ts";
import { evaluateNewcomers } from "../rules/evaluate.ts";
import { endOfEmployment, nextState } from "./account-state.ts";
import { endEmployment } from "./deactivate.ts";
import { followUp, operationOf } from "./follow-up.ts";
import { numberFor } from "./number-for.ts";
import { takeOver } from "./take-over.ts";

/** A person as an identity provider describes them: complete, with null where there is no value. */
export type ProvisionedPerson = SaidPlaces &
  /** Without `employee_no` a person keeps the number, or gets one. `attributes` has only those that the provider may set. */
  Pick<PersonColumns, ScimField | "login" | "external_id" | "email" | "manager_id" | "attributes"> & {
    /** Null: the provider does not say. */
    active: boolean | null;
  };

/** Changes of data that are kept beside the person's record, by name; null: none. */
export type FurtherChange = Readonly<Record<string, unknown>> | null;

/** The result for a person. `beside`: the result of the caller's own statements. */
export type Provisioned<Beside> = { id: string; beside: Beside; joined_groups: boolean };

/**
 * Creates a person, or restores the one whom the provider has deleted under the same login. Statements that `beside` sends at
 * once leave in one packet with a new person. Fails with a unique violation when another request was faster: the next try finds
 * its person, or uses another number if the provider gave none (retryWhenTaken).
 */
export async function provisionPerson<Beside>(
  db: Db,
  context: Context,
  said: ProvisionedPerson,
  options: PlaceOptions,
  beside: (id: string) => Promise<Beside>,
): Promise<Provisioned<Beside>> {
  const tenant_id = context.tenant.id;
  const id = newId();
  const looking = findLoginHolder(db, tenant_id, said.login);
  const settling = settle(db, context, id, newcomer, said, options, looking.then(refuseHolder));
  // A login that is taken is reported before all other faults.
  settling.catch(() => undefined);
  const holder = await looking;
  if (holder?.is_deleted && holder.state === "deactivated") {
    // Another transaction may have restored the person before this one got the lock.
    const held = await findProvisionedForChange(db, tenant_id, holder.id);
    if (held?.scim_deleted_at == null) throw taken("login");
    await changeProvisioned(db, context, holder.id, { ...said, active: said.active ?? true }, options, {});
    return { id: holder.id, beside: await beside(holder.id), joined_groups: false };
  }
  const { unmatched, department_name, ...settled } = await settling;
  const row = { ...settled.row, id };
  const added = await addProvisioned(db, context, [{ row, department_name }], () =>
    Promise.all([
      beside(id),
      row.state === "invited" ? evaluateNewcomers(db, context, [{ ...row, ...userOf(row, department_name) }]) : null,
      record(db, context, {
        operation: operationOf(undefined, row.state),
        target_type: "person",
        target_id: id,
        ...differencesOf(null, row),
      }),
      unmatched.length > 0 ? keepUnmatched(db, tenant_id, id, unmatched, context.now.toString()) : null,
    ]),
  );
  const [done, evaluation] = added.beside;
  return { id, beside: done, joined_groups: (evaluation?.joined ?? 0) > 0 };
}

function refuseHolder(holder: LoginHolder | undefined): void {
  if (holder) throw taken("login");
}

/**
 * Changes a person to what the provider sends. Returns whether anything changed. A change without effect is not recorded, except
 * that the first request about a person of the platform hands them over to the provider.
 */
export async function changeProvisioned(
  db: Db,
  context: Context,
  id: string,
  said: ProvisionedPerson,
  options: PlaceOptions,
  further: FurtherChange,
): Promise<boolean> {
  const tenant_id = context.tenant.id;
  const before = (await findProvisionedForChange(db, tenant_id, id))!;
  const { row, unmatched } = await settle(db, context, id, before, said, options, Promise.resolve());
  const differences = differencesOf(before, row);
  if (differences === null && further === null) return false;
  if (caseNorm(row.login) !== caseNorm(before.login)) {
    await takeOver(db, context, id, { login: row.login, employee_no: null });
    if (await findLoginHolder(db, tenant_id, row.login)) throw taken("login");
  }
  if (row.manager_id !== null && row.manager_id !== before.manager_id) {
    const circle = await faultsOfCircle(db, tenant_id, { id, employee_no: row.employee_no }, row.manager_id);
    if (circle !== null) throw invalid([{ pointer: "#/manager", code: "BELOW_ITSELF", detail: circle }]);
  }

  await saveProvisioned(db, context, before, row, differences, null);
  await keepUnmatched(db, tenant_id, id, unmatched, context.now.toString());
  const operation = operationOf(before.state, row.state);
  if (differences) await followUp(db, context, [{ id, operation }], null);
  await record(db, context, {
    operation,
    target_type: "person",
    target_id: id,
    changes: differences?.changes ?? {},
    personal: { ...differences?.personal, ...further },
  });
  return true;
}

/** Ends the account of a person whom the provider has deleted. The person and their training stay on the platform. */
export async function releasePerson(db: Db, context: Context, id: string): Promise<void> {
  const tenant_id = context.tenant.id;
  const before = (await findProvisionedForChange(db, tenant_id, id))!;
  const has_left = before.state === "deactivated";
  const left = { ...before, employee_no: before.employee_no!, state: "deactivated" as const };
  const deactivated_at = has_left ? before.deactivated_at : context.now.toString();
  const ended = has_left ? null : { ...left, deactivated_at, managed_by: "scim" as const };
  const read = async () => (await findProvisionedForChange(db, tenant_id, id))!;
  const differences = await releaseProvisioned(db, context, before, ended, read);
  await keepUnmatched(db, tenant_id, id, [], context.now.toString());
  if (!has_left) await endEmployment(db, context, [id], newId());
  const changes = { ...differences.changes, scim_deleted: [false, true] };
  await record(db, context, {
    operation: has_left ? "person.change" : "person.deactivate",
    target_type: "person",
    target_id: id,
    changes,
    personal: differences.personal,
  });
}

/** The defaults of a new person; a provider may even leave out names. */
const newcomer: Omit<StandingProvisioned, "id"> = {
  ...initial_columns,
  managed_by: "scim",
  department_name: null,
  contractor_name: null,
  last_sign_in_at: null,
  scim_deleted_at: null,
};

const scim_names = scim_fields.map(({ name }) => name);

/** Resolves number, department and company of the person at the same time. Nothing is written before `until` resolves. */
async function settle(
  db: Db,
  context: Context,
  id: string,
  before: Omit<StandingProvisioned, "id">,
  said: ProvisionedPerson,
  options: PlaceOptions,
  until: Promise<unknown>,
) {
  const numbering = settleNumber(db, context, id, before.employee_no, said, until);
  const placing = placePerson(db, context, said, before, options, numbering);
  const [employee_no, { unmatched, department_name, ...places }] = await Promise.all([numbering, placing]);
  return { row: rowOf(context, before, said, { employee_no, ...places }), unmatched, department_name };
}

type Settled = Pick<ProvisionedRow, "employee_no" | "department_id" | "contractor_id" | "worker_type">;

/** The row of a new person as the provider describes them. */
export function newRow(context: Context, said: ProvisionedPerson, settled: Settled): ProvisionedRow {
  return rowOf(context, newcomer, said, settled);
}

function rowOf(
  context: Context,
  before: Omit<StandingProvisioned, "id">,
  said: ProvisionedPerson,
  settled: Settled,
): ProvisionedRow {
  const account = accountAfter(before, said.active, context.now);
  const { login, external_id, email, manager_id } = said;
  return {
    ...pick(before, namesOf(all_columns)),
    ...pick(said, scim_names),
    ...settled,
    ...account,
    login,
    external_id,
    email,
    manager_id,
    attributes: attributesAfter(before.attributes, said.attributes),
    employment_end_date: endOfEmployment(before, {}, [before.state, account.state], todayOf(context)),
    managed_by: "scim",
  };
}

/** A provider cannot lift a suspension that was made on the platform. */
function accountAfter(before: Omit<StandingProvisioned, "id">, active: boolean | null, now: Temporal.Instant) {
  const { state, deactivated_at } = before;
  if (active === null || (active && state === "suspended")) return { state, deactivated_at };
  return nextState(before, { active }, now);
}

async function settleNumber(
  db: Db,
  context: Context,
  id: string,
  current: string | null,
  said: ProvisionedPerson,
  until: Promise<unknown>,
): Promise<string> {
  const tenant_id = context.tenant.id;
  const { employee_no, external_id, login } = said;
  const listTaken = async (numbers: readonly string[]) => {
    const [found] = await Promise.all([listNumbersTaken(db, tenant_id, id, numbers), until]);
    return found;
  };
  if (employee_no === null) return current ?? numberFor([external_id, login], listTaken);
  const is_own = current !== null && caseNorm(current) === caseNorm(employee_no);
  if (is_own || (await listTaken([employee_no])).length === 0) return employee_no;
  await takeOver(db, context, id, { login: null, employee_no });
  if ((await listNumbersTaken(db, tenant_id, id, [employee_no])).length > 0) throw taken("employee_no");
  return employee_no;
}

/** Attributes that the provider may not set keep their values. */
function attributesAfter(
  before: Readonly<Record<string, AttributeValue>>,
  said: Readonly<Record<string, AttributeValue>>,
): Record<string, AttributeValue> {
  const after = Object.fromEntries(Object.entries({ ...before, ...said }).filter(([, value]) => value !== null));
  return isDeepStrictEqual(after, before) ? before : after;
}

const words = { login: "user name", employee_no: "employee number" };

function taken(field: keyof typeof words) {
  return personAlreadyExists(`A person with this ${words[field]} already exists.`, { members: { conflicts: [{ field }] } });
}
