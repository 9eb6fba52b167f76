import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { nameNorm } from "../../../platform/text.ts";

/** The draws of courses' present lists, as `u`: course, category, and the number of questions. */
const uses = (tenant_id: string) => part`
  select c.id, c.code, c.title, c.code_norm, d.draw->>'category_id' as category_id, (d.draw->>'count')::int as drawn
  from course c
  join course_item_list l on l.tenant_id = c.tenant_id and l.course_id = c.id and l.version = (c.content->>'version')::int
  cross join lateral jsonb_array_elements(l.items) as i(item)
  cross join lateral jsonb_array_elements(i.item->'draws') as d(draw)
  where c.tenant_id = ${tenant_id} and c.content->>'kind' = 'items' and i.item->>'kind' = 'quiz'`;

/** Categories in the order of their names, as a JSON list. */
export async function listCategories(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ list: string }>(sql`
    with u as (${uses(tenant_id)})
    select coalesce(json_agg(row_to_json(r)), '[]')::text as list
    from (
      select k.id, k.name, (
          select count(*) from question q where q.tenant_id = ${tenant_id} and q.category_id = k.id
        ) as questions, (
          select coalesce(json_agg(json_build_object('id', o.id, 'code', o.code, 'title', o.title) order by o.code), '[]')
          from (select distinct u.id, u.code, u.title from u where u.category_id = k.id::text) o
        ) as courses
      from question_category k
      where k.tenant_id = ${tenant_id}
      order by k.name_norm
    ) r`);
  return row!.list;
}

/** Counts the categories under a lock, so that concurrent insertions cannot exceed the limit. */
export async function countCategories(db: Db, tenant_id: string): Promise<number> {
  await db.row(sql`select pg_advisory_xact_lock(hashtextextended(${`question category ${tenant_id}`}, 0))`);
  const row = await db.row<{ categories: number }>(sql`
    select count(*)::int as categories from question_category where tenant_id = ${tenant_id}`);
  return row!.categories;
}

export async function insertCategory(
  db: Db,
  tenant_id: string,
  { id, name, at }: { id: string; name: string; at: string },
): Promise<void> {
  await db.count(sql`
    insert into question_category (tenant_id, id, name, name_norm, created_at)
    values (${tenant_id}, ${id}, ${name}, ${nameNorm(name)}, ${at})`);
}

/** Locks a category; undefined: there is none. */
export async function lockCategory(db: Db, tenant_id: string, id: string): Promise<{ id: string; name: string } | undefined> {
  return db.row(sql`
    select id, name from question_category where tenant_id = ${tenant_id} and id = ${id} for update`);
}

export async function deleteCategory(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`delete from question_category where tenant_id = ${tenant_id} and id = ${id}`);
}

/**
 * The number of questions in a category, and the most that a course draws of them. `under_way`: whether learners are in any
 * version of a list that draws from it.
 */
export async function countQuestions(
  db: Db,
  tenant_id: string,
  category_id: string,
): Promise<{ questions: number; drawn: number; under_way: boolean }> {
  const drawing = JSON.stringify([{ draws: [{ category_id }] }]);
  const row = await db.row<{ questions: number; drawn: number; under_way: boolean }>(sql`
    with u as (${uses(tenant_id)})
    select (select count(*)::int from question q where q.tenant_id = ${tenant_id} and q.category_id = ${category_id}) as questions,
      (select coalesce(max(u.drawn), 0) from u where u.category_id = ${category_id}::text) as drawn,
      exists (
        select from course_item_list l
        join course_run r on r.tenant_id = l.tenant_id and r.course_id = l.course_id and r.version = l.version and r.ended_at is null
        join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.state = 'in_progress'
        where l.tenant_id = ${tenant_id} and l.items @> ${drawing}::jsonb
      ) as under_way`);
  return row!;
}

/** One page of a category's questions, the oldest first; undefined: there is no such category. */
export async function listQuestionPage(
  db: Db,
  tenant_id: string,
  category_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ category: string; total: number; items: string } | undefined> {
  return db.row(sql`
    select k.name as category, (select count(*) from question q where q.tenant_id = ${tenant_id} and q.category_id = k.id)::int as total, (
        select coalesce(json_agg(row_to_json(o)), '[]')::text
        from (
          select q.id, q.text, q.options, q.correct, infra.iso(q.updated_at) as updated_at
          from question q
          where q.tenant_id = ${tenant_id} and q.category_id = k.id
          order by q.id
          limit ${limit}::int offset ${offset}::bigint
        ) o
      ) as items
    from question_category k
    where k.tenant_id = ${tenant_id} and k.id = ${category_id}`);
}

export type QuestionRow = { id: string; text: string; options: readonly string[]; correct: readonly number[] };

export async function insertQuestions(
  db: Db,
  tenant_id: string,
  category_id: string,
  questions: readonly QuestionRow[],
  at: string,
): Promise<void> {
  await db.count(sql`
    insert into question (tenant_id, id, category_id, text, options, correct, updated_at)
    select ${tenant_id}, q.id, ${category_id}, q.text, q.options, q.correct, ${at}
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as q(id uuid, text text, options jsonb, correct jsonb)`);
}

/** A locked question with its category; undefined: there is none. */
export async function lockQuestion(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<(QuestionRow & { category_id: string }) | undefined> {
  return db.row(sql`
    select id, category_id, text, options, correct from question where tenant_id = ${tenant_id} and id = ${id} for update`);
}

export async function updateQuestion(db: Db, tenant_id: string, question: QuestionRow, at: string): Promise<void> {
  const { id, text, options, correct } = question;
  await db.count(sql`
    update question
    set text = ${text}, options = ${JSON.stringify(options)}::jsonb, correct = ${JSON.stringify(correct)}::jsonb, updated_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function deleteQuestion(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`delete from question where tenant_id = ${tenant_id} and id = ${id}`);
}

/** The number of questions in each category; locked, so that none is removed while the transaction is open. */
export async function holdCategories(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; questions: number }[]> {
  await db.rows(sql`
    select id from question_category where tenant_id = ${tenant_id} and id = any(${ids}::uuid[]) order by id for share`);
  return db.rows(sql`
    select k.id, k.name, (select count(*)::int from question q where q.tenant_id = k.tenant_id and q.category_id = k.id) as questions
    from question_category k
    where k.tenant_id = ${tenant_id} and k.id = any(${ids}::uuid[])`);
}

/** All questions of these categories, from which a sitting draws. */
export async function listDrawable(
  db: Db,
  tenant_id: string,
  category_ids: readonly string[],
): Promise<{ id: string; category_id: string }[]> {
  return db.rows(sql`
    select id, category_id
    from question
    where tenant_id = ${tenant_id} and category_id = any(${category_ids}::uuid[])
    order by id`);
}

export async function listDrawn(db: Db, tenant_id: string, ids: readonly string[]): Promise<QuestionRow[]> {
  return db.rows(sql`
    select id, text, options, correct from question where tenant_id = ${tenant_id} and id = any(${ids}::uuid[])`);
}
