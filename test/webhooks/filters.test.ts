// Which events match the filters of a subscription (docs/decisions/0058): its pending deliveries, as its client reads them from
// the log.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { createAccount, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { apiOf, byKey, ok, startServer, type Api, type Reply, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let api: Api;
let panel: Panel;
/** Ids of departments and courses by their codes. */
let id: Record<string, string>;

const subscriptions = "/api/v1/webhooks/subscriptions";
const users = "/api/v1/users";
const target_url = "https://hooks.acme.example/lms";

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { resolve: async () => ["93.184.215.14"] });
  acme = await createOrganisation(database, {
    contract: { rate, webhook_subscriptions: 50 },
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "North", code: "NORTH", parent: "OPS" },
      { name: "Dock", code: "DOCK", parent: "NORTH" },
      { name: "Office", code: "OFFICE" },
      { name: "Dokk", code: "DUP" },
    ],
    courses: ["FIRE-01", "READ-01"].map((code) => ({ code, title: code })),
    learning_paths: [{ code: "PATH-01", title: "First days", courses: ["READ-01"] }],
    clients: [
      {
        name: "hr",
        scopes: ["users:read", "users:write", "enrollments:write", "webhooks:manage", "structure:write"],
        webhook_hosts: ["hooks.acme.example"],
      },
    ],
  });
  api = apiOf(server, byKey(acme.code, acme.clients["hr"]!.secret));
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  const { departments } = await ok(api.get("/api/v1/departments"));
  const { courses } = await ok(api.get("/api/v1/course-catalog"));
  id = Object.fromEntries([...departments, ...courses].map((one: any) => [one.code, one.id]));
});
after(async () => {
  await server?.close();
  await database?.close();
});
const open: string[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await api.delete(`${subscriptions}/${one}`);
});

const of_people = ["user.created", "user.updated", "user.deactivated"];
const of_courses = ["enrollment.assigned", "enrollment.cancelled"];

const post = (given: object) =>
  api.post(subscriptions, { name: "Filtered", target_url, subscribed_events: [...of_people, ...of_courses], ...given });
async function subscribe(given: object): Promise<string> {
  const { id: made } = await ok(post(given));
  open.push(made);
  return made;
}

/** The pending deliveries of a subscription, in the order of the events: `type number course`. */
async function waiting(subscription: string): Promise<string[]> {
  await settled(database);
  const { deliveries } = await ok(api.get(`${subscriptions}/${subscription}/deliveries?limit=500`));
  const { events } = await ok(api.get("/api/v1/events?limit=500"));
  const ids = new Set(deliveries.map(({ event_id }: any) => event_id));
  return events
    .filter((event: any) => ids.has(event.id))
    .map(({ type, data }: any) => [type, data.user.employee_no, data.course?.code].filter(Boolean).join(" "));
}

let hired = 0;
async function hire(department: string | null): Promise<{ id: string; no: string }> {
  const no = `P${++hired}`;
  const person = { employee_no: no, first_name: "Anna", last_name: "Lis", email: `${no}@acme.example` };
  const body = await ok(api.post(users, { ...person, ...(department ? { department_id: id[department] } : {}) }));
  return { id: body.id, no };
}
const move = (person: { id: string }, department: string | null) =>
  ok(api.patch(`${users}/${person.id}`, { department_id: department && id[department] }));
const assign = (person: { no: string }, course_code: string) =>
  ok(api.post("/api/v1/enrollments", { employee_no: person.no, course_code }));

test("a department with all below it: nobody of another one, and nobody without", async () => {
  const [ops, office, all] = [
    await subscribe({ department_ids: [id["OPS"]] }),
    await subscribe({ department_ids: [id["OFFICE"], id["DUP"]] }),
    await subscribe({}),
  ];
  const told = [];
  for (const place of ["OPS", "NORTH", "DOCK", "OFFICE", null]) told.push(`user.created ${(await hire(place)).no}`);
  assert.deepEqual(await waiting(ops), told.slice(0, 3));
  assert.deepEqual(await waiting(office), told.slice(3, 4));
  assert.deepEqual(await waiting(all), told);
});

