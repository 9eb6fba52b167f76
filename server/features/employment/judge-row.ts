import { todayOf, type Context } from "../../platform/context.ts";
import { escapeToken } from "../../platform/http/bodies/json-body.ts";
import { Problem, type ErrorItem } from "../../platform/http/problem.ts";
import { faultsOf } from "../../platform/http/validation.ts";
import { newId } from "../../platform/ids.ts";
import type { StandingPerson } from "../people/apply-sql.ts";
import type { PersonFields } from "../people/definition.ts";
import { differencesOf } from "../people/differences.ts";
import type { Directory } from "../people/directory.ts";
import { managedElsewhere, personAnonymized } from "../people/errors.ts";
import { resolveManager } from "../people/managers/resolve.ts";
import { PersonChange, PersonCreate } from "../people/schema.ts";
import { currentManager, loginAfter, loginOf, no_person, settlePerson, type PersonBefore } from "../people/settle.ts";
import { endOfEmployment, hasEnded, nextState, type PersonPatch } from "./account-state.ts";
import { rowOf, type PersonTarget } from "./bring-people.ts";

/** A row of a file: the body of a create or change, by the person's number. */
export type SyncRow = {
  /** The line in the file on which the row begins. */
  row: number;
  body: Record<string, unknown>;
  /** Faults that were found before the person was looked up. */
  faults: readonly RowFault[];
};

/** The result for a row: no change, the person as they will be, or faults. */
export type Judgement = {
  row: SyncRow;
  /** The person with this number before the row, if there is one. */
  stands: StandingPerson | undefined;
  target?: PersonTarget;
  /** Employee numbers of the present manager and of the new one, who is set after all rows of the file are written. */
  manager?: [string | null, string];
  errors: readonly RowFault[];
};

/** A fault of a field, or a problem of the whole row. */
export type RowFault = Omit<ErrorItem, "code"> & { code: string };

export type JudgeOptions = {
  directory: Directory;
  /** Whether people who have left are reactivated by a row, unless their employment or their company's contract has ended. */
  revive: boolean;
};

const faultsOfNew = faultsOf(PersonCreate);
const faultsOfChange = faultsOf(PersonChange);

/** Judges a row as REST judges a create, or a change of an existing person. */
export async function judgeRow(
  context: Context,
  row: SyncRow,
  stands: StandingPerson | undefined,
  options: JudgeOptions,
): Promise<Judgement> {
  const misshapen = faultsOfShape(row, stands);
  if (misshapen.length > 0) {
    return { row, stands, errors: [...misshapen, ...(await faultsOfTheRest(row, stands, options.directory, misshapen))] };
  }
  try {
    const judged = stands
      ? await targetOfChange(context, row.body, stands, options)
      : { target: await targetOfNew(context, row.body, options) };
    return { row, stands, errors: [], ...judged };
  } catch (error) {
    if (error instanceof Problem) return { row, stands, errors: itemsOf(error) };
    throw error;
  }
}

/** Faults of single members: those of the file's reader, and those of the schema for the other members. */
function faultsOfShape({ body, faults }: SyncRow, stands: StandingPerson | undefined): RowFault[] {
  const found = (stands ? faultsOfChange : faultsOfNew)(withoutPlaces(body, faults));
  return [...faults, ...besides(found, faults)];
}

/** Faults among members that are valid on their own: references, dates, and what the organisation requires. */
async function faultsOfTheRest(
  { body }: SyncRow,
  stands: StandingPerson | undefined,
  directory: Directory,
  faults: readonly RowFault[],
): Promise<RowFault[]> {
  const given = Object.entries(withoutPlaces(body, faults)).filter(([, value]) => stands !== undefined || value !== null);
  try {
    await settlePerson(directory, stands ? await beforeOf(directory, stands) : no_person, Object.fromEntries(given));
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const unknown_type = faults.some(({ pointer }) => pointer === "#/worker_type");
    // Whether a company is needed depends on the worker type, which could not be read.
    return besides(itemsOf(error), faults).filter(({ pointer }) => !unknown_type || !pointer?.startsWith("#/contractor_"));
  }
}

/** Those of `found` whose place has no finding in `said`. */
function besides(found: readonly RowFault[], said: readonly RowFault[]): RowFault[] {
  const places = new Set(said.map(({ pointer }) => pointer));
  return found.filter(({ pointer }) => !places.has(pointer));
}

