import { randomInt } from "node:crypto";
import type { Static } from "typebox";
import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { lockPersonOf } from "../../enrollments/sql.ts";
import { listDrawable, listDrawn } from "../bank/sql.ts";
import { itemNotOfKind, itemNotOpen, noQuestions, noSuchSitting, sittingHandedIn } from "../errors.ts";
import type { Answers, Asked, Item } from "../item.ts";
import { askedOf, scoreOf, shuffled } from "../rules.ts";
import type { AnswersGiven, MySitting, MySittingOutcome } from "../schema.ts";
import { endItem, hold, passPercentOf, placeOf, readAgain, refuseLocked, stateOf, underWay } from "./run.ts";
import { findSitting, insertSitting, lockSitting, updateAnswers, updateHandedIn, type Sitting } from "./sql.ts";

type Given = Static<typeof AnswersGiven>["answers"];

/** Begins a quiz, or continues the open sitting, also on another device. */
export async function beginSitting(
  pool: Pool,
  caller: PanelCaller,
  given_id: string,
  item_id: string,
): Promise<Static<typeof MySitting>> {
  const { tenant, account } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const own = await hold(db, caller, given_id);
    const run = await underWay(db, caller, own);
    const { item, place } = placeOf(run.items, item_id);
    if (item.kind !== "quiz") throw itemNotOfKind(`"${item.title}" is no quiz.`);
    refuseLocked(run, place);
    if (stateOf(run, item.id)?.state === "done") throw itemNotOpen("The quiz is passed already.");
    const open = run.sittings.find((sitting) => sitting.item_id === item.id);
    if (open !== undefined) return shown((await findSitting(db, tenant.id, account.id, open.id))!);
    const asked = await draw(db, tenant.id, item);
    if (asked.length === 0) throw noQuestions(`"${item.title}" draws from categories without questions.`);
    const sitting = { id: newId(), run_id: run.id, item_id: item.id, asked, pass_percent: passPercentOf(item, own) };
    await insertSitting(db, tenant.id, sitting, instantText(caller.now));
    return shown({ ...sitting, answers: {} });
  });
}

/** Stores answers while the quiz is open; the last answer to a question counts. */
export async function saveAnswers(pool: Pool, caller: PanelCaller, given_id: string, given: Given): Promise<void> {
  const { tenant, account } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    const sitting = await findKnown(given_id, noSuchSitting, (id) => lockSitting(db, tenant.id, account.id, id));
    refuseEnded(sitting);
    await updateAnswers(db, tenant.id, sitting.id, merged(sitting, given));
  });
}

/** Ends a sitting and counts the right answers. That ends the item, and possibly the run. */
export async function handIn(
  pool: Pool,
  caller: PanelCaller,
  given_id: string,
  given: Given,
): Promise<Static<typeof MySittingOutcome>> {
  const { tenant, account } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const { enrollment_id } = await findKnown(given_id, noSuchSitting, (id) => findSitting(db, tenant.id, account.id, id));
    await lockPersonOf(db, tenant.id, enrollment_id);
    const sitting = (await lockSitting(db, tenant.id, account.id, given_id.toLowerCase()))!;
    refuseEnded(sitting);
    const own = await hold(db, caller, enrollment_id);
    const answers = merged(sitting, given);
    refuseOpenQuestions(sitting.asked, answers);
    const score = scoreOf(sitting.asked, answers);
    const passed = score >= sitting.pass_percent;
    await updateHandedIn(db, tenant.id, sitting.id, { answers, score, at: instantText(caller.now) });
    const run = await underWay(db, caller, own);
    await endItem(db, caller, own, run, { item_id: sitting.item_id, state: passed ? "done" : "failed", score });
    return { passed, score, course: await readAgain(db, caller, own) };
  });
}

/** Draws random questions of each category, in random order and with their options shuffled. */
async function draw(db: Db, tenant_id: string, { draws }: Item & { kind: "quiz" }): Promise<Asked[]> {
  const below = (n: number) => randomInt(n);
  const drawable = await listDrawable(
    db,
    tenant_id,
    draws.map(({ category_id }) => category_id),
  );
  const ids = draws.flatMap(({ category_id, count }) => {
    const of_category = drawable.filter((question) => question.category_id === category_id);
    return shuffled(of_category, below).slice(0, count);
  });
  const questions = await listDrawn(
    db,
    tenant_id,
    ids.map(({ id }) => id),
  );
  return shuffled(questions, below).map(({ id, text, options, correct }) =>
    askedOf({ id, text, options: [...options], correct: [...correct] }, below),
  );
}

function refuseEnded({ is_open }: Sitting): void {
  if (!is_open) throw sittingHandedIn("The sitting has ended.");
}

/** The stored answers with the given ones. Throws 422 at a question that was not asked, or an option that it does not have. */
function merged({ asked, answers }: Sitting, given: Given): Answers {
  const questions = new Map(asked.map((question) => [question.id, question]));
  const after = { ...answers };
  given.forEach(({ question_id, options }, place) => {
    const question = questions.get(question_id.toLowerCase());
    if (question === undefined)
      throw invalid([
        { pointer: `#/answers/${place}/question_id`, code: "NOT_POSSIBLE", detail: "names no question that was asked" },
      ]);
    if (options.some((option) => option >= question.options.length)) {
      const detail = `must be places from 0 to ${question.options.length - 1}`;
      throw invalid([{ pointer: `#/answers/${place}/options`, code: "OUT_OF_RANGE", detail }]);
    }
    after[question.id] = options;
  });
  return after;
}

function refuseOpenQuestions(asked: readonly Asked[], answers: Answers): void {
  const open = asked.filter(({ id }) => (answers[id] ?? []).length === 0).length;
  if (open === 0) return;
  throw invalid([
    { pointer: "#/answers", code: "OUT_OF_RANGE", detail: `must answer all ${asked.length} questions: ${open} are open` },
  ]);
}

/** The sitting as the learner sees it, without the right answers. */
function shown({ id, asked, answers, pass_percent }: Pick<Sitting, "id" | "asked" | "answers" | "pass_percent">) {
  const questions = asked.map((question) => ({
    id: question.id,
    text: question.text,
    options: question.options,
    several: question.correct.length > 1,
    chosen: answers[question.id] ?? [],
  }));
  return { id, pass_percent, questions };
}
