import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import { learnersOf, type Learners } from "../../../test/harness/panel/learners.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { apiOf, byKey, type Api } from "../../../test/harness/server.ts";
import { GateAnswer } from "./schema.ts";

let training: TrainingOrganisation;
let learners: Learners;
let gate: Api;

before(async () => {
  const courses = [
    {
      code: "CRANE",
      title: "Crane",
      validity: { value: 12, unit: "month" as const },
      default_due_days: 30,
      expiring_soon_days: 60,
    },
    { code: "FIRST", title: "First aid", validity: { value: 6, unit: "month" as const }, grace_days: 10, default_due_days: 30 },
    { code: "PLAIN", title: "Plain", default_due_days: 30 },
    { code: "EXTRA", title: "Extra", mandatory: false },
  ];
  training = await openTraining({
    contractors: [{ name: "Bud-Serwis", code: "BS", contract_valid_until: "2026-06-20" }],
    people: [
      ...Array.from({ length: 12 }, (_, index) => ({
        employee_no: `P${index + 1}`,
        first_name: "Anna",
        last_name: `Number ${index + 1}`,
        email: `p${index + 1}@acme.example`,
      })),
      {
        employee_no: "EXT-1",
        first_name: "Jan",
        last_name: "Nowak",
        email: "jan@bs.example",
        worker_type: "b2b_contractor",
        contractor: "BS",
      },
    ],
    courses,
    learning_paths: [{ code: "LIFTING", title: "Lifting", courses: ["CRANE", "FIRST", "PLAIN"] }],
    clients: [
      { name: "HR sync", scopes: ["enrollments:write", "compliance:read", "users:write"] },
      { name: "gate", scopes: ["gate:read"] },
    ],
  });
  learners = learnersOf(training, first_instant);
  const { code, clients } = training.organisation;
  gate = apiOf(training.server, byKey(code, clients["gate"]!.secret));
  await createOrganisation(training.database, {
    organisation: { code: "TWIN", name: "Twin" },
    people: [{ employee_no: "THEIRS", first_name: "Jan", last_name: "Theirs", email: "jan@twin.example" }],
    courses: [{ code: "THEIR-COURSE", title: "Theirs" }],
  });
});
after(() => training.close());

async function ask(employee_no: string, course_code?: string): Promise<any> {
  const work = course_code === undefined ? "" : `&course_code=${course_code}`;
  const reply = await gate.get(`/api/v1/gate?employee_no=${employee_no}${work}`);
  assert.equal(reply.status, 200, reply.text);
  matchesSchema(GateAnswer, reply.body);
  return reply.body;
}
const told = ({ allowed, holds_until, requirements }: any) => [
  allowed,
  holds_until,
  ...requirements.map((one: any) => [one.course_code, one.met ? one.holds_until : one.reason]),
];

test("a work needs each of its courses to be held today; what is missing comes first", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  assert.deepEqual(told(await ask("P1", "LIFTING")), [
    false,
    null,
    ["CRANE", "NOT_HELD"],
    ["FIRST", "NOT_HELD"],
    ["PLAIN", "NOT_HELD"],
  ]);
  await learners.certify("P1", "CRANE");
  await learners.assign("P1", "PLAIN");
  const answer = await ask("p1", "lifting");
  assert.deepEqual(told(answer), [false, null, ["FIRST", "NOT_HELD"], ["PLAIN", "NOT_COMPLETED"], ["CRANE", "2027-02-01"]]);
  assert.deepEqual(answer.work, { course_code: "LIFTING", course_title: "Lifting" });
  assert.deepEqual([answer.on, answer.person.full_name, answer.person.contractor_name], ["2026-02-02", "Anna Number 1", null]);
  const [, plain, crane] = answer.requirements;
  assert.deepEqual([plain.status, plain.due_date, plain.valid_until], ["PENDING", "2026-03-04", null]);
  assert.deepEqual([crane.status, crane.due_date, crane.valid_until], ["COMPLIANT", null, "2027-02-01"]);
});

test("yes holds until the first of its courses ends, days of grace included, and no longer", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  for (const course of ["CRANE", "FIRST"]) await learners.certify("P2", course);
  const { id } = await learners.assign("P2", "PLAIN");
  await learners.pass(id);
  assert.deepEqual(told(await ask("P2", "LIFTING")), [
    true,
    "2026-08-11",
    ["CRANE", "2027-02-01"],
    ["FIRST", "2026-08-11"],
    ["PLAIN", null],
  ]);
  // No worker has processed a midnight since.
  await training.at("2026-08-11T21:59:59Z");
  assert.equal((await ask("P2", "LIFTING")).allowed, true);
  await training.at("2026-08-11T22:00:00Z");
  assert.deepEqual(told(await ask("P2", "LIFTING")), [
    false,
    null,
    ["FIRST", "EXPIRED"],
    ["CRANE", "2027-02-01"],
    ["PLAIN", null],
  ]);
  // The renewal was made by the system; the certificate for the work is still valid.
  assert.equal((await ask("P2", "CRANE")).allowed, true);
});

