import { newId } from "../../../server/platform/ids.ts";
import { checkInCode } from "../../../server/features/course-sessions/check-in-code.ts";
import { test_keyring } from "../../harness/server.ts";
import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

type Made = { id: string; course_id: string; enrollment_id: string; person_id: string; employee_no: string };

/** A session of a new course, and a person enrolled in that course; `hours`: how far ahead it begins. */
async function made(
  { database, organisation, account }: PanelPlace,
  tag: string,
  { hours = 48, booked = false, own = false } = {},
): Promise<Made> {
  const { tenant_id } = organisation;
  const person_id = own ? account.id : (await createAccount(database, tenant_id, "learner")).id;
  const ids = { id: newId(), course_id: newId(), enrollment_id: newId(), person_id };
  const { superuser } = database;
  await superuser.query(
    `insert into course (tenant_id, id, code, code_norm, title, title_norm, type, attempts_allowed)
    values ($1, $2, $3, $3, 'First aid', 'first aid', 'course', 3)`,
    [tenant_id, ids.course_id, `room-${tag}`],
  );
  await superuser.query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    values ($1, $2, $3, $4, 2026, 'admin', true, now() - interval '1 day', 3)`,
    [tenant_id, ids.enrollment_id, person_id, ids.course_id],
  );
  await superuser.query(
    `insert into course_session (tenant_id, id, course_id, location, starts_at, ends_at, time_zone, capacity, waiting_max, updated_at)
    values ($1, $2, $3, 'Hall B', now() + $4 * interval '1 hour', now() + ($4 + 3) * interval '1 hour', 'Europe/Warsaw', 5, 5, now())`,
    [tenant_id, ids.id, ids.course_id, hours],
  );
  if (booked)
    await superuser.query(
      `insert into course_booking (tenant_id, session_id, person_id, enrollment_id, state, is_walk_in, queue_no, state_since)
      values ($1, $2, $3, $4, 'booked', false, 1, now())`,
      [tenant_id, ids.id, person_id, ids.enrollment_id],
    );
  const { rows } = await superuser.query("select employee_no from person where tenant_id = $1 and id = $2", [
    tenant_id,
    person_id,
  ]);
  return { ...ids, employee_no: rows[0].employee_no };
}

const tomorrow = (hour: string) => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T${hour}:00`;
const of = (status: number, options: Parameters<typeof made>[2] = {}, body?: (one: Made) => unknown): PanelSample => ({
  status,
  make: async (place, tag) => {
    const one = await made(place, tag, options);
    return { path: { id: one.id }, ...(body ? { body: body(one) } : {}) };
  },
});

export const samples: Record<string, PanelSample> = {
  getCourseSession: of(200),
  createCourseSession: {
    status: 201,
    make: async (place, tag) => ({
      body: {
        course_id: (await made(place, tag)).course_id,
        location: "Hall C",
        starts_local: tomorrow("09"),
        ends_local: tomorrow("12"),
        capacity: 5,
        waiting_max: 0,
      },
    }),
  },
  changeCourseSession: of(200, {}, () => ({ location: "Hall D" })),
  cancelCourseSession: of(200, {}, () => ({ reason: "The hall is flooded." })),
  listMyCourseSessions: {
    status: 200,
    make: async (place, tag) => ({ path: { id: (await made(place, tag, { own: true })).enrollment_id } }),
  },
  takeCourseSessionCalendar: of(200, { own: true, booked: true }),
  bookMyCourseSession: of(200, { own: true }),
  leaveMyCourseSession: of(200, { own: true, booked: true }),
  readAttendance: of(200, { booked: true }),
  noteAttendance: of(200, { hours: -1, booked: true }, ({ person_id }) => ({
    people: [{ person_id, attended: true, passed: true }],
  })),
  showCheckInCode: of(200, { hours: -1 }),
  checkInByNumber: of(200, { hours: -1, booked: true }, ({ employee_no }) => ({ employee_no })),
  checkIn: {
    status: 200,
    make: async (place, tag) => {
      const { id } = await made(place, tag, { hours: -1, own: true, booked: true });
      const now = Temporal.Instant.fromEpochMilliseconds(Date.now());
      return { body: { code: checkInCode(test_keyring, place.organisation.tenant_id, id, now) } };
    },
  },
  addWalkIn: of(201, { hours: -1 }, ({ employee_no }) => ({ employee_no })),
};
