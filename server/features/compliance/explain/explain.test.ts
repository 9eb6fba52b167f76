import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { anyDate, anyFacts, no_facts } from "../../../../test/harness/facts.ts";
import { openMatrix } from "../../../../test/harness/organisation/matrix.ts";
import { seeded } from "../../../../test/input/seeded.ts";
import { explain, explainThen, type ExplainFacts } from "./explain.ts";
import { flagOf } from "../flag/status.ts";

const bare: ExplainFacts = {
  ...no_facts,
  course_code: "BHP-00",
  time_zone: "Europe/Warsaw",
  certificate_numbers: { c1: "BHP-00-2025-000001", c2: "BHP-00-2026-000002" },
  rule_ids: [],
  blocked: null,
};
const assigned = {
  id: "e1",
  state: "assigned",
  cycle_year: 2026,
  cycle_seq: 1,
  due_date: null,
  assigned_at: "2026-02-10T10:00:00.000Z",
  renewal: false,
  mandatory: true,
  requirement_active: true,
  completed_at: null,
} as const;

test("an explanation has the flag that flagOf finds, and always a reason", () => {
  fc.assert(
    fc.property(anyFacts, anyDate, (known, today) => {
      const facts: ExplainFacts = { ...bare, ...known };
      const flag = flagOf(facts, today);
      const { status, basis, next_status, next_change_on, reasons, evidence } = explain(facts, today);
      assert.deepEqual(
        { status, basis, next_status, next_change_on },
        {
          status: flag?.status ?? null,
          basis: flag?.basis ?? null,
          next_status: flag?.next_status ?? null,
          next_change_on: flag?.next_change_on ?? null,
        },
      );
      assert.ok(reasons.length > 0, JSON.stringify(flag));
      assert.ok(!JSON.stringify(reasons).includes("undefined"));
      if (basis === "enrollment") assert.ok(evidence.enrollment_ids.length > 0);
      if (basis === "certificate") assert.equal(evidence.certificate_ids.length, 1);
      // Each flag guarantees the reason code that belongs to it; clients may rely on that.
      const codes = reasons.map(({ code }) => code);
      if (status === "OVERDUE")
        assert.ok(
          codes.some((code) => ["PAST_DUE", "CERT_EXPIRED", "CERT_REVOKED"].includes(code)),
          codes.join(),
        );
      if (status === "EXPIRING_SOON") assert.ok(codes.includes("WITHIN_EXPIRING_WINDOW") || codes.includes("IN_GRACE"));
    }),
    { numRuns: 2_000 },
  );
});

test("a course that was ordered again is why a certificate does not count, also while its successor waits for its first day", () => {
  const [first, second] = [
    { id: "c1", issued_at: "2025-03-01T10:00:00.000Z", valid_from: "2025-03-01", valid_until: "2026-02-28" },
    { id: "c2", issued_at: "2026-02-01T10:00:00.000Z", valid_from: "2026-03-01", valid_until: "2027-02-28" },
  ].map((one) => ({ ...one, enrollment_id: null, revoked: false }));
  const { status, reasons } = explain({ ...bare, certificates: [first!, second!], enrollments: [assigned] }, "2026-02-15");
  assert.equal(status, "PENDING");
  assert.deepEqual(
    reasons.map(({ code }) => code),
    ["NOT_STARTED", "RETRAINING_ORDERED"],
  );
});

test("who waits for a seat is told so", () => {
  const { status, reasons } = explain({ ...bare, required: true, blocked: "no_seat" }, "2026-02-15");
  assert.equal(status, null);
  assert.deepEqual(
    reasons.map(({ code }) => code),
    ["NOT_ASSIGNED", "BLOCKED", "REQUIRED_BY_RULE"],
  );
  assert.equal(reasons[1]!.detail, "An enrollment in BHP-00 waits: no licence has a free seat. It is tried again every day.");
  const by_hand = explain({ ...bare, required: true, blocked: "no_seat", enrollments: [assigned] }, "2026-02-15");
  assert.deepEqual(
    by_hand.reasons.map(({ code }) => code),
    ["NOT_STARTED", "REQUIRED_BY_RULE"],
  );
});

test("what a rule asks for is never said not to be required", () => {
  const { status, reasons } = explain(
    { ...bare, required: true, enrollments: [{ ...assigned, state: "cancelled" }] },
    "2026-02-15",
  );
  assert.equal(status, null);
  assert.deepEqual(
    reasons.map(({ code }) => code),
    ["NOT_ASSIGNED", "REQUIRED_BY_RULE"],
  );
});

test("a past day is told like today, without what history does not know", () => {
  const nothing = {
    enrollment_id: null,
    enrollment_status: null,
    certificate_id: null,
    certificate_number: null,
    due_date: null,
  };
  const line = { ...nothing, changed_at: "2026-01-01T00:00:00.000Z", next_status: null, next_change_on: null, valid_until: null };
  const ended = {
    ...line,
    status: "EXPIRING_SOON",
    basis: "certificate",
    certificate_id: "c1",
    valid_until: "2026-01-31",
  } as const;
  const { reasons, evidence } = explainThen("BHP-00", true, { ...ended, in_grace: true, renewal_enrollment_id: "e2" });
  assert.deepEqual(
    reasons.map(({ code, detail, facts }) => [code, detail, facts]),
    [
      [
        "CERT_EXPIRED",
        "Certificate c1 no longer covered the day; known to end: 2026-01-31.",
        { certificate: "c1", until: "2026-01-31" },
      ],
      ["IN_GRACE", "Within the days of grace of BHP-00.", {}],
      ["RENEWAL_OPEN", "A renewal enrollment was open.", {}],
    ],
  );
  assert.deepEqual(evidence, { enrollment_ids: ["e2"], certificate_ids: ["c1"], rule_ids: [] });
  const late = { ...line, status: "OVERDUE", basis: "enrollment", in_grace: false, renewal_enrollment_id: null } as const;
  const past = explainThen("BHP-00", true, {
    ...late,
    enrollment_id: "e1",
    enrollment_status: "assigned",
    due_date: "2026-01-31",
  });
  assert.deepEqual(
    past.reasons.map(({ detail }) => detail),
    ["The enrollment was due on 2026-01-31."],
  );
});

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining({
    courses: [
      { code: "BHP-00", title: "Safety", validity: { value: 12, unit: "month" } },
      { code: "FREE", title: "Free" },
    ],
  });
  await training.api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "BHP-00", due_date: "2026-02-10" });
});
after(() => training.close());

