import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type Role } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
});
after(async () => {
  await server.close();
  await database.close();
});

const panelOf = async (role: Role): Promise<Panel> =>
  sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, role));
const viewsOf = async (panel: Panel, list = "people") => {
  const { status, body, text } = await panel.get(`/saved-views?list=${list}`);
  assert.equal(status, 200, text);
  return body.views as { id: string; name: string; filters: Record<string, string> }[];
};
const save = (panel: Panel, name: string, filters: object = { q: name }, list = "people") =>
  panel.post("/saved-views", { list, name, filters });

test("a view is kept for its administrator and list alone, replaced under its name, and removed", async () => {
  const [own, other] = [await panelOf("training_admin"), await panelOf("training_admin")];
  const made = await save(own, "Leavers", { status: "deactivated", sort: "-name" });
  assert.equal(made.status, 201, made.text);
  await save(own, "at WORK", { status: "active" });
  await save(own, "Leavers", {}, "courses");
  const named = async (panel: Panel) => (await viewsOf(panel)).map(({ name, filters }) => [name, filters]);
  assert.deepEqual(await named(own), [
    ["at WORK", { status: "active" }],
    ["Leavers", { status: "deactivated", sort: "-name" }],
  ]);
  assert.deepEqual(await viewsOf(other), []);
  const again = await save(own, " léavers", { q: "x" });
  assert.deepEqual([again.status, again.body.id], [201, made.body.id], "the same view");
  assert.deepEqual((await viewsOf(own))[1], { id: made.body.id, name: "léavers", filters: { q: "x" } });
  const remove = (panel: Panel) => panel.call("DELETE", `/saved-views/${made.body.id.toUpperCase()}`);
  assert.equal((await remove(other)).status, 404, "another administrator's");
  assert.equal((await remove(own)).status, 204);
  assert.equal((await remove(own)).status, 404);
  assert.deepEqual(await named(own), [["at WORK", { status: "active" }]]);
  assert.equal((await viewsOf(own, "courses")).length, 1);
});

test("an invalid view is refused with its place, and the fifty-first of a list as well", async () => {
  const panel = await panelOf("compliance_officer");
  const pointersOf = async (body: object) => {
    const reply = await panel.post("/saved-views", body);
    assert.equal(reply.status, 422, reply.text);
    return reply.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  const view = { list: "people", name: "Name", filters: {} };
  assert.deepEqual(await pointersOf({ ...view, name: "\u0301" }), ["#/name"]);
  assert.deepEqual(await pointersOf({ ...view, list: "nothing" }), ["#/list"]);
  assert.deepEqual(await pointersOf({ ...view, filters: { q: 1 } }), ["#/filters/q"]);
  assert.deepEqual(await pointersOf({ ...view, filters: { q: "x".repeat(501) } }), ["#/filters/q"]);
  assert.equal((await pointersOf({ ...view, filters: { "no filter": "x" } })).length, 1);
  for (let number = 1; number <= 50; number += 1) assert.equal((await save(panel, `View ${number}`)).status, 201);
  assert.deepEqual(await pointersOf({ ...view, name: "View 51" }), ["#/name"]);
  assert.equal((await save(panel, "view 50", { q: "another" })).status, 201, "one that is there is replaced");
  assert.equal((await viewsOf(panel)).length, 50);
});

test("a removed administrator's views are deleted; learners have none", async () => {
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  await save(await sessionOf(server, database, acme.tenant_id, account), "Mine");
  await database.superuser.query("delete from administrator where id = $1", [account.id]);
  const { rows } = await database.superuser.query("select 1 from saved_view where administrator_id = $1", [account.id]);
  assert.deepEqual(rows, []);
  assert.equal((await (await panelOf("learner")).get("/saved-views?list=people")).status, 403);
});
