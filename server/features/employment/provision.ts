// People whom an identity provider creates, changes and leaves behind. The consequences are the same as for other people: rules and
// groups, enrollments, flags, audit. Who creates a person, or changes one of the platform's, manages them from then on.
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

/** What an identity provider says about a person: all there is to say, with null for what has no value. */
export type ProvisionedPerson = SaidPlaces &
  /** Without `employee_no` the person keeps the number or gets one. Of `attributes` those that it may set. */
  Pick<PersonColumns, ScimField | "login" | "external_id" | "email" | "manager_id" | "attributes"> & {
    /** Null: it does not say. */
    active: boolean | null;
  };

/** A change of what is kept beside the person's record, by names of what changes; null: none. */
export type FurtherChange = Readonly<Record<string, unknown>> | null;

/** A person who is provisioned; `beside`: what was written with them. */
export type Provisioned<Beside> = { id: string; beside: Beside; joined_groups: boolean };

/**
 * Creates a person, or brings back the one whom the provider has deleted under the same login. What `beside` sends at once leaves in one packet
 * with a new person. Fails with a unique violation where another request was faster: the next try finds its person, or uses another number where
 * the provider gave none (retryWhenTaken).
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
  // A login that is taken is reported before any other fault.
  settling.catch(() => undefined);
  const holder = await looking;
  if (holder?.is_deleted && holder.state === "deactivated") {
    // Another transaction may have brought the person back before this one got the lock.
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
 * Brings a person to what the provider says. Returns whether anything changed; what changes nothing is no operation, though
 * the first word about a person of the platform always is one.
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

/** The provider has done with a person: the account ends, the person and all that they have done stay with the platform. */
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

/** The record that a new person starts from; a provider may leave out names, too. */
const newcomer: Omit<StandingProvisioned, "id"> = {
  ...initial_columns,
  managed_by: "scim",
  department_name: null,
  contractor_name: null,
  last_sign_in_at: null,
  scim_deleted_at: null,
};

const scim_names = scim_fields.map(({ name }) => name);

/** The person as the provider wants them. Number and places are looked for at once; nothing is written before `until`. */
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

/** A new person as the provider wants them. */
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

/** A suspension made here is not lifted from there. */
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

/** Attributes that are not the provider's to set stay. */
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
