import assert from "node:assert/strict";
import test from "node:test";
import type { CertificateFact } from "../../compliance/flag/status.ts";
import { isCovered } from "./satisfied.ts";

const context = {
  tenant: { id: "t", code: "ACME", kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 },
  actor: { type: "system", id: null, name: "test" },
  now: Temporal.Instant.from("2026-02-20T10:00:00Z"),
  request_id: null,
} as const;
const old: CertificateFact = {
  id: "c1",
  enrollment_id: null,
  issued_at: "2024-03-01T10:00:00.000Z",
  valid_from: "2024-03-01",
  valid_until: "2026-02-28",
  revoked: false,
};
const renewed = { ...old, id: "c2", issued_at: "2026-02-10T10:00:00.000Z", valid_from: "2026-03-01", valid_until: "2028-02-29" };

const covers = (look_back_days: number | null, ...certificates: CertificateFact[]) => {
  const facts = {
    person_id: "p",
    course_id: "c",
    type: "course",
    person_active: true,
    expiring_soon_days: 60,
    grace_days: 0,
    issues_certificates: true,
    required: false,
    is_kept: false,
    enrollments: [],
    certificates,
    exemptions: [],
  } as const;
  const standard = { cycle_year: 2026, is_exact: false, is_renewal: false, counts_valid: true, look_back_days };
  return isCovered(context, facts, { recurrence: "validity" }, standard);
};

test("a certificate counts as long as it is valid and, looked back, not too old", () => {
  assert.equal(covers(null, old), true);
  assert.equal(covers(721, old), true);
  assert.equal(covers(720, old), false);
  assert.equal(covers(null, { ...old, valid_until: "2026-02-19" }), false);
  assert.equal(covers(null, { ...old, revoked: true }), false);
});

test("who has renewed ahead of the old end is not looked back beyond the renewal", () => {
  assert.equal(covers(365, old, renewed), true);
  assert.equal(covers(365, old, { ...renewed, revoked: true }), false);
});
