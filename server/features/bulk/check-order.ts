import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { findPlannableCourse } from "../courses/sql.ts";
import { refuseUnassignable } from "../enrollments/assign/refuse-assignment.ts";
import { countSelectedPeople, listKnownIds } from "./selected-sql.ts";
import { people_max, type BulkAssign } from "./schema.ts";

/**
 * Refuses an order as a whole, by name: what it says is wrong, nobody is selected, too many are, or nobody can be assigned the course
 * today. Returns how many people are selected, of the departments where there are some.
 */
export async function checkOrder(
  db: Db,
  context: Context,
  order: Static<typeof BulkAssign>,
  department_ids: readonly string[] | null = null,
): Promise<{ people: number }> {
  const { selection, course_id, due_date } = order;
  const { id: tenant_id, time_zone } = context.tenant;
  if ((selection.person_ids === undefined) === (selection.filter === undefined))
    throw invalid([{ pointer: "#/selection", code: "ONE_OF_REQUIRED", detail: "names people by person_ids, or by a filter" }]);
  const [course, faults, people] = await Promise.all([
    findPlannableCourse(db, tenant_id, { course_id }, { today: todayOf(context), time_zone }),
    faultsOfPeople(db, tenant_id, selection.person_ids ?? []),
    countSelectedPeople(db, tenant_id, { ...selection, department_ids }, people_max + 1),
  ]);
  if (course === undefined)
    faults.push({ pointer: "#/course_id", code: "UNKNOWN_COURSE", detail: "names no course of this organisation" });
  if (due_date && due_date < todayOf(context)) {
    const detail = "must be today or later in the organisation's time zone";
    faults.push({ pointer: "#/due_date", code: "DATE_IN_PAST", detail });
  }
  if (people === 0 && faults.length === 0)
    faults.push({ pointer: "#/selection", code: "REQUIRED", detail: "nobody fits this filter" });
  if (people > people_max)
    faults.push({ pointer: "#/selection", code: "TOO_MANY", detail: `names more than the ${people_max} people of one order` });
  if (faults.length > 0) throw invalid(faults);
  refuseUnassignable({ course: { course_id } }, course!);
  return { people };
}

async function faultsOfPeople(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<ErrorItem[]> {
  if (person_ids.length === 0) return [];
  const known = new Set(await listKnownIds(db, tenant_id, person_ids));
  return person_ids.flatMap((id, index) =>
    known.has(id.toLowerCase())
      ? []
      : [{ pointer: `#/selection/person_ids/${index}`, code: "UNKNOWN_PERSON" as const, detail: "names no person" }],
  );
}
