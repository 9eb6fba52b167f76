import { Type } from "typebox";
import { CursorPagination } from "../../platform/http/cursor.ts";
import { Closed, DateOnly, Id, Nullable, OneOf, line, not_blank_pattern } from "../../platform/http/schema.ts";
import { PanelCertificate } from "../certificates/panel-schema.ts";
import { Flag } from "../compliance/flag/status-schema.ts";
import { Enrollment } from "./schema.ts";

const reason_max = 500;
const issuer_max = 200;
const Reason = Type.String({ minLength: 1, maxLength: reason_max, pattern: not_blank_pattern });

const Name = Closed({ id: Id, full_name: Nullable(Type.String()) });

/** A page of enrollments, and the names of the people in it. */
export const EnrollmentPage = Closed(
  { pagination: CursorPagination, enrollments: Type.Array(Enrollment), people: Type.Array(Name) },
  { $id: "EnrollmentPage" },
);

export const EnrollmentDetail = Closed({ enrollment: Enrollment, person: Name }, { $id: "EnrollmentDetail" });

export const ResultRequest = Closed({
  passed: Type.Boolean(),
  score: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), { description: "Percent; null where nothing was scored." }),
});

export const WithdrawRequest = Closed({ reason: Reason });

export const ExemptionRequest = Closed({
  person_id: Id,
  course_id: Id,
  from: DateOnly,
  until: Nullable(DateOnly, { description: "The last day; null: until it is ended." }),
  reason: Reason,
});

export const EvidenceRequest = Closed({
  person_id: Id,
  course_id: Id,
  issuer: line(issuer_max),
  valid_from: DateOnly,
  valid_until: Nullable(DateOnly),
});

export const Made = Closed({ id: Id }, { $id: "Made" });

/** Data of a person's page, besides the record and the enrollments. */
export const PersonTraining = Closed(
  {
    groups: Type.Array(Closed({ id: Id, code: Type.String(), name: Type.String(), kind: OneOf(["manual", "dynamic", "scim"]) })),
    flags: Type.Array(
      Closed({
        course_id: Id,
        course_code: Type.String(),
        course_title: Type.String(),
        status: Flag,
        next_status: Nullable(Flag),
        next_change_on: Nullable(DateOnly),
      }),
    ),
    certificates: Type.Array(PanelCertificate),
  },
  { $id: "PersonTraining" },
);
