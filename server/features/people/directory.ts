import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";
import { listContractorRows } from "../contractors/apply-sql.ts";
import { findContractor, findContractorsByName, findSimilarContractors } from "../contractors/sql.ts";
import { listDepartmentRows } from "../departments/apply-sql.ts";
import { findDepartment, findDepartmentsByName, findSimilarDepartments } from "../departments/sql.ts";
import { findManager, findManagerByNumber } from "./managers/managers-sql.ts";
import type { Managers } from "./managers/resolve.ts";
import type { Named, Register } from "./references.ts";
import { findEmailRequired, listAttributeDefinitions, type AttributeDefinition } from "./sql.ts";

/** The records of the organisation to which people refer. */
export type Directory = {
  departments: Register;
  contractors: Register;
  managers: Managers;
  listAttributeDefinitions(): Promise<readonly AttributeDefinition[]>;
  /** Whether every person needs an e-mail address. */
  findEmailRequired(): Promise<boolean>;
};

/** A directory that queries the database for each look-up; for a single person. */
export function directoryOf(db: Db, tenant_id: string): Directory {
  return {
    departments: {
      field: "department",
      find: (id) => findDepartment(db, tenant_id, id),
      findByName: (name) => findDepartmentsByName(db, tenant_id, name),
      findSimilar: (name) => findSimilarDepartments(db, tenant_id, name),
    },
    contractors: {
      field: "contractor",
      find: (id) => findContractor(db, tenant_id, id),
      findByName: (name) => findContractorsByName(db, tenant_id, name),
      findSimilar: (name) => findSimilarContractors(db, tenant_id, name),
    },
    managers: managersOf(db, tenant_id),
    listAttributeDefinitions: () => listAttributeDefinitions(db, tenant_id),
    findEmailRequired: () => findEmailRequired(db, tenant_id),
  };
}

/** A directory that remembers answers, for several people with common references. */
export function askedOnce(directory: Directory): Directory {
  const { departments, contractors, managers } = directory;
  const once = (register: Register): Register => ({
    field: register.field,
    find: onceForEach((id: string) => register.find(id)),
    findByName: onceForEach((name: string) => register.findByName(name)),
    findSimilar: onceForEach((name: string) => register.findSimilar(name)),
  });
  const listDefinitions = onceForEach(() => directory.listAttributeDefinitions());
  const findRequired = onceForEach(() => directory.findEmailRequired());
  return {
    departments: once(departments),
    contractors: once(contractors),
    managers: {
      find: onceForEach((id: string) => managers.find(id)),
      findByNumber: onceForEach((employee_no: string) => managers.findByNumber(employee_no)),
    },
    listAttributeDefinitions: () => listDefinitions(null),
    findEmailRequired: () => findRequired(null),
  };
}

/** A function that calls `find` only once for each key. */
function onceForEach<Key, Value>(find: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const standing = known.get(key);
    if (standing !== undefined) return standing;
    const finding = find(key);
    known.set(key, finding);
    return finding;
  };
}

function managersOf(db: Db, tenant_id: string): Managers {
  return {
    find: (id) => findManager(db, tenant_id, id),
    findByNumber: (employee_no) => findManagerByNumber(db, tenant_id, employee_no),
  };
}

/**
 * A directory that is read completely in advance, for many people. Managers are looked up, unless the caller passes those that
 * are named. It makes no suggestions, because each would be a search.
 */
export async function loadDirectory(
  db: Db,
  tenant_id: string,
  managers: Managers = managersOf(db, tenant_id),
): Promise<Directory> {
  const definitions = await listAttributeDefinitions(db, tenant_id);
  const email_required = await findEmailRequired(db, tenant_id);
  return {
    departments: registerOf("department", await listDepartmentRows(db, tenant_id)),
    contractors: registerOf("contractor", await listContractorRows(db, tenant_id)),
    managers,
    listAttributeDefinitions: async () => definitions,
    findEmailRequired: async () => email_required,
  };
}

function registerOf(field: Register["field"], rows: readonly Named[]): Register {
  const by_id = new Map(rows.map((row) => [row.id, row]));
  const by_name = Map.groupBy(
    rows.filter((row) => row.active),
    (row) => nameNorm(row.name),
  );
  return {
    field,
    find: async (id) => by_id.get(id),
    findByName: async (name) => by_name.get(nameNorm(name)) ?? [],
    findSimilar: async () => [],
  };
}
