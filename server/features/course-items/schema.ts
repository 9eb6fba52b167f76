import { Type } from "typebox";
import { CursorPagination } from "../../platform/http/cursor.ts";
import { Closed, Id, Instant, Nullable, OneOf, line, Name, pageParameters } from "../../platform/http/schema.ts";
import { content_members, Question } from "../courses/schema.ts";
import { CourseFile, MyFileOrNone } from "./files/schema.ts";
import { openings, item_kinds, seen_percent_usual } from "./item.ts";

export const items_max = 50;
export const drawn_max = 100;
export const questions_at_a_time_max = 100;
const options_max = 20;

const count = Type.Integer({ minimum: 0 });
const Percent = Type.Integer({ minimum: 0, maximum: 100 });

export const IdParams = Type.Object({ id: Type.String() });
export const ItemParams = Type.Object({ id: Type.String(), item_id: Type.String() });

export const QuestionCategory = Closed(
  {
    id: Id,
    name: Type.String(),
    questions: count,
    courses: Type.Array(Closed({ id: Id, code: Type.String(), title: Type.String() }), { description: "That draw from it." }),
  },
  { $id: "QuestionCategory" },
);
export const QuestionCategoryList = Closed(
  { categories: Type.Array(QuestionCategory, { description: "By their names." }) },
  { $id: "QuestionCategoryList" },
);
export const CategoryCreate = Closed({ name: Name });

const BankQuestion = Closed(
  {
    id: Id,
    text: Type.String(),
    options: Type.Array(Type.String()),
    correct: Type.Array(Type.Integer(), { description: "Places of the right options, from 0." }),
    updated_at: Instant,
  },
  { $id: "BankQuestion" },
);
export const QuestionList = Closed(
  {
    pagination: CursorPagination,
    category: Type.String(),
    questions: Type.Array(BankQuestion, { description: "The oldest first." }),
  },
  { $id: "BankQuestionList" },
);
export const QuestionQuery = Type.Object(pageParameters(100, 50));
export const QuestionsAdd = Closed({ questions: Type.Array(Question, { minItems: 1, maxItems: questions_at_a_time_max }) });
export const QuestionChange = Question;

const common = {
  title: line(255, { minLength: 1 }),
  required: Type.Boolean({ description: "Whether the course is completed without it." }),
  opens: OneOf(openings),
};
const Draws = Type.Array(Closed({ category_id: Id, count: Type.Integer({ minimum: 1, maximum: drawn_max }) }), {
  minItems: 1,
  maxItems: 20,
});

const Custom = Type.Array(
  Closed({ name: Type.String({ pattern: "^[A-Za-z0-9_.:-]{1,100}$", example: "scenario" }), value: line(1_000) }),
  { maxItems: 20 },
);

// One object type for all kinds, so that a fault is reported at its member. Which members a kind has is checked afterwards.
const ItemGiven = Closed({
  id: Type.Optional({ ...Id, description: "Of an item that the course has; left out: it is new." }),
  kind: OneOf(item_kinds),
  ...common,
  after: Type.Optional(Nullable(Type.Integer({ minimum: 0, description: "The place of the item that it waits for, from 0." }))),
  text: Type.Optional(content_members.document.text),
  url: Type.Optional({ ...content_members.link.url, example: "https://films.example/fire" }),
  package_id: Type.Optional(content_members.package.package_id),
  file_id: Type.Optional({ ...Id, description: "A file of the course: a document, or a video in the place of `url`." }),
  captions_id: Type.Optional(Nullable(Id, { description: "Captions of a video that is a file." })),
  seen_percent: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: `How much of a video that is a file completes the item; ${seen_percent_usual} where it is left out.`,
    }),
  ),
  draws: Type.Optional(Draws),
  tool_id: Type.Optional({ ...Id, description: "A tool of LTI." }),
  custom: Type.Optional({ ...Custom, description: "What the tool is told with each launch." }),
  pass_percent: Type.Optional(Nullable(Percent, { description: "null: as the course, or 80." })),
});
export const ItemsSet = Closed({ items: Type.Array(ItemGiven, { minItems: 1, maxItems: items_max }) });

