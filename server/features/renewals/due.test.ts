import assert from "node:assert/strict";
import test from "node:test";
import type { CertificateFact, EnrollmentFact, Facts } from "../compliance/flag/status.ts";
import { renewalDue, type RenewalCourse } from "./due.ts";

const course: RenewalCourse = { id: "c", lead_days: 60, recurrence: "validity", default_due_days: 30 };

const enrollment: EnrollmentFact = {
  id: "e1",
  state: "completed",
  cycle_year: 2025,
  cycle_seq: 1,
  due_date: "2025-03-31",
  assigned_at: "2025-02-01T08:00:00.000Z",
  renewal: false,
  mandatory: true,
  requirement_active: true,
  completed_at: "2025-03-01T08:00:00.000Z",
};
const certificate: CertificateFact = {
  id: "k1",
  enrollment_id: "e1",
  issued_at: "2025-03-01T08:00:00.000Z",
  valid_from: "2025-03-01",
  valid_until: "2026-02-28",
  revoked: false,
};
const facts: Facts = {
  person_active: true,
  expiring_soon_days: 60,
  grace_days: 0,
  issues_certificates: true,
  required: false,
  enrollments: [enrollment],
  certificates: [certificate],
  exemptions: [],
};

const on = (today: string, changed: Partial<Facts> = {}, of: Partial<RenewalCourse> = {}) =>
  renewalDue({ ...facts, ...changed }, { ...course, ...of }, { today, cycle: Number(today.slice(0, 4)) });
const renewed = { renewal_of: "e1", due_date: "2026-02-28", cycle_year: 2026 };

test("a renewal is due from the lead before the end on, and not a day earlier", () => {
  assert.equal(on("2025-12-29"), null);
  assert.deepEqual(on("2025-12-30"), renewed);
  assert.deepEqual(on("2026-02-28"), renewed);
});

test("a late renewal keeps the old due date for 90 days; after that it gets a new one", () => {
  assert.deepEqual(on("2026-05-29"), renewed);
  assert.deepEqual(on("2026-05-30"), { ...renewed, due_date: "2026-06-29" });
  assert.deepEqual(on("2026-05-30", {}, { default_due_days: null }), { ...renewed, due_date: null });
});

test("only who must still be trained is renewed: by a rule or group, or by an enrollment that stands", () => {
  const lapsed = [{ ...enrollment, requirement_active: false }];
  assert.equal(on("2026-01-15", { enrollments: lapsed }), null);
  assert.deepEqual(on("2026-01-15", { enrollments: lapsed, required: true }), renewed);
  assert.equal(on("2026-01-15", { enrollments: [{ ...enrollment, mandatory: false }] }), null);
  assert.equal(on("2026-01-15", { person_active: false }), null);
});

test("a person who is exempt on the day is not renewed", () => {
  assert.equal(on("2026-01-15", { exemptions: [{ from: "2026-01-15", until: "2026-01-15" }] }), null);
  assert.deepEqual(on("2026-01-16", { exemptions: [{ from: "2026-01-15", until: "2026-01-15" }] }), renewed);
});

test("an open enrollment needs no renewal, a cancelled or withdrawn one does not prevent it", () => {
  for (const state of ["assigned", "in_progress", "failed"] as const) {
    const open = { ...enrollment, id: "e2", state, cycle_year: 2026 };
    assert.equal(on("2026-01-15", { enrollments: [enrollment, open] }), null, state);
  }
  for (const state of ["cancelled", "withdrawn"] as const) {
    const ended = { ...enrollment, id: "e2", state, cycle_year: 2026 };
    assert.deepEqual(on("2026-01-15", { enrollments: [enrollment, ended] }), renewed, state);
  }
});

test("only the certificate that reaches furthest counts", () => {
  const successor = { ...certificate, id: "k2", valid_from: "2026-03-01", valid_until: "2027-02-28" };
  const later = { ...certificate, id: "k3", valid_from: "2026-06-01", valid_until: "2027-05-31" };
  const endless = { ...certificate, id: "k4", valid_until: null };
  for (const other of [successor, later, endless]) {
    assert.equal(on("2026-01-15", { certificates: [certificate, other] }), null, other.id);
    assert.deepEqual(on("2026-01-15", { certificates: [certificate, { ...other, revoked: true }] }), renewed, other.id);
  }
  assert.equal(on("2026-01-15", { certificates: [{ ...certificate, revoked: true }] }), null);
  assert.equal(on("2026-01-15", { certificates: [] }), null);
});

test("external evidence is renewed where a rule or group asks for the course", () => {
  const external = { certificates: [{ ...certificate, enrollment_id: null }], enrollments: [] };
  assert.equal(on("2026-01-15", external), null);
  assert.deepEqual(on("2026-01-15", { ...external, required: true }), { ...renewed, renewal_of: null });
});

test("the cycle is the year in which the certificate ends, and never one before the newest that stands", () => {
  const ahead = [{ ...enrollment, cycle_year: 2027 }];
  assert.equal(on("2026-01-15", { enrollments: ahead })?.cycle_year, 2027);
  const january = { ...certificate, valid_until: "2027-01-14" };
  assert.equal(on("2026-12-15", { certificates: [january] })?.cycle_year, 2027);
});

test("a course that is repeated in cycles is renewed for the next one", () => {
  assert.equal(on("2026-01-15", {}, { recurrence: "cycle" })?.cycle_year, 2026);
  const early = [{ ...enrollment, cycle_year: 2024 }];
  assert.equal(on("2026-01-15", { enrollments: early }, { recurrence: "cycle" })?.cycle_year, 2025);
  assert.equal(on("2027-01-15", { enrollments: early }, { recurrence: "cycle" })?.cycle_year, 2027);
});
