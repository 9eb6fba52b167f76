import type { Static } from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { orTaken } from "../../../platform/db/unique.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { tidy } from "../../../platform/text.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { questionsInUse, tooManyQuestions } from "../errors.ts";
import type { QuestionChange } from "../schema.ts";
import {
  countCategories,
  countQuestions,
  deleteCategory,
  deleteQuestion,
  insertCategory,
  insertQuestions,
  listCategories,
  listQuestionPage,
  lockCategory,
  lockQuestion,
  updateQuestion,
} from "./sql.ts";

const categories_max = 200;
const questions_of_category_max = 1_000;

type Given = Static<typeof QuestionChange>;

export async function readCategories(pool: Pool, { tenant }: Context): Promise<string> {
  return withTenant(pool, tenant.id, async (db) => `{"categories":${await listCategories(db, tenant.id)}}`);
}

export async function addCategory(pool: Pool, context: Context, given: string): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const category = { id: newId(), name: tidy(given) };
  return orTaken(
    () =>
      withTenant(pool, tenant_id, async (db) => {
        if ((await countCategories(db, tenant_id)) >= categories_max)
          throw tooManyQuestions(`The question bank has ${categories_max} categories at most.`);
        await insertCategory(db, tenant_id, { ...category, at: instantText(context.now) });
        await record(db, context, {
          operation: "question_category.create",
          target_type: "question_category",
          target_id: category.id,
          changes: { name: [null, category.name] },
        });
        return JSON.stringify({ ...category, questions: 0, courses: [] });
      }),
    () => invalid([{ pointer: "#/name", code: "ALREADY_TAKEN", detail: "is the name of another category" }]),
  );
}

/** Deletes a category with its questions. Throws when a course, or a version that learners are still in, draws from it. */
export async function removeCategory(pool: Pool, context: Context, given_id: string): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    const { id, name } = await findCategory(db, tenant_id, given_id);
    const { questions, drawn, under_way } = await countQuestions(db, tenant_id, id);
    refuseLast(name, under_way);
    if (drawn > 0) throw questionsInUse(`A course draws ${drawn} questions from "${name}".`);
    await deleteCategory(db, tenant_id, id);
    await record(db, context, {
      operation: "question_category.remove",
      target_type: "question_category",
      target_id: id,
      changes: { name: [name, null], questions: [questions, 0] },
    });
  });
}

export async function readQuestions(
  pool: Pool,
  { tenant }: Context,
  given_id: string,
  page: { limit: number; offset: number },
): Promise<string> {
  const { category, total, items } = await findKnown(given_id, "No such category.", (id) =>
    withTenant(pool, tenant.id, (db) => listQuestionPage(db, tenant.id, id, page)),
  );
  const pagination = { total, ...page, next_cursor: null, next_updated_since: null };
  return `{"pagination":${JSON.stringify(pagination)},"category":${JSON.stringify(category)},"questions":${items}}`;
}

export async function addQuestions(pool: Pool, context: Context, given_id: string, questions: readonly Given[]): Promise<string> {
  const { id: tenant_id } = context.tenant;
  questions.forEach((question, place) => refuseFaulty(question, `#/questions/${place}`));
  await withTenant(pool, tenant_id, async (db) => {
    const { id, name } = await findCategory(db, tenant_id, given_id);
    const { questions: held } = await countQuestions(db, tenant_id, id);
    if (held + questions.length > questions_of_category_max)
      throw tooManyQuestions(`A category has ${questions_of_category_max} questions at most, and "${name}" has ${held}.`);
    await insertQuestions(
      db,
      tenant_id,
      id,
      questions.map((question) => ({ id: newId(), ...question })),
      instantText(context.now),
    );
    await record(db, context, {
      operation: "question_category.update",
      target_type: "question_category",
      target_id: id,
      changes: { name: [name, name], questions: [held, held + questions.length] },
    });
  });
  return readQuestions(pool, context, given_id, { limit: 50, offset: 0 });
}

/** Changes a question. Sittings that have asked it keep the old text. */
export async function changeQuestion(pool: Pool, context: Context, given_id: string, question: Given): Promise<void> {
  const { id: tenant_id } = context.tenant;
  refuseFaulty(question, "#");
  await withTenant(pool, tenant_id, async (db) => {
    const { category_id: _, ...stands } = await findQuestion(db, tenant_id, given_id);
    const wanted = { id: stands.id, ...question };
    const changes = changesBetween(stands, wanted);
    if (Object.keys(changes).length === 0) return;
    await updateQuestion(db, tenant_id, wanted, instantText(context.now));
    await record(db, context, { operation: "question.update", target_type: "question", target_id: stands.id, changes });
  });
}

export async function removeQuestion(pool: Pool, context: Context, given_id: string): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    const { id, category_id, text } = await findQuestion(db, tenant_id, given_id);
    const { name } = await findCategory(db, tenant_id, category_id);
    const { questions, drawn, under_way } = await countQuestions(db, tenant_id, category_id);
    if (questions === 1) refuseLast(name, under_way);
    if (questions - 1 < drawn) throw questionsInUse(`A course draws ${drawn} questions from "${name}", which has ${questions}.`);
    await deleteQuestion(db, tenant_id, id);
    await record(db, context, {
      operation: "question.remove",
      target_type: "question",
      target_id: id,
      changes: { text: [text, null] },
    });
  });
}

/**
 * Refuses to remove the last question: learners who are in a version that draws from the category could neither continue nor
 * begin again.
 */
function refuseLast(name: string, under_way: boolean): void {
  if (under_way)
    throw questionsInUse(`Learners are under way in a course, or an older version of it, that draws from "${name}".`);
}

function findCategory(db: Db, tenant_id: string, given_id: string) {
  return findKnown(given_id, "No such category.", (id) => lockCategory(db, tenant_id, id));
}

function findQuestion(db: Db, tenant_id: string, given_id: string) {
  return findKnown(given_id, "No such question.", (id) => lockQuestion(db, tenant_id, id));
}

function refuseFaulty({ options, correct }: Given, at: string): void {
  if (correct.every((place) => place < options.length)) return;
  const detail = `must be places from 0 to ${options.length - 1}`;
  throw invalid([{ pointer: `${at}/correct`, code: "NOT_POSSIBLE", detail }]);
}
