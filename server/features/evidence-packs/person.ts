// The content of a pack about one person: flags and their reasons at the instant, and the records behind them.
import { explainThen, type Explanation } from "../compliance/explain/explain.ts";
import type { PackAuditEntry, PackCertificate, PackCourse, PackEnrollment, PackLine, PackPerson } from "./content-sql.ts";

/** Data that was read together for some people. */
export type Read = {
  people: readonly PackPerson[];
  lines: readonly PackLine[];
  enrollments: readonly PackEnrollment[];
  certificates: readonly PackCertificate[];
  audit: readonly PackAuditEntry[];
};

export type PersonRecord = {
  person: PackPerson;
  full_name: string;
  /** For each course of the pack, in the pack's order. */
  courses: readonly (Explained & { course: PackCourse })[];
  certificates: readonly PackCertificate[];
  enrollments: readonly PackEnrollment[];
  /** Numbers of attempts. */
  attempts: number;
  json: unknown;
};

type Explained = Pick<Explanation, "status" | "basis" | "reasons"> & { known_since: string | null };

export function recordOf(person: PackPerson, read: Read, courses: readonly PackCourse[]): PersonRecord {
  const ofPerson = <Row extends { person_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ person_id }) => person_id === person.id);
  const lines = new Map(ofPerson(read.lines).map((line) => [line.course_id, line]));
  const [enrollments, certificates] = [ofPerson(read.enrollments), ofPerson(read.certificates)];
  const explained = courses.map((course) => {
    const line = lines.get(course.id) ?? null;
    const { status, basis, reasons } = explainThen(course.code, person.in_scope, line);
    return { course, status, basis, reasons, known_since: line?.changed_at ?? null };
  });
  return {
    person,
    full_name: person.full_name ?? person.employee_no ?? "",
    courses: explained,
    certificates,
    enrollments,
    attempts: enrollments.reduce((count, { attempts }) => count + attempts.length, 0),
    json: {
      ...person,
      courses: explained.map(({ course, ...explanation }) => ({
        course_code: course.code,
        course_title: course.title,
        ...explanation,
        enrollments: enrollments.filter(({ course_id }) => course_id === course.id).map(withoutOwner),
        certificates: certificates.filter(({ course_id }) => course_id === course.id).map(certificateJson),
      })),
    },
  };
}

function withoutOwner(enrollment: PackEnrollment) {
  return Object.fromEntries(Object.entries(enrollment).filter(([name]) => name !== "person_id" && name !== "course_id"));
}

function certificateJson(certificate: PackCertificate) {
  const { id, number, source, issuer, status, issued_at, valid_from, valid_until, revoked_at, revoke_reason, file, code } =
    certificate;
  return {
    id,
    number,
    source,
    issuer,
    status,
    issued_at,
    valid_from,
    valid_until,
    revoked_at,
    revoke_reason,
    verification_code: code,
    file,
  };
}
