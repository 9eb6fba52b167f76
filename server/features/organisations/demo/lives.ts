// Starts, completes and leaves open the demo's enrollments, so that all flags occur from the beginning. It calls the use cases of
// learners' steps at instants of the past, in chronological order.
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { insertAudits } from "../../audit/batch-sql.ts";
import { refreshPeople } from "../../compliance/flag/refresh.ts";
import type { NamedAssignment } from "../../enrollments/assign/assignment.ts";
import { assignNamed } from "../../enrollments/assign/named/assign.ts";
import { recordPasses } from "../../enrollments/lifecycle/record-attempt.ts";
import { startEnrollment } from "../../enrollments/lifecycle/start.ts";
import type { Entry } from "../file/schema.ts";

/** How long ago a course was assigned, and how far the person has got. */
type Life = { days_ago: number; outcome: "nothing" | "started" | "completed" };

const fresh: Life = { days_ago: 0, outcome: "nothing" };
const late: Life = { days_ago: 75, outcome: "nothing" };
const busy: Life = { days_ago: 5, outcome: "started" };
const recent: Life = { days_ago: 90, outcome: "completed" };
const year_ago: Life = { days_ago: 340, outcome: "completed" };

/** Outcomes by course, used in turn; other courses have just been assigned. */
const lives: Readonly<Record<string, readonly Life[]>> = {
  "FORKLIFT-01": [recent, busy, year_ago, late, fresh],
  "HEIGHT-01": [year_ago, recent],
  "BHP-01": [recent, fresh, late, recent, busy],
  "SEC-01": [recent, fresh, busy, recent, late],
  "COLD-01": [year_ago, fresh, recent, busy, late],
};

export type Enrolled = readonly [course_code: string, people: number][];

/** How many people have each course, so that some licences have free seats, one has few and one has none. */
const enrolled_in_demo: Enrolled = [
  ["FORKLIFT-01", 19],
  ["FORKLIFT-02", 2],
  ["HEIGHT-01", 6],
  ["FIRSTAID-01", 11],
  ["GDPR-01", 30],
  ["WELD-01", 3],
  ["PATH-FIRE", 8],
  ["PATH-LEAD", 4],
  ["BHP-01", 40],
  ["SEC-01", 20],
  ["COLD-01", 12],
];

const until_start = { minutes: 10 };
const until_result = { minutes: 40 };
const score = 90;

/** A person's course and its outcome. */
type Course = { course_code: string; employee_no: string; life: Life };
type Enrollment = Course & { id: string; person_id: string };

/**
 * Creates real enrollments: they take seats, set flags and emit events like any other. Courses with the same day of assignment
 * are assigned together, and older days come before newer ones. The last assignments are at `context.now`.
 */
export async function liveOn(
  db: Db,
  context: Context,
  people: readonly Entry<"people">[],
  enrolled = enrolled_in_demo,
): Promise<void> {
  const courses = enrolled
    .flatMap(([course_code, count]) => Array.from({ length: count }, (_, place) => ({ course_code, place })))
    .map(({ course_code, place }, index): Course => {
      const of_course = lives[course_code] ?? [fresh];
      const { employee_no } = people[index % people.length]!;
      return { course_code, employee_no, life: of_course[place % of_course.length]! };
    });
  const touched = new Set<string>();
  const by_age = [...Map.groupBy(courses, ({ life }) => life.days_ago)].toSorted(([one], [other]) => other - one);
  for (const [days_ago, of_day] of by_age) {
    const now = context.now.subtract({ hours: 24 * days_ago });
    for (const { person_id } of await liveThrough(db, { ...context, now }, of_day)) touched.add(person_id);
  }
  await refreshPeople(db, context, [...touched]);
}

/** Assigns courses at one instant, and starts and completes them on that day. */
async function liveThrough(db: Db, assigned: Context, courses: readonly Course[]): Promise<Enrollment[]> {
  const started = { ...assigned, now: assigned.now.add(until_start) };
  const ended = { ...started, now: started.now.add(until_result) };
  const enrollments = await assignAll(db, assigned, courses);
  const of = (outcome: Life["outcome"]) => enrollments.filter(({ life }) => life.outcome === outcome);
  for (const { id } of of("started")) await startEnrollment(db, started, id);
  for (const passing of Map.groupBy(of("completed"), ({ course_code }) => course_code).values())
    await passAll(db, ended, passing, started.now);
  return enrollments;
}

async function assignAll(db: Db, context: Context, courses: readonly Course[]): Promise<Enrollment[]> {
  const { type, id, name } = context.actor;
  const batch_id = newId();
  const inputs = courses.map(({ employee_no, course_code }): NamedAssignment => {
    return { person: { employee_no }, course: { course_code }, source: "import", by: { type, id, name }, batch_id };
  });
  const assigned = await assignNamed(db, context, inputs, batch_id);
  return assigned.map((enrollment, place) => ({ ...courses[place]!, ...enrollment }));
}

/** Records the same course as passed for all people at the same time. */
async function passAll(db: Db, context: Context, passing: readonly Enrollment[], began: Temporal.Instant): Promise<void> {
  const order_id = newId();
  const ids = passing.map(({ id }) => id);
  const happened = { began_at: instantText(began), at: instantText(context.now) };
  await recordPasses(db, context, ids, { score, happened, order_id });
  const entries = ids.map((id) => ({
    id: newId(),
    operation: "enrollment.complete" as const,
    target_type: "enrollment" as const,
    target_id: id,
    changes: { status: ["assigned", "completed"], attempts_used: [0, 1], score: [null, score] },
  }));
  await insertAudits(db, context, order_id, entries);
}
