import type { FastifyInstance } from "fastify";
import { isEnrollmentSeen } from "./seen-sql.ts";
import { isPersonSeen } from "../people/seen/sql.ts";
import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { VerifiedAt } from "../../platform/in-front.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { findKnown } from "../../platform/http/known.ts";
import { panelExport } from "../../platform/http/panel-export.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { preconditionFailed } from "../../platform/http/problem.ts";
import { json } from "../../platform/http/route.ts";
import { changeDueDate } from "./lifecycle/change-due-date.ts";
import { enroll } from "./assign/named/enroll.ts";
import { alreadyEnrolled, courseNotAssignable, noSuchEnrollment, notChangeable, seatLimitReached } from "./errors.ts";
import { EnrollmentDetail, EnrollmentPage } from "./panel-schema.ts";
import { Enrollment, EnrollmentCreate, EnrollmentParams, EnrollmentPatch, EnrollmentQuery } from "./schema.ts";
import { findEnrollment, listEnrollmentPage } from "./sql.ts";
import { stepPanelRoutes } from "./steps.routes.ts";
import { listNames } from "./training-sql.ts";
import { trainingPanelRoutes } from "./training.routes.ts";

const tag = "Enrollments";
const exported = [
  "employee_no",
  "full_name",
  "course_code",
  "course_title",
  "cycle_year",
  "status",
  "compliance_status",
  "overdue",
  "source",
  "due_date",
  "assigned_at",
  "started_at",
  "completed_at",
  "cancelled_at",
  "progress_percent",
  "score",
  "attempts_used",
  "id",
] as const;

export function enrollmentPanelRoutes(panel: FastifyInstance, pool: Pool, verifiedAt: VerifiedAt): void {
  readingRoutes(panel, pool);
  panelRoute(panel, {
    method: "POST",
    url: "/enrollments",
    roles: training,
    departments: ({ caller, body }) => isPersonSeen(pool, caller.tenant.id, body),
    operation: {
      id: "assignCourse",
      tag,
      summary: "Assign a course or learning path to a person",
      answers: { 201: { description: "The enrollment.", schema: Enrollment } },
      problems: [alreadyEnrolled, courseNotAssignable, seatLimitReached],
    },
    body: EnrollmentCreate,
    handle: async ({ caller, body }) => ({ status: 201, body: json((await enroll(pool, caller, body)).enrollment) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/enrollments/:id",
    roles: training,
    departments: ({ caller, params }) => isEnrollmentSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "changeEnrollment",
      tag,
      summary: "Change the due date of an enrollment",
      answers: { 200: { description: "The enrollment.", schema: Enrollment } },
      problems: [notChangeable, preconditionFailed],
    },
    params: EnrollmentParams,
    body: EnrollmentPatch,
    handle: async ({ caller, params, body, request }) => {
      const change = { due_date: body.due_date, if_match: request.headers["if-match"] };
      return { body: json(await changeDueDate(pool, caller, params.id, change)) };
    },
  });
  stepPanelRoutes(panel, pool);
  trainingPanelRoutes(panel, pool, verifiedAt);
}

type Enrollments = { enrollments: { user_id: string }[] };

function pageOf(pool: Pool, caller: Context, query: Static<typeof EnrollmentQuery>): Promise<string | Buffer> {
  const { employee_no, user_id, course_code, status, source } = query;
  const filters = { employee_no, user_id, course_code, status, source };
  const walk = readWalk(caller.tenant.id, "enrollments", query, filters);
  return walkPage(pool, walk, () => listEnrollmentPage(pool, caller.tenant.id, walk, filters, todayOf(caller)));
}

function namesOf(pool: Pool, { tenant }: Context, { enrollments }: Enrollments) {
  return listNames(pool, tenant.id, [...new Set(enrollments.map((one) => one.user_id))]);
}

function readingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/enrollments",
    roles: readers,
    departments: "seen",
    operation: {
      id: "listEnrollments",
      tag,
      summary: "List enrollments",
      answers: { 200: { description: "One page of enrollments, with the names of their people.", schema: EnrollmentPage } },
    },
    query: EnrollmentQuery,
    async handle({ caller, query }) {
      const text = String(await pageOf(pool, caller, query));
      const people = await namesOf(pool, caller, JSON.parse(text) as Enrollments);
      return { body: json(`${text.slice(0, -1)},"people":${JSON.stringify(people)}}`) };
    },
  });
  panelExport(panel, {
    url: "/enrollments",
    id: "exportEnrollments",
    tag,
    summary: "Take enrollments along as a file",
    roles: readers,
    departments: "seen",
    query: EnrollmentQuery,
    list: "enrollments",
    columns: () => exported,
    async read(caller, query) {
      const page = JSON.parse(String(await pageOf(pool, caller, query))) as Enrollments;
      const names = new Map((await namesOf(pool, caller, page)).map(({ id, full_name }) => [id, full_name]));
      const enrollments = page.enrollments.map((one) => ({ ...one, full_name: names.get(one.user_id) ?? null }));
      return JSON.stringify({ ...page, enrollments });
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/enrollments/:id",
    roles: readers,
    departments: "seen",
    operation: {
      id: "getEnrollment",
      tag,
      summary: "Read an enrollment",
      answers: { 200: { description: "The enrollment, and whose it is.", schema: EnrollmentDetail } },
    },
    params: EnrollmentParams,
    async handle({ caller, params }) {
      const { id: tenant_id } = caller.tenant;
      const find = (id: string) => findEnrollment(pool, tenant_id, id, todayOf(caller));
      const text = await findKnown(params.id, noSuchEnrollment, find);
      const enrollment = JSON.parse(text) as Static<typeof Enrollment>;
      const [person] = await listNames(pool, tenant_id, [enrollment.user_id]);
      return { body: { enrollment, person } };
    },
  });
}
