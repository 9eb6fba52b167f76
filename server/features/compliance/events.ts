import { Type, type Static } from "typebox";
import { Closed, DateOnly, Id, Nullable } from "../../platform/http/schema.ts";
import { EventCourse } from "../courses/events.ts";
import { EventActor, EventUser } from "../people/events.ts";
import type { NewEvent } from "../events/emit.ts";
import { ExplanationCode } from "./explain/explain-schema.ts";
import { Flag } from "./flag/status-schema.ts";
import type { Flag as FlagName } from "./flag/status.ts";
import type { Judged } from "./sql.ts";

/** The data of a changed flag: the same members as in `GET /api/v1/compliance/changes`. */
export const ComplianceStatusChanged = Closed({
  user: EventUser,
  course: EventCourse,
  previous_status: Nullable(Flag, { description: "null: there was no entry." }),
  status: Nullable(Flag, { description: "null: there is no entry any more." }),
  reasons: Type.Array(ExplanationCode, {
    description: "Why it is so now: the codes of `GET /api/v1/compliance/explain`, apart from BLOCKED.",
  }),
  due_date: Nullable(DateOnly),
  enrollment_id: Nullable(Id),
  certificate_id: Nullable(Id),
  valid_until: Nullable(DateOnly),
  next_status: Nullable(Flag),
  next_change_on: Nullable(DateOnly, { description: "The day on which time alone makes `next_status` of it." }),
  actor: EventActor,
});

type StatusChange = {
  user: Static<typeof EventUser>;
  course: Static<typeof EventCourse>;
  previous_status: FlagName | null;
  status: Judged["status"];
  reasons: readonly Static<typeof ExplanationCode>[];
  actor: Static<typeof EventActor>;
};

export function statusChangedEvent({ user, course, previous_status, status, reasons, actor }: StatusChange): NewEvent {
  const data = {
    user,
    course,
    previous_status,
    status: status?.status ?? null,
    reasons: [...new Set(reasons)],
    due_date: status?.due_date ?? null,
    enrollment_id: status?.enrollment_id ?? null,
    certificate_id: status?.certificate_id ?? null,
    valid_until: status?.valid_until ?? null,
    next_status: status?.next_status ?? null,
    next_change_on: status?.next_change_on ?? null,
    actor,
  };
  return { type: "compliance.status_changed", data: data satisfies Static<typeof ComplianceStatusChanged> };
}
