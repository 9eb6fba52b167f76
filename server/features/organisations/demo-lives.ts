// What became of the demo's enrollments, so that every flag is there from the first look on: by the use cases that learners'
// steps have, at instants of the past.
import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { recordResult } from "../enrollments/record-attempt.ts";
import { startEnrollment } from "../enrollments/start.ts";
import type { Entry } from "./schema.ts";

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

/** What became of the enrollment of a person in a course; who was not there yet has only just been assigned it. */
export function lifeOf(context: Context, course_code: string, place: number, person: Entry<"people">): Life {
  const all = lives[course_code] ?? [fresh];
  const life = all[place % all.length]!;
  const begun = todayOf(at(context, life));
  return person.employment_start_date && person.employment_start_date > begun ? fresh : life;
}

/** The instant at which a life begins. */
export function at(context: Context, { days_ago }: Life): Context {
  return { ...context, now: context.now.subtract({ hours: 24 * days_ago }) };
}

/** Lives an enrollment on, from its assignment. */
export async function live(db: Db, context: Context, id: string, life: Life): Promise<void> {
  if (life.outcome === "nothing") return;
  const then = at(context, life);
  await startEnrollment(db, then, id);
  if (life.outcome === "completed") await recordResult(db, then, id, { passed: true, score: 90 });
}
