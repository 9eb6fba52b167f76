import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { anyDate, anyFacts, daysAfter, no_facts } from "../../../../test/harness/facts.ts";
import { certificateOf, evidenceOf } from "../matrix/evidence.ts";
import { flagOf, type CertificateFact, type EnrollmentFact, type Facts, type Status } from "./status.ts";

/** Assigned on 2026-01-15, due on 2026-03-31, not started, not a renewal. */
const enrollment: EnrollmentFact = {
  id: "e1",
  state: "assigned",
  cycle_year: 2026,
  cycle_seq: 1,
  due_date: "2026-03-31",
  assigned_at: "2026-01-15T08:00:00.000Z",
  renewal: false,
  mandatory: true,
  requirement_active: true,
  completed_at: null,
};
/** The enrollment that earned `certificate`. */
const earned: EnrollmentFact = {
  ...enrollment,
  id: "e0",
  state: "completed",
  completed_at: "2025-03-01T10:00:00.000Z",
  cycle_year: 2025,
  due_date: "2025-03-15",
  assigned_at: "2025-01-15T08:00:00.000Z",
};
const certificate: CertificateFact = {
  id: "c0",
  enrollment_id: "e0",
  issued_at: "2025-03-01T10:00:00.000Z",
  valid_from: "2025-03-01",
  valid_until: "2026-02-28",
  revoked: false,
};
const renewal: EnrollmentFact = { ...enrollment, renewal: true, due_date: "2026-02-28", assigned_at: "2025-12-30T00:00:05.000Z" };

const assigned = (...enrollments: Partial<EnrollmentFact>[]): Partial<Facts> => ({
  enrollments: enrollments.map((changes) => ({ ...enrollment, ...changes })),
});
const certified = (changes: Partial<Facts> = {}): Partial<Facts> => ({
  enrollments: [earned],
  certificates: [certificate],
  ...changes,
});

type Expected = Pick<Status, "status" | "basis"> & { in_grace?: boolean };
const pending: Expected = { status: "PENDING", basis: "enrollment" };
const started: Expected = { status: "IN_PROGRESS", basis: "enrollment" };
const late: Expected = { status: "OVERDUE", basis: "enrollment" };
const expired: Expected = { status: "OVERDUE", basis: "certificate" };
const expiring: Expected = { status: "EXPIRING_SOON", basis: "certificate" };
const covered: Expected = { status: "COMPLIANT", basis: "certificate" };

