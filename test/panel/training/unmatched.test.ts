import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { openProvisioned, urns, type Provisioned } from "../../harness/scim.ts";

let acme: Provisioned;
let panel: Panel;

before(async () => {
  acme = await openProvisioned({ departments: [{ name: "Logistics", code: "LOG" }] });
  panel = await sessionOf(
    acme.server,
    acme.database,
    acme.acme.tenant_id,
    await createAccount(acme.database, acme.acme.tenant_id, "it_admin"),
  );
});
after(() => acme.close());

const user = (userName: string, department: string) =>
  acme.scim.entra.post("/Users", { schemas: [urns.user, urns.enterprise], userName, [urns.enterprise]: { department } });
const values = async () =>
  (await panel.get("/scim/unmatched")).body.values.map(({ value, people_count }: any) => `${value} ${people_count}`);
const resolve = (value: string, resolution: string, target_id?: string) =>
  panel.post("/scim/unmatched", { field: "department", value, resolution, ...(target_id ? { target_id } : {}) });
async function departmentOf(id: string): Promise<string | null> {
  const { rows } = await acme.database.superuser.query(
    "select d.name from person p left join department d on d.id = p.department_id where p.id = $1",
    [id],
  );
  return rows[0].name;
}

test("an unknown name is linked for people who have it, and for people who come with it later or send it again", async () => {
  const ada = (await user("ada", "Logistyka")).body.id;
  await user("bob", "LOGISTYKA");
  assert.deepEqual(await values(), ["LOGISTYKA 2"]);
  const { rows } = await acme.database.superuser.query("select id from department where code = 'LOG'");
  const done = await resolve("Logistyka", "link", rows[0].id);
  assert.deepEqual([done.status, done.body], [200, { target_id: rows[0].id, people: 2, more: false }]);
  assert.deepEqual(await values(), []);
  assert.equal(await departmentOf(ada), "Logistics");
  await acme.scim.entra.patch(`/Users/${ada}`, [{ op: "Replace", path: "title", value: "Boss" }]);
  assert.equal(await departmentOf(ada), "Logistics", "another change does not take it away");
  assert.equal(await departmentOf((await user("cyd", "logistyka")).body.id), "Logistics");
  assert.deepEqual(await values(), []);
});

test("it can be made, or dismissed for good; an invalid answer is refused", async () => {
  const dan = (await user("dan", "Sales")).body.id;
  assert.equal((await resolve("Sales", "link", dan)).body.errors[0].pointer, "#/target_id");
  assert.equal((await resolve("Sales", "link", "nonsense")).status, 422);
  assert.equal((await resolve("Unheard of", "dismiss")).status, 404);
  assert.equal((await resolve("Sales", "create")).status, 200);
  assert.equal(await departmentOf(dan), "Sales");
  const eve = (await user("eve", "N/A")).body.id;
  assert.deepEqual((await resolve("N/A", "dismiss")).body, { target_id: null, people: 1, more: false });
  await user("fay", "n/a");
  assert.deepEqual([await values(), await departmentOf(eve)], [[], null]);
});

test("an unknown company is created for the people who name it", async () => {
  const body = { schemas: [urns.user, urns.training], userName: "gil", [urns.training]: { contractorName: "Elektro" } };
  const gil = (await acme.scim.entra.post("/Users", body)).body.id;
  assert.deepEqual(await values(), ["Elektro 1"]);
  const made = await panel.post("/scim/unmatched", { field: "contractor", value: "Elektro", resolution: "create" });
  assert.deepEqual([made.status, made.body.people, await values()], [200, 1, []]);
  const { rows } = await acme.database.superuser.query(
    "select c.name, c.code from person p join contractor c on c.id = p.contractor_id where p.id = $1",
    [gil],
  );
  assert.deepEqual(rows, [{ name: "Elektro", code: "Elektro" }]);
});
