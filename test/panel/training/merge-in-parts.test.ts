// A department with many people is merged into another one: its people are moved in parts, in the background, and nobody loses
// training on the way, whatever happens to the worker.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { part_max, moveInParts } from "../../../server/features/places/merge.job.ts";
import { DepartmentDetail, Merging } from "../../../server/features/places/schema.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { rate } from "../../harness/organisation/people.ts";
import { matchesSchema } from "../../harness/records.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../harness/server.ts";

const people = 2 * part_max + 40;

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;
let api: Api;
let id: Record<string, string>;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    contract: { rate },
    departments: ["FROM", "INTO", "ELSE"].map((code) => ({ name: code, code })),
    contractors: ["Alfa", "Beta"].map((name) => ({ name, code: name })),
    courses: [{ code: "FIRE-01", title: "Fire safety" }],
    rules: [{ name: "From", when: { department: "FROM" }, assign: ["FIRE-01"] }],
    groups: [{ code: "G", name: "Group", kind: "dynamic", when: { department: "FROM" }, courses: [] }],
    people: [{ employee_no: "I1", first_name: "Ewa", last_name: "Lis", email: "i1@acme.example", department: "INTO" }],
    clients: [{ name: "hr", scopes: ["users:read", "users:write"] }],
  });
  const places = await rows("select code, id from department union all select code, id from contractor");
  id = Object.fromEntries(places.map((row) => [row.code, row.id]));
  await rows(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, contractor_id, first_name,
       last_name, department_id)
     select $1, infra.new_id(), 'f' || n, 'f' || n, 'f' || n, 'f' || n, case when n % 50 = 0 then 'deactivated' else 'active' end,
       'b2b_contractor', $4, 'Anna', 'Lis', $2
     from generate_series(1, $3::int) n`,
    [acme.tenant_id, id["FROM"], people, id["Alfa"]],
  );
  await workOff(database);
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  panel = await sessionOf(server, database, acme.tenant_id, account);
  api = apiOf(server, byKey(acme.code, acme.clients["hr"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

async function rows(text: string, values: unknown[] = []): Promise<any[]> {
  return (await database.superuser.query(text, values)).rows;
}
const merge = (into: string, from = "FROM") => panel.post(`/departments/${id[from]}/merge`, { into_id: id[into] });
const detailOf = async (code: string) => (await panel.get(`/departments/${id[code]}`)).body;
const inDepartment = async (code: string) =>
  (await rows("select count(*)::int as n from person where department_id = $1", [id[code]]))[0].n as number;
const jobs = () => rows("select data from pgboss.job where name = 'places.merge' and state = 'created'");

test("the answer tells that people follow, and the record how far they are", async () => {
  const assigned = await rows("select state from enrollment");
  assert.equal(assigned.length, people - Math.floor(people / 50));
  const started = await merge("INTO");
  assert.equal(started.status, 202, started.text);
  matchesSchema(Merging, started.body);
  const moved = { departments: 0, rules: 1, groups: 1, aliases: 1 };
  assert.deepEqual(started.body, { into_id: id["INTO"], people: 0, people_total: people, ...moved });
  const detail = await detailOf("FROM");
  matchesSchema(DepartmentDetail, detail);
  assert.equal(detail.department.active, false);
  const { started_at, updated_at, ...merging } = detail.merging;
  assert.ok(started_at <= updated_at);
  assert.deepEqual(merging, { into_id: id["INTO"], into_name: "INTO", people_done: 0, people_total: people });
  assert.equal((await detailOf("INTO")).merging, null);
});

test("who asks again is told the same; nothing else is done to either end meanwhile", async () => {
  const again = await merge("INTO");
  assert.deepEqual([again.status, again.body.people_total, (await jobs()).length], [202, people, 1]);
  for (const refused of [
    await merge("ELSE"),
    await merge("ELSE", "INTO"),
    await panel.call("PATCH", `/departments/${id["FROM"]}`, { body: { active: true } }),
    await panel.call("PATCH", `/departments/${id["INTO"]}`, { body: { active: false } }),
  ])
    assert.deepEqual([refused.status, refused.body.code], [409, "PLACE_STATE_BLOCKED"], refused.text);
  assert.equal((await merge("INTO", "ELSE")).status, 200, "others may come to the survivor meanwhile");
});

test("a worker that dies leaves parts that are done, and people in both departments keep what is asked of them", async () => {
  const [{ data }] = await jobs();
  await rows("delete from pgboss.job where name = 'places.merge'");
  const pool = database.pool("muster_worker", 1);
  const died = new Error("the worker is gone");
  const pace = { pause: () => Promise.reject(died) };
  await assert.rejects(moveInParts(pool, data, new AbortController().signal, pace), died);
  assert.deepEqual([await inDepartment("FROM"), (await detailOf("FROM")).merging.people_done], [people - part_max, part_max]);
  const [left] = await rows("select id from person where department_id = $1 and state = 'active' limit 1", [id["FROM"]]);
  const [gone] = await rows(
    "select id from person where department_id = $1 and employee_no like 'f%' and state = 'active' limit 1",
    [id["INTO"]],
  );
  for (const person of [left, gone]) {
    const { status, text } = await api.patch(`/api/v1/users/${person.id}`, { job_title: "Welder" });
    assert.equal(status, 200, text);
  }
  assert.deepEqual(await rows("select distinct state from enrollment"), [{ state: "assigned" }]);
});

test("asked again, it goes on where it was, and ends with everybody, one audit row and no training cancelled", async () => {
  for (const [still_for, sent] of [
    ["0 seconds", 0],
    ["2 minutes", 1],
    ["0 seconds", 1],
  ] as const) {
    await rows("update place_merge set updated_at = updated_at - $1::interval", [still_for]);
    assert.equal((await merge("INTO")).body.people, part_max);
    assert.equal((await jobs()).length, sent, `nothing had moved for ${still_for}`);
  }
  const done = await workOff(database);
  assert.deepEqual([await inDepartment("FROM"), await inDepartment("INTO")], [0, people + 1]);
  assert.ok(done.indexOf("places.merge") < done.lastIndexOf("rules.evaluate"));
  assert.equal((await detailOf("FROM")).merging, null);
  assert.equal((await detailOf("INTO")).people_total, people + 1);
  const states = await rows("select state, count(*)::int as n from enrollment group by 1");
  assert.deepEqual(states, [{ state: "assigned", n: people - Math.floor(people / 50) + 1 }], "the survivor's own people as well");
  assert.deepEqual(await rows("select from event where type = 'enrollment.cancelled'"), []);
  const told = await rows(
    `select count(*)::int as events, count(distinct data -> 'user' ->> 'id')::int as people
     from (select convert_from(body, 'UTF8')::jsonb -> 'data' as data from event where type = 'user.updated') e
     where data -> 'changed_fields' = '["department_id"]'`,
  );
  assert.deepEqual(told, [{ events: people, people }], "each is told of once, whatever has happened to the worker");
  for (const table of ["rule", "person_group"])
    assert.deepEqual((await rows(`select conditions -> 'department_ids' as ids from ${table}`))[0].ids, [id["INTO"]]);
  const audit = await rows(
    "select changes, batch_id, actor_type from audit_log where operation = 'department.merge' and target_id = $1",
    [id["FROM"]],
  );
  assert.equal(audit.length, 1);
  assert.deepEqual([audit[0].changes.people, audit[0].actor_type], [[null, people], "administrator"]);
  const batches = await rows("select finished_at from rule_batch where id = $1", [audit[0].batch_id]);
  assert.equal(batches.length, 1);
  assert.ok(batches[0].finished_at);
  assert.equal((await merge("INTO")).status, 200, "merged again, nothing is left to go over");
});

test("no transaction moves more than one part", async () => {
  const sizes = await rows(
    "select count(*)::int as n from person where department_id = $1 and employee_no like 'f%' group by xmin::text order by 1 desc",
    [id["INTO"]],
  );
  assert.ok(sizes[0].n <= part_max, `one transaction moved ${sizes[0].n} people`);
});

test("people of a company go over in parts, too", async () => {
  const started = await panel.post(`/contractors/${id["Alfa"]}/merge`, { into_id: id["Beta"] });
  assert.deepEqual([started.status, started.body.people_total], [202, people]);
  const { merging } = (await panel.get(`/contractors/${id["Alfa"]}`)).body;
  assert.deepEqual([merging.into_name, merging.people_done], ["Beta", 0]);
  const refused = await panel.call("PATCH", `/contractors/${id["Alfa"]}`, { body: { active: true } });
  assert.deepEqual([refused.status, refused.body.code], [409, "PLACE_STATE_BLOCKED"]);
  await workOff(database);
  assert.deepEqual(
    await rows("select contractor_id, count(*)::int as n from person where contractor_id is not null group by 1"),
    [{ contractor_id: id["Beta"], n: people }],
  );
  assert.equal((await panel.get(`/contractors/${id["Alfa"]}`)).body.merging, null);
});
