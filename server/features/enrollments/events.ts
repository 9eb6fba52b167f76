import { Type, type Static } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { Flag } from "../compliance/flag/status-schema.ts";
import { EventCourse } from "../courses/events.ts";
import { EventUser } from "../people/events.ts";
import type { NewEvent } from "../events/emit.ts";
import { CancelReason, EnrollmentSource, EnrollmentStatus } from "./schema.ts";

/** The actor or cause in events and records; `type` says which kind of thing `id` is. */
export type Reference = { type: string; id: string | null; name: string };

export { EventUser };

const EventEnrollment = Closed({
  id: Id,
  cycle_year: Type.Integer(),
  status: EnrollmentStatus,
  source: EnrollmentSource,
  due_date: Nullable(DateOnly),
  assigned_at: Instant,
  started_at: Nullable(Instant),
  completed_at: Nullable(Instant),
});
export const EventReference = Closed({ type: Type.String(), id: Nullable(Id), name: Type.String() });

const batch_id = Nullable(Id);

export const EnrollmentAssigned = Closed({
  user: EventUser,
  course: EventCourse,
  enrollment: EventEnrollment,
  assigned_by: EventReference,
  compliance_status: Nullable(Flag),
  batch_id,
});

/** Changes that no other event type reports. Instants that change with a status are not listed. */
const ChangedField = OneOf(["due_date", "mandatory", "status"] as const, { named: "EnrollmentChangedField" });
export type ChangedField = Static<typeof ChangedField>;

export const EnrollmentUpdated = Closed({
  user: EventUser,
  course: EventCourse,
  enrollment: EventEnrollment,
  changed_fields: Type.Array(ChangedField),
  updated_by: EventReference,
  batch_id,
});

export const EnrollmentCancelled = Closed({
  user: EventUser,
  course: EventCourse,
  enrollment: EventEnrollment,
  cancelled_at: Instant,
  cancel_reason: CancelReason,
  cancelled_by: EventReference,
  batch_id,
});

const compliance_status = Nullable(Flag);

export const CourseCompleted = Closed({
  user: EventUser,
  course: EventCourse,
  enrollment: EventEnrollment,
  result: Closed({
    passed: Type.Boolean({ description: "True." }),
    score: Nullable(Type.Integer()),
    on_time: Type.Boolean(),
    attempt: Nullable(Type.Integer(), { description: "Null for a learning path, which is completed with its courses." }),
  }),
  certificate_id: Nullable(Id),
  compliance_status,
  batch_id,
});

export const CourseFailed = Closed({
  user: EventUser,
  course: EventCourse,
  enrollment: EventEnrollment,
  attempt: Closed({
    number: Type.Integer(),
    attempts_left: Type.Integer(),
    final: Type.Boolean(),
    score: Nullable(Type.Integer()),
    pass_score: Nullable(Type.Integer()),
    finished_at: Instant,
  }),
  compliance_status,
  batch_id,
});

export type EventParts = {
  user: Static<typeof EventUser>;
  course: Static<typeof EventCourse>;
  enrollment: Static<typeof EventEnrollment>;
};

export type Assigned = EventParts & { by: Reference; flag: Flag | null; batch_id: string | null };

export function assignedEvent({ user, course, enrollment, by, flag, batch_id }: Assigned): NewEvent {
  const data = { user, course, enrollment, assigned_by: by, compliance_status: flag, batch_id };
  return { type: "enrollment.assigned", data: data satisfies Static<typeof EnrollmentAssigned> };
}

export type Updated = EventParts & { changed_fields: ChangedField[]; by: Reference; batch_id: string | null };

export function updatedEvent({ user, course, enrollment, changed_fields, by, batch_id }: Updated): NewEvent {
  const data = { user, course, enrollment, changed_fields, updated_by: by, batch_id };
  return { type: "enrollment.updated", data: data satisfies Static<typeof EnrollmentUpdated> };
}

export type Cancelled = EventParts & { at: string; reason: CancelReason; by: Reference; batch_id: string | null };

export function cancelledEvent({ user, course, enrollment, at, reason, by, batch_id }: Cancelled): NewEvent {
  const data = { user, course, enrollment, cancelled_at: at, cancel_reason: reason, cancelled_by: by, batch_id };
  return { type: "enrollment.cancelled", data: data satisfies Static<typeof EnrollmentCancelled> };
}

export type CourseCompletedData = Static<typeof CourseCompleted>;
export type CourseFailedData = Static<typeof CourseFailed>;

export function completedEvent(data: CourseCompletedData): NewEvent {
  return { type: "course.completed", data };
}

export function failedEvent(data: CourseFailedData): NewEvent {
  return { type: "course.failed", data };
}
