import type { ErrorItem } from "../../platform/http/problem.ts";
import { nameNorm } from "../../platform/text.ts";

/** What a request says about a department or a company; undefined is not mentioned, null is none. */
export type GivenReference = { id: string | null | undefined; name: string | null | undefined };

/** What the person has now; a new person has nothing. */
export type CurrentReference = { id: string | null; name: string | null };

/** The one that is meant, or why none can be told. */
export type Resolved = CurrentReference & { faults: ErrorItem[] };

export type Named = {
  id: string;
  name: string;
  active: boolean;
  tax_id?: string | null;
  /** The last day of a company's contract; not told where companies are looked up one by one. */
  contract_valid_until?: string | null;
};

/** Departments or companies, and how they are looked up. */
export type Register = {
  field: "department" | "contractor";
  find(id: string): Promise<Named | undefined>;
  /** Those in use. */
  findByName(name: string): Promise<Named[]>;
  findSimilar(name: string): Promise<Named[]>;
};

const words = {
  department: { one: "department", many: "departments" },
  contractor: { one: "contractor company", many: "contractor companies" },
};

/**
 * Finds the department or company that a request means. New references lead only to ones in use; the one that a person
 * has already may be named again whatever became of it, so that a record that was read can be written back.
 */
export async function resolveReference(register: Register, given: GivenReference, current: CurrentReference): Promise<Resolved> {
  const { id, name } = given;
  if (id === undefined && name === undefined) return { ...current, faults: [] };
  if (isNothing(id) && isNothing(name)) return { id: null, name: null, faults: [] };
  if (id === null || name === null)
    return disagreement(register, `one of ${register.field}_id and ${register.field}_name is null, the other is not`);
  if (id === undefined) return resolveName(register, name!, current);
  const found = await register.find(id);
  if (found === undefined || (!found.active && found.id !== current.id)) return unknownId(register, found);
  if (name !== undefined && nameNorm(name) !== nameNorm(found.name)) {
    return disagreement(
      register,
      `${register.field}_id means the ${words[register.field].one} "${found.name}"; send one of the two, or both for the same one`,
    );
  }
  return { id: found.id, name: found.name, faults: [] };
}

async function resolveName(register: Register, name: string, current: CurrentReference): Promise<Resolved> {
  if (current.name !== null && nameNorm(name) === nameNorm(current.name)) return { ...current, faults: [] };
  const found = await register.findByName(name);
  if (found.length === 1) return { id: found[0]!.id, name: found[0]!.name, faults: [] };
  if (found.length > 1) {
    return fault(
      register,
      "name",
      "AMBIGUOUS",
      `${found.length} ${words[register.field].many} have this name; send ${register.field}_id`,
      found,
    );
  }
  return fault(
    register,
    "name",
    "UNKNOWN",
    `no ${words[register.field].one} in use has this name`,
    await register.findSimilar(name),
  );
}

function unknownId(register: Register, found: Named | undefined): Resolved {
  return fault(
    register,
    "id",
    "UNKNOWN",
    found ? `this ${words[register.field].one} is no longer in use` : `no ${words[register.field].one} has this id`,
  );
}

const capitals = { department: "DEPARTMENT", contractor: "CONTRACTOR" } as const;

function fault(
  register: Register,
  member: "id" | "name",
  what: "UNKNOWN" | "AMBIGUOUS",
  detail: string,
  candidates: readonly Named[] = [],
): Resolved {
  const suggestions = candidates.map(({ id, name, tax_id }) => ({ id, name, ...(tax_id === undefined ? {} : { tax_id }) }));
  const code = `${what}_${capitals[register.field]}` as const;
  return {
    id: null,
    name: null,
    faults: [{ pointer: `#/${register.field}_${member}`, code, detail, ...(suggestions.length > 0 ? { suggestions } : {}) }],
  };
}

function disagreement(register: Register, detail: string): Resolved {
  return { id: null, name: null, faults: [{ pointer: `#/${register.field}_name`, code: "CONFLICTING_FIELDS", detail }] };
}

function isNothing(value: string | null | undefined): boolean {
  return value === null || value === undefined;
}
