import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId } from "../../server/platform/ids.ts";
import { faultsIn, openStructured, other_scopes, type Structured } from "../harness/organisation/structure.ts";
import { workOff } from "../harness/jobs.ts";

// Departments and contractor companies managed by a client, docs/decisions/0054.

const departments = "/api/v1/departments";
const contractors = "/api/v1/contractors";

let acme: Structured;
before(async () => {
  acme = await openStructured({
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "Logistics", code: "LOG", parent: "OPS" },
      { name: "Sales", code: "SALES" },
    ],
    contractors: [{ name: "Builders", code: "BUILD" }],
    courses: [{ code: "FORK", title: "Forklift" }],
    rules: [{ name: "Operations", when: { department: "OPS" }, assign: ["FORK"] }],
  });
});
after(() => acme.close());

const audited = (target_id: string) =>
  acme.query(
    "select operation, actor_type, changes, request_id is not null as traced from audit_log where target_id = $1 order by id",
    [target_id],
  );

test("a department and a company are created, read, changed and taken out of use, each with its audit row", async () => {
  const parent_id = await acme.idOf("department", "OPS");
  const made = await acme.keeper.post(departments, { name: "Night  shift", code: "NIGHT", parent_id: parent_id.toUpperCase() });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  assert.deepEqual(
    [made.body.path, made.body.parent_id, made.body.active, made.body.people_count],
    [["Operations", "Night  shift"], parent_id, true, 0],
  );
  assert.equal(made.headers.get("location"), `${departments}/${id}`);
  const read = await acme.keeper.get(`${departments}/${id}`);
  assert.deepEqual([read.body, read.headers.get("etag")], [made.body, made.headers.get("etag")]);
  const listed = (await acme.keeper.get(`${departments}?q=NIGHT`)).body.departments;
  assert.deepEqual(listed, [made.body]);

  // A record can be sent back as it was read, which changes nothing.
  const same = await acme.keeper.patch(`${departments}/${id}`, read.body);
  assert.deepEqual([same.status, same.body], [200, read.body]);
  const changed = await acme.keeper.patch(`${departments}/${id}`, { name: "Night", parent_id: null, active: false });
  assert.deepEqual(
    [changed.status, changed.body.name, changed.body.parent_id, changed.body.active],
    [200, "Night", null, false],
    changed.text,
  );
  const rows = await audited(id);
  assert.deepEqual(
    rows.map(({ operation, actor_type, traced }) => [operation, actor_type, traced]),
    [
      ["department.create", "client", true],
      ["department.update", "client", true],
    ],
  );
  assert.deepEqual(rows[1].changes, { name: ["Night  shift", "Night"], parent_id: [parent_id, null], active: [true, false] });

  const company = await acme.keeper.post(contractors, { name: "Cleaners", code: "CLEAN", tax_id: null, country: "PL" });
  assert.equal(company.status, 201, company.text);
  const at = `${contractors}/${company.body.id}`;
  const prolonged = await acme.keeper.patch(at, { contract_valid_until: "2026-12-31", country: null });
  assert.deepEqual([prolonged.body.contract_valid_until, prolonged.body.country], ["2026-12-31", null], prolonged.text);
  assert.deepEqual((await acme.keeper.get(at)).body, prolonged.body);
  assert.deepEqual(
    (await audited(company.body.id)).map(({ operation }) => operation),
    ["contractor.create", "contractor.update"],
  );
});

test("rules follow a department that is moved, as after a move in the panel", async () => {
  const person = await acme.hire("M1", { department_name: "Sales" });
  assert.deepEqual(await acme.has(person), []);
  const moved = await acme.keeper.patch(`${departments}/${await acme.idOf("department", "SALES")}`, {
    parent_id: await acme.idOf("department", "OPS"),
  });
  assert.equal(moved.status, 200, moved.text);
  await workOff(acme.database);
  assert.deepEqual(await acme.has(person), ["FORK assigned rule null PENDING"]);
});

test("what cannot be is refused by field and code, and changes nothing", async () => {
  const ops = await acme.idOf("department", "OPS");
  const log = await acme.idOf("department", "LOG");
  const stands = await acme.keeper.get(`${departments}/${ops}`);
  assert.deepEqual(faultsIn(await acme.keeper.post(departments, {})), ["#/name REQUIRED", "#/code REQUIRED"]);
  assert.deepEqual(faultsIn(await acme.keeper.post(departments, { name: "X", code: "log", parent_id: newId() })), [
    "#/code ALREADY_TAKEN",
    "#/parent_id UNKNOWN_DEPARTMENT",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.post(departments, { name: "a\nb", code: "", parent_id: "OPS", manager: 1 })), [
    "#/manager UNKNOWN_FIELD",
    "#/name INVALID_FORMAT",
    "#/code TOO_SHORT",
    "#/parent_id INVALID_FORMAT",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.patch(`${departments}/${ops}`, { parent_id: log, code: "SALES" })), [
    "#/code ALREADY_TAKEN",
    "#/parent_id BELOW_ITSELF",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.patch(`${departments}/${ops}`, { name: null })), ["#/name INVALID_TYPE"]);
  const blocked = await acme.keeper.patch(`${departments}/${ops}`, { active: false });
  assert.deepEqual(
    [blocked.status, blocked.body.code, blocked.body.people, blocked.body.departments],
    [409, "PLACE_STATE_BLOCKED", 0, 2],
  );
  assert.deepEqual(faultsIn(await acme.keeper.post(contractors, { name: "Y", code: "build", country: "Poland" })), [
    "#/country INVALID_FORMAT",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.post(contractors, { name: "Y", code: "build" })), ["#/code ALREADY_TAKEN"]);
  const builders = await acme.idOf("contractor", "BUILD");
  await acme.hire("B1", { worker_type: "b2b_contractor", contractor_id: builders });
  const in_use = await acme.keeper.patch(`${contractors}/${builders}`, { active: false });
  assert.deepEqual([in_use.status, in_use.body.code, in_use.body.people], [409, "PLACE_STATE_BLOCKED", 1]);
  assert.deepEqual((await acme.keeper.get(`${departments}/${ops}`)).body, stands.body);
});