async function why(query: string) {
  const { status, body, text } = await training.api.get(`/api/v1/compliance/explain?${query}`);
  assert.equal(status, 200, text);
  return body;
}

const codesOf = (body: any) => body.reasons.map(({ code }: any) => code);

test("an open enrollment is explained with its dates, and with what time will make of it", async () => {
  const body = await why("employee_no=p1&course_code=bhp-00");
  const { rows } = await training.database.superuser.query("select id, person_id from enrollment");
  assert.deepEqual(body, {
    employee_no: "P1",
    user_id: rows[0].person_id,
    course_code: "BHP-00",
    as_of: "2026-02-02",
    timezone: "Europe/Warsaw",
    status: "PENDING",
    basis: "enrollment",
    reasons: [
      {
        code: "NOT_STARTED",
        detail: "Assigned on 2026-02-02, due 2026-02-10, not started.",
        facts: { assigned_on: "2026-02-02", due_date: "2026-02-10" },
      },
    ],
    next_status: "OVERDUE",
    next_change_on: "2026-02-11",
    evidence: { enrollment_ids: [rows[0].id], certificate_ids: [], rule_ids: [] },
    paused: false,
    known_since: null,
  });
});

test("a pair without a flag says why", async () => {
  const body = await why("employee_no=P2&course_code=FREE");
  assert.deepEqual([body.status, codesOf(body)], [null, ["NOT_REQUIRED"]]);
});

test("time stands still for a suspended person", async () => {
  await training.at("2026-02-05T08:00:00Z");
  const { superuser } = training.database;
  await superuser.query("update person set state = 'suspended', suspended_at = '2026-02-05T08:00:00Z' where employee_no = 'P1'");
  await training.at("2026-03-05T08:00:00Z");
  const body = await why("employee_no=P1&course_code=BHP-00");
  assert.deepEqual([body.status, body.paused, body.next_change_on], ["PENDING", true, "2026-02-11"]);
  await superuser.query("update person set state = 'invited', suspended_at = null where employee_no = 'P1'");
  const late = await why("employee_no=P1&course_code=BHP-00");
  assert.deepEqual([late.status, codesOf(late), late.paused], ["OVERDUE", ["PAST_DUE", "NOT_STARTED"], false]);
});

test("a day of the past is explained by what was known then", async () => {
  const body = await why("employee_no=P1&course_code=BHP-00&as_of=2026-02-02");
  assert.deepEqual(
    [body.status, codesOf(body), body.known_since, body.next_change_on],
    ["PENDING", ["NOT_STARTED"], "2026-02-02T07:00:00.000Z", "2026-02-11"],
  );
  assert.deepEqual(codesOf(await why("employee_no=P1&course_code=BHP-00&as_of=2026-02-01")), ["PERSON_INACTIVE"]);
});

test("names that are missing, doubled, unknown or unreadable are refused", async () => {
  const id = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
  const wrong: [query: string, ...faults: string[]][] = [
    ["", "employee_no ONE_OF_REQUIRED", "course_code ONE_OF_REQUIRED"],
    [`employee_no=P1&user_id=${id}&course_code=FREE`, "user_id CONFLICTING_FIELDS"],
    [`employee_no=P1&course_id=${id}&course_code=FREE`, "course_id CONFLICTING_FIELDS"],
    ["employee_no=NOBODY&course_code=NOTHING", "employee_no UNKNOWN_PERSON", "course_code UNKNOWN_COURSE"],
    [`user_id=${id}&course_id=${id}`, "user_id UNKNOWN_PERSON", "course_id UNKNOWN_COURSE"],
    ["employee_no=P1&course_code=FREE&as_of=2026-03-06", "as_of OUT_OF_RANGE"],
    ["employee_no=P1&course_code=FREE&as_of=2026-02-30", "as_of INVALID_FORMAT"],
    ["user_id=P1&course_code=FREE", "user_id INVALID_FORMAT"],
  ];
  for (const [query, ...faults] of wrong) {
    const { status, body } = await training.api.get(`/api/v1/compliance/explain?${query}`);
    assert.equal(status, 422, query);
    assert.deepEqual(
      body.errors.map(({ parameter, code }: any) => `${parameter} ${code}`),
      faults,
    );
  }
});

test("every entry of a matrix is explained as the matrix shows it", async () => {
  const random = seeded();
  const matrix = await openMatrix(random, 6);
  try {
    for (let step = 0; step < 30; step += 1) await matrix.act();
    const { rows } = (await matrix.api.get("/api/v1/compliance/matrix")).body;
    for (const row of rows) {
      for (const [code, entry] of Object.entries<any>(row.courses)) {
        const { body } = await matrix.api.get(`/api/v1/compliance/explain?user_id=${row.user_id}&course_code=${code}`);
        for (const name of ["status", "basis", "next_status", "next_change_on"]) {
          assert.equal(body[name], entry[name], `SEED=${random.seed} ${row.employee_no} ${code} ${name}`);
        }
      }
    }
  } finally {
    await matrix.close();
  }
});
