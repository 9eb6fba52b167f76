// What an erasure does not delete, hide or affect: data about other people, an altered log, another organisation.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { workOff } from "../harness/jobs.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, givePassword, sessionOf } from "../harness/panel/panel.ts";
import { urns } from "../harness/scim.ts";
import { ok, openErasing, type Erasing } from "./erasing.ts";
import { mentionsOf } from "./mentions.ts";

let here: Erasing;
let database: Erasing["database"];
let server: Erasing["server"];
let acme: Erasing["acme"];
let api: Erasing["api"];
let scim: Erasing["scim"];
let it_admin: Erasing["it_admin"];
let trainer: Erasing["trainer"];
let query: Erasing["query"];
let erase: Erasing["erase"];
let seal: Erasing["seal"];

before(async () => {
  here = await openErasing();
  ({ database, server, acme, api, scim, it_admin, trainer, query, erase, seal } = here);
});
after(() => here.close());

test("erasing leaves values of an identity provider that name several people or another person", async () => {
  const shared = {
    roles: [{ value: "Warehouse-Shift" }],
    entitlements: [{ value: "Forklift-Licence" }],
    addresses: [{ formatted: "Portowa 1, 80-001 Gdańsk", type: "work" }],
    nickName: "Krysia",
    profileUrl: "https://intranet.example/people",
  };
  const boss = await ok(
    scim.post("/Users", {
      schemas: [urns.user, urns.enterprise],
      userName: "barbara.boss@idp.example",
      displayName: "Krystyna Chief",
      ...shared,
      [urns.enterprise]: { employeeNumber: "B-5001" },
    }),
    201,
  );
  await ok(scim.patch(`/Users/${boss.id}`, [{ op: "replace", path: "nickName", value: "Barbara" }]));
  await ok(scim.patch(`/Users/${boss.id}`, [{ op: "replace", path: "nickName", value: "Krysia" }]));
  const left = await ok(
    scim.post("/Users", {
      schemas: [urns.user, urns.enterprise],
      userName: "krystyna.gone@idp.example",
      displayName: "Krystyna Gone",
      name: { givenName: "Krystyna", familyName: "Gone" },
      ...shared,
      [urns.enterprise]: { employeeNumber: "G-5002", manager: { value: boss.id } },
      active: false,
    }),
    201,
  );
  const rowsOf = () =>
    query("select resource_name, detail, notes, changes from scim_exchange where resource_id = $1 order by id", [boss.id]);
  const file =
    "employee_no,first_name,last_name,email,job_title\nB-6001,Krystyna,Other,krystyna.other@people.example,Forklift-Licence\n";
  await ok(api.call("POST", "/api/v1/imports/users", { headers: { "content-type": "text/csv" }, body: file }), 202);
  await workOff(database);
  const lines = () => query("select full_name, changes from import_row where employee_no = 'B-6001'");
  const [rows_before, lines_before] = [await rowsOf(), await lines()];
  assert.deepEqual([rows_before.length, lines_before.length], [3, 1]);
  await ok(erase(left.id, "G-5002"), 202);
  await workOff(database);
  assert.deepEqual(await mentionsOf(database, ["krystyna.gone@idp.example", "Krystyna Gone", "G-5002"]), []);
  assert.deepEqual(await rowsOf(), rows_before);
  assert.deepEqual(await lines(), lines_before);
});

test("a person with the same data who is created during an erasure keeps the log rows written since then", async () => {
  const body = { employee_no: "R-77", first_name: "Renata", last_name: "Returns", email: "renata.returns@people.example" };
  const { id } = await ok(api.post("/api/v1/users", body), 201);
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "R-77"), 202);
  // Before a worker runs the erasure, HR hires the person again.
  const again = await ok(api.post("/api/v1/users", body, { headers: { "idempotency-key": "renata-2" } }), 201);
  await ok(trainer.post(`/people/${again.id}/invitation`), 200);
  const file = `employee_no,first_name,last_name,email,job_title\n${Object.values(body).join(",")},Fahrerin\n`;
  await ok(api.call("POST", "/api/v1/imports/users", { headers: { "content-type": "text/csv" }, body: file }), 202);
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
  const count = async (text: string) => (await query(text)).length;
  assert.deepEqual(
    [
      await count("select from mail where recipient = 'renata.returns@people.example' and due_us is not null"),
      await count("select from import_row where employee_no = 'R-77' and full_name = 'Renata Returns'"),
      await count("select from idempotency_key where key = 'renata-2'"),
    ],
    [1, 1, 1],
  );
});

