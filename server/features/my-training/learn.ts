import type { Static } from "typebox";
import { todayOf, type PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { findKnown } from "../../platform/http/known.ts";
import { invalid } from "../../platform/http/problem.ts";
import { noSuchEnrollment } from "../enrollments/errors.ts";
import { recordResult } from "../enrollments/lifecycle/record-attempt.ts";
import { startEnrollment } from "../enrollments/lifecycle/start.ts";
import { noSuchContent } from "./errors.ts";
import type { AttemptOutcome, MyCourse } from "./schema.ts";
import { findMyCourse, listContacts, type Content, type MyCourseRow } from "./sql.ts";

/** The percentage of right answers that passes a quiz, unless its course sets one. */
const pass_score_usual = 80;
/** The most people whom a learner is told to ask. */
const contacts_max = 3;

/** A course of the learner with its document or questions, without the right answers. */
export async function openCourse(pool: Pool, caller: PanelCaller, id: string): Promise<Static<typeof MyCourse>> {
  const { found, contacts } = await withTenant(pool, caller.tenant.id, async (db) => {
    const own = await findOwn(db, caller, id);
    return { found: own, contacts: own.content === null ? await listContacts(db, caller.tenant.id, contacts_max) : [] };
  });
  const { record, content, pass_score, instructions } = found;
  return {
    ...record,
    instructions,
    contacts,
    pass_score: content?.kind === "quiz" ? (pass_score ?? pass_score_usual) : null,
    url: content?.kind === "link" ? content.url : null,
    text: content?.kind === "document" ? content.text : null,
    questions:
      content?.kind === "quiz"
        ? content.questions.map(({ text, options, correct }) => ({ text, options, several: correct.length > 1 }))
        : null,
  } as Static<typeof MyCourse>;
}

export async function start(pool: Pool, caller: PanelCaller, id: string): Promise<void> {
  await withTenant(pool, caller.tenant.id, async (db) => {
    await findOwn(db, caller, id);
    await startEnrollment(db, caller, id);
  });
}

/** Confirms that the learner has read the document or the linked page, which completes the course. */
export async function acknowledge(pool: Pool, caller: PanelCaller, id: string): Promise<Static<typeof AttemptOutcome>> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const { content } = await findOwn(db, caller, id);
    if (content?.kind !== "link" && content?.kind !== "document")
      throw noSuchContent("The course has nothing to be read and acknowledged.");
    return outcomeOf(await recordResult(db, caller, id, { passed: true, score: null }), true);
  });
}

/** Counts the right answers: enough of them complete the course, fewer use up an attempt. */
export async function answer(
  pool: Pool,
  caller: PanelCaller,
  id: string,
  answers: readonly (readonly number[])[],
): Promise<Static<typeof AttemptOutcome>> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const { content, pass_score } = await findOwn(db, caller, id);
    if (content?.kind !== "quiz") throw noSuchContent("The course has no quiz.");
    const score = scoreOf(content, answers);
    const passed = score >= (pass_score ?? pass_score_usual);
    return outcomeOf(await recordResult(db, caller, id, { passed, score }), passed);
  });
}

function findOwn(db: Db, caller: PanelCaller, given_id: string): Promise<MyCourseRow> {
  const { tenant, account } = caller;
  return findKnown(given_id, noSuchEnrollment, (id) => findMyCourse(db, tenant.id, account.id, id, todayOf(caller)));
}

/** The percentage of questions whose chosen options are exactly the right ones, rounded down. */
function scoreOf({ questions }: Content & { kind: "quiz" }, answers: readonly (readonly number[])[]): number {
  if (answers.length !== questions.length) {
    throw invalid([{ pointer: "#/answers", code: "OUT_OF_RANGE", detail: `must answer all ${questions.length} questions` }]);
  }
  const right = questions.filter(({ correct }, place) => {
    const chosen = new Set(answers[place]);
    return chosen.size === correct.length && correct.every((option) => chosen.has(option));
  });
  return Math.floor((right.length * 100) / questions.length);
}

function outcomeOf(enrollment: string, passed: boolean): Static<typeof AttemptOutcome> {
  const { status, score, attempts_used, attempts_allowed } = JSON.parse(enrollment);
  return { passed, score, status, attempts_left: Math.max(0, attempts_allowed - attempts_used) };
}
