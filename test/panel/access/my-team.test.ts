// A manager sees only their own people: every operation of the panel is called for other people, and the numbers equal those of
// the administrators' matrix.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { apiOf, byKey, startServer, type Reply, type TestServer } from "../../harness/server.ts";
import { call, listOperations } from "../operations.ts";

const mark = "hedgehog";
const courses = [
  { code: "FIRE", title: "Course FIRE" },
  { code: "FORK", title: "Course FORK", pass_score: 70, results_by_managers: true },
];
const person = (employee_no: string, first_name: string, manager: string | null) => ({
  employee_no,
  first_name,
  last_name: `Lis ${employee_no}`,
  email: `${employee_no.toLowerCase()}@acme.example`,
  manager,
});

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let manager: Panel & { account: { id: string } };
let administrator: Panel;
const ids = new Map<string, string>();

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses,
    people: [
      person("TOP", mark, null),
      person("BOSS", "Berta", "TOP"),
      person("PEER", mark, "TOP"),
      person("MINE", "Maja", "BOSS"),
      person("DEEP", "Dagmara", "MINE"),
      person("GONE", "Gerda", "BOSS"),
      person("THEIRS", mark, "PEER"),
    ],
    clients: [{ name: "HR", scopes: ["users:write", "enrollments:write"] }],
  });
  const { rows } = await database.superuser.query("select id, employee_no from person");
  for (const { id, employee_no } of rows) ids.set(employee_no, id);
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  for (const [employee_no, course_code, due_date] of [
    ["MINE", "FIRE", "2099-01-31"],
    ["MINE", "FORK", "2099-03-31"],
    ["DEEP", "FIRE", "2099-01-31"],
    ["THEIRS", "FIRE", "2099-01-31"],
    ["GONE", "FIRE", "2099-01-31"],
  ]) {
    const { status, text } = await api.post("/api/v1/enrollments", { employee_no, course_code, due_date });
    assert.equal(status, 201, text);
  }
  assert.equal((await api.patch(`/api/v1/users/${ids.get("GONE")}`, { active: false })).status, 200);
  const boss = { id: ids.get("BOSS")!, kind: "person" as const, login: "boss@acme.example" };
  manager = await sessionOf(server, database, acme.tenant_id, boss);
  administrator = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createAccount(database, acme.tenant_id, "training_admin"),
  );
});
after(async () => {
  await server.close();
  await database.close();
});

const numbersIn = ({ status, text, body }: Reply) => {
  assert.equal(status, 200, text);
  return body.rows.map(({ employee_no }: any) => employee_no);
};
const team = (query = "") => manager.get(`/my/team${query}`);

test("a manager sees who reports to them, or everybody below, and who has left is not shown", async () => {
  assert.deepEqual(numbersIn(await team()), ["MINE"]);
  const all = await team("?include_indirect_reports=true");
  assert.deepEqual(numbersIn(all), ["DEEP", "MINE"]);
  assert.deepEqual([all.body.summary.people, all.body.summary.counts.PENDING], [2, 2]);
  assert.deepEqual(numbersIn(await team("?include_indirect_reports=true&compliance_flag=OVERDUE")), []);
  assert.deepEqual(numbersIn(await team("?include_indirect_reports=true&limit=1&offset=1")), ["MINE"]);
  const learner = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "learner"));
  assert.deepEqual(numbersIn(await learner.get("/my/team?include_indirect_reports=true")), []);
});

test("rows and flags are those that administrators see of the same people", async () => {
  const matrix = await administrator.get("/compliance/matrix?limit=200");
  const own = await team("?include_indirect_reports=true");
  const theirs = matrix.body.rows.filter(({ employee_no }: any) => ["DEEP", "MINE"].includes(employee_no));
  assert.deepEqual(own.body.rows, theirs);
  const listed = await administrator.get(`/people?manager_id=${ids.get("BOSS")}&include_indirect_reports=true&status=invited`);
  assert.equal(listed.body.pagination.total, own.body.summary.people);
  const member = await manager.get(`/my/team/${ids.get("DEEP")}`);
  const fire = { code: "FIRE", title: "Course FIRE", pass_score: null, result_enrollment_id: null };
  assert.deepEqual([member.status, member.body.courses], [200, [fire]], member.text);
  assert.deepEqual(member.body.person, own.body.rows[0]);
});

test("their page says whether anybody reports to them", async () => {
  assert.equal((await manager.get("/my/training")).body.has_reports, true);
  const deep = { id: ids.get("DEEP")!, kind: "person" as const, login: "deep@acme.example" };
  assert.equal((await (await sessionOf(server, database, acme.tenant_id, deep)).get("/my/training")).body.has_reports, false);
});

