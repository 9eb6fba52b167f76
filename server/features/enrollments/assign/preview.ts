// What assignMany and lapseSources would do, without writing and without locks: the same plan on the present data. Seats that
// would become free are not counted for the new assignments.
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { UsableLicense } from "../../courses/sql.ts";
import { listSeatsHeldBy } from "../../courses/seats-sql.ts";
import { loadKnown } from "./assign-many.ts";
import { isUnstarted, type Lapse } from "../lifecycle/lapse.ts";
import { listLapsing } from "../lifecycle/lapse-sql.ts";
import { stockOf, type SeatStock } from "./plan-seats.ts";
import { listLicensesOf, planAssignments, type Known } from "./plan-assignments.ts";
import type { BlockReason, Assignment } from "./assignment.ts";

/** The results so far; seats that earlier people would take are not available to later ones. */
export type AssignmentPreview = {
  stock: SeatStock;
  /** The licences of which seats are needed, by id. */
  licenses: Map<string, UsableLicense & { short: number }>;
  assigned: number;
  /** Assignments that are satisfied already. */
  served: number;
  /** Blocked assignments by course and reason. */
  blocked: Map<string, { course_id: string; code: string; title: string; reason: BlockReason; count: number }>;
  cancelled: number;
  /** Enrollments that lose their last source but continue, or stay as evidence. */
  kept: number;
};

export function openPreview(): AssignmentPreview {
  const counts = { assigned: 0, served: 0, cancelled: 0, kept: 0 };
  return { stock: stockOf([], []), licenses: new Map(), blocked: new Map(), ...counts };
}

/** Adds the outcome of assignments. All assignments of one person must come in one call. */
export async function previewAssignments(
  db: Db,
  context: Context,
  preview: AssignmentPreview,
  assignments: readonly Assignment[],
): Promise<void> {
  if (assignments.length === 0) return;
  const person_ids = [...new Set(assignments.map(({ person_id }) => person_id))];
  const [known, held] = await Promise.all([
    loadKnown(db, context, assignments),
    listSeatsHeldBy(db, context.tenant.id, person_ids),
  ]);
  for (const [person_id, licenses] of stockOf([], held).held) preview.stock.held.set(person_id, licenses);
  for (const license of listLicensesOf(context, known, assignments)) note(preview, license);
  const plan = planAssignments(context, known, preview.stock, assignments, 0);
  preview.assigned += plan.assigned.size;
  preview.served += plan.fulfilled.length - plan.assigned.size;
  for (const { assignment, reason } of plan.blocked) block(known, preview, assignment, reason);
}

function note({ licenses, stock }: AssignmentPreview, license: UsableLicense): void {
  if (licenses.has(license.id)) return;
  const { id, seats_total, seats_used } = license;
  licenses.set(id, { ...license, short: 0 });
  stock.free.set(id, seats_total === null ? Infinity : Math.max(seats_total - seats_used, 0));
}

function block(known: Known, preview: AssignmentPreview, assignment: Assignment, reason: BlockReason): void {
  const course = known.courses.get(assignment.course_id);
  if (course === undefined) return;
  const key = `${course.id}/${reason}`;
  const { id: course_id, code, title } = course;
  const blocked = preview.blocked.get(key) ?? { course_id, code, title, reason, count: 0 };
  preview.blocked.set(key, { ...blocked, count: blocked.count + 1 });
  if (reason !== "no_seat") return;
  // With several licences, more seats are needed of the first one in the order of use that has none left.
  const items = known.items.get(course_id) ?? [];
  const licenses = course.licenses.length > 0 ? course.licenses : items.flatMap((item) => item.licenses);
  const empty = licenses.find(({ id }) => preview.stock.free.get(id) === 0);
  if (empty) preview.licenses.get(empty.id)!.short += 1;
}

/** Adds the outcome of sources that end; `kept`: the courses that the rule or group still requires of the person. */
export async function previewLapses(
  db: Db,
  context: Context,
  preview: AssignmentPreview,
  lapses: readonly (Lapse & { kept: readonly string[] })[],
): Promise<void> {
  if (lapses.length === 0) return;
  const reasons = lapses.map(({ person_id, source, ref_id, course_id = null, kept }) => ({
    person_id,
    source,
    ref_id,
    course_id,
    kept,
  }));
  const rows = await listLapsing(db, context.tenant.id, reasons);
  const ended = rows.filter(({ is_over }) => is_over);
  // All lapses are of one rule or group, so `keep` is the same for all.
  const cancelled = lapses[0]!.keep ? 0 : ended.filter(isUnstarted).length;
  preview.cancelled += cancelled;
  preview.kept += ended.length - cancelled;
}
