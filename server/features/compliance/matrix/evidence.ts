import {
  bestOf,
  dayOf,
  isLive,
  openOf,
  type CertificateFact,
  type EnrollmentFact,
  type Facts,
  type Status,
} from "../flag/status.ts";

/** The records that the matrix shows with a flag. */
export type Evidence = {
  enrollment_id: string | null;
  enrollment_status: EnrollmentFact["state"] | null;
  cycle_year: number | null;
  due_date: string | null;
  completed_at: string | null;
  certificate_id: string | null;
  valid_until: string | null;
  renewal_enrollment_id: string | null;
};

/**
 * The records behind the flag of a day: the enrollment that decides it, the certificate with the latest end, the open renewal.
 */
export function evidenceOf(facts: Facts, status: Status, today: string): Evidence {
  const live = facts.enrollments.filter(isLive);
  const open = openOf(live);
  const certificate = certificateOf(facts, today);
  const enrollment = decidingOf(facts, status, open, certificate);
  return {
    enrollment_id: enrollment?.id ?? null,
    enrollment_status: enrollment?.state ?? null,
    cycle_year: enrollment?.cycle_year ?? null,
    due_date: enrollment?.due_date ?? null,
    completed_at: enrollment?.completed_at ?? null,
    certificate_id: certificate?.id ?? null,
    valid_until: certificate?.valid_until ?? null,
    renewal_enrollment_id: open.find((one) => one.renewal)?.id ?? null,
  };
}

/** The certificate with the latest end; if all that have begun are revoked, the newest of those. */
export function certificateOf({ certificates }: Pick<Facts, "certificates">, today: string): CertificateFact | undefined {
  const run = bestOf(certificates, dayOf(today));
  if (run) return certificates.find(({ id }) => id === run.last);
  const newest = certificates.toSorted((one, other) => compare(one.issued_at, other.issued_at));
  return newest.findLast(({ valid_from }) => valid_from <= today) ?? newest.findLast(({ revoked }) => !revoked) ?? newest.at(-1);
}

function decidingOf(
  { enrollments }: Facts,
  { status, basis }: Status,
  open: readonly EnrollmentFact[],
  certificate: CertificateFact | undefined,
): EnrollmentFact | undefined {
  const newest = enrollments
    .filter(({ state }) => state !== "cancelled" && state !== "withdrawn")
    .toSorted((one, other) => one.cycle_year - other.cycle_year || one.cycle_seq - other.cycle_seq);
  if (basis === "enrollment") {
    const deciding = status === "IN_PROGRESS" ? open.filter(({ state }) => state !== "assigned") : open;
    return deciding.toSorted((one, other) => compare(one.due_date ?? "9", other.due_date ?? "9"))[0];
  }
  if (basis === "certificate" && certificate?.enrollment_id) {
    return enrollments.find(({ id }) => id === certificate.enrollment_id);
  }
  return newest.findLast(({ state }) => state === "completed") ?? newest.at(-1);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
