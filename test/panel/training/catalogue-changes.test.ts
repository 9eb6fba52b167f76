import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CourseDetail, LicenseList, SeatList } from "../../../server/features/catalogue/schema.ts";
import { CourseList } from "../../../server/features/courses/schema.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { matchesSchema } from "../../harness/records.ts";
import { apiOf, byKey, startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses: [
      { code: "FORK", title: "Forklift", validity: { value: 24, unit: "month" }, renewal: { enabled: true } },
      { code: "FIRE-1", title: "Fire 1" },
      { code: "FIRE-2", title: "Fire 2" },
      { code: "OLD", title: "Old", active: false },
    ],
    learning_paths: [{ code: "FIRE", title: "Fire warden", courses: ["FIRE-1", "FIRE-2"] }],
    licenses: [
      { name: "Forklift 2026", courses: ["FORK"], seats_total: 3 },
      { name: "Fire path", paths: ["FIRE"] },
      { name: "Past", courses: ["OLD"], valid_until: "2020-12-31" },
    ],
    rules: [{ name: "Everybody", when: { worker_type: "internal_payroll" }, assign: ["FORK"] }],
    clients: [{ name: "HR sync", scopes: ["compliance:read"] }],
    people: [
      { employee_no: "1", first_name: "Anna", last_name: "Lis", email: "a@acme.example" },
      { employee_no: "2", first_name: "Jan", last_name: "Kos", email: "b@acme.example" },
    ],
  });
  await workOff(database);
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  panel = await sessionOf(server, database, acme.tenant_id, account);
});
after(async () => {
  await server.close();
  await database.close();
});

async function idOf(table: "course" | "license", column: string, value: string): Promise<string> {
  const { rows } = await database.superuser.query(`select id from ${table} where tenant_id = $1 and ${column} = $2`, [
    acme.tenant_id,
    value,
  ]);
  return rows[0].id;
}
const course = (code: string) => idOf("course", "code", code);
const change = (path: string, body: unknown) => panel.call("PATCH", path, { body });
const faultOf = ({ status, body }: any) => [status, body.errors?.[0]?.pointer];
async function auditsOf(target_id: string): Promise<any[]> {
  const { rows } = await database.superuser.query(
    "select operation, changes from audit_log where target_id = $1 and actor_type = 'administrator' order by id",
    [target_id],
  );
  return rows;
}

test("the catalogue is narrowed to a kind, a reason, and what a licence covers", async () => {
  const codes = async (query: string) => {
    const { status, body } = await panel.get(`/courses?${query}`);
    assert.equal(status, 200);
    matchesSchema(CourseList, body);
    return body.courses.map(({ code }: any) => code);
  };
  assert.deepEqual(await codes("type=learning_path"), ["FIRE"]);
  assert.deepEqual(await codes("unassignable_reason=path_only"), ["FIRE-1", "FIRE-2"]);
  assert.deepEqual(await codes("unassignable_reason=inactive"), ["OLD"]);
  assert.deepEqual(await codes(`license_id=${await idOf("license", "name", "Fire path")}`), ["FIRE", "FIRE-1", "FIRE-2"]);
  assert.deepEqual(await codes(`license_id=${acme.tenant_id}`), []);
  assert.equal((await panel.get("/courses?license_id=nonsense")).status, 422);
});

test("a course shows its rules and groups, its people and its licences", async () => {
  const { status, body } = await panel.get(`/courses/${await course("FORK")}`);
  assert.equal(status, 200);
  matchesSchema(CourseDetail, body);
  assert.deepEqual([body.rules.map(({ name }: any) => name), body.enrollments.assigned], [["Everybody"], 2]);
  assert.deepEqual([body.licenses[0].name, body.licenses[0].seats_used, body.licenses[0].via_path], ["Forklift 2026", 2, null]);
  const part = (await panel.get(`/courses/${await course("FIRE-1")}`)).body;
  assert.deepEqual(
    [part.paths[0].code, part.licenses[0].via_path, part.course.unassignable_reason],
    ["FIRE", "FIRE", "path_only"],
  );
});

