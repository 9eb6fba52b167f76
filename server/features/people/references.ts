import type { Db } from "../../platform/db/transaction.ts";
import type { ErrorItem } from "../../platform/http/problem.ts";
import { nameNorm } from "../../platform/text.ts";
import { findContractor, findContractorsByName, findSimilarContractors } from "../contractors/sql.ts";
import { findDepartment, findDepartmentsByName, findSimilarDepartments } from "../departments/sql.ts";

/** What a request says about a department or a company; undefined is not mentioned, null is none. */
export type GivenReference = { id: string | null | undefined; name: string | null | undefined };

/** What the person has now; a new person has nothing. */
export type CurrentReference = { id: string | null; name: string | null };

/** The id that is meant, or why none can be told. */
export type Resolved = { id: string | null; faults: ErrorItem[] };

type Named = { id: string; name: string; active: boolean; tax_id?: string | null };

type Kind = {
  field: "department" | "contractor";
  one: string;
  many: string;
  find(db: Db, tenant_id: string, id: string): Promise<Named | undefined>;
  findByName(db: Db, tenant_id: string, name: string): Promise<Named[]>;
  findSimilar(db: Db, tenant_id: string, name: string): Promise<Named[]>;
};

export const department: Kind = {
  field: "department",
  one: "department",
  many: "departments",
  find: findDepartment,
  findByName: findDepartmentsByName,
  findSimilar: findSimilarDepartments,
};

export const contractor: Kind = {
  field: "contractor",
  one: "contractor company",
  many: "contractor companies",
  find: findContractor,
  findByName: findContractorsByName,
  findSimilar: findSimilarContractors,
};

/**
 * Finds the department or company that a request means. New references lead only to ones in use; the one that a person
 * has already may be named again whatever became of it, so that a record that was read can be written back.
 */
export async function resolveReference(
  db: Db,
  tenant_id: string,
  kind: Kind,
  given: GivenReference,
  current: CurrentReference,
): Promise<Resolved> {
  const { id, name } = given;
  if (id === undefined && name === undefined) return { id: current.id, faults: [] };
  if (isNothing(id) && isNothing(name)) return { id: null, faults: [] };
  if (id === null || name === null)
    return disagreement(kind, `one of ${kind.field}_id and ${kind.field}_name is null, the other is not`);
  if (id === undefined) return resolveName(db, tenant_id, kind, name!, current);
  const found = await kind.find(db, tenant_id, id);
  if (found === undefined || (!found.active && found.id !== current.id)) return unknownId(kind, found);
  if (name !== undefined && nameNorm(name) !== nameNorm(found.name)) {
    return disagreement(
      kind,
      `${kind.field}_id means the ${kind.one} "${found.name}"; send one of the two, or both for the same one`,
    );
  }
  return { id: found.id, faults: [] };
}

async function resolveName(db: Db, tenant_id: string, kind: Kind, name: string, current: CurrentReference): Promise<Resolved> {
  if (current.name !== null && nameNorm(name) === nameNorm(current.name)) return { id: current.id, faults: [] };
  const found = await kind.findByName(db, tenant_id, name);
  if (found.length === 1) return { id: found[0]!.id, faults: [] };
  if (found.length > 1) {
    return fault(kind, "name", "AMBIGUOUS", `${found.length} ${kind.many} have this name; send ${kind.field}_id`, found);
  }
  return fault(kind, "name", "UNKNOWN", `no ${kind.one} in use has this name`, await kind.findSimilar(db, tenant_id, name));
}

function unknownId(kind: Kind, found: Named | undefined): Resolved {
  return fault(kind, "id", "UNKNOWN", found ? `this ${kind.one} is no longer in use` : `no ${kind.one} has this id`);
}

function fault(
  kind: Kind,
  member: "id" | "name",
  what: "UNKNOWN" | "AMBIGUOUS",
  detail: string,
  candidates: readonly Named[] = [],
): Resolved {
  const suggestions = candidates.map(({ id, name, tax_id }) => ({ id, name, ...(tax_id === undefined ? {} : { tax_id }) }));
  const code = `${what}_${kind.field.toUpperCase()}`;
  return {
    id: null,
    faults: [{ pointer: `#/${kind.field}_${member}`, code, detail, ...(suggestions.length > 0 ? { suggestions } : {}) }],
  };
}

function disagreement(kind: Kind, detail: string): Resolved {
  return { id: null, faults: [{ pointer: `#/${kind.field}_name`, code: "CONFLICTING_FIELDS", detail }] };
}

function isNothing(value: string | null | undefined): boolean {
  return value === null || value === undefined;
}
