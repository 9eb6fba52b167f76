import type { Static } from "typebox";
import type { FaultCode } from "../../platform/http/fault-codes.ts";
import { invalid, Problem, validationFailed, type ErrorItem } from "../../platform/http/problem.ts";
import { caseNorm } from "../../platform/text.ts";
import { mergeAttributes } from "./attributes/merge.ts";
import type { Directory } from "./directory.ts";
import { resolveManager } from "./managers/resolve.ts";
import { resolveReference, type Resolved } from "./references.ts";
import { fields, initial_columns, namesOf, type PersonFields, type WorkerType } from "./definition.ts";
import type { PersonChange } from "./schema.ts";
import type { StoredPerson } from "./sql.ts";

/** A request's values of a person; undefined: not mentioned. */
export type GivenPerson = Omit<Static<typeof PersonChange>, "active">;

/** The stored person before a change; for a new person it is `no_person`. */
export type PersonBefore = PersonFields & Pick<StoredPerson, "department_name" | "contractor_name" | "manager_employee_no">;

export const no_person: PersonBefore = {
  ...initial_columns,
  employee_no: "",
  first_name: "",
  last_name: "",
  department_name: null,
  contractor_name: null,
  manager_employee_no: null,
};

/**
 * The fields of a person after a request: members that it does not mention stay, and references become ids. Throws one 422 with
 * all faults.
 */
export async function settlePerson(directory: Directory, before: PersonBefore, given: GivenPerson): Promise<PersonFields> {
  return (await settlePlaced(directory, before, given)).fields;
}

/** The fields of a person after a request, as `settlePerson` returns them, with the name of the department. */
export async function settlePlaced(
  directory: Directory,
  before: PersonBefore,
  given: GivenPerson,
): Promise<{ fields: PersonFields; department_name: string | null }> {
  const plain = plainFields(before, given);
  const [email_faults, in_department, in_company, manager, { attributes, faults }] = await Promise.all([
    checkEmail(directory, before, plain.email),
    resolveReference(directory.departments, { id: given.department_id, name: given.department_name }, currentDepartment(before)),
    resolveCompany(directory, before, given, plain.worker_type),
    resolveManager(directory.managers, given, currentManager(before)),
    settleAttributes(directory, before, given),
  ]);
  const all = [
    ...checkNames(plain),
    ...email_faults,
    ...in_department.faults,
    ...in_company.faults,
    ...manager.faults,
    ...faults,
    ...checkDates(before, plain),
  ];
  if (all.length > 0) throw invalid(all);
  // A manager whom the same file creates later is set after all people are written.
  const manager_id = manager.is_later ? before.manager_id : manager.id;
  const settled = { ...plain, department_id: in_department.id, contractor_id: in_company.id, manager_id, attributes };
  return { fields: settled, department_name: in_department.name };
}

/**
 * Faults of the readable fields of a request, although other fields have faults. Fields that depend on a faulty one are not
 * checked. The caller drops what is reported of faulty fields themselves.
 */
export async function faultsOfPerson(
  directory: Directory,
  before: PersonBefore,
  given: GivenPerson,
  said: Readonly<Record<string, unknown>>,
): Promise<readonly ErrorItem[]> {
  const is_unclear = (...fields: string[]) => fields.some((field) => field in said && !(field in given));
  const clear = { ...given };
  if (is_unclear("department_id", "department_name"))
    for (const field of ["department_id", "department_name"] as const) delete clear[field];
  if (is_unclear("manager_id", "manager_employee_no"))
    for (const field of ["manager_id", "manager_employee_no"] as const) delete clear[field];
  const without_company = is_unclear("worker_type", "contractor_id", "contractor_name");
  if (without_company) for (const field of ["worker_type", "contractor_id", "contractor_name"] as const) delete clear[field];
  try {
    await settlePerson(
      directory,
      without_company ? { ...before, worker_type: "internal_payroll", contractor_id: null } : before,
      clear,
    );
    return [];
  } catch (error) {
    if (error instanceof Problem && error.type === validationFailed.type) return error.members["errors"] as readonly ErrorItem[];
    throw error;
  }
}

type LoginFacts = Pick<PersonFields, "email" | "employee_no">;

