import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { VerifiedAt } from "../../platform/in-front.ts";
import { learners, panelRoute } from "../../platform/http/panel-route.ts";
import { languageOf } from "../../platform/http/language.ts";
import { Download, json } from "../../platform/http/route.ts";
import { printCertificate } from "../certificates/evidence/print.ts";
import { enrollmentNotOpen, pathFollowsCourses } from "../enrollments/errors.ts";
import { noSuchContent } from "./errors.ts";
import { acknowledge, answer, openCourse, start } from "./learn.ts";
import { AnswersRequest, AttemptOutcome, MyCourse, MyCourseParams, MyTraining } from "./schema.ts";
import { readMyTraining } from "./sql.ts";

const tag = "Learning";
const roles = learners;
const params = MyCourseParams;
const outcome = { 200: { description: "How it ended.", schema: AttemptOutcome } };
const not_open = [enrollmentNotOpen, pathFollowsCourses];

/** Routes of a learner, limited to their own courses, results and certificates. */
export function myTrainingPanelRoutes(panel: FastifyInstance, pool: Pool, verifiedAt: VerifiedAt): void {
  readingRoutes(panel, pool, verifiedAt);
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/start",
    roles,
    operation: {
      id: "startMyCourse",
      tag,
      summary: "Begin a course",
      answers: { 204: { description: "It has begun.", schema: null } },
      problems: not_open,
    },
    params,
    async handle({ caller, params: { id } }) {
      await start(pool, caller, id);
      return { status: 204, body: null };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/acknowledge",
    roles,
    operation: {
      id: "acknowledgeMyCourse",
      tag,
      summary: "Say that one has read it",
      answers: outcome,
      problems: [...not_open, noSuchContent],
    },
    params,
    handle: async ({ caller, params: { id } }) => ({ body: await acknowledge(pool, caller, id) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/answers",
    roles,
    operation: {
      id: "answerMyCourse",
      tag,
      summary: "Answer the quiz",
      description: "Uses up one attempt.",
      answers: outcome,
      problems: [...not_open, noSuchContent],
    },
    params,
    body: AnswersRequest,
    handle: async ({ caller, params: { id }, body }) => ({ body: await answer(pool, caller, id, body.answers) }),
  });
}

function readingRoutes(panel: FastifyInstance, pool: Pool, verifiedAt: VerifiedAt): void {
  panelRoute(panel, {
    method: "GET",
    url: "/my/training",
    roles,
    operation: {
      id: "readMyTraining",
      tag,
      summary: "Read one's courses and certificates",
      answers: { 200: { description: "All of them.", schema: MyTraining } },
    },
    handle: async ({ caller }) => {
      const place = { today: todayOf(caller), verified_at: verifiedAt(caller.tenant.code) };
      return { body: json(await readMyTraining(pool, caller.tenant.id, caller.account.id, place)) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/my/courses/:id",
    roles,
    operation: {
      id: "openMyCourse",
      tag,
      summary: "Open a course",
      answers: { 200: { description: "The course with its content.", schema: MyCourse } },
    },
    params,
    handle: async ({ caller, params: { id } }) => ({ body: await openCourse(pool, caller, id) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/my/certificates/:id/pdf",
    roles,
    operation: {
      id: "printMyCertificate",
      tag,
      summary: "Print a certificate of one's own",
      answers: { 200: { description: "The certificate as PDF.", schema: Type.String(), media_type: "application/pdf" } },
    },
    params,
    async handle({ caller, params: { id }, request }) {
      const verified_at = verifiedAt(caller.tenant.code);
      const print = { verified_at, language: languageOf(request, null), person_id: caller.account.id };
      const { name, stream } = await printCertificate(pool, caller, id, print);
      return {
        body: new Download("application/pdf", stream),
        headers: { "content-disposition": `attachment; filename="${name}"` },
      };
    },
  });
}
