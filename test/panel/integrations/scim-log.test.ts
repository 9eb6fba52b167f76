import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { openProvisioned, urns, type Provisioned } from "../../harness/scim.ts";

let acme: Provisioned;
let panel: Panel;
let user_id: string;

before(async () => {
  acme = await openProvisioned();
  panel = await panelOf(acme.acme.tenant_id);
  const made = await acme.scim.entra.post("/Users", { schemas: [urns.user], userName: "Ada", title: "Clerk" });
  user_id = made.body.id;
  await acme.scim.entra.patch(`/Users/${user_id}`, [
    { op: "Replace", path: "title", value: "Boss" },
    { op: "Add", path: "shoeSize", value: "x" },
  ]);
  await acme.scim.okta.post("/Users", { schemas: [urns.user], userName: "ADA" });
  await acme.scim.okta.post("/Users", "{");
});
after(() => acme.close());

async function panelOf(tenant_id: string): Promise<Panel> {
  return sessionOf(acme.server, acme.database, tenant_id, await createAccount(acme.database, tenant_id, "it_admin"));
}

async function list(query = "", as = panel): Promise<any> {
  const reply = await as.call("GET", `/scim/exchanges?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}
const told = ({ exchanges }: any) => exchanges.map(({ method, status, client }: any) => `${method} ${status} ${client.name}`);

test("the log shows the newest request first, with its interpretation, its changes and its refusals", async () => {
  const page = await list();
  assert.deepEqual(told(page), ["POST 400 okta", "POST 409 okta", "PATCH 204 entra", "POST 201 entra"]);
  assert.equal(page.pagination.total, 4);
  const [, taken, patched] = page.exchanges;
  assert.deepEqual([taken.scim_type, taken.resource_name, taken.resource_id], ["uniqueness", "ADA", null]);
  assert.match(taken.detail, /user name/);
  assert.deepEqual([patched.profile, patched.resource_type, patched.resource_id], ["entra", "User", user_id]);
  assert.deepEqual(patched.changes, [{ path: "title", before: "Clerk", after: "Boss" }]);
  assert.match(JSON.stringify(patched.notes), /shoeSize.*Ignored/);
});

test("it answers why one person was not changed, by id or by name, and filters by client or by refusal", async () => {
  assert.deepEqual(told(await list(`resource_id=${user_id}`)), ["PATCH 204 entra", "POST 201 entra"]);
  assert.deepEqual(told(await list("resource_name=ada")), ["POST 409 okta", "PATCH 204 entra", "POST 201 entra"]);
  assert.deepEqual(told(await list("outcome=refused")), ["POST 400 okta", "POST 409 okta"]);
  assert.deepEqual(told(await list("outcome=done&resource_name=ADA")), ["PATCH 204 entra", "POST 201 entra"]);
  assert.deepEqual(told(await list(`client_id=${acme.acme.clients["okta"]!.client_id}`)), ["POST 400 okta", "POST 409 okta"]);
});

test("it is walked by cursor, and another organisation's is not seen", async () => {
  const first = await list("limit=3");
  const second = await list(`limit=3&cursor=${first.pagination.next_cursor}`);
  assert.deepEqual([...told(first), ...told(second)], told(await list()));
  assert.deepEqual([second.pagination.total, second.pagination.next_cursor], [4, null]);
  const other = await createOrganisation(acme.database, { organisation: { code: "OTHER", name: "Other" } });
  assert.deepEqual((await list(`resource_id=${user_id}`, await panelOf(other.tenant_id))).exchanges, []);
});
