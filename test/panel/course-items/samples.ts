import { newId } from "../../../server/platform/ids.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

const question = { text: "Doors?", options: ["shut", "open"], correct: [0] };

/** A category with two questions. */
async function category({ database, organisation }: PanelPlace) {
  const id = newId();
  const { rows } = await database.superuser.query(
    `with k as (
      insert into question_category (tenant_id, id, name, name_norm, created_at) values ($1, $2, $3, lower($3), now())
      returning tenant_id, id
    )
    insert into question (tenant_id, id, category_id, text, options, correct, updated_at)
    select tenant_id, gen_random_uuid(), id, 'Doors?', '["shut", "open", "ajar"]', '[0]', now() from k, generate_series(1, 2)
    returning id`,
    [organisation.tenant_id, id, `Doors ${id}`],
  );
  return { id, question_id: rows[0].id as string };
}

/** A course of a text, or of a quiz. */
async function course(place: PanelPlace, kind: "text" | "quiz") {
  const { database, organisation } = place;
  const item_id = newId();
  const common = { id: item_id, title: "Part", required: true, opens: "at_once", after: null, kind };
  const draws = kind === "quiz" ? [{ category_id: (await category(place)).id, count: 2 }] : [];
  const items = [kind === "text" ? { ...common, text: "Shut." } : { ...common, draws, pass_percent: null }];
  const { rows } = await database.superuser.query(
    `with c as (
      insert into course (tenant_id, id, code, code_norm, title, title_norm, type, content)
      select $1, gen_random_uuid(), $2, lower($2), 'Parts', 'parts', 'course', '{"kind": "items", "version": 1}'
      returning tenant_id, id
    )
    insert into course_item_list (tenant_id, course_id, version, items, created_at)
    select tenant_id, id, 1, $3, now() from c
    returning course_id as id`,
    [organisation.tenant_id, `ITEMS-${item_id}`, JSON.stringify(items)],
  );
  return { id: rows[0].id as string, item_id };
}

/** An enrollment of the caller in such a course; under way where it has a run. */
async function enrolled(place: PanelPlace, kind: "text" | "quiz", { runs = true } = {}) {
  const { database, organisation, account } = place;
  const { id: course_id, item_id } = await course(place, kind);
  const { rows } = await database.superuser.query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed, state, started_at)
    values ($1, gen_random_uuid(), $2, $3, 2026, 'admin', true, now(), 3, $4, $5)
    returning id`,
    [organisation.tenant_id, account.id, course_id, runs ? "in_progress" : "assigned", runs ? new Date() : null],
  );
  const id = rows[0].id as string;
  if (runs)
    await database.superuser.query(
      `insert into course_run (tenant_id, id, enrollment_id, number, course_id, version, began_at)
      values ($1, gen_random_uuid(), $2, 1, $3, 1, now())`,
      [organisation.tenant_id, id, course_id],
    );
  return { id, item_id };
}

/** A sitting of one question that is open. */
async function sitting(place: PanelPlace) {
  const { id: enrollment_id, item_id } = await enrolled(place, "quiz");
  const question_id = newId();
  const { rows } = await place.database.superuser.query(
    `insert into quiz_sitting (tenant_id, id, run_id, item_id, number, asked, answers, pass_percent, began_at)
    select tenant_id, gen_random_uuid(), id, $2, 1, $3, '{}', 80, now() from course_run where enrollment_id = $1
    returning id`,
    [enrollment_id, item_id, JSON.stringify([{ id: question_id, ...question }])],
  );
  return { path: { id: rows[0].id as string }, body: { answers: [{ question_id, options: [0] }] } };
}

const text = { kind: "text", title: "Rules", text: "Shut.", required: true, opens: "at_once" };

export const samples: Record<string, PanelSample> = {
  listQuestionCategories: { status: 200, make: async () => ({}) },
  addQuestionCategory: { status: 201, make: async (_, tag) => ({ body: { name: `Category ${tag}` } }) },
  removeQuestionCategory: { status: 204, make: async (place) => ({ path: { id: (await category(place)).id } }) },
  listQuestions: { status: 200, make: async (place) => ({ path: { id: (await category(place)).id } }) },
  addQuestions: {
    status: 201,
    make: async (place) => ({ path: { id: (await category(place)).id }, body: { questions: [question] } }),
  },
  changeQuestion: {
    status: 204,
    make: async (place) => ({ path: { id: (await category(place)).question_id }, body: { ...question, text: "Exits?" } }),
  },
  removeQuestion: { status: 204, make: async (place) => ({ path: { id: (await category(place)).question_id } }) },
  readCourseItems: { status: 200, make: async (place) => ({ path: { id: (await course(place, "text")).id } }) },
  setCourseItems: {
    status: 200,
    make: async (place) => ({ path: { id: (await course(place, "text")).id }, body: { items: [text] } }),
  },
  readMyItems: { status: 200, make: async (place) => ({ path: await enrolled(place, "text") }) },
  openMyItem: { status: 200, make: async (place) => ({ path: await enrolled(place, "text") }) },
  beginMyRun: { status: 200, make: async (place) => ({ path: await enrolled(place, "text", { runs: false }) }) },
  finishMyItem: { status: 200, make: async (place) => ({ path: await enrolled(place, "text") }) },
  beginMySitting: {
    status: 200,
    make: async (place) => ({ path: await enrolled(place, "quiz") }),
    changes_nothing: "what is asked stands in the sitting; the attempt that comes of it is audited",
  },
  saveMyAnswers: {
    status: 204,
    make: sitting,
    changes_nothing: "answers stand in the sitting; the attempt that comes of them is audited",
  },
  handInMySitting: { status: 200, make: sitting },
};