test("If-Match stands for what is set: people who come do not refuse a change, another change does", async () => {
  const at = `${departments}/${await acme.idOf("department", "LOG")}`;
  const read = await acme.keeper.get(at);
  const if_match = { "if-match": read.headers.get("etag")! };
  await acme.hire("L1", { department_name: "Logistics" });
  assert.equal(
    (await acme.keeper.get(at, { headers: { "if-none-match": if_match["if-match"] } })).status,
    200,
    "a person has come",
  );
  const first = await acme.keeper.patch(at, { name: "Logistics North" }, { headers: if_match });
  assert.deepEqual([first.status, first.body.people_count], [200, 1], first.text);
  const late = await acme.keeper.patch(at, { name: "Logistics South" }, { headers: if_match });
  assert.deepEqual([late.status, late.body.code], [412, "PRECONDITION_FAILED"]);
  const fresh = { "if-match": first.headers.get("etag")! };
  assert.equal((await acme.keeper.patch(at, { name: "Logistics" }, { headers: fresh })).status, 200);
  assert.equal(
    (await acme.keeper.get(at, { headers: { "if-none-match": (await acme.keeper.get(at)).headers.get("etag")! } })).status,
    304,
  );
});

test("a create that is repeated with its Idempotency-Key is carried out once, also by two at a time", async () => {
  for (const url of [departments, contractors]) {
    const headers = { "idempotency-key": `create-${url}` };
    const body = { name: "Once", code: "ONCE" };
    const first = await acme.keeper.post(url, body, { headers });
    const again = await acme.keeper.post(url, body, { headers });
    assert.deepEqual([again.status, again.body, again.headers.get("etag")], [201, first.body, first.headers.get("etag")]);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    assert.deepEqual(faultsIn(await acme.keeper.post(url, body)), ["#/code ALREADY_TAKEN"]);
    const both = await Promise.all([1, 2].map(() => acme.keeper.post(url, { name: "Race", code: "RACE" })));
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 422],
    );
  }
});

test("who lacks the scope changes nothing, and another organisation's records are unknown", async () => {
  const ops = await acme.idOf("department", "OPS");
  const stranger = (await acme.stranger.get(`${departments}?q=OPS`)).body.departments[0];
  for (const api of [acme.apiWith(...other_scopes), acme.apiWith("structure:read")]) {
    for (const [method, path] of [
      ["POST", departments],
      ["PATCH", `${departments}/${ops}`],
      ["POST", contractors],
      ["PATCH", `${contractors}/${newId()}`],
    ] as const) {
      const { status, body } = await api.call(method, path, { body: { name: "Taken over", code: "X" } });
      assert.deepEqual([status, body.required_scopes], [403, ["structure:write"]], `${method} ${path}`);
    }
  }
  assert.equal((await acme.apiWith("structure:write").get(`${departments}/${ops}`)).status, 403);
  assert.equal((await acme.apiWith("structure:write").patch(`${departments}/${ops}`, { name: "Operations" })).status, 200);
  for (const id of [stranger.id, newId(), "OPS", "x".repeat(100)]) {
    for (const url of [departments, contractors]) {
      assert.deepEqual((await acme.keeper.get(`${url}/${id}`)).status, 404);
      assert.deepEqual((await acme.keeper.patch(`${url}/${id}`, { name: "Mine" })).status, 404);
    }
  }
  assert.deepEqual(faultsIn(await acme.keeper.post(departments, { name: "Z", code: "Z", parent_id: stranger.id })), [
    "#/parent_id UNKNOWN_DEPARTMENT",
  ]);
});

test("who asks for what has changed sees the departments below one that was renamed or moved, whose path is another one now", async () => {
  await acme.query("update department set updated_at = '2026-01-01'", []);
  const changed = async () => {
    const { body } = await acme.keeper.get(`${departments}?updated_since=2026-01-02T00:00:00Z`);
    await acme.query("update department set updated_at = '2026-01-01'", []);
    return Object.fromEntries(body.departments.map(({ code, path }: any) => [code, path]));
  };
  const top = (await acme.keeper.post(departments, { name: "Top", code: "TOP" })).body.id;
  const middle = (await acme.keeper.post(departments, { name: "Middle", code: "MIDDLE", parent_id: top })).body.id;
  await acme.keeper.post(departments, { name: "Low", code: "LOW", parent_id: middle });
  await changed();

  await acme.keeper.patch(`${departments}/${top}`, { name: "Peak" });
  assert.deepEqual(await changed(), { TOP: ["Peak"], MIDDLE: ["Peak", "Middle"], LOW: ["Peak", "Middle", "Low"] });
  await acme.keeper.patch(`${departments}/${middle}`, { parent_id: null });
  assert.deepEqual(await changed(), { MIDDLE: ["Middle"], LOW: ["Middle", "Low"] });
  await acme.keeper.patch(`${departments}/${top}`, { code: "PEAK" });
  assert.deepEqual(await changed(), { PEAK: ["Peak"] });
});
