// Decision 0072: attacks by an administrator of some departments, and concurrent changes: counts, sort orders, cursors, files of
// many pages, people who move, limits that change, and concurrent requests.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { foldAll } from "../../server/features/compliance/flag/fold.job.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, session_cookie, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { request, startServer, type TestServer } from "../harness/server.ts";
import { createLimited, departmentOf } from "./departments.ts";

/** More than one page of every file. */
const own_people = 1_203;
const foreign_people = 1_105;

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let id: Record<string, string>;
let everybody: Panel;
let limited: Panel & { account: { id: string } };
let officer: Panel;

const sql = async (text: string, values: readonly unknown[]) => (await database.superuser.query(text, [...values])).rows;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    departments: [
      { name: "Logistics", code: "LOG" },
      { name: "Night shift", code: "NIGHT", parent: "LOG" },
      { name: "Hedgehogs", code: "HEAD" },
    ],
    contractors: [{ name: "Builders", code: "BUILD" }],
    courses: [
      { code: "FIRE", title: "Fire safety" },
      { code: "LIFT", title: "Forklift" },
    ],
    people: [
      { employee_no: "OWN", first_name: "Anna", last_name: "Aardvark", email: "own@acme.example", department: "NIGHT" },
      {
        employee_no: "BOSS",
        first_name: "Jan",
        last_name: "Hedgehog",
        email: "boss@acme.example",
        department: "HEAD",
        worker_type: "b2b_contractor",
        contractor: "BUILD",
      },
    ],
  });
  const known = await sql(
    `select code, id from department where tenant_id = $1 union all select code, id from course where tenant_id = $1
     union all select employee_no, id from person where tenant_id = $1`,
    [acme.tenant_id],
  );
  id = Object.fromEntries(known.map((row) => [row.code, row.id]));
  // Alternating, so that a page that other people cut short would be noticed.
  await sql(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name,
       full_name_norm, department_id, created_at)
     select $1, infra.new_id(), k || n, k || n, k || n, k || n, 'active', 'internal_payroll', 'Ewa', initcap(last), last || ' ewa', d,
       now() + n * interval '1 ms'
     from (values ('f', 'aardvark', $2::uuid, $4::int), ('h', 'hedgehog', $3::uuid, $5::int)) v(k, last, d, many),
       generate_series(1, many) n
     order by n, k`,
    [acme.tenant_id, id["NIGHT"], id["HEAD"], own_people - 1, foreign_people - 1],
  );
  await sql("update person set manager_id = $2 where tenant_id = $1 and employee_no = 'OWN'", [acme.tenant_id, id["BOSS"]]);
  everybody = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  for (const user_id of [id["OWN"], id["BOSS"]])
    assert.equal((await everybody.post("/enrollments", { user_id, course_id: id["FIRE"] })).status, 201);
  limited = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createLimited(database, acme, "training_admin", [id["LOG"]!]),
  );
  officer = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createLimited(database, acme, "compliance_officer", [id["LOG"]!]),
  );
  await foldAll(database.pool("muster_worker"), new AbortController().signal);
});
after(async () => {
  await server.close();
  await database.close();
});

const noHedgehog = (text: string, context: string) => assert.doesNotMatch(text, /hedgehog|BOSS/i, context);

test("numbers are those of the departments: totals, the matrix, the tree, companies", async () => {
  const total = async (panel: Panel, path: string) => (await panel.get(path)).body.pagination.total as number;
  assert.equal(await total(everybody, "/people"), own_people + foreign_people);
  for (const path of ["/people", "/people?limit=1", "/people?offset=1100&limit=50", "/people?worker_type=internal_payroll"])
    assert.equal(await total(limited, path), own_people, path);
  assert.equal(await total(limited, "/people?worker_type=b2b_contractor"), 0);
  assert.equal(await total(limited, "/people?q=a"), own_people);
  assert.equal(await total(everybody, "/enrollments"), 2);
  assert.equal(await total(limited, "/enrollments"), 1);
  const { body: matrix } = await limited.get("/compliance/matrix?limit=10");
  assert.deepEqual([matrix.pagination.total, matrix.summary.people], [own_people, own_people]);
  assert.equal((await limited.get("/compliance/matrix?course_code=FIRE")).body.summary.people, 1);
  assert.equal((await limited.get("/compliance/matrix?q=a&limit=10")).body.summary.people, own_people);
  assert.equal((await everybody.get("/compliance/matrix?course_code=FIRE")).body.summary.people, 2);
  const { departments } = (await limited.get("/departments/tree")).body;
  assert.deepEqual(departments.map((row: { code: string; people_count: number }) => [row.code, row.people_count]).toSorted(), [
    ["LOG", 0],
    ["NIGHT", own_people],
  ]);
  assert.equal((await limited.get("/contractors")).body.contractors[0].people_count, 0);
  assert.equal((await everybody.get("/contractors")).body.contractors[0].people_count, 1);
});

test("no filter, order or cursor leads to others", async () => {
  for (const path of [
    "/people?q=hedgehog",
    "/people?employee_no=BOSS",
    "/people?email=boss%40acme.example",
    `/people?department_id=${id["HEAD"]}`,
    `/people?department_id=${id["HEAD"]}&include_subdepartments=true`,
    `/people?manager_id=${id["BOSS"]}&q=hedgehog`,
    "/enrollments?employee_no=BOSS",
    `/enrollments?user_id=${id["BOSS"]}`,
    "/certificates?q=hedgehog",
    "/certificates?employee_no=BOSS",
    `/compliance/matrix?department_id=${id["HEAD"]}`,
    "/compliance/matrix?department_query=hedgehogs",
    "/compliance/matrix?q=hedgehog",
    "/compliance/matrix?q=BOSS&course_code=FIRE",
  ]) {
    const reply = await limited.get(path);
    assert.equal(reply.status, 200, `${path}: ${reply.text}`);
    assert.equal(reply.body.pagination.total, 0, path);
    noHedgehog(reply.text, path);
  }
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const reply = await limited.get(`/people?limit=500${cursor === "" ? "" : `&cursor=${cursor}`}`);
    noHedgehog(reply.text, "a page behind a cursor");
    seen.push(...reply.body.users.map((user: { id: string }) => user.id));
    cursor = reply.body.pagination.next_cursor;
  }
  assert.equal(new Set(seen).size, own_people);
  // A cursor that another administrator received contains a position in the list and that administrator's total, but no people.
  const { next_cursor } = (await everybody.get("/people?limit=5")).body.pagination;
  noHedgehog((await limited.get(`/people?limit=500&cursor=${next_cursor}`)).text, "the cursor of another");
});

test("a manager elsewhere is an id without a name", async () => {
  const { body, text } = await limited.get(`/people/${id["OWN"]}`);
  noHedgehog(text, "the record");
  assert.deepEqual([body.manager_id, body.manager_employee_no], [id["BOSS"], null]);
  assert.equal((await limited.get(`/people/${body.manager_id}`)).status, 404);
});

test("files of many pages hold everybody of the departments, and nobody else", async () => {
  const lines = async (panel: Panel, path: string) => (await panel.get(path)).text.trimEnd().split(/\r?\n/).slice(1);
  for (const path of ["/people/export", "/compliance/matrix/export?format=csv"]) {
    assert.equal((await lines(everybody, path)).length, own_people + foreign_people, path);
    const own = await lines(limited, path);
    assert.equal(own.length, own_people, path);
    noHedgehog(own.join("\n"), path);
  }
  assert.equal((await lines(limited, "/enrollments/export")).length, 1);
  const { users } = (await everybody.get("/people?limit=500")).body;
  const is_own = (user: object) => !/hedgehog/i.test(JSON.stringify(user));
  const idsOf = (people: { id: string }[]) => people.map((user) => user.id);
  const mixed = await limited.post("/people/export", { person_ids: idsOf(users) });
  assert.deepEqual([mixed.status, mixed.body.errors?.[0].code], [422, "UNKNOWN_PERSON"], mixed.text);
  const chosen = await limited.post("/people/export", { person_ids: idsOf(users.filter(is_own)) });
  assert.equal(chosen.status, 200, chosen.text);
  assert.equal(chosen.text.trimEnd().split(/\r?\n/).length - 1, users.filter(is_own).length);
  noHedgehog(chosen.text, "a file of chosen people");
});

test("people of both sides are asked for at once, over the same connections, and nobody gets the other's answer", async () => {
  const asked = Array.from({ length: 60 }, async (_, n) => {
    const panel = n % 2 === 0 ? limited : everybody;
    const { body } = await panel.get(`/people?limit=3&offset=${n}`);
    assert.equal(body.pagination.total, n % 2 === 0 ? own_people : own_people + foreign_people, `request ${n}`);
  });
  await Promise.all(asked);
});

test("who moves to another department is out of sight at once, with all that hangs on them", async () => {
  const { body: page } = await limited.get("/enrollments");
  const enrollment = page.enrollments[0].id as string;
  const paths = [
    `/people/${id["OWN"]}`,
    `/people/${id["OWN"]}/training`,
    `/people/${id["OWN"]}/history`,
    `/enrollments/${enrollment}`,
    `/compliance/explain?user_id=${id["OWN"]}&course_code=FIRE`,
  ];
  for (const path of paths) assert.equal((await limited.get(path)).status, 200, path);
  assert.equal((await officer.post(`/people/${id["OWN"]}/file`)).status, 200);
  await everybody.call("PATCH", `/people/${id["OWN"]}`, { body: { department_id: id["HEAD"] } });
  for (const path of paths) assert.ok([403, 404, 422].includes((await limited.get(path)).status), path);
  assert.ok([403, 404].includes((await officer.post(`/people/${id["OWN"]}/file`)).status));
  for (const [method, path, body] of [
    ["PATCH", `/enrollments/${enrollment}`, { due_date: "2999-12-31" }],
    ["POST", `/enrollments/${enrollment}/cancel`, undefined],
    ["POST", "/enrollments", { user_id: id["OWN"], course_id: id["LIFT"] }],
    ["POST", "/enrollments", { employee_no: "BOSS", course_id: id["LIFT"] }],
    ["POST", `/people/${id["OWN"]}/suspend`, undefined],
  ] as const) {
    const reply = await limited.call(method, path, body === undefined ? {} : { body });
    assert.ok([403, 404, 422].includes(reply.status), `${method} ${path}: ${reply.text}`);
    noHedgehog(reply.text, path);
  }
  assert.equal((await limited.get("/people")).body.pagination.total, own_people - 1);
  assert.equal((await limited.get("/enrollments")).body.pagination.total, 0);
  await everybody.call("PATCH", `/people/${id["OWN"]}`, { body: { department_id: id["NIGHT"] } });
  for (const path of paths) assert.equal((await limited.get(path)).status, 200, path);
  assert.equal((await limited.post("/enrollments", { user_id: id["OWN"], course_id: id["LIFT"] })).status, 201);
});

test("a department that is hung below another one brings its people along, and takes them away", async () => {
  const moved = await sql("update department set parent_id = null where tenant_id = $1 and id = $2 returning id", [
    acme.tenant_id,
    id["NIGHT"],
  ]);
  assert.equal(moved.length, 1);
  assert.equal((await limited.get("/people")).body.pagination.total, 0);
  await sql("update department set parent_id = $3 where tenant_id = $1 and id = $2", [acme.tenant_id, id["NIGHT"], id["LOG"]]);
  assert.equal((await limited.get("/people")).body.pagination.total, own_people);
});

test("the page that begins the panel carries nothing of the whole organisation", async () => {
  const pageOf = async (panel: Panel) => {
    const headers = { cookie: `${session_cookie}=${panel.cookies.get(session_cookie)}` };
    const { text } = await request(server.url, "GET", "/panel/", { headers });
    return JSON.parse(/id="first-answers">(.*?)<\/script>/.exec(text)![1]!) as Record<string, any>;
  };
  assert.ok("/panel/api/overview/attention" in (await pageOf(everybody)));
  const answers = await pageOf(limited);
  assert.deepEqual(Object.keys(answers), ["/panel/api/session"]);
  assert.deepEqual(answers["/panel/api/session"].account.departments, [{ id: id["LOG"], name: "Logistics" }]);
});

test("an IT administrator chooses the departments: checked, audited, and with the end of the sessions", async () => {
  const it = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"));
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  const at = `/administrators/${account.id}`;
  const change = (body: unknown) => it.call("PATCH", at, { body });
  const open = () => sessionOf(server, database, acme.tenant_id, account);
  const whole = await open();
  assert.equal((await whole.get("/people")).body.pagination.total, own_people + foreign_people);

  const { status, body } = await change({ department_ids: [id["LOG"]] });
  assert.deepEqual([status, body.departments], [200, [{ id: id["LOG"], name: "Logistics" }]]);
  assert.equal((await whole.get("/people")).status, 401);
  const some = await open();
  assert.equal((await some.get("/people")).body.pagination.total, own_people);
  assert.deepEqual((await some.get("/session")).body.account.departments, [{ id: id["LOG"], name: "Logistics" }]);

  for (const [wrong, pointer] of [
    [{ department_ids: [] }, "#/department_ids"],
    [{ department_ids: ["019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"] }, "#/department_ids/0"],
    [{ role: "it_admin" }, "#/department_ids"],
    [{ role: "guard" }, "#/department_ids"],
  ] as const) {
    const reply = await change(wrong);
    assert.deepEqual([reply.status, reply.body.errors?.[0]?.pointer], [422, pointer], reply.text);
  }
  assert.equal((await some.get("/people")).status, 200);
  const invited = { email: "new@acme.example", name: "Nina New", role: "compliance_officer", department_ids: [id["HEAD"]] };
  const made = await it.post("/administrators", invited);
  assert.deepEqual([made.status, made.body.departments], [201, [{ id: id["HEAD"], name: "Hedgehogs" }]]);

  assert.equal((await change({ department_ids: null, role: "it_admin" })).body.departments, null);
  assert.equal((await some.get("/people")).status, 401);
  assert.equal((await (await open()).get("/administrators")).status, 200);
  const audited = await sql(
    "select changes from audit_log where tenant_id = $1 and target_id = $2 and operation = 'administrator.change' order by id",
    [acme.tenant_id, account.id],
  );
  assert.deepEqual(
    audited.map(({ changes }) => changes.department_ids),
    [
      [null, [id["LOG"]]],
      [[id["LOG"]], null],
    ],
  );
});

test("no department left is nobody, and not everybody", async () => {
  const account = await createLimited(database, acme, "training_admin", [await departmentOf(database, acme, "LOG")]);
  const panel = await sessionOf(server, database, acme.tenant_id, account);
  assert.equal((await panel.get("/people")).body.pagination.total, own_people);
  await sql("delete from administrator_department where administrator_id = $1", [account.id]);
  assert.deepEqual((await panel.get("/session")).body.account.departments, []);
  assert.equal((await panel.get("/people")).body.pagination.total, 0);
  assert.equal((await panel.get("/overview/attention")).status, 403);
});

test("views that others have kept are not seen", async () => {
  await everybody.post("/saved-views", { list: "people", name: "Hedgehogs", filters: { q: "hedgehog" } });
  assert.deepEqual((await limited.get("/saved-views?list=people")).body.views, []);
});