test("mails to an administrator with the address of who was erased stay", async () => {
  const body = { employee_no: "D-1", first_name: "Dora", last_name: "Double", email: "dora@people.example" };
  const { id } = await ok(api.post("/api/v1/users", body), 201);
  await ok(it_admin.post("/administrators", { email: body.email, name: "Dora Double", role: "compliance_officer" }), 201);
  const mails = async () => (await query("select from mail where recipient = $1 and due_us is not null", [body.email])).length;
  assert.equal(await mails(), 1);
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "D-1"), 202);
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
  assert.equal(await mails(), 1);
});

test("a row that had been altered before is not passed off as erased, and a forged mark is found", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", { employee_no: "F-1", first_name: "Filip", last_name: "Forged", email: "filip@people.example" }),
    201,
  );
  const enrollment = await ok(api.post("/api/v1/enrollments", { user_id: id, course_code: "YEAR" }), 201);
  await givePassword(database, acme.tenant_id, { id, kind: "person", login: "filip@people.example" });
  const learner = await sessionOf(server, database, acme.tenant_id, { id, kind: "person", login: "filip@people.example" });
  await ok(learner.post(`/my/courses/${enrollment.id}/start`), 204);
  await seal();
  const [row] = await query("select id, actor_name, operation from audit_log where actor_id = $1 order by id limit 1", [id]);
  await query("update audit_log set operation = 'enrollment.grant_attempt' where id = $1", [row.id]);
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "F-1"), 202);
  await workOff(database);
  await seal();
  assert.deepEqual(await query("select from audit_erasure where audit_id = $1", [row.id]), []);
  const fault = (await ok(it_admin.get("/audit/verification"))).first_fault;
  assert.deepEqual([fault.kind, fault.audit_id], ["ROW_DIFFERS", row.id]);
  await query("insert into audit_erasure (tenant_id, audit_id, key_version, hash) values ($1, $2, 1, sha256('forged'))", [
    acme.tenant_id,
    row.id,
  ]);
  assert.equal((await ok(it_admin.get("/audit/verification"))).first_fault.audit_id, row.id);
  // In its sealed form, the row needs no mark.
  await query("delete from audit_erasure where audit_id = $1", [row.id]);
  await query("update audit_log set operation = $2, actor_name = $3 where id = $1", [row.id, row.operation, row.actor_name]);
  assert.equal((await ok(it_admin.get("/audit/verification"))).intact, true);
  await query("update audit_log set actor_name = null where id = $1", [row.id]);
  assert.equal((await ok(it_admin.get("/audit/verification"))).first_fault.audit_id, row.id);
  await query("update audit_log set actor_name = $2 where id = $1", [row.id, row.actor_name]);
});

test("a person of another organisation is neither found nor erased", async () => {
  const other = await createOrganisation(database, { organisation: { code: "OTHER-1" } });
  const account = await createAccount(database, other.tenant_id, "it_admin");
  const stranger = await sessionOf(server, database, other.tenant_id, account);
  const [{ id }] = await query("select id from person where tenant_id = $1 limit 1", [acme.tenant_id]);
  assert.equal((await stranger.get(`/people/${id}/erasure`)).status, 404);
  assert.equal((await erase(id, "x", stranger)).status, 404);
  assert.equal((await erase("no-id", "x")).status, 404);
  const stale = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"), {
    stale: true,
  });
  assert.equal((await erase(id, "x", stale)).body.code, "STEP_UP_REQUIRED");
});
