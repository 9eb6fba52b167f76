import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { languages } from "../../platform/languages.ts";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

export const certificate_sources = ["course", "external"] as const;
export type CertificateSource = (typeof certificate_sources)[number];
export const CertificateSource = OneOf(certificate_sources, { named: "CertificateSource" });

export const certificate_statuses = ["valid", "expiring", "expired", "superseded", "revoked"] as const;
export type CertificateStatus = (typeof certificate_statuses)[number];
export const CertificateStatus = OneOf(certificate_statuses, { named: "CertificateStatus" });

const number_max = 100;
const employee_no_max = 64;
const course_code_max = 64;

export const Certificate = Closed(
  {
    id: Id,
    number: Type.String({ maxLength: number_max, example: "FORKLIFT-01-2026-000311" }),
    user_id: Id,
    employee_no: Nullable(Type.String({ maxLength: employee_no_max, example: "10042" })),
    course_id: Id,
    course_code: Type.String({ maxLength: course_code_max, example: "FORKLIFT-01" }),
    enrollment_id: Nullable(Id, { description: "Null: external evidence." }),
    cycle_year: Type.Integer({ example: 2026 }),
    status: {
      ...CertificateStatus,
      description:
        "Of today: valid; expiring, within the course's expiring_soon_days of its end; expired; superseded, a newer one that holds as long has begun; revoked.",
    },
    source: {
      ...CertificateSource,
      description: "course: the course was completed here; external: it was obtained elsewhere (external evidence).",
    },
    issuer: Nullable(Type.String({ maxLength: 200 }), { description: "Who issued it elsewhere; null: it was issued here." }),
    issued_at: Instant,
    valid_from: DateOnly,
    valid_until: Nullable(DateOnly, { description: "The last valid day; null: it never ends." }),
    renewal_opens_on: Nullable(DateOnly, {
      description:
        "The day on which its renewal is assigned; null where the course is not renewed or the certificate has no end.",
    }),
    previous_certificate_id: Nullable(Id),
    revoked_at: Nullable(Instant),
    revoke_reason: Nullable(Type.String({ maxLength: 500 })),
    verification_url: Type.String({
      format: "uri",
      example: "https://api.example.com/c/7KQ2-9FXM-41TZ",
      description: "Where everyone who knows the code can check it.",
    }),
  },
  {
    $id: "Certificate",
    example: {
      id: "019a4a02-aaaa-7bbb-8ccc-ddddeeeeffff",
      number: "FORKLIFT-01-2026-000311",
      user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
      employee_no: "10042",
      course_id: "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a",
      course_code: "FORKLIFT-01",
      enrollment_id: "019a4a01-1111-7222-8333-444455556666",
      cycle_year: 2026,
      status: "valid",
      source: "course",
      issuer: null,
      issued_at: "2026-03-20T13:05:11.000Z",
      valid_from: "2026-03-20",
      valid_until: "2028-03-19",
      renewal_opens_on: "2028-01-19",
      previous_certificate_id: null,
      revoked_at: null,
      revoke_reason: null,
      verification_url: "https://api.example.com/c/7KQ2-9FXM-41TZ",
    },
  },
);

export const CertificateList = Closed(
  { pagination: CursorPagination, certificates: Type.Array(Certificate) },
  { $id: "CertificateList" },
);

export const CertificateParams = Type.Object({ id: Type.String() });

export const CertificateQuery = Type.Object({
  ...walkParameters(500, 100),
  employee_no: Type.Optional(
    Type.String({ maxLength: employee_no_max, description: "Only of the person with this employee number." }),
  ),
  user_id: Type.Optional(Type.String({ format: "uuid", description: "Only of this person." })),
  course_code: Type.Optional(Type.String({ maxLength: course_code_max, description: "Only of the course with this code." })),
  status: Type.Optional({ ...CertificateStatus, description: "Only those that are so today." }),
});

export const CertificatePrintQuery = Type.Object({
  language: Type.Optional({
    ...OneOf(languages, { named: "Language" }),
    description: "Of the words around what the organisation writes. Default: that of Accept-Language, else en.",
  }),
});