const vectors: [name: string, today: string, facts: Partial<Facts>, expected: Expected | null][] = [
  ["not assigned", "2026-02-02", {}, null],
  ["assigned, due in future", "2026-02-02", assigned({}), pending],
  ["assigned, no due date", "2026-02-02", assigned({ due_date: null }), pending],
  ["started", "2026-02-02", assigned({ state: "in_progress" }), started],
  ["on the due date", "2026-03-31", assigned({}), pending],
  ["day after the due date", "2026-04-01", assigned({}), late],
  [
    "day after the due date, started, 14 d grace",
    "2026-04-01",
    { ...assigned({ state: "in_progress" }), grace_days: 14 },
    { ...started, in_grace: true },
  ],
  ["last day of 14 d grace", "2026-04-14", { ...assigned({}), grace_days: 14 }, { ...pending, in_grace: true }],
  ["first day after 14 d grace", "2026-04-15", { ...assigned({}), grace_days: 14 }, late],
  ["failed finally, before due date", "2026-02-02", assigned({ state: "failed" }), started],
  ["failed finally, after due date", "2026-04-02", assigned({ state: "failed" }), late],
  [
    "completed, course issues no certificate",
    "2026-02-02",
    { ...assigned({ state: "completed" }), issues_certificates: false },
    { status: "COMPLIANT", basis: "completion" },
  ],
  ["certificate valid, 90 d left", "2025-11-30", certified(), covered],
  ["certificate valid, 61 d left", "2025-12-29", certified(), covered],
  ["certificate valid, 60 d left", "2025-12-30", certified(), expiring],
  ["same, renewal already open", "2025-12-30", certified({ enrollments: [earned, renewal] }), expiring],
  ["last valid day", "2026-02-28", certified(), expiring],
  ["day after expiry, renewal open", "2026-03-01", certified({ enrollments: [earned, renewal] }), late],
  ["day after expiry, no renewal", "2026-03-01", certified(), expired],
  ["day after expiry, 14 d grace", "2026-03-01", certified({ grace_days: 14 }), { ...expiring, in_grace: true }],
  ["first day after 14 d grace of a certificate", "2026-03-15", certified({ grace_days: 14 }), expired],
  [
    "renewed early (successor starts on the next day)",
    "2026-02-15",
    {
      enrollments: [earned, { ...renewal, state: "completed" }],
      certificates: [
        certificate,
        { ...certificate, issued_at: "2026-02-10T10:00:00.000Z", valid_from: "2026-03-01", valid_until: "2027-02-28" },
      ],
    },
    covered,
  ],
  [
    "retraining ordered while certificate valid",
    "2025-11-30",
    certified({ enrollments: [earned, { ...enrollment, assigned_at: "2025-11-20T08:00:00.000Z" }] }),
    pending,
  ],
  ["revoked certificate, nothing open", "2025-11-30", certified({ certificates: [{ ...certificate, revoked: true }] }), expired],
  [
    "two cycles open, old one past due",
    "2026-02-02",
    assigned({}, { cycle_year: 2025, due_date: "2025-12-31", assigned_at: "2025-06-01T08:00:00.000Z" }),
    late,
  ],
  [
    "old cycle failed, new one completed, certificate to 2027-02-28",
    "2026-02-02",
    {
      ...assigned({ state: "failed", cycle_year: 2025, due_date: "2025-12-31" }, { state: "completed" }),
      certificates: [
        { ...certificate, issued_at: "2026-01-20T08:00:00.000Z", valid_from: "2026-01-20", valid_until: "2027-02-28" },
      ],
    },
    covered,
  ],
  [
    "old cycle open and past due, new one completed, no certificate",
    "2026-02-02",
    { ...assigned({ cycle_year: 2025, due_date: "2025-12-31" }, { state: "completed" }), issues_certificates: false },
    { status: "COMPLIANT", basis: "completion" },
  ],
  [
    "old cycle failed and past due, replaced by an open one",
    "2026-02-02",
    assigned({ state: "failed", cycle_year: 2025, due_date: "2025-12-31" }, {}),
    pending,
  ],
  [
    "certificate ended, renewal created late with due date in future",
    "2026-03-10",
    certified({ enrollments: [earned, { ...renewal, due_date: "2026-04-09", assigned_at: "2026-03-10T00:00:05.000Z" }] }),
    expired,
  ],
  [
    "certificate ended, renewal's due date extended",
    "2026-03-10",
    certified({ enrollments: [earned, { ...renewal, due_date: "2026-03-31" }] }),
    expired,
  ],
  [
    "requirement lapsed (left the department), certificate expired",
    "2026-03-01",
    certified({ enrollments: [{ ...earned, requirement_active: false }] }),
    null,
  ],
  ["cancelled only", "2026-02-02", assigned({ state: "cancelled" }), null],
  ["withdrawn only", "2026-02-02", assigned({ state: "withdrawn" }), null],
  ["voluntary course", "2026-04-02", assigned({ mandatory: false }), null],
  [
    "exempt",
    "2026-04-02",
    { ...assigned({}), exemptions: [{ from: "2026-04-01", until: "2026-04-30" }] },
    { status: "COMPLIANT", basis: "exemption" },
  ],
  ["exempt until yesterday", "2026-05-01", { ...assigned({}), exemptions: [{ from: "2026-04-01", until: "2026-04-30" }] }, late],
  ["certificate without expiry", "2030-01-01", certified({ certificates: [{ ...certificate, valid_until: null }] }), covered],
  ["certificate that starts later", "2025-02-15", { certificates: [certificate] }, null],
  ["account deactivated", "2026-04-02", { ...assigned({}), person_active: false }, null],
];

for (const [name, today, facts, expected] of vectors) {
  test(`the flag: ${name}`, () => {
    const found = flagOf({ ...no_facts, ...facts }, today);
    const shown = found && { status: found.status, basis: found.basis, in_grace: found.in_grace };
    assert.deepEqual(shown, expected && { in_grace: false, ...expected });
  });
}

const next = (facts: Partial<Facts>, today: string) => {
  const found = flagOf({ ...no_facts, ...facts }, today);
  return found && [found.next_status, found.next_change_on];
};

test("the only certificate that has begun was revoked: overdue, also while a successor waits for its first day", () => {
  const successor = {
    ...certificate,
    id: "c1",
    issued_at: "2026-02-10T10:00:00.000Z",
    valid_from: "2026-03-01",
    valid_until: "2027-02-28",
  };
  const facts: Facts = { ...no_facts, ...certified({ certificates: [{ ...certificate, revoked: true }, successor] }) };
  assert.deepEqual(flagOf(facts, "2026-02-15"), {
    status: "OVERDUE",
    basis: "certificate",
    in_grace: false,
    next_status: "COMPLIANT",
    next_change_on: "2026-03-01",
    look_on: "2026-03-01",
  });
  assert.equal(certificateOf(facts, "2026-02-15")?.id, "c0");
});

