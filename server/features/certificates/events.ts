import { Type, type Static } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { Flag } from "../compliance/flag/status-schema.ts";
import { EventCourse } from "../courses/events.ts";
import { EventUser } from "../people/events.ts";
import type { NewEvent } from "../events/emit.ts";
import { CertificateSource } from "./schema.ts";

export const EventCertificate = Closed({
  id: Id,
  number: Type.String(),
  source: CertificateSource,
  issued_at: Instant,
  valid_from: DateOnly,
  valid_until: Nullable(DateOnly),
  previous_certificate_id: Nullable(Id),
});
export type EventCertificate = Static<typeof EventCertificate>;

const OpenEnrollment = Closed(
  {
    id: Id,
    cycle_year: Type.Integer(),
    status: OneOf(["assigned", "in_progress", "failed"], { named: "OpenEnrollmentStatus" }),
    source: Type.String({ description: "As the enrollment's own record says it." }),
    due_date: Nullable(DateOnly),
    assigned_at: Instant,
    started_at: Nullable(Instant),
    completed_at: Nullable(Instant, { description: "Null: it is open." }),
  },
  { $id: "OpenEnrollment" },
);
export type OpenEnrollment = Static<typeof OpenEnrollment>;

const compliance_status = Nullable(Flag);
const batch_id = Nullable(Id);

export const ComplianceCertified = Closed({
  user: EventUser,
  course: EventCourse,
  certificate: EventCertificate,
  enrollment_id: Nullable(Id),
  compliance_status,
  batch_id,
});

export const ComplianceExpired = Closed({
  user: EventUser,
  course: EventCourse,
  certificate: EventCertificate,
  enrollment_id: Nullable(Id),
  expired_on: DateOnly,
  open_enrollment: Nullable(OpenEnrollment),
  compliance_status,
  batch_id,
});

/** The data of a certificate as events show them. */
export type CertificateParts = {
  user: EventUser;
  course: EventCourse;
  certificate: EventCertificate;
  enrollment_id: string | null;
};

export function certifiedEvent(
  { user, course, certificate, enrollment_id }: CertificateParts,
  flag: Flag | null,
  batch_id: string | null,
): NewEvent {
  const data = { user, course, certificate, enrollment_id, compliance_status: flag, batch_id };
  return { type: "compliance.certified", data: data satisfies Static<typeof ComplianceCertified> };
}

export type Expired = CertificateParts & { expired_on: string; open_enrollment: OpenEnrollment | null };

export function expiredEvent(expired: Expired, flag: Flag | null, batch_id: string | null): NewEvent {
  const { user, course, certificate, enrollment_id, expired_on, open_enrollment } = expired;
  const data = { user, course, certificate, enrollment_id, expired_on, open_enrollment, compliance_status: flag, batch_id };
  return { type: "compliance.expired", data: data satisfies Static<typeof ComplianceExpired> };
}
