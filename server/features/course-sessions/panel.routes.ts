import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { instantText } from "../../platform/instants.ts";
import { courseHeldHere } from "../enrollments/attempts/errors.ts";
import { pathFollowsCourses } from "../enrollments/errors.ts";
import { attendancePanelRoutes } from "./attendance.routes.ts";
import { checkInPanelRoutes } from "./check-in.routes.ts";
import type { SessionOptions } from "./book.ts";
import { noSuchSession, sessionClosed, sessionHasResults } from "./errors.ts";
import { myCourseSessionRoutes } from "./my.routes.ts";
import { cancelSession, changeSession, createSession } from "./plan.ts";
import {
  CourseSession,
  CourseSessionCancel,
  CourseSessionChange,
  CourseSessionCreate,
  CourseSessionList,
  CourseSessionParams,
  CourseSessionQuery,
} from "./schema.ts";
import { findSessionRecord, listSessionPage } from "./sql.ts";

const tag = "Course sessions";
const params = CourseSessionParams;

/** Routes of the panel for classroom sessions: administrators plan them, learners attend, trainers hold them. */
export function courseSessionPanelRoutes(panel: FastifyInstance, options: SessionOptions): void {
  readingRoutes(panel, options.pool);
  planningRoutes(panel, options);
  myCourseSessionRoutes(panel, options);
  attendancePanelRoutes(panel, options);
  checkInPanelRoutes(panel, options);
}

function readingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/course-sessions",
    roles: readers,
    operation: {
      id: "listCourseSessions",
      tag,
      summary: "List the sessions of courses",
      answers: { 200: { description: "One page of them.", schema: CourseSessionList } },
    },
    query: CourseSessionQuery,
    async handle({ caller, query }) {
      const { id: tenant_id } = caller.tenant;
      const now = instantText(caller.now);
      const { course_sessions, total } = await withTenant(pool, tenant_id, (db) => listSessionPage(db, tenant_id, query, now));
      const { limit, offset } = query;
      return { body: json(`{"pagination":${JSON.stringify({ total, limit, offset })},"course_sessions":${course_sessions}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/course-sessions/:id",
    roles: readers,
    operation: {
      id: "getCourseSession",
      tag,
      summary: "Read a session of a course",
      answers: { 200: { description: "The session.", schema: CourseSession } },
    },
    params,
    async handle({ caller, params: { id: given_id } }) {
      const { id: tenant_id } = caller.tenant;
      const find = (id: string) =>
        withTenant(pool, tenant_id, (db) => findSessionRecord(db, tenant_id, id, instantText(caller.now)));
      return { body: json(await findKnown(given_id, noSuchSession, find)) };
    },
  });
}

function planningRoutes(panel: FastifyInstance, options: SessionOptions): void {
  const answers = { 200: { description: "The session.", schema: CourseSession } };
  panelRoute(panel, {
    method: "POST",
    url: "/course-sessions",
    roles: training,
    operation: {
      id: "createCourseSession",
      tag,
      summary: "Plan a session of a course that is held in a room",
      answers: { 201: { description: "The session.", schema: CourseSession } },
      problems: [courseHeldHere, pathFollowsCourses],
    },
    body: CourseSessionCreate,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await createSession(options.pool, caller, body)) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/course-sessions/:id",
    roles: training,
    operation: {
      id: "changeCourseSession",
      tag,
      summary: "Change a session of a course",
      description: "Who is booked or waits is told by mail of another place or time. Further places go to those who wait.",
      answers,
      problems: [sessionClosed, sessionHasResults],
    },
    params,
    body: CourseSessionChange,
    handle: async ({ caller, params: { id }, body }) => ({ body: json(await changeSession(options, caller, id, body)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/course-sessions/:id/cancel",
    roles: training,
    operation: {
      id: "cancelCourseSession",
      tag,
      summary: "Cancel a session of a course",
      description: "Who is booked or waits is told by mail, with the reason.",
      answers,
      problems: [sessionClosed, sessionHasResults],
    },
    params,
    body: CourseSessionCancel,
    handle: async ({ caller, params: { id }, body }) => ({ body: json(await cancelSession(options, caller, id, body.reason)) }),
  });
}