test("a course is changed by the rules of the organisation file, with one audit row", async () => {
  const id = await course("FORK");
  const changed = await change(`/courses/${id}`, {
    title: "Forklift trucks",
    grace_days: 14,
    validity: { value: 12, unit: "month" },
    renewal: { enabled: true, lead_days: 30 },
  });
  assert.equal(changed.status, 200);
  matchesSchema(CourseDetail, changed.body);
  assert.deepEqual(
    [changed.body.course.title, changed.body.course.grace_days, changed.body.course.renewal.lead_days],
    ["Forklift trucks", 14, 30],
  );
  assert.deepEqual(faultOf(await change(`/courses/${id}`, { validity: null })), [422, "#/renewal"]);
  assert.deepEqual(faultOf(await change(`/courses/${id}`, { renewal: { basis: "fixed", fixed_on: "02-30" } })), [
    422,
    "#/renewal/fixed_on",
  ]);
  assert.deepEqual(faultOf(await change(`/courses/${id}`, { attempts_allowed: 0 })), [422, "#/attempts_allowed"]);
  assert.deepEqual(faultOf(await change(`/courses/${id}`, { title: " " })), [422, "#/title"]);
  const archived = await change(`/courses/${id}`, { active: false });
  assert.equal(archived.body.course.unassignable_reason, "inactive");
  assert.equal((await change(`/courses/${id}`, { active: true })).body.course.assignable, true);
  assert.deepEqual(
    (await auditsOf(id)).map(({ changes }) => Object.keys(changes).toSorted().join()),
    ["grace_days,renewal_lead_days,title,validity_value", "active", "active"],
  );
  assert.equal((await change(`/courses/${await course("FIRE")}`, { title: "X" })).status, 404, "a path is no course");
});

test("a path is made and changed; what it cannot consist of is refused at its place", async () => {
  const item = async (code: string, mandatory = true) => ({ course_id: await course(code), mandatory });
  const made = await panel.post("/paths", {
    code: "WELCOME",
    title: "Welcome",
    items: [await item("FORK"), await item("FIRE-1", false)],
  });
  assert.equal(made.status, 201);
  matchesSchema(CourseDetail, made.body);
  const { id } = made.body.course;
  const changed = await change(`/paths/${id}`, { items: [await item("FIRE-1"), await item("FORK")], title: "First week" });
  assert.deepEqual(
    changed.body.items.map(({ code, mandatory }: any) => `${code} ${mandatory}`),
    ["FIRE-1 true", "FORK true"],
  );
  assert.deepEqual((await change(`/paths/${id}`, { active: false })).body.items.length, 2, "items that are not named stay");
  assert.deepEqual(
    (await auditsOf(id)).map(({ operation }) => operation),
    ["course.create", "course.update", "course.update"],
  );
  const at = [422, "#/items/1/course_id"];
  const one = await item("FORK");
  assert.deepEqual(faultOf(await change(`/paths/${id}`, { items: [one, { ...one, course_id: id }] })), at, "itself");
  assert.deepEqual(faultOf(await change(`/paths/${id}`, { items: [one, await item("FIRE")] })), at, "another path");
  assert.deepEqual(faultOf(await change(`/paths/${id}`, { items: [one, one] })), at, "twice");
  assert.deepEqual(faultOf(await change(`/paths/${id}`, { items: [one, { ...one, course_id: acme.tenant_id }] })), at, "unknown");
  assert.deepEqual(faultOf(await change(`/paths/${id}`, { items: [] })), [422, "#/items"]);
  assert.deepEqual(faultOf(await panel.post("/paths", { code: "fork", title: "X", items: [one] })), [422, "#/code"]);
  assert.equal((await change(`/paths/${await course("FORK")}`, { title: "X" })).status, 404, "a course is no path");
});