/** The login of a person: the e-mail address, or else the employee number. */
export function loginOf(person: LoginFacts): string {
  return caseNorm(person.email ?? person.employee_no);
}

/** A login that is the address or number changes with it; a login that was set otherwise stays. */
export function loginAfter(before: (LoginFacts & { login: string }) | undefined, after: LoginFacts): string {
  return before === undefined || before.login === loginOf(before) ? loginOf(after) : before.login;
}

/** Fields that are stored unchanged. */
type PlainFields = Omit<PersonFields, "department_id" | "contractor_id" | "manager_id" | "attributes">;

function plainFields(before: PersonBefore, given: GivenPerson): PlainFields {
  const { department_id: _, contractor_id: __, manager_id: ___, attributes: ____, ...plain } = fields;
  const chosen = namesOf(plain).map((name) => [name, given[name] === undefined ? before[name] : given[name]]);
  return Object.fromEntries(chosen) as PlainFields;
}

/** A person whom an identity provider managed before may lack a name; others may not. */
function checkNames(plain: { first_name: string | null; last_name: string | null }): ErrorItem[] {
  return (["first_name", "last_name"] as const)
    .filter((field) => plain[field] === null)
    .map((field) => ({ pointer: `#/${field}`, code: "REQUIRED", detail: "is required" }));
}

/** A person without an address may stay so after the organisation begins to require addresses. */
async function checkEmail(directory: Directory, before: PersonBefore, email: string | null): Promise<ErrorItem[]> {
  if (email !== null || (before !== no_person && before.email === null)) return [];
  return (await directory.findEmailRequired()) ? [{ pointer: "#/email", code: "REQUIRED", detail: "is required" }] : [];
}

/** A company is required for contractors and not allowed for others. */
async function resolveCompany(
  directory: Directory,
  before: PersonBefore,
  given: GivenPerson,
  worker_type: WorkerType,
): Promise<Resolved> {
  const reference = { id: given.contractor_id, name: given.contractor_name };
  const current = { id: before.contractor_id, name: before.contractor_name };
  if (worker_type === "b2b_contractor") {
    const company = await resolveReference(directory.contractors, reference, current);
    if (company.id !== null || company.faults.length > 0) return company;
    return companyFault(
      "contractor_name",
      "CONTRACTOR_REQUIRED",
      "is required of a b2b_contractor; contractor_id may stand instead",
    );
  }
  if (reference.id) return companyFault("contractor_id", "CONTRACTOR_NOT_ALLOWED", "is only for a b2b_contractor");
  if (reference.name) return companyFault("contractor_name", "CONTRACTOR_NOT_ALLOWED", "is only for a b2b_contractor");
  if (reference.id === null || reference.name === null || current.id === null) return { id: null, name: null, faults: [] };
  return companyFault("contractor_id", "CONTRACTOR_NOT_ALLOWED", "is only for a b2b_contractor; send null with this worker_type");
}

function companyFault(field: string, code: FaultCode, detail: string): Resolved {
  return { id: null, name: null, faults: [{ pointer: `#/${field}`, code, detail }] };
}

async function settleAttributes(directory: Directory, before: PersonBefore, given: GivenPerson) {
  const definitions = given.attributes ? await directory.listAttributeDefinitions() : [];
  return mergeAttributes(before.attributes, given.attributes, definitions);
}

type Employment = Pick<PersonFields, "employment_start_date" | "employment_end_date">;

/** Dates that the request does not change are not checked. */
function checkDates(before: Employment, { employment_start_date: start, employment_end_date: end }: Employment): ErrorItem[] {
  const same = start === before.employment_start_date && end === before.employment_end_date;
  if (same || start === null || end === null || start <= end) return [];
  return [{ pointer: "#/employment_end_date", code: "OUT_OF_RANGE", detail: "must not be before employment_start_date" }];
}

/** A person's present manager in the form of references. */
export function currentManager({ manager_id, manager_employee_no }: Pick<PersonBefore, "manager_id" | "manager_employee_no">) {
  return { id: manager_id, employee_no: manager_employee_no };
}

function currentDepartment(before: PersonBefore) {
  return { id: before.department_id, name: before.department_name };
}
