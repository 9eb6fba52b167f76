import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { workOff } from "../../../../test/harness/jobs.ts";
import { apiOf, byKey, startServer, test_keyring, type Api, type TestServer } from "../../../../test/harness/server.ts";
import { demoOrganisation, loadDemo, type Demo } from "./demo.ts";

let database: TestDatabase;
let server: TestServer;
let demo: Demo;
let api: Api;

before(async () => {
  database = await openDatabase();
  const loaded = await loadDemo({ pool: database.pool(), keyring: test_keyring, now: Temporal.Now.instant() });
  assert.ok(loaded);
  demo = loaded;
  server = await startServer(database);
  api = apiOf(server, byKey(demo.tenant_code, demo.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

test("the demo organisation is of realistic size, and its client may read it", async () => {
  const totals = [];
  for (const path of ["users", "departments", "contractors", "course-catalog"])
    totals.push((await api.get(`/api/v1/${path}`)).body.pagination.total);
  assert.deepEqual(totals, [300, 20, 3, 33]);
});

test("the demo's courses have every kind of assignability, seats that are few and seats that are gone", async () => {
  const { courses } = (await api.get("/api/v1/course-catalog?limit=100")).body;
  const kinds = new Set(courses.map((course: { unassignable_reason: string | null }) => course.unassignable_reason));
  assert.deepEqual(kinds, new Set([null, "inactive", "license_expired", "path_only"]));
  const free = Object.fromEntries(courses.map((course: any) => [course.code, course.license && course.license.seats_free]));
  assert.equal(free["FORKLIFT-01"], 3);
  assert.equal(free["HEIGHT-01"], 0);
  assert.equal(free["GDPR-01"], null);
  assert.equal(courses.find((course: any) => course.code === "GDPR-01").license.model, "unlimited");
  assert.ok(courses.some((course: any) => course.assignable && course.license === null));
});

test("the demo's matrix shows every flag from the first look on, and certificates behind them", async () => {
  const { summary } = (await api.get("/api/v1/compliance/matrix")).body;
  for (const flag of summary.severity_order) assert.ok(summary.counts[flag] > 0, JSON.stringify(summary.counts));
  const { pagination } = (await api.get("/api/v1/certificates?status=expiring")).body;
  assert.ok(pagination.total > 0);
});

test("every course of the demo that is in use has something to learn", async () => {
  const { rows } = await database.superuser.query<{ code: string }>(
    "select code from course where type = 'course' and active and content is null order by code",
  );
  assert.deepEqual(rows, []);
  const kinds = await database.superuser.query("select distinct content->>'kind' as kind from course where content is not null");
  assert.equal(kinds.rowCount, 3);
});

test("what happened in the demo was recorded in the order of time, over most of a year", async () => {
  for (const { log, at, count_min } of [
    { log: "audit_log", at: "occurred_at", count_min: 400 },
    { log: "event", at: "created_at", count_min: 150 },
    { log: "certificate", at: "issued_at", count_min: 20 },
  ]) {
    const { rows } = await database.superuser.query<{ count: number; early: number; days: number }>(`
      select count(*)::int as count, count(*) filter (where at < before)::int as early,
        extract(day from max(at) - min(at))::int as days
      from (select ${at} as at, lag(${at}) over (order by id) as before
        from ${log} where tenant_id = (select id from tenant where code = 'DEMO')) r`);
    const [{ count, early, days }] = rows as [(typeof rows)[number]];
    assert.equal(early, 0, `${early} of ${count} rows of ${log} tell of something that happened before the row above`);
    assert.ok(count >= count_min && days > 200, `${log}: ${count} rows over ${days} days`);
  }
});

test("the demo's matrix tells what it said half a year ago", async () => {
  const then = Temporal.Now.plainDateISO().subtract({ days: 183 }).toString();
  const { summary, rows } = (await api.get(`/api/v1/compliance/matrix?as_of=${then}`)).body;
  assert.equal(summary.people, 300);
  assert.ok(summary.counts.COMPLIANT > 0 && rows.length > 0, JSON.stringify(summary));
});

test("the demo's sandbox has a clock that its client moves, people and courses to assign", async () => {
  const { tenant_code, secret } = demo.sandbox;
  const sandbox = apiOf(server, byKey(tenant_code, secret));
  const assigned = await sandbox.post("/api/v1/enrollments", { employee_no: "S-001", course_code: "FORKLIFT-01" });
  assert.equal(assigned.status, 201);
  const moved = await sandbox.post("/api/v1/sandbox/clock", { advance: "P40D" });
  assert.equal(moved.status, 200, moved.text);
  const { rows } = (await sandbox.get("/api/v1/compliance/matrix?compliance_flag=OVERDUE")).body;
  assert.ok(rows.some((row: { employee_no: string }) => row.employee_no === "S-001"));
});

test("what the terminal shows of the demo can be used: its department, its course, its client", async () => {
  const person = {
    employee_no: "90001",
    first_name: "Ada",
    last_name: "Example",
    email: "ada@people.example",
    department_name: demo.department_name,
  };
  assert.equal((await api.post("/api/v1/users", person)).status, 201);
  const assigned = await api.post("/api/v1/enrollments", { employee_no: "90001", course_code: demo.course_code });
  assert.equal(assigned.status, 201);
  const full = await api.post("/api/v1/enrollments", { employee_no: "90001", course_code: "HEIGHT-01" });
  assert.equal(full.body.code, "SEAT_LIMIT_REACHED");
});

test("the demo is loaded into an empty database only", async () => {
  assert.equal(await loadDemo({ pool: database.pool(), keyring: test_keyring, now: Temporal.Now.instant() }), null);
});

test("the demo is the same every time, names no real person, and can be applied on any day", () => {
  assert.deepEqual(demoOrganisation("2026-02-02"), demoOrganisation("2026-02-02"));
  const { people = [], contractors = [] } = demoOrganisation("2028-02-29");
  assert.equal(contractors.length, 3);
  for (const { name } of contractors) assert.match(name, /Demo|Beispiel/);
  for (const person of people) assert.match(person.email!, /^[a-z.-]+\d*@(demo|contractors)\.example$/);
  assert.ok(
    people.some((person) => /[ąćęłńóśźż]/i.test(person.last_name)) && people.some((person) => /[äöüß]/i.test(person.last_name)),
  );
});

test("the demo's rules and groups assign courses, and none that the four steps assign", async () => {
  await workOff(database);
  const { enrollments } = (await api.get("/api/v1/enrollments?limit=500&source=rule")).body;
  assert.ok(enrollments.length > 20);
  assert.ok(!enrollments.some((one: any) => one.course_code === demo.course_code));
  const of_groups = (await api.get("/api/v1/enrollments?limit=500&source=group")).body.enrollments;
  assert.deepEqual(new Set(of_groups.map((one: any) => one.course_code)), new Set(["ERGO-01", "ENV-01"]));
  const newcomer = (await api.get("/api/v1/enrollments?employee_no=90001")).body.enrollments;
  assert.deepEqual(
    newcomer.map((one: any) => one.course_code),
    [demo.course_code],
  );
  const { rows } = await database.superuser.query("select count(*)::int as n from alert");
  assert.deepEqual(rows, [{ n: 0 }]);
});
