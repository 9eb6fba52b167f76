import type { FastifyInstance } from "fastify";
import { learners, panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { instantText } from "../../platform/instants.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { noAttemptsLeft, noOpenEnrollment } from "../enrollments/attempts/errors.ts";
import { personNotActive } from "../enrollments/errors.ts";
import { addWalkIn, noteAttendance, readAttendance } from "./attendance.ts";
import type { SessionOptions } from "./book.ts";
import { attendanceNotOpen, resultRecorded, sessionFull, trainerIsNoAttendee } from "./errors.ts";
import { Attendance, AttendanceAnswer, AttendanceRequest, CourseSessionParams, Teaching, WalkInRequest } from "./schema.ts";
import { listTeaching } from "./sql.ts";

const tag = "Attendance";
const params = CourseSessionParams;
/** The most sessions that a trainer sees, and for how long after their end. */
const sessions_max = 100;
const shown_hours_after = 30 * 24;
/** As for a batch of attempts: a list of many people takes one transaction each. */
const deadline_ms = 60_000;
const work_max_ms = 50_000;

/** Routes of attendance lists, for the trainer of the session and for training administrators. */
export function attendancePanelRoutes(panel: FastifyInstance, { pool, base_url }: SessionOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/my/teaching",
    roles: learners,
    operation: {
      id: "listTeaching",
      tag,
      summary: "List the sessions that one holds",
      answers: { 200: { description: "Those to come, and of the last 30 days.", schema: Teaching } },
    },
    async handle({ caller }) {
      const { tenant, account } = caller;
      const since = instantText(caller.now.subtract({ hours: shown_hours_after }));
      const wanted = { trainer_id: account.id, since, now: instantText(caller.now), sessions_max };
      const found = await withTenant(pool, tenant.id, (db) => listTeaching(db, tenant.id, wanted));
      return { body: json(`{"course_sessions":${found}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/course-sessions/:id/attendance",
    roles: [...readers, ...learners],
    operation: {
      id: "readAttendance",
      tag,
      summary: "Read who is booked in a session, and who was there",
      description: "For a learner only of sessions that they hold.",
      answers: { 200: { description: "The list.", schema: Attendance } },
    },
    params,
    handle: async ({ caller, params: { id } }) => ({ body: json(await readAttendance(pool, caller, id)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/course-sessions/:id/attendance",
    roles: [...training, ...learners],
    operation: {
      id: "noteAttendance",
      tag,
      summary: "Note who was there, and record results",
      description:
        "Each person by themselves: who is refused holds up nobody. A result becomes an attempt at the person's oldest open enrollment, by the same rules as every attempt, dated by the session; sent again, it counts once.",
      answers: { 200: { description: "What became of each, and the list as it stands now.", schema: AttendanceAnswer } },
      // Problems of single people, reported within a successful response.
      problems: [attendanceNotOpen, resultRecorded, trainerIsNoAttendee, noOpenEnrollment, noAttemptsLeft, personNotActive],
    },
    params,
    body: AttendanceRequest,
    deadline_ms,
    async handle({ caller, params: { id }, body, request }) {
      const came_ms = performance.now();
      const isOver = () => request.raw.socket.destroyed || performance.now() - came_ms > work_max_ms;
      return { body: json(await noteAttendance({ pool, base_url, isOver }, caller, id, body.people)) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/course-sessions/:id/walk-ins",
    roles: [...training, ...learners],
    operation: {
      id: "addWalkIn",
      tag,
      summary: "Add somebody who is there without having signed up",
      description: "They need an open enrollment in the course.",
      answers: { 201: { description: "The list as it stands now.", schema: Attendance } },
      problems: [attendanceNotOpen, trainerIsNoAttendee, noOpenEnrollment, noAttemptsLeft, personNotActive, sessionFull],
    },
    params,
    body: WalkInRequest,
    handle: async ({ caller, params: { id }, body }) => ({
      status: 201,
      body: json(await addWalkIn(pool, caller, id, body.employee_no)),
    }),
  });
}