test("licences show their seats and who holds them; none in use can be taken away", async () => {
  const { body } = await panel.get("/licenses");
  matchesSchema(LicenseList, body);
  assert.deepEqual(
    body.licenses.map(({ name, seats_used, seats_free, state }: any) => [name, seats_used, seats_free, state]),
    [
      ["Fire path", 0, null, "in_force"],
      ["Forklift 2026", 2, 1, "in_force"],
      ["Past", 0, null, "ended"],
    ],
  );
  assert.equal((await panel.get("/licenses?state=ended&q=pas")).body.pagination.total, 1);
  const id = await idOf("license", "name", "Forklift 2026");
  const seats = (await panel.get(`/licenses/${id}/seats?limit=1`)).body;
  matchesSchema(SeatList, seats);
  assert.deepEqual([seats.pagination.total, seats.seats.length], [2, 1]);
  assert.deepEqual(faultOf(await change(`/licenses/${id}`, { seats_total: 1 })), [422, "#/seats_total"]);
  assert.deepEqual(faultOf(await change(`/licenses/${id}`, { seats_total: 3_000_000_000 })), [422, "#/seats_total"]);
  assert.deepEqual(faultOf(await change(`/licenses/${id}`, { valid_from: "2026-02-02", valid_until: "2026-02-01" })), [
    422,
    "#/valid_until",
  ]);
  assert.deepEqual(faultOf(await change(`/licenses/${id}`, { name: "past" })), [422, "#/name"]);
  const changed = await change(`/licenses/${id}`, { seats_total: 2 });
  assert.deepEqual([changed.status, changed.body.seats_free], [200, 0]);
  assert.deepEqual(
    (await auditsOf(id)).map(({ changes }) => changes),
    [{ seats_total: [3, 2] }],
  );
  const rows = await database.superuser.query("select model, seats_used from license where id = $1", [id]);
  assert.deepEqual(rows.rows, [{ model: "seats", seats_used: 2 }]);
  assert.equal((await panel.get(`/licenses/${acme.tenant_id}/seats`)).status, 404);
});

test("a course is made with the defaults of the organisation file, and its content is held to its kind", async () => {
  const made = await panel.post("/courses", { code: "ADR", title: "Dangerous goods", validity: { value: 2, unit: "year" } });
  assert.equal(made.status, 201);
  matchesSchema(CourseDetail, made.body);
  const { course, attempts_allowed, issues_certificates, content } = made.body;
  assert.deepEqual(
    [course.recurrence, course.expiring_soon_days, attempts_allowed, issues_certificates, content],
    ["validity", 60, 3, true, null],
  );
  const put = (body: unknown) => change(`/courses/${course.id}`, { content: body });
  const link = await put({ kind: "link", url: "https://żółw.example:8443/zażółć?to=a@b.example#c" });
  matchesSchema(CourseDetail, link.body);
  assert.deepEqual(link.body.content, { kind: "link", url: "https://żółw.example:8443/zażółć?to=a@b.example#c" });
  const question = { text: "What is UN 1203?", options: ["Petrol", "Milk"], correct: [0] };
  const quiz = await put({ kind: "quiz", questions: [question] });
  matchesSchema(CourseDetail, quiz.body);
  assert.deepEqual(quiz.body.content.questions, [question]);
  const only = (reply: any) => [reply.status, reply.body.errors?.map(({ pointer }: any) => pointer).join()];
  assert.deepEqual(only(await put({ kind: "link", url: "http://lms.example" })), [422, "#/content/url"]);
  assert.deepEqual(only(await put({ kind: "link", url: "javascript:alert(1)" })), [422, "#/content/url"]);
  assert.deepEqual(only(await put({ kind: "link" })), [422, "#/content/url"]);
  for (const url of [
    "https://",
    "https:///x",
    "https://?x",
    "https://a b",
    "https://a.example/a b",
    "https://user:word@a.example/",
    "https://a.example/\u202efdp",
    "https://a.example\\@b.example",
  ])
    assert.deepEqual(only(await put({ kind: "link", url })), [422, "#/content/url"], url);
  assert.deepEqual(only(await put({ kind: "link", url: "https://a.example", text: "x" })), [422, "#/content/text"]);
  assert.deepEqual(only(await put({ kind: "film" })), [422, "#/content/kind"]);
  const wrong = (patch: object) => put({ kind: "quiz", questions: [question, { ...question, ...patch }] });
  assert.deepEqual(only(await wrong({ correct: [2] })), [422, "#/content/questions/1/correct"]);
  assert.deepEqual(only(await wrong({ correct: [] })), [422, "#/content/questions/1/correct"]);
  assert.deepEqual(only(await wrong({ options: ["One"] })), [422, "#/content/questions/1/options"]);
  assert.deepEqual(only(await wrong({ options: ["One", ""] })), [422, "#/content/questions/1/options/1"]);
  assert.deepEqual((await put(null)).body.content, null);
  assert.deepEqual(only(await panel.post("/courses", { code: "adr", title: "Again" })), [422, "#/code"]);
  assert.deepEqual(only(await panel.post("/courses", { code: "X", title: "X", renewal: { enabled: true } })), [422, "#/renewal"]);
  assert.deepEqual(only(await panel.post("/courses", { code: "X", title: "X", validity: { value: 0, unit: "day" } })), [
    422,
    "#/validity/value",
  ]);
  assert.deepEqual(
    (await auditsOf(course.id)).map(({ operation }) => operation),
    ["course.create", "course.update", "course.update", "course.update"],
  );
});