const CourseItem = Closed(
  {
    id: Nullable(Id, { description: "null: the course does not consist of items, and this is its content." }),
    kind: OneOf(item_kinds),
    ...common,
    after: Nullable(count),
    text: Nullable(Type.String()),
    url: Nullable(Type.String()),
    package_id: Nullable(Type.String()),
    file_id: Nullable(Id),
    captions_id: Nullable(Id),
    seen_percent: Nullable(Percent),
    draws: Nullable(Type.Array(Closed({ category_id: Id, count }))),
    pass_percent: Nullable(Percent),
    tool_id: Nullable(Type.String()),
    custom: Nullable(Type.Array(Closed({ name: Type.String(), value: Type.String() }))),
  },
  { $id: "CourseItem" },
);
export const CourseItems = Closed(
  {
    version: Nullable(Type.Integer(), { description: "null: the course has one content and no list." }),
    items: Type.Array(CourseItem, { description: "In their order." }),
    files: Type.Array(CourseFile, { description: "That the course has, the oldest first." }),
    under_way: Type.Integer({ description: "Learners who finish an older version." }),
  },
  { $id: "CourseItems" },
);

const states = ["assigned", "in_progress", "completed", "failed"] as const;
const MyItem = Closed(
  {
    id: Id,
    kind: OneOf(item_kinds),
    title: Type.String(),
    required: Type.Boolean(),
    state: OneOf(["locked", "open", "under_way", "done", "failed"]),
    waits_for: Nullable(Type.String({ description: "The title of the item that has to be done first." })),
    score: Nullable(Percent),
  },
  { $id: "MyItem" },
);
export const MyItems = Closed(
  {
    status: OneOf(states),
    attempts_left: count,
    run: Nullable(Closed({ number: Type.Integer(), result: Nullable(OneOf(["passed", "failed"])), score: Nullable(Percent) }), {
      description: "The latest try; null: it has not begun.",
    }),
    items: Type.Array(MyItem),
  },
  { $id: "MyItems" },
);
export const MyItemContent = Closed(
  {
    item: MyItem,
    text: Nullable(Type.String()),
    url: Nullable(Type.String()),
    file: MyFileOrNone,
    video: Nullable(
      Closed({
        seen_percent: Percent,
        needed_percent: Percent,
        position_s: Type.Integer({ description: "Where to go on." }),
        captions: Type.Boolean({ description: "Whether it has captions." }),
      }),
      { description: "How far a video that is shown here was watched; null: it is none." },
    ),
    questions: Nullable(count, { description: "How many a quiz asks." }),
    pass_percent: Nullable(Percent),
    tool: Nullable(
      Closed({
        name: Type.String(),
        sends_name: Type.Boolean(),
        sends_email: Type.Boolean(),
        sends_parameters: Type.Boolean({ description: "Whether the item has parameters for the tool." }),
      }),
      { description: "What a tool is called, and what it is told of the learner." },
    ),
  },
  { $id: "MyItemContent" },
);

const second = { minimum: 0, maximum: 86_400 };
export const WatchingReport = Closed({
  position_s: Type.Integer({ ...second, description: "Where the video stands." }),
  duration_s: Type.Integer({ ...second, minimum: 1, description: "How long it is." }),
  seen: Type.Array(Closed({ from_s: Type.Integer(second), to_s: Type.Integer(second) }), {
    maxItems: 100,
    description: "What was seen since the last report.",
  }),
});
export const MyWatching = Closed({ seen_percent: Percent, course: MyItems }, { $id: "MyWatching" });

const AnswerGiven = Closed({
  question_id: Id,
  options: Type.Array(Type.Integer({ minimum: 0, maximum: options_max - 1 }), { maxItems: options_max, uniqueItems: true }),
});
export const AnswersGiven = Closed({ answers: Type.Array(AnswerGiven, { maxItems: drawn_max }) });
export const MySitting = Closed(
  {
    id: Id,
    pass_percent: Percent,
    questions: Type.Array(
      Closed({
        id: Id,
        text: Type.String(),
        options: Type.Array(Type.String()),
        several: Type.Boolean({ description: "More than one option is right." }),
        chosen: Type.Array(Type.Integer(), { description: "What was answered so far." }),
      }),
    ),
  },
  { $id: "MySitting" },
);
export const MySittingOutcome = Closed({ passed: Type.Boolean(), score: Percent, course: MyItems }, { $id: "MySittingOutcome" });
