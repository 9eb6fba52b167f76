import type { ErrorItem } from "../../../platform/http/problem.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { circleOf } from "./circle.ts";
import { listAbove, lockManagers, type ManagerRow } from "./managers-sql.ts";

/** Functions that look up managers. */
export type Managers = {
  find(id: string): Promise<Found | undefined>;
  findByNumber(employee_no: string): Promise<Found | undefined>;
};

/** `id` null: a person whom the same file creates later. */
type Found = Omit<ManagerRow, "id"> & { id: string | null };

/** The manager in a request; undefined: not mentioned, null: none. */
export type GivenManager = { manager_id?: string | null; manager_employee_no?: string | null };

/** The manager that a request names, or the faults. `is_later`: the manager is created later by the same file. */
export type ResolvedManager = ManagerOf & { is_later: boolean; faults: ErrorItem[] };

type ManagerOf = { id: string | null; employee_no: string | null };

/**
 * Finds the manager that a request names. The present manager may always be named again, so that a record that was read can be
 * written back.
 */
export async function resolveManager(managers: Managers, given: GivenManager, current: ManagerOf): Promise<ResolvedManager> {
  const { manager_id: id, manager_employee_no: number } = given;
  if (id === undefined && number === undefined) return resolved(current);
  if (id == null && number == null) return resolved({ id: null, employee_no: null });
  if (id === null) return fault("manager_employee_no", "CONFLICTING_FIELDS", "manager_id is null and this is not");
  if (id === undefined) {
    if (current.id !== null && isSame(number!, current.employee_no)) return resolved(current);
    const found = await managers.findByNumber(number!);
    return found ? resolved(found) : fault("manager_employee_no", "UNKNOWN_PERSON", "no person has this employee number");
  }
  const found = id.toLowerCase() === current.id ? current : await managers.find(id.toLowerCase());
  if (found === undefined) return fault("manager_id", "UNKNOWN_PERSON", "no person has this id");
  if (number !== undefined && !isSame(number, found.employee_no))
    return fault(
      "manager_employee_no",
      "CONFLICTING_FIELDS",
      "manager_id means somebody else; send one of the two, or both for one person",
    );
  return resolved(found);
}

/** The fault if a person's new manager is the person or below the person. */
export async function faultsOfCircle(
  db: Db,
  tenant_id: string,
  person: { id: string; employee_no: string | null },
  manager_id: string,
): Promise<string | null> {
  await lockManagers(db, tenant_id);
  const lines = await listAbove(db, tenant_id, [manager_id]);
  const by_id = new Map(lines.map((line) => [line.id, line]));
  const above = new Map([...lines.map((line) => [line.id, line.manager_id] as const), [person.id, manager_id] as const]);
  const circle = circleOf(person.id, above);
  if (circle === null) return null;
  return wordsOfCircle(circle.map((id) => (id === person.id ? person.employee_no : by_id.get(id)?.employee_no) ?? id));
}

const named_max = 10;

/** A circle of employee numbers, as text for a message. */
export function wordsOfCircle(numbers: readonly string[]): string {
  const shown = numbers.length > named_max ? [...numbers.slice(0, named_max - 1), "…", numbers.at(-1)] : numbers;
  return `would put people above themselves: ${shown.join(" → ")}, each followed by their manager`;
}

/** The pointer to the member of a request that names the manager. */
export function pointerOfManager({ manager_id }: GivenManager): string {
  return manager_id == null ? "#/manager_employee_no" : "#/manager_id";
}

function resolved({ id, employee_no }: Found): ResolvedManager {
  return { id, employee_no, is_later: id === null && employee_no !== null, faults: [] };
}

function fault(member: string, code: "CONFLICTING_FIELDS" | "UNKNOWN_PERSON", detail: string): ResolvedManager {
  return { id: null, employee_no: null, is_later: false, faults: [{ pointer: `#/${member}`, code, detail }] };
}

function isSame(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && caseNorm(one) === caseNorm(other));
}
