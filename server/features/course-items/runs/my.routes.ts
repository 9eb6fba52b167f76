import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { learners, panelRoute } from "../../../platform/http/panel-route.ts";
import { enrollmentNotOpen, pathFollowsCourses, personNotActive } from "../../enrollments/errors.ts";
import { itemNotOfKind, itemNotOpen, noItems, noQuestions, sittingHandedIn } from "../errors.ts";
import { AnswersGiven, IdParams, ItemParams, MyItemContent, MyItems, MySitting, MySittingOutcome } from "../schema.ts";
import { beginRun, finishItem, openItem, readMyItems } from "./run.ts";
import { beginSitting, handIn, saveAnswers } from "./sitting.ts";

const tag = "Learning";
const roles = learners;
const not_open = [enrollmentNotOpen, pathFollowsCourses, personNotActive, noItems];

export function myItemPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  runRoutes(panel, pool);
  sittingRoutes(panel, pool);
}

function runRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/my/courses/:id/items",
    roles,
    operation: {
      id: "readMyItems",
      tag,
      summary: "Read the items of a course of one's own",
      answers: { 200: { description: "In their order, with what is done.", schema: MyItems } },
      problems: [noItems],
    },
    params: IdParams,
    handle: async ({ caller, params: { id } }) => ({ body: await readMyItems(pool, caller, id) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/run",
    roles,
    operation: {
      id: "beginMyRun",
      tag,
      summary: "Begin a course of items, or go on with it",
      description: "A run keeps the version of the course that it began.",
      answers: { 200: { description: "What is to be done.", schema: MyItems } },
      problems: not_open,
    },
    params: IdParams,
    handle: async ({ caller, params: { id } }) => ({ body: await beginRun(pool, caller, id) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/my/courses/:id/items/:item_id",
    roles,
    operation: {
      id: "openMyItem",
      tag,
      summary: "Open an item",
      answers: { 200: { description: "What is to be read, watched or answered.", schema: MyItemContent } },
      problems: [noItems, itemNotOpen],
    },
    params: ItemParams,
    handle: async ({ caller, params: { id, item_id } }) => ({ body: await openItem(pool, caller, id, item_id) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/items/:item_id/finish",
    roles,
    operation: {
      id: "finishMyItem",
      tag,
      summary: "Say that one has read or watched an item",
      answers: { 200: { description: "The course afterwards.", schema: MyItems } },
      problems: [...not_open, itemNotOpen, itemNotOfKind],
    },
    params: ItemParams,
    handle: async ({ caller, params: { id, item_id } }) => ({ body: await finishItem(pool, caller, id, item_id) }),
  });
}

function sittingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/items/:item_id/sitting",
    roles,
    operation: {
      id: "beginMySitting",
      tag,
      summary: "Begin a quiz, or go on with it",
      answers: { 200: { description: "The questions, with what was answered so far.", schema: MySitting } },
      problems: [...not_open, itemNotOpen, itemNotOfKind, noQuestions],
    },
    params: ItemParams,
    handle: async ({ caller, params: { id, item_id } }) => ({ body: await beginSitting(pool, caller, id, item_id) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/my/sittings/:id/answers",
    roles,
    operation: {
      id: "saveMyAnswers",
      tag,
      summary: "Keep answers of a quiz",
      description: "Of each question that is named; the others stay as they are.",
      answers: { 204: { description: "They are kept.", schema: null } },
      problems: [sittingHandedIn],
    },
    params: IdParams,
    body: AnswersGiven,
    async handle({ caller, params: { id }, body }) {
      await saveAnswers(pool, caller, id, body.answers);
      return { status: 204, body: null };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/sittings/:id/hand-in",
    roles,
    operation: {
      id: "handInMySitting",
      tag,
      summary: "Hand in a quiz",
      answers: { 200: { description: "How it ended.", schema: MySittingOutcome } },
      problems: [...not_open, sittingHandedIn],
    },
    params: IdParams,
    body: AnswersGiven,
    handle: async ({ caller, params: { id }, body }) => ({ body: await handIn(pool, caller, id, body.answers) }),
  });
}