test("a licence is made for courses and paths, covers others later, and keeps the unit of seats in use", async () => {
  const [fork, path] = [await course("FORK"), await course("FIRE")];
  const made = await panel.post("/licenses", { name: "New", seats_total: 5, items: [fork.toUpperCase(), path, fork] });
  assert.equal(made.status, 201);
  const { id, items, items_total, seats_free, seat_unit } = made.body;
  assert.deepEqual([items.map(({ code }: any) => code), items_total, seats_free, seat_unit], [["FIRE", "FORK"], 2, 5, "person"]);
  const changed = await change(`/licenses/${id}`, { items: [path], seat_unit: "enrollment" });
  assert.deepEqual([changed.body.items_total, changed.body.seat_unit], [1, "enrollment"]);
  assert.equal((await change(`/licenses/${id}`, { seats_total: 6 })).body.items_total, 1, "what is not named stays");
  assert.deepEqual(
    (await auditsOf(id)).map(({ operation, changes }) => [operation, Object.keys(changes).toSorted().join()]).slice(1),
    [
      ["license.update", "items,seat_unit"],
      ["license.update", "seats_total"],
    ],
  );
  const add = (body: object) => panel.post("/licenses", { name: "Another", items: [fork], ...body });
  assert.deepEqual(faultOf(await add({ name: "NEW" })), [422, "#/name"]);
  assert.deepEqual(faultOf(await add({ items: [] })), [422, "#/items"]);
  assert.deepEqual(faultOf(await add({ items: [fork, acme.tenant_id] })), [422, "#/items/1"]);
  assert.deepEqual(faultOf(await add({ valid_from: "2026-02-02", valid_until: "2026-02-01" })), [422, "#/valid_until"]);
  const used = await idOf("license", "name", "Forklift 2026");
  assert.deepEqual(faultOf(await change(`/licenses/${used}`, { seat_unit: "enrollment" })), [422, "#/seat_unit"]);
});

test("a client that asks for what has changed sees a course that a licence or a path has left out", async () => {
  const api = apiOf(server, byKey(acme.code, acme.clients["HR sync"]!.secret));
  const changed = async () => {
    const { body } = await api.get("/api/v1/course-catalog?updated_since=2026-01-02T00:00:00Z");
    await database.superuser.query("update course set updated_at = '2026-01-01'; update license set updated_at = '2026-01-01'");
    return Object.fromEntries(body.courses.map(({ code, path_codes }: any) => [code, path_codes]));
  };
  const items = (codes: readonly string[]) => Promise.all(codes.map(course));
  const path_of = async (codes: readonly string[]) => (await items(codes)).map((course_id) => ({ course_id, mandatory: true }));
  const path = await panel.post("/paths", { code: "LEFT", title: "Left", items: await path_of(["FIRE-1", "FIRE-2"]) });
  assert.equal(path.status, 201, path.text);
  const own = await panel.post("/courses", { code: "OWN", title: "Own" });
  assert.equal(own.status, 201, own.text);
  const free = await panel.post("/paths", { code: "FREE", title: "Free", items: await path_of(["OWN"]) });
  assert.equal(free.status, 201, free.text);
  const license = await panel.post("/licenses", { name: "Of both", items: await items(["LEFT", "FORK", "OWN"]) });
  assert.equal(license.status, 201, license.text);
  await changed();

  const of_license = await change(`/licenses/${await idOf("license", "name", "Of both")}`, { items: await items(["FORK"]) });
  assert.equal(of_license.status, 200, of_license.text);
  const by_license = await changed();
  // FREE has no licence of its own, and is assigned by those of its courses.
  for (const code of ["FIRE-1", "FIRE-2", "LEFT", "OWN", "FREE"]) assert.ok(code in by_license, code);

  const of_path = await change(`/paths/${await course("LEFT")}`, { items: await path_of(["FIRE-2"]) });
  assert.equal(of_path.status, 200, of_path.text);
  const by_path = await changed();
  // WELCOME, from an earlier test, has no licence and contains one of these courses.
  assert.deepEqual(Object.keys(by_path).toSorted(), ["FIRE-1", "FIRE-2", "LEFT", "WELCOME"]);
  assert.ok(!by_path["FIRE-1"].includes("LEFT") && by_path["FIRE-2"].includes("LEFT"));
});
