// What became of the demo's enrollments, so that every flag is there from the first look on: by the use cases that learners'
// steps have, at instants of the past, in the order of time.
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { refreshPeople } from "../../compliance/flag/refresh.ts";
import { assign } from "../../enrollments/assign/named/assign.ts";
import { recordResult } from "../../enrollments/lifecycle/record-attempt.ts";
import { startEnrollment } from "../../enrollments/lifecycle/start.ts";
import type { Entry } from "../file/schema.ts";

/** How long ago a course was assigned, and how far the person has come since. */
type Life = { days_ago: number; outcome: "nothing" | "started" | "completed" };

const fresh: Life = { days_ago: 0, outcome: "nothing" };
const late: Life = { days_ago: 75, outcome: "nothing" };
const busy: Life = { days_ago: 5, outcome: "started" };
const recent: Life = { days_ago: 90, outcome: "completed" };
const year_ago: Life = { days_ago: 340, outcome: "completed" };

/** By course, in turn; of the others nothing has been started yet. */
const lives: Readonly<Record<string, readonly Life[]>> = {
  "FORKLIFT-01": [recent, busy, year_ago, late, fresh],
  "HEIGHT-01": [year_ago, recent],
  "BHP-01": [recent, fresh, late, recent, busy],
  "SEC-01": [recent, fresh, busy, recent, late],
  "COLD-01": [year_ago, fresh, recent, busy, late],
};

export type Enrolled = readonly [course_code: string, people: number][];

/** How many people have what: seats are left in some licences, few in one, none in another. */
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

/** Between two things of a day that happened to different people. */
const apart = { minutes: 3 };
const until_start = { minutes: 10 };
const until_result = { minutes: 40 };

/** One thing that happened, and when. */
type Step = { at: Temporal.Instant; happen: (db: Db, then: Context) => Promise<void> };

/** Real enrollments: they take seats, set flags and write events like any other. The last of them is of `context.now`. */
export async function liveOn(
  db: Db,
  context: Context,
  people: readonly Entry<"people">[],
  enrolled = enrolled_in_demo,
): Promise<void> {
  const batch_id = newId();
  const touched = new Set<string>();
  const courses = enrolled.flatMap(([course_code, count]) =>
    Array.from({ length: count }, (_, place) => ({ course_code, place })),
  );
  const steps = courses.flatMap(({ course_code, place }, index): Step[] => {
    const { employee_no } = people[index % people.length]!;
    const of_course = lives[course_code] ?? [fresh];
    const { days_ago, outcome } = of_course[place % of_course.length]!;
    const assigned = context.now.subtract({ hours: 24 * days_ago, minutes: apart.minutes * (courses.length - 1 - index) });
    const started = assigned.add(until_start);
    let id = "";
    return [
      {
        at: assigned,
        happen: async (db, then) => {
          const enrollment = await assignTo(db, then, { employee_no, course_code, batch_id });
          id = enrollment.id;
          touched.add(enrollment.user_id);
        },
      },
      ...(outcome === "nothing"
        ? []
        : [{ at: started, happen: async (db: Db, then: Context) => void (await startEnrollment(db, then, id)) }]),
      ...(outcome === "completed"
        ? [
            {
              at: started.add(until_result),
              happen: async (db: Db, then: Context) => void (await recordResult(db, then, id, { passed: true, score: 90 })),
            },
          ]
        : []),
    ];
  });
  for (const { at, happen } of steps.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at)))
    await happen(db, { ...context, now: at });
  await refreshPeople(db, context, [...touched]);
}

type Assigned = { employee_no: string; course_code: string; batch_id: string };

async function assignTo(db: Db, context: Context, { employee_no, course_code, batch_id }: Assigned) {
  const { type, id, name } = context.actor;
  const text = await assign(db, context, {
    person: { employee_no },
    course: { course_code },
    source: "import",
    by: { type, id, name },
    batch_id,
  });
  const enrollment = JSON.parse(text) as { id: string; user_id: string };
  await record(db, context, {
    operation: "enrollment.assign",
    target_type: "enrollment",
    target_id: enrollment.id,
    changes: { course_code: [null, course_code] },
    personal: { employee_no: [null, employee_no] },
    batch_id,
  });
  return enrollment;
}
