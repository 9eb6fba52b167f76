import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { createTurns } from "../../platform/in-turn.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown } from "../../platform/http/known.ts";
import { learners, panelRoute } from "../../platform/http/panel-route.ts";
import { Download, json } from "../../platform/http/route.ts";
import { instantText } from "../../platform/instants.ts";
import { noOpenEnrollment } from "../enrollments/attempts/errors.ts";
import { noSuchEnrollment, personNotActive } from "../enrollments/errors.ts";
import { book, leave, refuseFull, type SessionOptions } from "./book.ts";
import { findCalendarEvent, listOwnSessions } from "./bookings-sql.ts";
import { calendarOf } from "./calendar.ts";
import { bookedElsewhere, noSuchSession, sessionClosed, sessionFull, trainerIsNoAttendee } from "./errors.ts";
import { CourseSessionParams, MyCourseSession, MyCourseSessionList } from "./schema.ts";

const tag = "Learning";
const roles = learners;
const params = CourseSessionParams;
/** The most sessions of a course that a learner sees. */
const sessions_max = 50;
/** How many sign-ups for one session may wait in this process, and for how long. */
const sign_ups_waiting_max = 2_000;
const sign_up_wait_max_ms = 8_000;

export function myCourseSessionRoutes(panel: FastifyInstance, options: SessionOptions): void {
  readingRoutes(panel, options);
  bookingRoutes(panel, options);
}

function readingRoutes(panel: FastifyInstance, { pool, base_url }: SessionOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/my/courses/:id/sessions",
    roles,
    operation: {
      id: "listMyCourseSessions",
      tag,
      summary: "List the sessions of a course of one's own",
      answers: {
        200: { description: "Those to come, and those that one is booked in or waits for.", schema: MyCourseSessionList },
      },
    },
    params,
    async handle({ caller, params: { id: given_id } }) {
      const { tenant, account } = caller;
      const wanted = { person_id: account.id, now: instantText(caller.now), sessions_max };
      const find = (enrollment_id: string) =>
        withTenant(pool, tenant.id, (db) => listOwnSessions(db, tenant.id, { ...wanted, enrollment_id }));
      return { body: json(`{"course_sessions":${await findKnown(given_id, noSuchEnrollment, find)}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/my/course-sessions/:id/calendar",
    roles,
    operation: {
      id: "takeCourseSessionCalendar",
      tag,
      summary: "Take a session along for one's calendar",
      answers: { 200: { description: "The session as RFC 5545 writes it.", schema: Type.String(), media_type: "text/calendar" } },
    },
    params,
    async handle({ caller, params: { id } }) {
      const { tenant, account } = caller;
      const find = (session_id: string) =>
        withTenant(pool, tenant.id, (db) => findCalendarEvent(db, tenant.id, { session_id, person_id: account.id }));
      const event = await findKnown(id, noSuchSession, find);
      const text = calendarOf({ ...event, url: `${base_url}/panel/my-training` });
      return {
        body: new Download("text/calendar; charset=utf-8", Readable.from([text])),
        headers: { "content-disposition": `attachment; filename="course-session.ics"` },
      };
    },
  });
}

function bookingRoutes(panel: FastifyInstance, options: SessionOptions): void {
  const answers = { 200: { description: "The session as it stands now.", schema: MyCourseSession } };
  const inTurn = createTurns(sign_ups_waiting_max);
  panelRoute(panel, {
    method: "POST",
    url: "/my/course-sessions/:id/book",
    roles,
    operation: {
      id: "bookMyCourseSession",
      tag,
      summary: "Sign up for a session of a course of one's own",
      description: "Books a place where one is free, else a place on the waiting list. Once signed up, it changes nothing.",
      answers,
      problems: [sessionClosed, sessionFull, bookedElsewhere, trainerIsNoAttendee, noOpenEnrollment, personNotActive],
    },
    params,
    async handle({ caller, params: { id }, request }) {
      await refuseFull(options.pool, caller, id);
      const came_ms = performance.now();
      const isOver = () => request.raw.socket.destroyed || performance.now() - came_ms > sign_up_wait_max_ms;
      // Sign-ups for one session run one by one, so they use a single connection of this process.
      return { body: json(await inTurn(id.toLowerCase(), isOver, () => book(options.pool, caller, id))) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/course-sessions/:id/leave",
    roles,
    operation: {
      id: "leaveMyCourseSession",
      tag,
      summary: "Withdraw from a session",
      description: "The place goes to those who wait, in their order. Once withdrawn, it changes nothing.",
      answers,
      problems: [sessionClosed],
    },
    params,
    handle: async ({ caller, params: { id } }) => ({ body: json(await leave(options, caller, id)) }),
  });
}
