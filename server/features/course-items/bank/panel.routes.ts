import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { panelRoute, readers, training } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { questionsInUse, tooManyQuestions } from "../errors.ts";
import {
  CategoryCreate,
  IdParams,
  QuestionCategory,
  QuestionCategoryList,
  QuestionChange,
  QuestionList,
  QuestionQuery,
  QuestionsAdd,
} from "../schema.ts";
import {
  addCategory,
  addQuestions,
  changeQuestion,
  readCategories,
  readQuestions,
  removeCategory,
  removeQuestion,
} from "./keep.ts";

const tag = "Question bank";
const params = IdParams;

export function questionBankPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  categoryRoutes(panel, pool);
  questionRoutes(panel, pool);
}

function categoryRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/question-categories",
    roles: readers,
    operation: {
      id: "listQuestionCategories",
      tag,
      summary: "List the categories of questions",
      answers: { 200: { description: "All of them.", schema: QuestionCategoryList } },
    },
    handle: async ({ caller }) => ({ body: json(await readCategories(pool, caller)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/question-categories",
    roles: training,
    operation: {
      id: "addQuestionCategory",
      tag,
      summary: "Add a category of questions",
      answers: { 201: { description: "It has no questions yet.", schema: QuestionCategory } },
      problems: [tooManyQuestions],
    },
    body: CategoryCreate,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await addCategory(pool, caller, body.name)) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/question-categories/:id",
    roles: training,
    operation: {
      id: "removeQuestionCategory",
      tag,
      summary: "Remove a category with its questions",
      answers: { 204: { description: "It is gone.", schema: null } },
      problems: [questionsInUse],
    },
    params,
    async handle({ caller, params: { id } }) {
      await removeCategory(pool, caller, id);
      return { status: 204, body: null };
    },
  });
}

function questionRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/question-categories/:id/questions",
    roles: readers,
    operation: {
      id: "listQuestions",
      tag,
      summary: "List the questions of a category",
      answers: { 200: { description: "One page.", schema: QuestionList } },
    },
    params,
    query: QuestionQuery,
    handle: async ({ caller, params: { id }, query }) => ({ body: json(await readQuestions(pool, caller, id, query)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/question-categories/:id/questions",
    roles: training,
    operation: {
      id: "addQuestions",
      tag,
      summary: "Add questions to a category",
      answers: { 201: { description: "Its questions from the first.", schema: QuestionList } },
      problems: [tooManyQuestions],
    },
    params,
    body: QuestionsAdd,
    handle: async ({ caller, params: { id }, body }) => ({
      status: 201,
      body: json(await addQuestions(pool, caller, id, body.questions)),
    }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/questions/:id",
    roles: training,
    operation: {
      id: "changeQuestion",
      tag,
      summary: "Change a question",
      description: "What learners have been asked already stays as it was.",
      answers: { 204: { description: "It is asked so from now on.", schema: null } },
    },
    params,
    body: QuestionChange,
    async handle({ caller, params: { id }, body }) {
      await changeQuestion(pool, caller, id, body);
      return { status: 204, body: null };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/questions/:id",
    roles: training,
    operation: {
      id: "removeQuestion",
      tag,
      summary: "Remove a question",
      answers: { 204: { description: "It is gone.", schema: null } },
      problems: [questionsInUse],
    },
    params,
    async handle({ caller, params: { id } }) {
      await removeQuestion(pool, caller, id);
      return { status: 204, body: null };
    },
  });
}
