import { Type, type TObject, type TProperties } from "typebox";
import { Closed, Id, Instant } from "../../platform/http/schema.ts";
import type { EventDescription } from "../../platform/http/openapi/webhooks.ts";
import { ComplianceCertified, ComplianceExpired } from "../certificates/events.ts";
import { ComplianceStatusChanged } from "../compliance/events.ts";
import {
  CourseCompleted,
  CourseFailed,
  EnrollmentAssigned,
  EnrollmentCancelled,
  EnrollmentUpdated,
  EventReference,
} from "../enrollments/events.ts";
import { MemberJoined, MemberLeft } from "../groups/events.ts";
import { UserAnonymized, UserChanged, UserCreated } from "../people/events.ts";
import type { EventType } from "../events/emit.ts";
import { event_examples } from "./event-examples.ts";

export const PingData = Closed({
  message: Type.String(),
  subscription_id: Id,
  requested_by: EventReference,
});

/** The schema of an event: the envelope that `emitAll` writes, around `data`. */
function envelope<T extends EventType, D extends TProperties>(type: T, $id: string, data: TObject<D>) {
  return Closed(
    {
      id: { ...Id, description: "Of the event: its deliveries repeat it, in X-LMS-Event-Id as well." },
      type: Type.Literal(type),
      created_at: Instant,
      tenant_code: Type.String({ description: "The organisation, where one endpoint serves several." }),
      data,
    },
    { $id, example: event_examples[type] },
  );
}

/** The schema of each type, valid for stored, delivered and listed events. */
export const event_schemas = {
  "course.completed": envelope("course.completed", "CourseCompletedEvent", CourseCompleted),
  "course.failed": envelope("course.failed", "CourseFailedEvent", CourseFailed),
  "compliance.certified": envelope("compliance.certified", "ComplianceCertifiedEvent", ComplianceCertified),
  "compliance.expired": envelope("compliance.expired", "ComplianceExpiredEvent", ComplianceExpired),
  "compliance.status_changed": envelope("compliance.status_changed", "ComplianceStatusChangedEvent", ComplianceStatusChanged),
  "enrollment.assigned": envelope("enrollment.assigned", "EnrollmentAssignedEvent", EnrollmentAssigned),
  "enrollment.updated": envelope("enrollment.updated", "EnrollmentUpdatedEvent", EnrollmentUpdated),
  "enrollment.cancelled": envelope("enrollment.cancelled", "EnrollmentCancelledEvent", EnrollmentCancelled),
  "group.member_joined": envelope("group.member_joined", "GroupMemberJoinedEvent", MemberJoined),
  "group.member_left": envelope("group.member_left", "GroupMemberLeftEvent", MemberLeft),
  "user.created": envelope("user.created", "UserCreatedEvent", UserCreated),
  "user.updated": envelope("user.updated", "UserUpdatedEvent", UserChanged),
  "user.deactivated": envelope("user.deactivated", "UserDeactivatedEvent", UserChanged),
  "user.reactivated": envelope("user.reactivated", "UserReactivatedEvent", UserChanged),
  "user.anonymized": envelope("user.anonymized", "UserAnonymizedEvent", UserAnonymized),
  ping: envelope("ping", "PingEvent", PingData),
} satisfies Record<EventType, object>;

/** Types whose events name a course. */
export const types_with_course: ReadonlySet<string> = new Set(
  Object.entries(event_schemas).flatMap(([type, { properties }]) => ("course" in properties.data.properties ? [type] : [])),
);

const summaries: Readonly<Record<EventType, [summary: string, description: string]>> = {
  "course.completed": [
    "A person completed or passed a course",
    "`certificate_id` is null where the course gives no certificate.",
  ],
  "course.failed": ["A course attempt was failed", "Every failed attempt; `data.attempt.final` says that none is left."],
  "compliance.certified": ["A new certificate was issued", "`enrollment_id` is null for external evidence."],
  "compliance.expired": [
    "A certificate expired without a successor",
    "At midnight of the organisation's time zone, on the first day that is not covered.",
  ],
  "compliance.status_changed": [
    "A person's compliance status for a course became another one",
    "From `data.previous_status` to `data.status`, whatever the cause, time alone included; `data.reasons` says why. Written only while a subscription lists the type: `GET /api/v1/compliance/changes` has every change.",
  ],
  "enrollment.assigned": [
    "A course was assigned",
    "By a client, a rule, a group, an administrator or as a renewal: `data.assigned_by` and `data.enrollment.source` say by whom.",
  ],
  "enrollment.updated": [
    "An enrollment was changed",
    "Its due date, whether it is mandatory, or its status where no other type tells of that: started, withdrawn, one attempt more. `data.changed_fields` says which.",
  ],
  "enrollment.cancelled": ["An assignment that was not started was cancelled", "`data.cancel_reason` says why."],
  "group.member_joined": ["A person joined a group", "`data.actor` of a dynamic group says by which conditions."],
  "group.member_left": ["A person left a group", "`data.actor` of a dynamic group says by which conditions."],
  "user.created": ["A person's record began", "By a client, an identity provider, a file or an administrator."],
  "user.updated": [
    "A person's record was changed",
    "`data.changed_fields` names the members; their values are read by API. Where the account ends or begins again, another type tells of it, and of all that was changed with it.",
  ],
  "user.deactivated": ["A person's account ended", "`data.changed_fields` names all that was changed at once."],
  "user.reactivated": ["A person's account began again", "`data.changed_fields` names all that was changed at once."],
  "user.anonymized": [
    "The data of a person were erased",
    "Erase your copy, too; `data.user.employee_no` is no longer the person's number.",
  ],
  ping: ["A test event was requested", "Sent once by `POST …/ping`, whether the subscription lists it or not."],
};

/** All types, with the descriptions of the contract. */
export const event_descriptions: readonly EventDescription[] = Object.entries(event_schemas).map(([type, schema]) => {
  const [summary, description] = summaries[type as EventType];
  return { type, summary, description, schema };
});