test("who leaves a department, and who comes to it, is told of to both; what goes on elsewhere is not", async () => {
  const person = await hire("DOCK");
  const [ops, office] = [await subscribe({ department_ids: [id["OPS"]] }), await subscribe({ department_ids: [id["OFFICE"]] })];
  const updated = `user.updated ${person.no}`;
  await move(person, "OFFICE");
  assert.deepEqual([await waiting(ops), await waiting(office)], [[updated], [updated]]);
  await ok(api.patch(`${users}/${person.id}`, { job_title: "Clerk" }));
  assert.deepEqual([await waiting(ops), await waiting(office)], [[updated], [updated, updated]]);
  await ok(api.patch(`${users}/${person.id}`, { active: false, department_id: null }));
  assert.deepEqual((await waiting(office)).at(-1), `user.deactivated ${person.no}`, "with the account's end");
  assert.equal((await waiting(ops)).length, 1);
});

test("a course: its own events, and of a learning path those of the path itself", async () => {
  const person = await hire("OPS");
  const only = (code: string) => subscribe({ subscribed_events: of_courses, course_ids: [id[code]] });
  const [fire, path, read] = [await only("FIRE-01"), await only("PATH-01"), await only("READ-01")];
  await assign(person, "FIRE-01");
  await assign(person, "PATH-01");
  const assigned = (code: string) => [`enrollment.assigned ${person.no} ${code}`];
  assert.deepEqual(await waiting(fire), assigned("FIRE-01"));
  assert.deepEqual(await waiting(path), assigned("PATH-01"));
  assert.deepEqual(await waiting(read), assigned("READ-01"));
});

test("of two filters both have to be passed", async () => {
  const people = [await hire("DOCK"), await hire("OFFICE")];
  const both = { department_ids: [id["NORTH"]], course_ids: [id["FIRE-01"]], subscribed_events: of_courses };
  const one = await subscribe(both);
  for (const person of people) for (const course of ["FIRE-01", "READ-01"]) await assign(person, course);
  assert.deepEqual(await waiting(one), [`enrollment.assigned ${people[0]!.no} FIRE-01`]);
});

test("it is judged when the event is written: by the tree of that instant, and by the filter of that instant", async () => {
  const person = await hire("DOCK");
  const one = await subscribe({ department_ids: [id["OPS"]] });
  const change = (job_title: string) => ok(api.patch(`${users}/${person.id}`, { job_title }));
  await ok(api.patch(`/api/v1/departments/${id["NORTH"]}`, { name: "Nord" }));
  await change("named anew");
  await ok(api.patch(`/api/v1/departments/${id["NORTH"]}`, { parent_id: id["OFFICE"] }));
  await change("moved away");
  assert.equal((await waiting(one)).length, 1, "another name changes nothing, another place does");
  await ok(api.patch(`${subscriptions}/${one}`, { department_ids: null }));
  await change("no filter");
  assert.equal((await waiting(one)).length, 2, "and nothing that happened before");
  await ok(api.patch(`/api/v1/departments/${id["NORTH"]}`, { parent_id: id["OPS"] }));
});

test("many events of one transaction are judged one by one", async () => {
  const one = await subscribe({ department_ids: [id["NORTH"]], subscribed_events: of_courses, course_ids: [id["READ-01"]] });
  const people = [await hire("OFFICE"), await hire("DOCK"), await hire(null), await hire("NORTH")];
  const enrollments = people.map(({ no }) => ({ employee_no: no, course_code: "READ-01" }));
  await ok(api.post("/api/v1/enrollments/batch", { enrollments }));
  assert.deepEqual(
    await waiting(one),
    [1, 3].map((at) => `enrollment.assigned ${people[at]!.no} READ-01`),
  );
});

test("a department that is merged into another one gives it its place in filters", async () => {
  const person = await hire("DUP");
  const one = await subscribe({ department_ids: [id["OFFICE"], id["DUP"], id["DOCK"]] });
  const other = await subscribe({ department_ids: [id["NORTH"]] });
  await ok(panel.post(`/departments/${id["DUP"]}/merge`, { into_id: id["DOCK"] }));
  const { department_ids } = await ok(api.get(`${subscriptions}/${one}`));
  assert.deepEqual(department_ids, [id["OFFICE"], id["DOCK"]]);
  for (const subscription of [one, other]) assert.deepEqual(await waiting(subscription), [`user.updated ${person.no}`]);
});