/** The body without the members and attributes that findings name. */
function withoutPlaces(body: Record<string, unknown>, faults: readonly RowFault[]): Record<string, unknown> {
  const places = new Set(faults.map(({ pointer }) => pointer));
  const soundOf = (of: object, place: string) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !places.has(`${place}/${escapeToken(name)}`)));
  const { attributes, ...members } = soundOf(body, "#");
  const is_object = typeof attributes === "object" && attributes !== null && !Array.isArray(attributes);
  return attributes === undefined
    ? members
    : { ...members, attributes: is_object ? soundOf(attributes, "#/attributes") : attributes };
}

/** A new person who has left already is not created. */
async function targetOfNew(
  context: Context,
  body: Record<string, unknown>,
  { directory, revive }: JudgeOptions,
): Promise<PersonTarget | undefined> {
  if (body["active"] === false) return undefined;
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const fields = await settlePerson(directory, no_person, given);
  const today = todayOf(context);
  if (revive && (hasEnded(fields, today) || (await hasNoContract(directory, fields, today)))) return undefined;
  return {
    stands: undefined,
    wanted: { ...fields, id: newId(), login: loginOf(fields), state: "invited", deactivated_at: null },
  };
}

async function targetOfChange(
  context: Context,
  patch: PersonPatch,
  standing: StandingPerson,
  { directory, revive }: JudgeOptions,
): Promise<Pick<Judgement, "target" | "manager">> {
  const stands = rowOf(standing);
  const fields = await settlePerson(directory, await beforeOf(directory, standing), patch);
  const manager = await laterManager(directory, standing, patch);
  if (manager) fields.manager_id = stands.manager_id;
  const today = todayOf(context);
  const has_left =
    (patch.employment_end_date !== undefined && hasEnded(fields, today)) || (await hasNoContract(directory, fields, today));
  const active = patch.active ?? (revive && stands.state === "deactivated" && !has_left ? true : undefined);
  const account = nextState(standing, { ...patch, ...(active === undefined ? {} : { active }) }, context.now);
  const login = loginAfter(stands, fields);
  const employment_end_date = endOfEmployment(fields, patch, [stands.state, account.state], today);
  const wanted = { ...stands, ...fields, ...account, login, employment_end_date };
  const is_changed = differencesOf(stands, wanted) !== null;
  if (!is_changed && !manager) return {};
  if (standing.state === "anonymized") throw personAnonymized("has been erased; the record cannot be changed");
  if (standing.managed_by === "scim") {
    throw managedElsewhere("is provisioned by SCIM; change the account in the identity provider");
  }
  return { ...(is_changed ? { target: { stands, wanted } } : {}), ...(manager ? { manager } : {}) };
}

/** A different manager is set after all rows, because only the file as a whole shows whether managers form a circle. */
async function laterManager(
  { managers }: Directory,
  standing: StandingPerson,
  patch: PersonPatch,
): Promise<[string | null, string] | undefined> {
  const { employee_no, id } = await resolveManager(managers, patch, currentManager(standing));
  const is_same = id !== null && id === standing.manager_id;
  return is_same || employee_no === null ? undefined : [standing.manager_employee_no, employee_no];
}

/**
 * Whether the contract of the person's company has ended; a reactivated person would be deactivated again at the next midnight.
 */
async function hasNoContract(
  { contractors }: Directory,
  { contractor_id }: Pick<PersonFields, "contractor_id">,
  today: string,
): Promise<boolean> {
  const company = contractor_id === null ? undefined : await contractors.find(contractor_id);
  return company?.contract_valid_until != null && company.contract_valid_until < today;
}

async function beforeOf({ departments, contractors }: Directory, person: StandingPerson): Promise<PersonBefore> {
  const { department_id, contractor_id } = person;
  const department = department_id === null ? undefined : await departments.find(department_id);
  const contractor = contractor_id === null ? undefined : await contractors.find(contractor_id);
  return { ...person, department_name: department?.name ?? null, contractor_name: contractor?.name ?? null };
}

function itemsOf({ members, type, detail }: Problem): readonly RowFault[] {
  return (members["errors"] as ErrorItem[] | undefined) ?? [{ pointer: "#", code: type.code, detail }];
}
