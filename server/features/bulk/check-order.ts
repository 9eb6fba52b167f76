import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { findPlannableCourse } from "../courses/sql.ts";
import { refuseUnassignable } from "../enrollments/assign/named/refuse-assignment.ts";
import { countSelectedPeople, listKnownIds } from "./selected-sql.ts";
import { pathFollowsCourses } from "../enrollments/errors.ts";
import { manualGroup } from "../groups/move-members.ts";
import { findGroup } from "../groups/sql.ts";
import { people_max, type BulkOrder, type WorkKind } from "./schema.ts";
import { findCourseOfResults } from "./works/sql.ts";

/**
 * Throws when an order cannot be carried out at all: its members are wrong, it selects no people or too many, or no one can be
 * assigned the course today. Returns how many people are selected, within the administrator's departments if there is a limit.
 */
export async function checkOrder(
  db: Db,
  context: Context,
  order: BulkOrder,
  department_ids: readonly string[] | null = null,
): Promise<{ people: number; group_name?: string }> {
  const { selection, kind = "assign", course_id, group_id } = order;
  const { id: tenant_id, time_zone } = context.tenant;
  if ((selection.person_ids === undefined) === (selection.filter === undefined))
    throw invalid([{ pointer: "#/selection", code: "ONE_OF_REQUIRED", detail: "names people by person_ids, or by a filter" }]);
  const faults = faultsOfMembers(order);
  if (faults.length > 0) throw invalid(faults);
  const [course, unknown, people] = await Promise.all([
    course_id && findPlannableCourse(db, tenant_id, { course_id }, { today: todayOf(context), time_zone }),
    faultsOfPeople(db, tenant_id, selection.person_ids ?? []),
    countSelectedPeople(db, tenant_id, { ...selection, department_ids }, people_max + 1),
  ]);
  faults.push(...unknown);
  if (course_id !== undefined && course === undefined)
    faults.push({ pointer: "#/course_id", code: "UNKNOWN_COURSE", detail: "names no course of this organisation" });
  faults.push(...faultsOfDays(order, todayOf(context)));
  if (people === 0 && faults.length === 0)
    faults.push({ pointer: "#/selection", code: "REQUIRED", detail: "nobody fits this filter" });
  if (people > people_max)
    faults.push({ pointer: "#/selection", code: "TOO_MANY", detail: `names more than the ${people_max} people of one order` });
  if (faults.length > 0) throw invalid(faults);
  if (kind === "assign") refuseUnassignable({ course: { course_id: course_id! } }, course || undefined!);
  if (kind === "complete") await checkResult(db, tenant_id, order);
  if (kind === "join") return { people, group_name: manualGroup(await findGroup(db, tenant_id, group_id!)).name };
  return { people };
}

type Member = Exclude<keyof BulkOrder, "selection" | "kind">;

/** The members that an order of each kind needs, and those that it may have. */
const members: Readonly<Record<WorkKind, { needs: readonly Member[]; may: readonly Member[] }>> = {
  assign: { needs: ["course_id"], may: ["due_date"] },
  extend: { needs: ["course_id", "due_date"], may: [] },
  exempt: { needs: ["course_id", "from", "reason"], may: ["until"] },
  join: { needs: ["group_id"], may: [] },
  remind: { needs: [], may: ["course_id"] },
  complete: { needs: ["course_id", "completed_on"], may: ["score"] },
  invite: { needs: [], may: [] },
};

/** Members that are missing, and members of another kind of work. */
function faultsOfMembers(order: BulkOrder): ErrorItem[] {
  const { selection: _, kind = "assign", ...asked } = order;
  const { needs, may } = members[kind];
  const missing = needs.filter((name) => (asked[name] ?? null) === null);
  const foreign = (Object.keys(asked) as Member[]).filter((name) => !needs.includes(name) && !may.includes(name));
  return [
    ...missing.map((name): ErrorItem => ({ pointer: `#/${name}`, code: "REQUIRED", detail: `is needed to ${kind}` })),
    ...foreign.map((name): ErrorItem => ({ pointer: `#/${name}`, code: "NOT_POSSIBLE", detail: `has no meaning for ${kind}` })),
  ];
}

/** Refuses what recording a single result would refuse, as far as it is the same for all people. */
async function checkResult(db: Db, tenant_id: string, { course_id, score = null }: BulkOrder): Promise<void> {
  const { type, code, pass_score } = (await findCourseOfResults(db, tenant_id, course_id!))!;
  if (type === "learning_path") throw pathFollowsCourses(`${code} is a learning path.`);
  if (score !== null && pass_score !== null && score < pass_score)
    throw invalid([{ pointer: "#/score", code: "OUT_OF_RANGE", detail: `must be at least ${pass_score} to pass the course` }]);
}

function faultsOfDays({ due_date, from, until, completed_on }: BulkOrder, today: string): ErrorItem[] {
  const detail = "must be today or later in the organisation's time zone";
  const faults = Object.entries({ due_date, until }).flatMap(([name, day]): ErrorItem[] =>
    day && day < today ? [{ pointer: `#/${name}`, code: "DATE_IN_PAST", detail }] : [],
  );
  if (from && until && until < from) faults.push({ pointer: "#/until", code: "OUT_OF_RANGE", detail: "must not be before from" });
  if (completed_on && completed_on > today)
    faults.push({ pointer: "#/completed_on", code: "OUT_OF_RANGE", detail: "must not be in the future" });
  return faults;
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
