import { Type } from "typebox";
import { FaultCode } from "../../platform/http/fault-codes.ts";
import { Closed, Id, Instant, line, not_blank_pattern, Nullable, OneOf, pageParameters } from "../../platform/http/schema.ts";

/** The most people in one session, booked and waiting separately. */
export const people_max = 500;
const location_letters_max = 300;
const reason_letters_max = 500;
const time_zone_letters_max = 64;
const employee_no_letters_max = 64;

/** On the organisation's clock. */
const states = ["planned", "begun", "ended", "cancelled"] as const;

const LocalTime = Type.String({
  pattern: "^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$",
  description: "Date and time as a clock in the session's room shows them, YYYY-MM-DDThh:mm.",
  example: "2026-03-02T09:00",
});
const Location = line(location_letters_max, { description: "Where it is held.", example: "Hall B, first floor" });
const Capacity = Type.Integer({ minimum: 1, maximum: people_max, description: "People who can be booked." });
const WaitingMax = Type.Integer({ minimum: 0, maximum: people_max, description: "People who can wait for a place; 0: nobody." });
const TimeZone = Type.String({ minLength: 1, maxLength: time_zone_letters_max, example: "Europe/Warsaw" });
const EmployeeNo = Type.String({ minLength: 1, maxLength: employee_no_letters_max, example: "10042" });

const Trainer = Closed({ id: Id, employee_no: Nullable(Type.String()), full_name: Nullable(Type.String()) });

export const CourseSession = Closed(
  {
    id: Id,
    course_id: Id,
    course_code: Type.String(),
    course_title: Type.String(),
    location: Type.String(),
    starts_at: Instant,
    ends_at: Instant,
    starts_local: LocalTime,
    ends_local: LocalTime,
    time_zone: Type.String(),
    trainer: Nullable(Trainer, { description: "null: somebody who has no account here." }),
    capacity: Capacity,
    waiting_max: WaitingMax,
    booked: Type.Integer({ description: "People who are booked." }),
    waiting: Type.Integer({ description: "People who wait for a place." }),
    results: Type.Integer({ description: "People whose result is recorded." }),
    state: OneOf(states, { named: "CourseSessionState" }),
    cancel_reason: Nullable(Type.String()),
    updated_at: Instant,
  },
  { $id: "CourseSession" },
);

export const CourseSessionParams = Type.Object({ id: Type.String() });

export const CourseSessionQuery = Closed({
  ...pageParameters(100, 50),
  course_id: Type.Optional(Id),
  when: Type.Optional(
    OneOf(["coming", "past"], {
      description:
        "Sessions that have not ended, the next one first; or those that have, the last one first. Left out: all, the latest first.",
    }),
  ),
});

export const CourseSessionList = Closed(
  {
    pagination: Closed({ total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }),
    course_sessions: Type.Array(CourseSession),
  },
  { $id: "CourseSessionList" },
);

const members = {
  location: Location,
  starts_local: LocalTime,
  ends_local: LocalTime,
  time_zone: Type.Optional({ ...TimeZone, description: "IANA name; left out: the organisation's." }),
  trainer_id: Type.Optional(Nullable(Id, { description: "A person; null: somebody who has no account here." })),
  capacity: Capacity,
  waiting_max: WaitingMax,
};

export const CourseSessionCreate = Closed({ course_id: Id, ...members });
export const CourseSessionChange = Type.Partial(Closed(members), { additionalProperties: false });
export const CourseSessionCancel = Closed({
  reason: Type.String({
    minLength: 1,
    maxLength: reason_letters_max,
    pattern: not_blank_pattern,
    description: "Told to everybody who is booked or waits.",
  }),
});

const booking_states = ["booked", "waiting", "withdrawn", "released"] as const;

/** A session as learners of its course see it. */
export const MyCourseSession = Closed(
  {
    id: Id,
    location: Type.String(),
    starts_at: Instant,
    ends_at: Instant,
    time_zone: Type.String(),
    trainer_name: Nullable(Type.String()),
    state: OneOf(states, { named: "CourseSessionState" }),
    cancel_reason: Nullable(Type.String()),
    free: Type.Integer({ description: "Places that nobody has taken." }),
    waiting: Type.Integer({ description: "People who wait for a place." }),
    waiting_max: WaitingMax,
    booking: Nullable(OneOf(booking_states), { description: "The learner's own; null: none." }),
    waiting_place: Nullable(Type.Integer(), { description: "The learner's place on the waiting list, from 1." }),
  },
  { $id: "MyCourseSession" },
);

export const MyCourseSessionList = Closed(
  { course_sessions: Type.Array(MyCourseSession, { description: "Those to come, and the learner's own; the first one first." }) },
  { $id: "MyCourseSessionList" },
);

export const Teaching = Closed(
  {
    course_sessions: Type.Array(CourseSession, {
      description: "Those that one holds: to come, and of the last days; the first one first.",
    }),
  },
  { $id: "Teaching" },
);

const Attendee = Closed({
  person_id: Id,
  full_name: Nullable(Type.String()),
  employee_no: Nullable(Type.String()),
  state: OneOf(["booked", "waiting"]),
  is_walk_in: Type.Boolean(),
  attended: Nullable(Type.Boolean(), { description: "null: not noted." }),
  passed: Nullable(Type.Boolean(), { description: "null: no result is recorded." }),
  score: Nullable(Type.Integer()),
  attempt_number: Nullable(Type.Integer()),
});

export const Attendance = Closed(
  {
    course_session: CourseSession,
    pass_score: Nullable(Type.Integer(), { description: "Percentage from which on the course is passed." }),
    is_open: Type.Boolean({ description: "Whether attendance can be noted now; results from the session's start on." }),
    people: Type.Array(Attendee, { description: "Those who are booked, by name; then those who wait, in their order." }),
  },
  { $id: "Attendance" },
);

const Score = Type.Integer({ minimum: 0, maximum: 100 });

export const AttendanceRequest = Closed({
  people: Type.Array(
    Closed({
      person_id: Id,
      attended: Type.Boolean(),
      passed: Type.Optional(Nullable(Type.Boolean(), { description: "null or left out: no result yet." })),
      score: Type.Optional(Nullable(Score, { description: "Percent; null where nothing was scored." })),
    }),
    { minItems: 1, maxItems: people_max },
  ),
});

/** The problem of one person in a list; its further members depend on its code. */
const RowProblem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), code: FaultCode, detail: Type.String() }))),
  },
  { $id: "AttendanceRowProblem" },
);

export const AttendanceAnswer = Closed(
  {
    results: Type.Array(
      Closed({
        person_id: Id,
        status: OneOf(["noted", "recorded", "replayed", "refused"], {
          description: "recorded: the result counts as an attempt; replayed: it had been recorded before.",
        }),
        problem: Nullable(RowProblem, { description: "Why it was refused." }),
      }),
    ),
    attendance: Attendance,
  },
  { $id: "AttendanceAnswer" },
);

export const WalkInRequest = Closed({ employee_no: EmployeeNo });
