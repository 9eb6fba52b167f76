import { todayOf, type Context } from "../../platform/context.ts";
import { Problem, type ErrorItem } from "../../platform/http/problem.ts";
import { faultsOf } from "../../platform/http/validation.ts";
import { newId } from "../../platform/ids.ts";
import type { StandingPerson } from "../people/apply-sql.ts";
import { differencesOf } from "../people/differences.ts";
import type { Directory } from "../people/directory.ts";
import { managedElsewhere, personAnonymized } from "../people/errors.ts";
import { PersonChange, PersonCreate } from "../people/schema.ts";
import { loginOf, nobody, settlePerson, type PersonBefore } from "../people/settle.ts";
import type { PersonFields } from "../people/sql.ts";
import { endOfEmployment, hasEnded, nextState, type PersonPatch } from "./account-state.ts";
import { rowOf, type PersonWish } from "./bring-people.ts";

/** A row of a file: the body of a create or of a change, by the person's number. */
export type SyncRow = {
  /** The line on which it begins. */
  row: number;
  body: Record<string, unknown>;
  /** What was wrong with it before anyone looked for the person. */
  faults: readonly RowFault[];
};

/** What a row comes to: nothing, a wish, or faults. */
export type Judgement = {
  row: SyncRow;
  /** The person of that number before the row, where there is one. */
  stands: StandingPerson | undefined;
  wish?: PersonWish;
  errors: readonly RowFault[];
};

/** What is wrong with a field, or the problem that the row as a whole meets. */
export type RowFault = Omit<ErrorItem, "code"> & { code: string };

export type JudgeOptions = {
  directory: Directory;
  /** Whether people who have left come back by standing in the file, unless their employment or their company's contract has ended. */
  revive: boolean;
};

const faultsOfNew = faultsOf(PersonCreate);
const faultsOfChange = faultsOf(PersonChange);

/** Judges a row as REST judges a create, or the change of a person who stands. */
export async function judgeRow(
  context: Context,
  row: SyncRow,
  stands: StandingPerson | undefined,
  options: JudgeOptions,
): Promise<Judgement> {
  const errors = row.faults.length > 0 ? row.faults : (stands ? faultsOfChange : faultsOfNew)(row.body);
  if (errors.length > 0) return { row, stands, errors };
  try {
    const wish = stands ? await wishOfChange(context, row.body, stands, options) : await wishOfNew(context, row.body, options);
    return { row, stands, errors: [], ...(wish ? { wish } : {}) };
  } catch (error) {
    if (error instanceof Problem) return { row, stands, errors: itemsOf(error) };
    throw error;
  }
}

/** Somebody new who has left already is nobody. */
async function wishOfNew(
  context: Context,
  body: Record<string, unknown>,
  { directory, revive }: JudgeOptions,
): Promise<PersonWish | undefined> {
  if (body["active"] === false) return undefined;
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const fields = await settlePerson(directory, nobody, given);
  const today = todayOf(context);
  if (revive && (hasEnded(fields, today) || (await hasNoContract(directory, fields, today)))) return undefined;
  return {
    stands: undefined,
    wanted: { ...fields, id: newId(), login: loginOf(fields), state: "invited", deactivated_at: null },
  };
}

async function wishOfChange(
  context: Context,
  patch: PersonPatch,
  standing: StandingPerson,
  { directory, revive }: JudgeOptions,
): Promise<PersonWish | undefined> {
  const stands = rowOf(standing);
  const fields = await settlePerson(directory, await beforeOf(directory, standing), patch);
  const today = todayOf(context);
  const has_left =
    (patch.employment_end_date !== undefined && hasEnded(fields, today)) || (await hasNoContract(directory, fields, today));
  const active = patch.active ?? (revive && stands.state === "deactivated" && !has_left ? true : undefined);
  const account = nextState(standing, { ...patch, ...(active === undefined ? {} : { active }) }, context.now);
  const login = stands.login === loginOf(stands) ? loginOf(fields) : stands.login;
  const employment_end_date = endOfEmployment(fields, patch, [stands.state, account.state], today);
  const wanted = { ...stands, ...fields, ...account, login, employment_end_date };
  if (differencesOf(stands, wanted) === null) return undefined;
  if (standing.state === "anonymized") throw personAnonymized("has been erased; the record cannot be changed");
  if (standing.managed_by === "scim") {
    throw managedElsewhere("is provisioned by SCIM; change the account in the identity provider");
  }
  return { stands, wanted };
}

/** Whether the contract of the person's company has ended: who came back would have to leave again at the next midnight. */
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
