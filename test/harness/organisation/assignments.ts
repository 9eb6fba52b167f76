import type { Context } from "../../../server/platform/context.ts";
import type { Pool } from "../../../server/platform/db/pool.ts";
import { withTenant, type Db } from "../../../server/platform/db/transaction.ts";
import { newId } from "../../../server/platform/ids.ts";
import { assignMany, type Outcome } from "../../../server/features/enrollments/assign/assign-many.ts";
import type { Assignment } from "../../../server/features/enrollments/assign/assignment.ts";
import { openTraining, type TrainingOrganisation } from "./enrollments.ts";
import type { OrganisationFileInput } from "./organisation.ts";

/** An organisation with assignments by rules, but without the rules. */
export type Assigning = {
  training: TrainingOrganisation;
  pool: Pool;
  context: Context;
  /** Ids by employee number, and ids by course code. */
  person: Record<string, string>;
  course: Record<string, string>;
  /** Rows, read as superuser. */
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** An assignment by `rule`. */
  assignment(employee_no: string, code: string, more?: Partial<Assignment>): Assignment;
  assign(assignments: Assignment[]): Promise<Outcome>;
  /** Bodies of the `enrollment.assigned` events of a course. */
  assignedEvents(code: string): Promise<any[]>;
  enrollmentsOf(employee_no: string, code: string): Promise<any[]>;
  /** All alerts of a course, open and resolved. */
  alertsOf(code: string): Promise<any[]>;
  /** The sources of an enrollment that have not lapsed. */
  sourcesOf(id: string): Promise<[string, string][]>;
};

export const rule = { type: "rule", id: newId(), name: "Onboarding: Logistyka" };
export const batch_id = newId();

export async function openAssigning(file: OrganisationFileInput, people: number): Promise<Assigning> {
  const training = await openTraining(file, people);
  const pool = training.database.pool("muster_app", 8);
  const context: Context = {
    tenant: { id: training.organisation.tenant_id, code: "ACME", kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 },
    actor: { type: "system", id: null, name: "Muster" },
    now: Temporal.Instant.from("2026-02-02T07:00:00Z"),
    request_id: null,
  };
  const query = async (text: string, values: unknown[] = []) => (await training.database.superuser.query(text, values)).rows;
  const idsOf = async (text: string) => Object.fromEntries((await query(text)).map(({ key, id }) => [key, id]));
  const person = await idsOf("select employee_no as key, id from person");
  const course = await idsOf("select code as key, id from course");
  return {
    training,
    pool,
    context,
    person,
    course,
    query,
    assignment: (employee_no, code, more = {}) => ({
      person_id: person[employee_no],
      course_id: course[code],
      source: "rule",
      by: rule,
      origin: { source: "rule", ref_id: rule.id },
      ...more,
    }),
    assign: (assignments) => withTenant(pool, context.tenant.id, (db) => assignMany(db, context, assignments, { batch_id })),
    assignedEvents: async (code) =>
      (await training.events("enrollment.assigned")).filter((event) => event.data.course.code === code),
    enrollmentsOf: async (employee_no, code) =>
      (await training.api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=${code}`)).body.enrollments,
    alertsOf: (code) =>
      query(
        `select a.kind, a.reason, p.employee_no, a.wishes as assignments, a.resolved_at is null as open from alert a
         join person p on p.id = a.person_id join course c on c.id = a.course_id where c.code = $1 order by a.id`,
        [code],
      ),
    sourcesOf: async (id) => {
      const rows = await query(
        "select source, ref_id from enrollment_source where enrollment_id = $1 and lapsed_at is null order by 1, 2",
        [id],
      );
      return rows.map(({ source, ref_id }) => [source, ref_id]);
    },
  };
}

/** A database handle that counts its statements. */
export function countingOf(db: Db): Db & { statements: number } {
  const counting = {
    statements: 0,
    rows: <Row>(...args: Parameters<Db["rows"]>) => ((counting.statements += 1), db.rows<Row>(...args)),
    row: <Row>(...args: Parameters<Db["row"]>) => ((counting.statements += 1), db.row<Row>(...args)),
    count: (...args: Parameters<Db["count"]>) => ((counting.statements += 1), db.count(...args)),
    send: (...args: Parameters<Db["send"]>) => ((counting.statements += 1), db.send(...args)),
    commit: db.commit,
    afterCommit: db.afterCommit,
  };
  return counting;
}
