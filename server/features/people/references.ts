import type { ErrorItem } from "../../platform/http/problem.ts";
import { nameNorm } from "../../platform/text.ts";

/** A department or company in a request; undefined: not mentioned, null: none. */
export type GivenReference = { id: string | null | undefined; name: string | null | undefined };

/** The person's present department or company; a new person has none. */
export type CurrentReference = { id: string | null; name: string | null };

/** The resolved reference, or its faults. */
export type Resolved = CurrentReference & { faults: ErrorItem[] };

export type Named = {
  id: string;
  name: string;
  active: boolean;
  tax_id?: string | null;
  /** The last day of a company's contract; left out in single look-ups. */
  contract_valid_until?: string | null;
};

/** Departments or companies, with the functions that look them up. */
export type Register = {
  field: "department" | "contractor";
  find(id: string): Promise<Named | undefined>;
  /** Only records in use. */
  findByName(name: string): Promise<Named[]>;
  findSimilar(name: string): Promise<Named[]>;
};

const words = {
  department: { one: "department", many: "departments" },
  contractor: { one: "contractor company", many: "contractor companies" },
};

/**
 * Finds the department or company that a request names. New references must be to records in use. The present one may always be
 * named again, so that a record that was read can be written back.
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
