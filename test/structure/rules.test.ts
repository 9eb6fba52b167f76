import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId } from "../../server/platform/ids.ts";
import { workOff } from "../harness/jobs.ts";
import { signInAs } from "../harness/panel/panel.ts";
import { faultsIn, openStructured, other_scopes, type Structured } from "../harness/organisation/structure.ts";

// Rules managed by a client, docs/decisions/0054.

const url = "/api/v1/rules";

let acme: Structured;
before(async () => {
  acme = await openStructured({
    attributes: [{ key: "shift" }, { key: "floor", type: "number" }],
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "Logistics", code: "LOG", parent: "OPS" },
      { name: "Kitchen", code: "KIT" },
      { name: "Canteen", code: "CAN" },
    ],
    contractors: [{ name: "Builders", code: "BUILD" }],
    courses: [
      { code: "FORK", title: "Forklift", default_due_days: 30 },
      { code: "HYG", title: "Hygiene" },
    ],
    rules: [{ name: "Standing", when: { department: "OPS" }, assign: ["FORK"] }],
  });
});
after(() => acme.close());

async function make(name: string, more: object = {}): Promise<any> {
  const conditions = { department_ids: [await acme.idOf("department", "KIT")] };
  const reply = await acme.keeper.post(url, { name, conditions, course_ids: [await acme.idOf("course", "HYG")], ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

test("a rule that a client makes assigns what the same rule of the panel assigns", async () => {
  const panel = await signInAs(acme.server, acme.database, acme.organisation, "training_admin");
  const [one, two] = [
    await acme.hire("K1", { department_name: "Kitchen" }),
    await acme.hire("C1", { department_name: "Canteen" }),
  ];
  const ruleFor = async (department: string) => ({
    name: `Hygiene in ${department}`,
    conditions: { department_ids: [await acme.idOf("department", department)], worker_type: "internal_payroll" },
    course_ids: [await acme.idOf("course", "HYG")],
    due_days: 14,
  });
  const by_client = await acme.keeper.post(url, await ruleFor("KIT"));
  assert.equal(by_client.status, 201, by_client.text);
  const by_panel = await panel.post("/rules", await ruleFor("CAN"));
  assert.equal(by_panel.status, 201, by_panel.text);
  await acme.told();
  await workOff(acme.database);
  assert.deepEqual(await acme.has(one), ["HYG assigned rule 2026-02-16 PENDING"]);
  assert.deepEqual(await acme.has(two), await acme.has(one));
  assert.deepEqual((await acme.told()).sort(), [
    "enrollment.assigned HYG rule Hygiene in CAN",
    "enrollment.assigned HYG rule Hygiene in KIT",
  ]);
  const shown = async (id: string) => {
    const {
      id: _,
      name: __,
      conditions,
      created_at: ___,
      updated_at: ____,
      ...rest
    } = (await acme.keeper.get(`${url}/${id}`)).body;
    return { ...rest, worker_type: conditions.worker_type };
  };
  assert.deepEqual(await shown(by_client.body.id), await shown(by_panel.body.id));
  const audits = await acme.query(
    "select actor_type, operation, batch_id is not null as batched, (select count(*)::int from rule_version v where v.rule_id = target_id) as versions from audit_log where operation = 'rule.create' and target_id = any ($1) order by actor_type desc",
    [[by_client.body.id, by_panel.body.id]],
  );
  assert.deepEqual(audits, [
    { actor_type: "client", operation: "rule.create", batched: true, versions: 1 },
    { actor_type: "administrator", operation: "rule.create", batched: true, versions: 1 },
  ]);
  // When the client retires a rule, enrollments that were not started lapse as in the panel.
  assert.equal((await acme.keeper.delete(`${url}/${by_client.body.id}`)).status, 204);
  assert.equal((await panel.post(`/rules/${by_panel.body.id}/retire`, {})).status, 200);
  await workOff(acme.database);
  assert.deepEqual(await acme.has(one), ["HYG cancelled rule 2026-02-16 null"]);
  assert.deepEqual(await acme.has(two), await acme.has(one));
});

test("a rule is created, listed, read, changed, switched off and ended", async () => {
  const rule = await make("Life", { active: false });
  assert.deepEqual(
    [
      rule.active,
      rule.evaluation,
      rule.people_count,
      rule.on_leave,
      rule.count_valid_certificates,
      rule.look_back_days,
      rule.retired_at,
    ],
    [false, null, 0, "cancel", true, null, null],
  );
  const at = `${url}/${rule.id}`;
  assert.deepEqual((await acme.keeper.get(at)).body, rule);
  const same = await acme.keeper.patch(at, rule);
  assert.deepEqual([same.status, same.body], [200, rule], same.text);
  assert.deepEqual((await acme.keeper.get(`${url}?q=life&active=false`)).body.rules, [rule]);
  const person = await acme.hire("K2", { department_name: "Kitchen" });
  const on = await acme.keeper.patch(at, { active: true, due_days: 3 });
  assert.deepEqual([on.body.active, on.body.due_days, on.body.evaluation], [true, 3, "running"], on.text);
  await workOff(acme.database);
  assert.deepEqual(await acme.has(person), ["HYG assigned rule 2026-02-05 PENDING"]);
  const read = (await acme.keeper.get(at)).body;
  assert.deepEqual([read.evaluation, read.people_count], ["finished", 2]);
  const since = read.updated_at;
  assert.equal((await acme.keeper.delete(at)).status, 204);
  for (const gone of [await acme.keeper.get(at), await acme.keeper.patch(at, { due_days: 1 }), await acme.keeper.delete(at)])
    assert.equal(gone.status, 404);
  assert.deepEqual((await acme.keeper.get(`${url}?q=life`)).body.rules, []);
  const [ended] = (await acme.keeper.get(`${url}?q=life&updated_since=${since}`)).body.rules;
  assert.deepEqual([ended.id, ended.active, ended.retired_at !== null], [rule.id, false, true]);
  await workOff(acme.database);
  await make("life", { active: false });
});

test("a preview says what saving would do, and does nothing", async () => {
  await acme.hire("K3", { department_name: "Kitchen" });
  const rows = () =>
    acme.query("select (select count(*)::int from rule) as rules, (select count(*)::int from enrollment) as enrollments");
  const before = await rows();
  const conditions = { department_ids: [await acme.idOf("department", "KIT")] };
  const course_ids = [await acme.idOf("course", "FORK")];
  const { status, body, text } = await acme.keeper.post(`${url}/preview`, { conditions, course_ids });
  assert.equal(status, 200, text);
  assert.ok(body.people.in >= 3 && body.people.looked_at > body.people.in, text);
  assert.deepEqual([body.enrollments.assigned, body.truncated], [body.people.in, false]);
  assert.deepEqual(await rows(), before);
  const unknown = await acme.keeper.post(`${url}/preview`, { id: newId(), conditions, course_ids });
  assert.equal(unknown.status, 404);
  assert.deepEqual(faultsIn(await acme.keeper.post(`${url}/preview`, { conditions: {}, course_ids: [] })), [
    "#/conditions REQUIRED",
    "#/course_ids REQUIRED",
  ]);
});

test("what cannot be is refused by field and code, and makes nothing", async () => {
  const rule = await make("Faults", { active: false });
  const before = await acme.query("select count(*)::int as n from rule");
  assert.deepEqual(faultsIn(await acme.keeper.post(url, {})), [
    "#/name REQUIRED",
    "#/conditions REQUIRED",
    "#/course_ids REQUIRED",
  ]);
  const conditions = {
    department_ids: [newId()],
    contractor_ids: [newId()],
    attributes: { floor: "first", nothing: true },
  };
  assert.deepEqual(faultsIn(await acme.keeper.post(url, { name: "X", conditions, course_ids: [] })), [
    "#/conditions/attributes/floor INVALID_TYPE",
    "#/conditions/attributes/nothing UNKNOWN_ATTRIBUTE",
    "#/course_ids REQUIRED",
    "#/conditions/department_ids/0 UNKNOWN_DEPARTMENT",
    "#/conditions/contractor_ids/0 UNKNOWN_CONTRACTOR",
  ]);
  const shapeless = { name: "X", conditions: { worker_type: "boss", age: 5 }, course_ids: ["HYG"], version: 3 };
  assert.deepEqual(faultsIn(await acme.keeper.post(url, shapeless)).sort(), [
    "#/conditions/age UNKNOWN_FIELD",
    "#/conditions/worker_type NOT_ALLOWED_VALUE",
    "#/course_ids/0 INVALID_FORMAT",
    "#/version UNKNOWN_FIELD",
  ]);
  const worker = { worker_type: "internal_payroll" };
  assert.deepEqual(faultsIn(await acme.keeper.post(url, { name: " faults ", conditions: worker, course_ids: rule.course_ids })), [
    "#/name ALREADY_EXISTS",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.patch(`${url}/${rule.id}`, { conditions: null })), ["#/conditions INVALID_TYPE"]);
  assert.deepEqual(faultsIn(await acme.keeper.patch(`${url}/${rule.id}`, { name: "standing", course_ids: [newId()] })), [
    "#/course_ids/0 UNKNOWN_COURSE",
  ]);
  assert.deepEqual(await acme.query("select count(*)::int as n from rule"), before);
});

test("If-Match and Idempotency-Key hold as for other records", async () => {
  const headers = { "idempotency-key": "rule-once" };
  const given = {
    name: "Once",
    conditions: { attributes: { shift: "B" } },
    course_ids: [await acme.idOf("course", "HYG")],
    active: false,
  };
  const first = await acme.keeper.post(url, given, { headers });
  const again = await acme.keeper.post(url, given, { headers });
  assert.deepEqual([again.status, again.body, again.headers.get("idempotency-replayed")], [201, first.body, "true"]);
  const at = `${url}/${first.body.id}`;
  const if_match = { "if-match": first.headers.get("etag")! };
  assert.equal((await acme.keeper.patch(at, { due_days: 5 }, { headers: if_match })).status, 200);
  for (const late of [
    await acme.keeper.patch(at, { due_days: 6 }, { headers: if_match }),
    await acme.keeper.delete(at, { headers: if_match }),
  ])
    assert.deepEqual([late.status, late.body.code], [412, "PRECONDITION_FAILED"]);
  const read = await acme.keeper.get(at);
  assert.equal((await acme.keeper.get(at, { headers: { "if-none-match": read.headers.get("etag")! } })).status, 304);
});

test("who lacks the scope sees and changes nothing, and another organisation's rules are unknown", async () => {
  const rule = await make("Mine", { active: false });
  const theirs = (await acme.stranger.get(`${url}?q=Standing`)).body.rules[0].id;
  const calls = (id: string) =>
    [
      ["GET", `${url}/${id}`, "structure:read"],
      ["PATCH", `${url}/${id}`, "structure:write", { due_days: 9 }],
      ["DELETE", `${url}/${id}`, "structure:write"],
    ] as const;
  const collection = [
    ["GET", url, "structure:read"],
    ["POST", url, "structure:write", { name: "Taken over" }],
    ["POST", `${url}/preview`, "structure:write", { course_ids: [] }],
  ] as const;
  for (const [method, path, scope, body] of [...calls(rule.id), ...collection]) {
    const other = scope === "structure:read" ? "structure:write" : "structure:read";
    for (const api of [acme.apiWith(...other_scopes), acme.apiWith(other)]) {
      const refused = await api.call(method, path, body === undefined ? {} : { body });
      assert.deepEqual([refused.status, refused.body.required_scopes], [403, [scope]], `${method} ${path}`);
    }
  }
  for (const id of [theirs, newId(), "Mine"])
    for (const [method, path, , body] of calls(id))
      assert.equal((await acme.keeper.call(method, path, body === undefined ? {} : { body })).status, 404, `${method} ${path}`);
  assert.equal((await acme.stranger.get(`${url}/${theirs}`)).status, 200);
});