test("nobody else is within reach: no operation of the panel shows or changes a person who is not theirs", async () => {
  const strangers = ["TOP", "PEER", "THEIRS"].map((number) => ids.get(number)!);
  const enrolled = async (number: string) =>
    (await database.superuser.query("select id from enrollment where person_id = $1", [ids.get(number)])).rows[0].id as string;
  const foreign = [...strangers, await enrolled("THEIRS"), await enrolled("MINE"), ids.get("BOSS")!, ids.get("GONE")!];
  const state = async () =>
    (
      await database.superuser.query("select md5(string_agg(p::text, ',' order by id)) as sum from person p where id <> $1", [
        ids.get("BOSS"),
      ])
    ).rows[0].sum;
  const before = await state();
  const operations = await listOperations();
  assert.ok(operations.length > 100, `saw only ${operations.length} operations`);
  for (const operation of operations) {
    if (operation.tag === "Session" || operation.roles.includes("anonymous")) continue;
    const is_own = operation.roles.includes("learner");
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    for (const id of is_own ? foreign : foreign.slice(-1)) {
      const path = Object.fromEntries(names.map((name) => [name, id]));
      const query = { manager_id: id, user_id: id, person_id: id, q: mark };
      const body = { user_id: id, person_id: id, manager_id: id };
      const reply = await call(manager, operation, { path, query, ...(operation.method === "GET" ? {} : { body }) });
      const context = `${operation.id} for ${id}: ${reply.status} ${reply.text}`;
      if (!is_own) assert.deepEqual([reply.status, reply.body.code], [403, "ROLE_NOT_ALLOWED"], context);
      else if (names.length > 0) assert.ok([404, 422].includes(reply.status), context);
      assert.ok(!reply.text.toLowerCase().includes(mark), context);
    }
  }
  assert.equal(await state(), before);
});

test("a manager reminds one of their people by one mail a day, is told why none leaves, and reaches nobody else", async () => {
  const remind = async (number: string) => {
    const { status, body } = await manager.post(`/my/team/${ids.get(number)}/reminder`);
    return status === 200 ? body.outcome : status;
  };
  const mails = async () =>
    (await database.superuser.query("select recipient from mail where kind = 'training.reminder' order by 1")).rows.map(
      ({ recipient }) => recipient,
    );
  for (const stranger of ["TOP", "PEER", "THEIRS", "BOSS"]) assert.equal(await remind(stranger), 404, stranger);
  assert.equal(await remind("GONE"), 404);
  assert.deepEqual([await remind("MINE"), await remind("MINE"), await remind("DEEP")], ["done", "reminded_today", "done"]);
  assert.deepEqual(await mails(), ["deep@acme.example", "mine@acme.example"]);
  const { rows } = await database.superuser.query(
    "select target_id, actor_id from audit_log where operation = 'person.remind' order by id",
  );
  assert.deepEqual(
    rows,
    ["MINE", "DEEP"].map((number) => ({ target_id: ids.get(number), actor_id: ids.get("BOSS") })),
  );
});

test("a manager records a result of one of their people where the course allows it, and nobody else's", async () => {
  const read = async (number: string) => (await manager.get(`/my/team/${ids.get(number)}`)).body.courses;
  const record = async (number: string, enrollment_id: string, result: object) => {
    const { status, body } = await manager.post(`/my/team/${ids.get(number)}/enrollments/${enrollment_id}/result`, result);
    return [status, body.code ?? body.status];
  };
  const passed = { passed: true, score: 80 };
  const [fire, fork] = await read("MINE");
  assert.deepEqual([fire.result_enrollment_id, fork.pass_score], [null, 70]);
  const enrolled = async (number: string, code: string) =>
    (
      await database.superuser.query(
        "select e.id from enrollment e join course c on c.id = e.course_id where e.person_id = $1 and c.code = $2",
        [ids.get(number), code],
      )
    ).rows[0].id as string;
  assert.equal(fork.result_enrollment_id, await enrolled("MINE", "FORK"));
  assert.deepEqual(await record("MINE", await enrolled("MINE", "FIRE"), passed), [409, "RESULTS_NOT_BY_MANAGERS"]);
  for (const stranger of ["TOP", "PEER", "THEIRS", "BOSS", "GONE"])
    assert.deepEqual(await record(stranger, fork.result_enrollment_id, passed), [404, "NOT_FOUND"], stranger);
  assert.deepEqual(await record("DEEP", fork.result_enrollment_id, passed), [404, "NOT_FOUND"]);
  assert.deepEqual(await record("MINE", await enrolled("THEIRS", "FIRE"), passed), [404, "NOT_FOUND"]);
  assert.equal((await record("MINE", fork.result_enrollment_id, { passed: true, score: 60 }))[0], 422);
  assert.deepEqual(await record("MINE", fork.result_enrollment_id, { passed: false, score: 60 }), [200, "in_progress"]);
  assert.deepEqual(await record("MINE", fork.result_enrollment_id, passed), [200, "completed"]);
  assert.deepEqual(await record("MINE", fork.result_enrollment_id, passed), [409, "ENROLLMENT_NOT_OPEN"]);
  assert.equal((await read("MINE"))[1].result_enrollment_id, null);
  const { rows } = await database.superuser.query(
    "select operation, actor_id from audit_log where target_id = $1 and operation in ('enrollment.complete', 'enrollment.fail') order by id",
    [fork.result_enrollment_id],
  );
  const actor_id = ids.get("BOSS");
  assert.deepEqual(rows, [
    { operation: "enrollment.fail", actor_id },
    { operation: "enrollment.complete", actor_id },
  ]);
});

test("a person who gets another manager is out of reach at once", async () => {
  const move = (id: string) => database.superuser.query("update person set manager_id = $1 where employee_no = 'MINE'", [id]);
  await move(ids.get("PEER")!);
  assert.deepEqual(numbersIn(await team("?include_indirect_reports=true")), []);
  for (const number of ["MINE", "DEEP"]) assert.equal((await manager.get(`/my/team/${ids.get(number)}`)).status, 404);
  await move(ids.get("BOSS")!);
  assert.equal((await manager.get(`/my/team/${ids.get("DEEP")}`)).status, 200);
});
