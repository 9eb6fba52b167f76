// Decides which people match a rule or a dynamic group: a pure function of what is known of a person.
import { isDeepStrictEqual } from "node:util";
import { nameNorm } from "../../platform/text.ts";

/**
 * Conditions on people. A person must meet each condition that is given, and at least one is given. Where a condition is a list,
 * one of its entries must match.
 */
export type Conditions = {
  department_ids?: string[];
  /** With department_ids: whether people of the departments below count as well. */
  include_subdepartments?: boolean;
  worker_type?: "internal_payroll" | "b2b_contractor";
  contractor_ids?: string[];
  /** Part of the job title; case, diacritics and repeated spaces do not count. */
  job_title_contains?: string;
  /** By key of the attribute: its value, or one of its entries where the attribute is a list. */
  attributes?: Record<string, AttributeCondition>;
};

export type AttributeCondition = string | number | boolean;

/** What is known of a person, as far as conditions look at it. */
export type Subject = {
  department_id: string | null;
  worker_type: string;
  contractor_id: string | null;
  job_title: string | null;
  attributes: Readonly<Record<string, unknown>>;
};

/** For each department its own id and those of all departments above it. */
export type Ancestry = ReadonlyMap<string, readonly string[]>;

export function matches(conditions: Conditions, person: Subject, ancestry: Ancestry): boolean {
  const { worker_type, contractor_ids, job_title_contains, attributes = {} } = conditions;
  return (
    hasCondition(conditions) &&
    isInDepartments(conditions, person, ancestry) &&
    (worker_type === undefined || person.worker_type === worker_type) &&
    (contractor_ids === undefined || (person.contractor_id !== null && contractor_ids.includes(person.contractor_id))) &&
    (job_title_contains === undefined || isPartOf(job_title_contains, person.job_title)) &&
    Object.entries(attributes).every(([key, wanted]) => hasValue(person.attributes, key, wanted))
  );
}

/** Whether any condition is given; a rule without conditions would match all people. */
export function hasCondition(conditions: Conditions): boolean {
  const { department_ids, worker_type, contractor_ids, job_title_contains, attributes = {} } = conditions;
  const others = [department_ids, worker_type, contractor_ids, job_title_contains];
  return Object.keys(attributes).length > 0 || others.some((value) => value !== undefined);
}

function isInDepartments({ department_ids, include_subdepartments = true }: Conditions, person: Subject, ancestry: Ancestry) {
  if (department_ids === undefined) return true;
  if (person.department_id === null) return false;
  const places = include_subdepartments ? (ancestry.get(person.department_id) ?? [person.department_id]) : [person.department_id];
  return places.some((place) => department_ids.includes(place));
}

/** Whether a text contains another one, both in normal form. A part that consists only of accents and spaces matches no text. */
function isPartOf(part: string, title: string | null): boolean {
  const wanted = nameNorm(part);
  return wanted !== "" && title !== null && nameNorm(title).includes(wanted);
}

function hasValue(attributes: Readonly<Record<string, unknown>>, key: string, wanted: AttributeCondition): boolean {
  const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
  return Array.isArray(value) ? value.includes(wanted) : isDeepStrictEqual(value, wanted);
}

/** Conditions as they are stored: ids in lower case, lists sorted and without repetition, and no empty conditions. */
export function tidyConditions(conditions: Conditions): Conditions {
  const {
    department_ids,
    include_subdepartments = true,
    worker_type,
    contractor_ids,
    job_title_contains,
    attributes,
  } = conditions;
  const inOrder = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  return {
    ...(department_ids === undefined ? {} : { department_ids: inOrder(department_ids), include_subdepartments }),
    ...(worker_type === undefined ? {} : { worker_type }),
    ...(contractor_ids === undefined ? {} : { contractor_ids: inOrder(contractor_ids) }),
    ...(job_title_contains === undefined ? {} : { job_title_contains }),
    ...(attributes === undefined || Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
}

/** Names of departments and companies by id, as a description shows them. */
export type Names = ReadonlyMap<string, string>;

/** Conditions in words, as events and the panel show them: `job_title contains "Forklift"`. */
export function describe(conditions: Conditions, names: Names): string {
  const { department_ids, include_subdepartments = true, worker_type, contractor_ids, job_title_contains } = conditions;
  const below = include_subdepartments ? " or below" : "";
  const parts = [
    department_ids && `department is ${oneOf(department_ids, names)}${below}`,
    worker_type && `worker_type is ${worker_type}`,
    contractor_ids && `contractor is ${oneOf(contractor_ids, names)}`,
    job_title_contains !== undefined && `job_title contains ${JSON.stringify(job_title_contains)}`,
    ...Object.entries(conditions.attributes ?? {}).map(([key, value]) => `${key} is ${JSON.stringify(value)}`),
  ];
  return parts.filter(Boolean).join(" and ");
}

function oneOf(ids: readonly string[], names: Names): string {
  return ids.map((id) => JSON.stringify(names.get(id) ?? id)).join(" or ");
}
