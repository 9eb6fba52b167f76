import type { FastifyInstance } from "fastify";
import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { findKnown } from "../../platform/http/known.ts";
import { preconditionFailed } from "../../platform/http/problem.ts";
import { json, route } from "../../platform/http/route.ts";
import { cancelEnrollment } from "./lifecycle/cancel.ts";
import { changeDueDate } from "./lifecycle/change-due-date.ts";
import { enroll, furtherFaultsOfAssignment } from "./assign/named/enroll.ts";
import {
  alreadyEnrolled,
  courseNotAssignable,
  noSuchEnrollment,
  notCancellable,
  notChangeable,
  seatLimitReached,
} from "./errors.ts";
import {
  CancelBody,
  Enrollment,
  EnrollmentCreate,
  EnrollmentList,
  EnrollmentParams,
  EnrollmentPatch,
  EnrollmentQuery,
} from "./schema.ts";
import { findEnrollment, listEnrollmentPage } from "./sql.ts";

const tag = "Enrollments";

export function enrollmentRoutes(app: FastifyInstance, pool: Pool): void {
  listRoutes(app, pool);
  recordRoutes(app, pool);
}

function listRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/enrollments",
    access: needs("enrollments:write", "compliance:read"),
    operation: {
      id: "listEnrollments",
      tag,
      summary: "List enrollments",
      description:
        "In the order of their creation; with `updated_since` in the order of their changes. A filter by what does not exist finds nothing. What moves its flag, or the status of its certificate, from elsewhere, such as time, an exemption or a revocation, is no change of the enrollment: `GET /api/v1/compliance/changes` and the list of certificates tell of it.",
      answers: { 200: { description: "One page of enrollments.", schema: EnrollmentList } },
    },
    query: EnrollmentQuery,
    handle: async ({ caller, query }) => {
      const { employee_no, user_id, course_code, status, source } = query;
      const filters = { employee_no, user_id, course_code, status, source };
      const walk = readWalk(caller.tenant.id, "enrollments", query, filters);
      const read = () => listEnrollmentPage(pool, caller.tenant.id, walk, filters, todayOf(caller));
      return { body: json(await walkPage(pool, walk, read)) };
    },
  });

  route(app, {
    method: "POST",
    url: "/api/v1/enrollments",
    access: needs("enrollments:write"),
    operation: {
      id: "assignCourse",
      tag,
      summary: "Assign a course or learning path to a person",
      description:
        "Names the person by employee_no or user_id and the course by course_code or course_id. A learning path also assigns those of its courses in use that the person does not have in this cycle; they carry its id as parent_enrollment_id. Where all of them are completed already, so is the path at once. Checks, in this order: the request's shape, unknown person or course, existing enrollment (409), account, dates and cycle, assignability, seats (409). So a repeated request is answered with 409 ENROLLMENT_ALREADY_EXISTS whatever has happened since the first one; only a repetition across the turn of the cycle needs an explicit cycle_year or an Idempotency-Key. Emits enrollment.assigned for each enrollment.",
      answers: { 201: { description: "The enrollment.", schema: Enrollment } },
      headers: { Location: "Address of the enrollment.", ETag: "For If-Match and If-None-Match." },
      problems: [alreadyEnrolled, courseNotAssignable, seatLimitReached],
      request_example: { employee_no: "10042", course_code: "FORKLIFT-01", cycle_year: 2026, due_date: "2026-03-31" },
    },
    body: EnrollmentCreate,
    further: furtherFaultsOfAssignment(pool),
    handle: async ({ caller, body }) => {
      const { id, enrollment } = await enroll(pool, caller, body);
      return { status: 201, body: json(enrollment), headers: { location: `/api/v1/enrollments/${id}` }, etag: true };
    },
  });
}

function recordRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/enrollments/:id",
    access: needs("enrollments:write", "compliance:read"),
    operation: {
      id: "getEnrollment",
      tag,
      summary: "Read an enrollment",
      answers: { 200: { description: "The enrollment.", schema: Enrollment } },
      headers: { ETag: "For If-Match and If-None-Match." },
    },
    params: EnrollmentParams,
    handle: async ({ caller, params }) => {
      const find = (id: string) => findEnrollment(pool, caller.tenant.id, id, todayOf(caller));
      return { body: json(await findKnown(params.id, noSuchEnrollment, find)), etag: true };
    },
  });

  route(app, {
    method: "PATCH",
    url: "/api/v1/enrollments/:id",
    access: needs("enrollments:write"),
    operation: {
      id: "changeEnrollment",
      tag,
      summary: "Change the due date of an enrollment",
      description:
        "JSON Merge Patch (RFC 7396): due_date is the only member that can change, null clears it; the record's other members are accepted and ignored. The open courses of a learning path that share its due date move with it.",
      answers: { 200: { description: "The enrollment.", schema: Enrollment } },
      headers: { ETag: "For If-Match and If-None-Match." },
      problems: [notChangeable, preconditionFailed],
      request_example: { due_date: "2026-04-30" },
    },
    params: EnrollmentParams,
    body: EnrollmentPatch,
    handle: async ({ caller, params, body, request }) => {
      const change = { due_date: body.due_date, if_match: request.headers["if-match"] };
      return { body: json(await changeDueDate(pool, caller, params.id, change)), etag: true };
    },
  });

  route(app, {
    method: "POST",
    url: "/api/v1/enrollments/:id/cancel",
    access: needs("enrollments:write"),
    operation: {
      id: "cancelEnrollment",
      tag,
      summary: "Cancel an enrollment that was not started",
      description:
        "Frees its seat as the licence allows, and emits enrollment.cancelled. A learning path's courses that were not started are cancelled with it, but those that a rule or a group asks for besides. An enrollment that is cancelled already is answered with 200 and stays as it is, so that the request is safe to repeat.",
      answers: { 200: { description: "The cancelled enrollment.", schema: Enrollment } },
      headers: { ETag: "For If-Match and If-None-Match." },
      problems: [notCancellable],
    },
    params: EnrollmentParams,
    body: CancelBody,
    handle: async ({ caller, params }) => ({ body: json(await cancelEnrollment(pool, caller, params.id)), etag: true }),
  });
}
