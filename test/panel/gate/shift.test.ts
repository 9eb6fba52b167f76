// The list that a guard downloads, over HTTP; its answers, by the page's own rules; and the decisions that are sent when the
// network is back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answerByList, refusalOf, type Shift } from "../../../panel/src/screens/gate/shift/rules.ts";
import { newId } from "../../../server/platform/ids.ts";
import { first_instant, openTraining, type TrainingOrganisation } from "../../harness/organisation/enrollments.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { learnersOf, type Learners } from "../../harness/panel/learners.ts";
import { createAccount, type Panel, type Role, sessionOf } from "../../harness/panel/panel.ts";

let training: TrainingOrganisation;
let learners: Learners;
let guard: Panel;

before(async () => {
  const month = "month" as const;
  training = await openTraining({
    departments: [
      { name: "Site", code: "SITE" },
      { name: "Hall", code: "HALL", parent: "SITE" },
      { name: "Office", code: "OFFICE" },
    ],
    courses: [
      { code: "CRANE", title: "Crane", validity: { value: 12, unit: month }, default_due_days: 30 },
      { code: "PLAIN", title: "Plain", default_due_days: 10 },
    ],
    learning_paths: [{ code: "LIFTING", title: "Lifting", courses: ["CRANE", "PLAIN"] }],
    people: ["P1", "P2", "P3", "Ż-4"].map((employee_no, index) => ({
      employee_no,
      first_name: "Anna",
      last_name: `Number ${index + 1}`,
      email: `p${index + 1}@acme.example`,
      department: index < 2 ? "HALL" : "OFFICE",
    })),
  });
  learners = learnersOf(training, first_instant);
  guard = await open("guard");
});
after(() => training.close());

const open = async (role: Role): Promise<Panel> => {
  const { server, database, organisation } = training;
  return sessionOf(server, database, organisation.tenant_id, await createAccount(database, organisation.tenant_id, role));
};
const take = async (course_code: string | null, department_id: string | null = null): Promise<any> => {
  const reply = await guard.post("/gate/list", { course_code, department_id });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const count = async (table: string): Promise<number> =>
  (await training.database.superuser.query(`select count(*)::int as count from ${table}`)).rows[0].count;

test("a list says of each person in use yes or no and until when, for the work of the gate and for whatever is required", async () => {
  await learners.certify("P1", "CRANE");
  await learners.certify("P1", "PLAIN");
  await learners.assign("P2", "PLAIN");
  const list = await take("LIFTING");
  assert.deepEqual(
    list.people.map(({ number, name, any, work }: any) => [number, name, any, work]),
    [
      ["p1", "Anna Number 1", null, "2027-02-01"],
      ["p2", "Anna Number 2", "2026-02-12", false],
      ["p3", "Anna Number 3", null, false],
      ["ż-4", "Anna Number 4", null, false],
    ],
  );
  // The list contains nothing else.
  assert.deepEqual(Object.keys(list.people[0]), ["user_id", "number", "name", "any", "work"]);
  assert.equal(Date.parse(list.ends_at) - Date.parse(list.as_of), 12 * 3_600_000);
  const answers = await Promise.all(
    list.people.map(async ({ number, work }: any) => {
      const reply = await guard.get(`/gate?employee_no=${encodeURIComponent(number)}&course_code=LIFTING`);
      return reply.body.allowed === (work !== false);
    }),
  );
  assert.deepEqual(answers, [true, true, true, true], "the list and the service say the same");
  const { rows } = await training.database.superuser.query(
    "select changes from audit_log where operation = 'organisation.take_gate_list' order by xid desc, id desc limit 1",
  );
  assert.deepEqual(rows[0].changes, { course_code: "LIFTING", department_id: null, people: 4 });
});

test("a list may be of a department with all below it, and of no work that is unknown", async () => {
  const { rows } = await training.database.superuser.query("select id from department where code = 'SITE'");
  const list = await take("CRANE", rows[0].id);
  assert.deepEqual(
    list.people.map(({ number }: any) => number),
    ["p1", "p2"],
  );
  const unknown = await guard.post("/gate/list", { course_code: "NOTHING", department_id: null });
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [422, "UNKNOWN_COURSE"]);
});

test("who has left is on no list, and nobody of another organisation", async () => {
  await createOrganisation(training.database, {
    organisation: { code: "TWIN", name: "Twin" },
    people: [{ employee_no: "A-THEIRS", first_name: "Jan", last_name: "Theirs", email: "jan@twin.example" }],
  });
  const left = await training.api.patch(`/api/v1/users/${await learners.person("P3")}`, { active: false });
  assert.equal(left.status, 200);
  assert.deepEqual(
    (await take(null)).people.map(({ number }: any) => number),
    ["p1", "p2", "ż-4"],
  );
});

test("a list answers by number in any letter case, for its own work only, and says what it does not know", async () => {
  const list = await take("LIFTING");
  const ms = Date.parse(list.as_of);
  const shift = { list, department_id: null, check: {} as any, ahead_ms: 0, latest_ms: ms } satisfies Shift;
  const ask = (number: string, course_code: string, today = "2026-02-02") =>
    answerByList(shift, { number, course_code, today }, ms + 60_000);
  const told = (answer: any) => [answer.kind, answer.allowed, answer.until];
  assert.deepEqual(told(ask("P1", "LIFTING")), ["told", true, "2027-02-01"]);
  assert.deepEqual(told(ask(" p2 ", "LIFTING")), ["told", false, null]);
  assert.deepEqual(told(ask("P2", "")), ["told", true, "2026-02-12"]);
  assert.deepEqual(told(ask("P2", "", "2026-02-13")), ["told", false, null]);
  assert.deepEqual(told(ask("ż-4", "")), ["told", true, null]);
  assert.deepEqual(told(ask("Ż-4", "")), ["told", true, null]);
  assert.equal(ask("NOBODY", "").kind, "unknown");
  assert.equal(ask("P1", "CRANE").kind, "other_work");
});

