// Finds the department and company that an identity provider names. An unknown name is not an error, because a provider whose
// request is refused retries for days and then stops for all people. Instead the person gets no department or company, and the
// value waits for an administrator (unmatched value).
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { isUuid, newId } from "../../platform/ids.ts";
import { nameNorm } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import { insertContractorUnlessTaken } from "../contractors/apply-sql.ts";
import { insertDepartmentUnlessTaken } from "../departments/apply-sql.ts";
import { directoryOf } from "./directory.ts";
import type { Register } from "./references.ts";
import type { WorkerType } from "./definition.ts";
import { findMeaning, type UnmatchedValue } from "./unmatched-sql.ts";

/** The department and company in a request; undefined: not mentioned, null: none. */
export type SaidPlaces = {
  department: string | null | undefined;
  contractor_name: string | null | undefined;
  contractor_id: string | null | undefined;
  worker_type: WorkerType | null;
};

/** The person's present department and company. */
export type CurrentPlaces = {
  department_id: string | null;
  department_name: string | null;
  contractor_id: string | null;
  contractor_name: string | null;
  worker_type: WorkerType;
};

export type Places = {
  department_id: string | null;
  department_name: string | null;
  contractor_id: string | null;
  worker_type: WorkerType;
  unmatched: UnmatchedValue[];
};

export type PlaceOptions = {
  /** Whether unknown departments are created. */
  create_departments: boolean;
};

/**
 * Finds the department and company of a person, and creates a department if that is switched on. `until` is awaited before
 * anything is written; the first queries are sent before that, together with those of the caller.
 */
export async function placePerson(
  db: Db,
  context: Context,
  said: SaidPlaces,
  current: CurrentPlaces,
  { create_departments }: PlaceOptions,
  until: Promise<unknown>,
): Promise<Places> {
  const { departments, contractors } = directoryOf(db, context.tenant.id);
  const current_department = { id: current.department_id, name: current.department_name };
  // A person with a company is a contractor worker, unless the request says otherwise.
  const is_of_company = Boolean(said.contractor_name ?? said.contractor_id);
  const worker_type = said.worker_type ?? (is_of_company ? "b2b_contractor" : current.worker_type);
  const is_employed = worker_type !== "b2b_contractor";
  const [named, known_company] = await Promise.all([
    findNamed(departments, said.department, current_department),
    is_employed ? null : findCompany(contractors, said, current),
  ]);
  await until;
  const meant = named === null && said.department ? await findMeant(db, context, departments, said.department) : undefined;
  const is_unknown = named === null && meant === undefined;
  const made =
    is_unknown && said.department && create_departments ? await makeNamed(db, context, "department", said.department) : null;
  const department = named ?? meant ?? made;
  const wanted_company = is_employed ? null : (said.contractor_name ?? said.contractor_id ?? null);
  const meant_company =
    known_company === null && wanted_company !== null ? await findMeant(db, context, contractors, wanted_company) : undefined;
  const contractor_id = known_company ?? meant_company?.id ?? null;
  return {
    department_id: department?.id ?? null,
    department_name: department?.name ?? null,
    contractor_id,
    worker_type,
    unmatched: [
      ...unmatchedOf("department", meant === null ? null : (said.department ?? null), department?.id ?? null),
      ...unmatchedOf("contractor", meant_company === null ? null : wanted_company, contractor_id),
    ],
  };
}

/** A department or company, with its name. */
type Found = { id: string; name: string | null };

async function findCompany(contractors: Register, said: SaidPlaces, current: CurrentPlaces): Promise<string | null> {
  const { contractor_id: id, contractor_name: name } = said;
  const found = id && isUuid(id) ? await contractors.find(id.toLowerCase()) : undefined;
  if (found && (found.active || found.id === current.contractor_id)) return found.id;
  if (id === undefined && name === undefined) return current.contractor_id;
  const named = await findNamed(contractors, name ?? null, { id: current.contractor_id, name: current.contractor_name });
  return named?.id ?? null;
}

/** The record with a name; the person's present one may be named again, even if it is not in use any more. */
async function findNamed(
  register: Register,
  name: string | null | undefined,
  { id, name: current_name }: { id: string | null; name: string | null },
): Promise<Found | null> {
  const current = id === null ? null : { id, name: current_name };
  if (name === undefined) return current;
  if (name === null) return null;
  if (current_name !== null && nameNorm(name) === nameNorm(current_name)) return current;
  return onlyOne(await register.findByName(name));
}

/** What an administrator has decided about a name (unmatched-sql.ts); undefined: nothing valid, null: ignore it. */
async function findMeant(db: Db, context: Context, register: Register, name: string): Promise<Found | null | undefined> {
  const meant = await findMeaning(db, context.tenant.id, register.field, name);
  if (meant === undefined || meant === null) return meant;
  const found = await register.find(meant);
  return found?.active ? found : undefined;
}

function unmatchedOf(field: UnmatchedValue["field"], value: string | null, id: string | null): UnmatchedValue[] {
  return value !== null && id === null ? [{ field, value }] : [];
}

const name_max = 200;
const code_max = 64;

/** Returns the department or company with a name, and creates it if there is none; null: the name is ambiguous or unusable. */
export async function makePlace(db: Db, context: Context, field: UnmatchedValue["field"], name: string): Promise<string | null> {
  return (await makeNamed(db, context, field, name))?.id ?? null;
}

async function makeNamed(db: Db, context: Context, field: UnmatchedValue["field"], name: string): Promise<Found | null> {
  const tenant_id = context.tenant.id;
  const { departments, contractors } = directoryOf(db, tenant_id);
  const register = field === "department" ? departments : contractors;
  if (name.length > name_max || nameNorm(name) === "") return null;
  // A concurrent request may have created it since the last query.
  const standing = await register.findByName(name);
  if (standing.length > 0) return onlyOne(standing);
  const place = { id: newId(), name, code: codeOf(name), active: true };
  if (!(await insertUnlessTaken(db, tenant_id, field, place))) {
    // A concurrent request has created it, or its code belongs to a record with another name or to one that is not in use.
    return onlyOne(await register.findByName(name));
  }
  const changes = { name: [null, name], code: [null, place.code] };
  await record(db, context, { operation: `${field}.create`, target_type: field, target_id: place.id, changes });
  return place;
}

type Place = { id: string; name: string; code: string; active: boolean };

function insertUnlessTaken(db: Db, tenant_id: string, field: UnmatchedValue["field"], place: Place): Promise<boolean> {
  if (field === "department") return insertDepartmentUnlessTaken(db, tenant_id, { ...place, parent_id: null });
  return insertContractorUnlessTaken(db, tenant_id, { ...place, tax_id: null, country: null, contract_valid_until: null });
}

function onlyOne(found: readonly Found[]): Found | null {
  return found.length === 1 ? found[0]! : null;
}

function codeOf(name: string): string {
  return name.slice(0, code_max).toWellFormed();
}
