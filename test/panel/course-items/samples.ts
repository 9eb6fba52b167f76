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

const pdf = "%PDF-1.7\n%%EOF\n";

/** A file of a course: complete or still arriving, with or without its bytes. */
async function file(
  { database, organisation }: PanelPlace,
  course_id: string,
  state: "there" | "arrived" | "begun",
  media_type = "application/pdf",
) {
  const { rows } = await database.superuser.query(
    `insert into course_file (tenant_id, id, course_id, name, media_type, size_bytes, begun_us, uploaded_by_name, uploaded_at)
    values ($1, gen_random_uuid(), $2, 'rules.pdf', $3, $4, infra.now_us(), 'Ola', $5)
    returning id`,
    [organisation.tenant_id, course_id, state === "begun" ? null : media_type, pdf.length, state === "there" ? new Date() : null],
  );
  const file_id = rows[0].id as string;
  if (state !== "begun")
    await database.superuser.query(
      "insert into course_file_chunk (tenant_id, file_id, number, bytes) values ($1, $2, 0, convert_to($3, 'UTF8'))",
      [organisation.tenant_id, file_id, pdf],
    );
  return { id: course_id, file_id };
}

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

/** An enrollment of the caller in such a course; in progress if `runs`. */
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

/** An enrollment of the caller in a course with a document, or with a video with captions. */
async function enrolledInFile(place: PanelPlace, kind: "document" | "video") {
  const { id, item_id } = await enrolled(place, "text");
  const { rows } = await place.database.superuser.query("select course_id from enrollment where id = $1", [id]);
  const course_id = rows[0].course_id as string;
  const is_video = kind === "video";
  const { file_id } = await file(place, course_id, "there", is_video ? "video/webm" : "application/pdf");
  const captions_id = is_video ? (await file(place, course_id, "there", "text/vtt")).file_id : null;
  const shown = { kind, file_id, ...(is_video ? { captions_id, seen_percent: 90 } : {}) };
  await place.database.superuser.query(
    "update course_item_list set items = jsonb_build_array(items->0 || $2::jsonb) where course_id = $1",
    [course_id, JSON.stringify(shown)],
  );
  return { id, item_id };
}

/** An open sitting with one question. */
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
  beginCourseFile: {
    status: 201,
    make: async (place) => ({
      path: { id: (await course(place, "text")).id },
      body: { name: "rules.pdf", size_bytes: pdf.length },
    }),
    changes_nothing: "nothing can refer to a file before it is finished, which is audited",
  },
  keepCourseFilePart: {
    status: 204,
    make: async (place) => ({
      path: { ...(await file(place, (await course(place, "text")).id, "begun")), number: "0" },
      raw: { media_type: "application/octet-stream", text: pdf },
    }),
    changes_nothing: "nothing can refer to a file before it is finished, which is audited",
  },
  finishCourseFile: {
    status: 200,
    make: async (place) => ({ path: await file(place, (await course(place, "text")).id, "arrived") }),
  },
  getCourseFile: { status: 200, make: async (place) => ({ path: await file(place, (await course(place, "text")).id, "there") }) },
  getMyItemFile: { status: 200, make: async (place) => ({ path: await enrolledInFile(place, "document") }) },
  getMyItemCaptions: { status: 200, make: async (place) => ({ path: await enrolledInFile(place, "video") }) },
  watchMyVideo: {
    status: 200,
    make: async (place) => ({
      path: await enrolledInFile(place, "video"),
      body: { position_s: 5, duration_s: 10, seen: [{ from_s: 0, to_s: 5 }] },
    }),
    changes_nothing: "what was seen stands in the run; the attempt that comes of it is audited",
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