test("without a work nothing that is required may be overdue", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  assert.deepEqual(told(await ask("P3")), [true, null]);
  await learners.assign("P3", "PLAIN");
  assert.deepEqual(told(await ask("P3")), [true, "2026-03-04", ["PLAIN", "2026-03-04"]]);
  assert.equal((await ask("P3", "PLAIN")).allowed, false);
  await training.at("2026-03-04T22:59:59Z");
  assert.equal((await ask("P3")).allowed, true);
  await training.at("2026-03-04T23:00:00Z");
  assert.deepEqual(told(await ask("P3")), [false, null, ["PLAIN", "OVERDUE"]]);
});

test("what is not required counts where it was completed, and not while it is taken anew", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const { id } = await learners.assign("P4", "EXTRA");
  assert.deepEqual(told(await ask("P4", "EXTRA")), [false, null, ["EXTRA", "NOT_HELD"]]);
  await learners.pass(id);
  assert.deepEqual(told(await ask("P4", "EXTRA")), [true, null, ["EXTRA", null]]);
  assert.deepEqual(told(await ask("P4")), [true, null]);
  await learners.assign("P4", "EXTRA", { cycle_year: 2027 });
  assert.equal((await ask("P4", "EXTRA")).allowed, false);
});

test("a revoked certificate and a course that was ordered again are told apart", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const { id } = await learners.certify("P5", "CRANE");
  await training.database.superuser.query("update certificate set revoked_at = now(), revoke_reason = 'mistake' where id = $1", [
    id,
  ]);
  assert.deepEqual(told(await ask("P5", "CRANE")), [false, null, ["CRANE", "REVOKED"]]);
  await learners.certify("P6", "CRANE");
  await learners.at("2026-02-03T07:00:00Z");
  await learners.assign("P6", "CRANE", { cycle_year: 2027 });
  assert.deepEqual(told(await ask("P6", "CRANE")), [false, null, ["CRANE", "NOT_COMPLETED"]]);
});

test("the account, employment and the company's contract refuse whatever is held", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const set = (what: string, employee_no: string) =>
    training.database.superuser.query(`update person set ${what} where employee_no = $1`, [employee_no]);
  for (const person of ["P7", "P8", "P9", "EXT-1"]) await learners.certify(person, "CRANE");
  assert.deepEqual((await ask("EXT-1", "CRANE")).holds_until, "2026-06-20");
  assert.equal((await ask("EXT-1", "CRANE")).person.contractor_name, "Bud-Serwis");
  await set("state = 'suspended'", "P7");
  await set("employment_start_date = '2026-02-03'", "P8");
  await set("employment_end_date = '2026-02-01'", "P9");
  for (const [person, reason] of [
    ["P7", "PERSON_INACTIVE"],
    ["P8", "EMPLOYMENT_NOT_BEGUN"],
    ["P9", "EMPLOYMENT_ENDED"],
  ]) {
    const { allowed, holds_until, reasons, requirements } = await ask(person!, "CRANE");
    assert.deepEqual([allowed, holds_until, reasons, requirements[0].met], [false, null, [reason], true]);
  }
  await training.at("2026-06-20T22:00:00Z");
  assert.deepEqual((await ask("EXT-1", "CRANE")).reasons, ["CONTRACT_ENDED"]);
});

test("who and what is unknown, of another organisation or not said is refused; other scopes do not ask", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  for (const [query, faults] of [
    ["employee_no=NOBODY&course_code=NOTHING", ["employee_no UNKNOWN_PERSON", "course_code UNKNOWN_COURSE"]],
    ["employee_no=THEIRS", ["employee_no UNKNOWN_PERSON"]],
    ["employee_no=P1&course_code=THEIR-COURSE", ["course_code UNKNOWN_COURSE"]],
    ["course_code=CRANE", ["employee_no ONE_OF_REQUIRED"]],
    [`employee_no=P1&user_id=${await learners.person("P1")}`, ["user_id CONFLICTING_FIELDS"]],
    ["user_id=P1", ["user_id INVALID_FORMAT"]],
  ] as const) {
    const reply = await gate.get(`/api/v1/gate?${query}`);
    assert.equal(reply.status, 422, reply.text);
    assert.deepEqual(
      reply.body.errors.map((one: any) => `${one.parameter} ${one.code}`),
      faults,
    );
  }
  assert.equal((await training.api.get("/api/v1/gate?employee_no=P1")).status, 403);
  assert.equal((await gate.get("/api/v1/users?employee_no=P1")).status, 403);
  const by_id = await gate.get(`/api/v1/gate?user_id=${await learners.person("P1")}`);
  assert.equal(by_id.body.person.employee_no, "P1");
});
