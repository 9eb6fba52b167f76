import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { CourseScheduleParams, CourseSchedules, ReminderReach, ReminderReachRequest, ReminderScheduleInput } from "../schema.ts";
import { readCourseSchedules, resetCourseSchedule, setCourseSchedule } from "./courses.ts";
import { previewReach } from "./reach.ts";

const tag = "Settings";
const answers = { 200: { description: "The courses with a schedule of their own.", schema: CourseSchedules } };
const reach_ms_max = 30_000;

/** Routes for schedules of single courses, and for a preview of whom a schedule would reach. */
export function reminderCoursePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/reminders/courses",
    roles: it,
    operation: { id: "listCourseReminders", tag, summary: "List the courses with reminders of their own", answers, problems: [] },
    handle: async ({ caller }) => ({ body: json(await readCourseSchedules(pool, caller)) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/reminders/courses/:course_id",
    roles: it,
    operation: {
      id: "setCourseReminders",
      tag,
      summary: "Give a course reminders of its own",
      description: "In place of the organisation's, from the next morning on.",
      answers,
    },
    params: CourseScheduleParams,
    body: ReminderScheduleInput,
    handle: async ({ caller, params, body }) => ({
      body: json(await setCourseSchedule(pool, caller, params.course_id, body)),
    }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/reminders/courses/:course_id",
    roles: it,
    operation: { id: "resetCourseReminders", tag, summary: "Have a course remind as the organisation does again", answers },
    params: CourseScheduleParams,
    handle: async ({ caller, params }) => ({ body: json(await resetCourseSchedule(pool, caller, params.course_id)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/reminders/reach",
    roles: it,
    deadline_ms: reach_ms_max,
    operation: {
      id: "previewReminderReach",
      tag,
      summary: "See whom a schedule would remind on the next morning",
      description: "As things stand, whether or not the schedule is saved. Nothing is changed and nothing is mailed.",
      answers: { 200: { description: "How many people, of what, and some of them.", schema: ReminderReach } },
    },
    body: ReminderReachRequest,
    handle: async ({ caller, body }) => ({ body: json(await previewReach(pool, caller, body)) }),
  });
}
