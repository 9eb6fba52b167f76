import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { Closed, Instant, OneOf } from "../../platform/http/schema.ts";
import { learners, panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { checkInByNumber, checkInMyself, showCode } from "./check-in.ts";
import type { SessionOptions } from "./book.ts";
import { attendanceNotOpen, checkInOutdated, notBooked, resultRecorded, trainerIsNoAttendee } from "./errors.ts";
import { CourseSessionParams } from "./schema.ts";

const tag = "Attendance";
const params = CourseSessionParams;

const CheckInCode = Closed(
  {
    url: Type.String({ description: "What the QR code says: the page on which a learner is noted as present." }),
    replaced_at: Instant,
  },
  { $id: "CheckInCode" },
);

const CheckedIn = Closed(
  {
    status: OneOf(["present", "already"], { description: "already: it had been noted before." }),
    full_name: Type.String(),
    course_title: Type.String(),
    location: Type.String(),
  },
  { $id: "CheckedIn" },
);
const answers = { 200: { description: "Who is there now.", schema: CheckedIn } };
const problems = [notBooked, attendanceNotOpen, resultRecorded, trainerIsNoAttendee];

/** Routes by which attendees check in: with the code shown in the room, or with their number at a kiosk. */
export function checkInPanelRoutes(panel: FastifyInstance, options: SessionOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/course-sessions/:id/check-in",
    roles: [...readers, ...learners],
    operation: {
      id: "showCheckInCode",
      tag,
      summary: "Show the code by which attendees say that they are there",
      description: "It changes every 30 seconds. For a learner only of sessions that they hold.",
      answers: { 200: { description: "The code of this moment.", schema: CheckInCode } },
      problems: [attendanceNotOpen],
    },
    params,
    handle: async ({ caller, params: { id } }) => ({ body: await showCode(options, caller, id) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/course-sessions/:id/check-in",
    roles: [...training, ...learners],
    operation: {
      id: "checkInByNumber",
      tag,
      summary: "Note by number at a kiosk that somebody is there",
      description: "For a learner only of sessions that they hold.",
      answers,
      problems,
    },
    params,
    body: Closed({ employee_no: Type.String({ minLength: 1, maxLength: 64 }) }),
    handle: async ({ caller, params: { id }, body }) => ({ body: await checkInByNumber(options, caller, id, body.employee_no) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/check-in",
    roles: learners,
    operation: {
      id: "checkIn",
      tag,
      summary: "Say that one is there, by the code that the room shows",
      answers,
      problems: [checkInOutdated, ...problems],
    },
    body: Closed({ code: Type.String({ maxLength: 100 }) }),
    handle: async ({ caller, body }) => ({ body: await checkInMyself(options, caller, body.code) }),
  });
}