test("a replay brings what the present filters let through, also of events that were stored before there were any", async () => {
  const [inside, outside] = [await hire("DOCK"), await hire("OFFICE")];
  await assign(inside, "FIRE-01");
  await move(inside, "OFFICE");
  await assign(outside, "FIRE-01");
  const wanted = [`user.created ${inside.no}`, `user.updated ${inside.no}`];
  const replayed = async (given: object) => {
    const one = await subscribe(given);
    await ok(api.post(`${subscriptions}/${one}/replay`, { since: "2020-01-01T00:00:00Z" }));
    return (await waiting(one)).filter((line) => line.includes(inside.no) || line.includes(outside.no));
  };
  const north = { department_ids: [id["NORTH"]], subscribed_events: of_people };
  const fire = { course_ids: [id["FIRE-01"]], department_ids: [id["OPS"]], subscribed_events: of_courses };
  assert.deepEqual(await replayed(north), wanted);
  assert.deepEqual(await replayed(fire), [`enrollment.assigned ${inside.no} FIRE-01`]);
  await database.superuser.query("update event set department_id = null, former_department_id = null, course_id = null");
  assert.deepEqual(await replayed(north), wanted.slice(0, 1), "who left a department is known of what has the column");
  assert.deepEqual(await replayed(fire), [`enrollment.assigned ${inside.no} FIRE-01`]);
});

test("filters are kept as they are set, each id once, and given back", async () => {
  const one = await subscribe({
    subscribed_events: of_courses,
    department_ids: [id["OPS"]!.toUpperCase(), id["OPS"]],
    course_ids: [id["FIRE-01"], id["PATH-01"]],
  });
  const read = () => ok(api.get(`${subscriptions}/${one}`));
  const before = await read();
  assert.deepEqual([before.department_ids, before.course_ids], [[id["OPS"]], [id["FIRE-01"], id["PATH-01"]]]);
  assert.deepEqual((await ok(api.patch(`${subscriptions}/${one}`, before))).updated_at, before.updated_at, "written back");
  await ok(api.patch(`${subscriptions}/${one}`, { course_ids: null }));
  const { department_ids, course_ids } = await read();
  assert.deepEqual([department_ids, course_ids], [[id["OPS"]], null]);
});

test("what cannot be is refused at its place", async () => {
  const stranger = await createOrganisation(database, {
    organisation: { code: "STRANGER", name: "Stranger" },
    departments: [{ name: "Operations", code: "OPS" }],
    courses: [{ code: "FIRE-01", title: "Fire" }],
  });
  const foreign = (table: string) =>
    database.superuser
      .query(`select id from ${table} where tenant_id = $1`, [stranger.tenant_id])
      .then(({ rows }) => rows[0].id as string);
  const [department, course] = [await foreign("department"), await foreign("course")];
  const none = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
  const faults = async (answer: Promise<Reply>) => {
    const { status, body, text } = await answer;
    assert.equal(status, 422, text);
    return body.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);
  };
  const courses = { subscribed_events: of_courses };
  for (const [given, ...wanted] of [
    [{ department_ids: [id["OPS"], none] }, "#/department_ids/1 UNKNOWN_DEPARTMENT"],
    [{ department_ids: [department] }, "#/department_ids/0 UNKNOWN_DEPARTMENT"],
    [{ ...courses, course_ids: [course, none] }, "#/course_ids/0 UNKNOWN_COURSE", "#/course_ids/1 UNKNOWN_COURSE"],
    [{ ...courses, course_ids: [id["OPS"]] }, "#/course_ids/0 UNKNOWN_COURSE"],
    [{ department_ids: ["OPS"] }, "#/department_ids/0 INVALID_FORMAT"],
    [{ department_ids: [] }, "#/department_ids TOO_SHORT"],
    [{ department_ids: Array(101).fill(id["OPS"]) }, "#/department_ids TOO_LONG"],
    [{ name: "", department_ids: [none] }, "#/name TOO_SHORT", "#/department_ids/0 UNKNOWN_DEPARTMENT"],
    [
      { subscribed_events: ["ping", "group.member_left", "course.failed"], course_ids: [id["FIRE-01"]] },
      "#/subscribed_events/1 CONFLICTING_FIELDS",
    ],
  ] as [object, ...string[]][])
    assert.deepEqual(await faults(post(given)), wanted, JSON.stringify(given));
  const one = await subscribe({ ...courses, course_ids: [id["FIRE-01"]] });
  const patch = (body: object) => faults(api.patch(`${subscriptions}/${one}`, body));
  assert.deepEqual(await patch({ department_ids: [department] }), ["#/department_ids/0 UNKNOWN_DEPARTMENT"]);
  assert.deepEqual(await patch({ subscribed_events: ["user.created"] }), ["#/subscribed_events/0 CONFLICTING_FIELDS"]);
  const people = await subscribe({ subscribed_events: of_people });
  assert.deepEqual(await faults(api.patch(`${subscriptions}/${people}`, { course_ids: [id["FIRE-01"]] })), [
    "#/course_ids CONFLICTING_FIELDS",
  ]);
});