test("a list that is older than its bound answers nothing, nor does one beside a clock that was set back", async () => {
  const list = await take(null);
  const ms = Date.parse(list.as_of);
  const shift: Shift = { list, department_id: null, check: {} as any, ahead_ms: -5000, latest_ms: ms };
  assert.equal(refusalOf(shift, ms + 12 * 3_600_000), null);
  assert.equal(refusalOf(shift, ms + 12 * 3_600_000 + 5000), "too_old");
  assert.equal(answerByList(shift, { number: "P1", course_code: "", today: "2026-02-02" }, ms + 13 * 3_600_000).kind, "too_old");
  assert.equal(refusalOf(shift, ms - 299_000), null);
  assert.equal(refusalOf(shift, ms - 301_000), "clock");
});

test("more people than a phone bears are no list", async () => {
  const { tenant_id } = training.organisation;
  await training.database.superuser.query(
    `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, login, login_norm, worker_type, email, email_norm)
    select $1, gen_random_uuid(), 'z' || i, 'z' || i, 'Many', 'People', 'many people', 'z' || i, 'z' || i, 'internal_payroll', 'z' || i || '@acme.example', 'z' || i || '@acme.example'
    from generate_series(1, 4998) i`,
    [tenant_id],
  );
  const refused = await guard.post("/gate/list", { course_code: "LIFTING", department_id: null });
  assert.deepEqual([refused.status, refused.body.code], [409, "GATE_LIST_TOO_LONG"]);
  const { departments } = (await guard.get("/gate/departments")).body;
  assert.deepEqual(
    departments.map(({ name }: any) => name),
    ["Hall", "Office", "Site"],
  );
  const site = departments.find(({ name }: any) => name === "Site").id;
  assert.equal((await take("LIFTING", site)).people.length, 2);
  await training.database.superuser.query("delete from person where employee_no_norm = 'z1'");
  assert.equal((await take("LIFTING")).people.length, 5000);
  await training.database.superuser.query("delete from person where employee_no_norm like 'z%'");
});

test("what was answered without a network is kept once, however often it is sent, and of people of the organisation only", async () => {
  const user_id = await learners.person("P1");
  const decision = { user_id, course_code: "CRANE", allowed: true, by_badge: false, compared: false, decided_at: first_instant };
  const decisions = [
    { ...decision, id: newId() },
    { ...decision, id: newId(), allowed: false, by_badge: true, compared: true, course_code: null },
  ];
  const send = async (sent: unknown[]) => {
    const reply = await guard.post("/gate/decisions", { decisions: sent });
    assert.equal(reply.status, 200, reply.text);
    return [reply.body.recorded, reply.body.known];
  };
  assert.deepEqual(await send(decisions), [2, 0]);
  assert.deepEqual(await send(decisions), [0, 2]);
  const at_once = { ...decision, id: newId() };
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => send([at_once])));
  assert.equal(outcomes.filter(([recorded]) => recorded === 1).length, 1);
  const { rows } = await training.database.superuser.query("select id from person where employee_no = 'A-THEIRS'");
  assert.deepEqual(await send([{ ...decision, id: newId(), user_id: rows[0].id }]), [0, 1]);
  assert.equal(await count("gate_decision"), 3);
  const officer = await open("compliance_officer");
  const log = await officer.get("/gate/decisions?limit=2");
  assert.equal(log.status, 200, log.text);
  assert.deepEqual([log.body.decisions.length, log.body.decisions[0].full_name], [2, "Anna Number 1"]);
  const { next_cursor } = log.body.pagination;
  const rest = (await officer.get(`/gate/decisions?limit=2&cursor=${next_cursor}`)).body;
  assert.deepEqual([rest.decisions.length, rest.pagination.next_cursor], [1, null]);
  const all = [...log.body.decisions, ...rest.decisions];
  assert.equal(new Set(all.map(({ id }) => id)).size, 3);
  const unknown = await officer.get(`/gate/decisions?cursor=${all[0].id}`);
  assert.deepEqual([unknown.status, unknown.body.errors[0].parameter], [422, "cursor"]);
  const read = async (filters: string) => (await officer.get(`/gate/decisions?${filters}`)).body.decisions;
  const [refused, ...others] = await read("allowed=false");
  assert.deepEqual([refused.by_badge, refused.compared, refused.course_code, others.length], [true, true, null, 0]);
  assert.equal((await read(`employee_no=${encodeURIComponent(refused.employee_no)}`)).length, 3);
  assert.equal((await read("employee_no=NO-SUCH")).length, 0);
  assert.equal(
    (await read(`from=${refused.decided_at}`)).length,
    all.filter((one) => one.decided_at >= refused.decided_at).length,
  );
  assert.equal((await read(`until=2000-01-01T00:00:00Z`)).length, 0);
  assert.equal((await guard.get("/gate/decisions")).status, 403);
  const many = Array.from({ length: 501 }, () => ({ ...decision, id: newId() }));
  assert.equal((await guard.post("/gate/decisions", { decisions: many })).status, 422);
  // If the decision at which a page ended was deleted, the list still continues.
  await training.database.superuser.query("delete from gate_decision where id = $1", [log.body.decisions[1].id]);
  assert.deepEqual((await officer.get(`/gate/decisions?limit=2&cursor=${next_cursor}`)).body.decisions, rest.decisions);
});