test("of certificates that end together the newest is shown, and the course counts as ordered again only after it", () => {
  const newer = {
    ...certificate,
    id: "c1",
    enrollment_id: "e1",
    issued_at: "2025-08-01T10:00:00.000Z",
    valid_from: "2025-08-01",
  };
  const between: EnrollmentFact = { ...enrollment, id: "e2", cycle_year: 2027, assigned_at: "2025-07-01T08:00:00.000Z" };
  for (const certificates of [
    [certificate, newer],
    [newer, certificate],
  ]) {
    const facts: Facts = { ...no_facts, enrollments: [earned, between], certificates };
    assert.equal(certificateOf(facts, "2025-09-01")?.id, "c1");
    assert.equal(flagOf(facts, "2025-09-01")?.status, "COMPLIANT");
  }
});

test("of several open enrollments the one that is due first is shown, and one that is never due last", () => {
  const never_due: EnrollmentFact = { ...enrollment, id: "e2", cycle_seq: 2, due_date: null };
  const later: EnrollmentFact = { ...enrollment, id: "e3", cycle_seq: 3, due_date: "2026-06-30" };
  for (const enrollments of [
    [enrollment, never_due, later],
    [never_due, later, enrollment],
  ]) {
    const facts: Facts = { ...no_facts, enrollments };
    assert.equal(evidenceOf(facts, flagOf(facts, "2026-02-02")!, "2026-02-02").enrollment_id, "e1");
  }
});

test("a day between two certificates is covered by neither", () => {
  const next = { ...certificate, id: "c1", valid_from: "2026-03-02", valid_until: "2027-03-01" };
  const facts: Facts = { ...no_facts, enrollments: [earned], certificates: [certificate, next] };
  const flags = ["2026-02-28", "2026-03-01", "2026-03-02"].map((day) => flagOf(facts, day)?.status);
  assert.deepEqual(flags, ["EXPIRING_SOON", "OVERDUE", "COMPLIANT"]);
});

test("a course that is ordered in the millisecond in which its certificate is issued was not ordered again", () => {
  const ordered = (assigned_at: string): Facts => ({
    ...no_facts,
    enrollments: [earned, { ...enrollment, id: "e2", cycle_year: 2027, assigned_at }],
    certificates: [certificate],
  });
  const [issued, later] = [certificate.issued_at, new Date(Date.parse(certificate.issued_at) + 1).toISOString()];
  assert.equal(flagOf(ordered(issued), "2025-09-01")?.status, "COMPLIANT");
  assert.equal(flagOf(ordered(later), "2025-09-01")?.status, "PENDING");
});

test("the next change: overdue on the day after due date and grace", () => {
  assert.deepEqual(next(assigned({}), "2026-02-02"), ["OVERDUE", "2026-04-01"]);
  assert.deepEqual(next({ ...assigned({ state: "in_progress" }), grace_days: 14 }, "2026-04-01"), ["OVERDUE", "2026-04-15"]);
  assert.deepEqual(next(assigned({ due_date: null }), "2026-02-02"), [null, null]);
  assert.deepEqual(next(assigned({}), "2026-04-01"), [null, null]);
});

test("the next change: a certificate expires soon, then has ended", () => {
  assert.deepEqual(next(certified(), "2025-11-30"), ["EXPIRING_SOON", "2025-12-30"]);
  assert.deepEqual(next(certified(), "2025-12-30"), ["OVERDUE", "2026-03-01"]);
  assert.deepEqual(next(certified({ enrollments: [{ ...earned, requirement_active: false }] }), "2025-12-30"), [
    null,
    "2026-03-01",
  ]);
});

test("the next change: a date beyond the calendar never comes", () => {
  assert.deepEqual(next({ ...assigned({ due_date: "9999-12-31" }), grace_days: 3650 }, "2026-02-02"), [null, null]);
});

/** Facts that can lead to a flag. */
const flagged = anyFacts.map((facts): Facts => ({
  ...facts,
  person_active: true,
  enrollments: facts.enrollments.map((one) => ({ ...one, mandatory: true })),
}));

test("time alone changes a flag on next_change_on, to next_status, and on no day before", () => {
  fc.assert(
    fc.property(flagged, anyDate, (facts, today) => {
      const now = flagOf(facts, today);
      if (now === null) return;
      const end = now.next_change_on ?? daysAfter(today, 1500);
      for (let day = daysAfter(today, 1); day < end; day = daysAfter(day, 1)) {
        const then = flagOf(facts, day);
        assert.equal(then?.status, now.status, day);
        if (now.look_on === null || day < now.look_on)
          assert.deepEqual([then?.basis, then?.in_grace], [now.basis, now.in_grace], day);
      }
      if (now.next_change_on !== null) assert.equal(flagOf(facts, now.next_change_on)?.status ?? null, now.next_status);
      if (now.next_change_on !== null) assert.notEqual(now.next_status, now.status);
    }),
    { numRuns: 150 },
  );
});
