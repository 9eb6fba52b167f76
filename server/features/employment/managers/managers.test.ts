// A person's manager by REST: set, shown and filtered by; a person cannot be their own superior.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { needsServer } from "../../../../test/harness/database.ts";
import { again } from "../../../../test/harness/organisation/imports.ts";
import { at, faultsOf, openEmployer } from "../../../../test/harness/organisation/people.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { eraseManager } from "../../people/managers/erase.ts";

const employer = await openEmployer();
const { api, someone, newcomer, auditRows, database, acme } = employer;
after(() => employer.close());

const managerOf = ({ manager_id, manager_employee_no }: any) => [manager_id, manager_employee_no];

test("a manager is given by number or id, shown by both, kept by a record that is written back, and cleared by null", async () => {
  const boss = await someone({ employee_no: "BOSS-1" });
  const anna = await someone({ manager_employee_no: " boss-1 " });
  assert.deepEqual(managerOf(anna), [boss.id, "BOSS-1"]);
  assert.deepEqual(managerOf(boss), [null, null]);
  const other = await someone();
  const moved = await api.patch(at(anna), { manager_id: other.id });
  assert.deepEqual([moved.status, ...managerOf(moved.body)], [200, other.id, other.employee_no], moved.text);
  const [, change] = await auditRows(anna.id);
  assert.deepEqual([change.operation, change.changes], ["person.change", { manager_id: [boss.id, other.id] }]);
  const same = await api.patch(at(anna), moved.body);
  assert.equal(same.text, moved.text);
  const cleared = await api.patch(at(anna), { manager_employee_no: null });
  assert.deepEqual([cleared.status, ...managerOf(cleared.body)], [200, null, null], cleared.text);
});

test("a manager who is nobody, or two people, is refused in place", async () => {
  const [anna, boss] = [await someone(), await someone()];
  const unknown = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
  for (const [given, fault] of [
    [{ manager_employee_no: "NOBODY" }, "#/manager_employee_no UNKNOWN_PERSON"],
    [{ manager_id: unknown }, "#/manager_id UNKNOWN_PERSON"],
    [{ manager_id: boss.id, manager_employee_no: anna.employee_no }, "#/manager_employee_no CONFLICTING_FIELDS"],
    [{ manager_id: null, manager_employee_no: boss.employee_no }, "#/manager_employee_no CONFLICTING_FIELDS"],
    [{ manager_employee_no: "" }, "#/manager_employee_no TOO_SHORT"],
    [{ manager_id: anna.id }, "#/manager_id BELOW_ITSELF"],
  ] as const) {
    assert.deepEqual(faultsOf(await api.patch(at(anna), given)), [fault], JSON.stringify(given));
  }
  assert.deepEqual(faultsOf(await api.post("/api/v1/users", newcomer({ manager_employee_no: "NOBODY" }))), [
    "#/manager_employee_no UNKNOWN_PERSON",
  ]);
});

test("nobody is above themselves, and the refusal names the way", async () => {
  const top = await someone({ employee_no: "C-1" });
  const middle = await someone({ employee_no: "C-2", manager_employee_no: "C-1" });
  await someone({ employee_no: "C-3", manager_employee_no: "C-2" });
  const refused = await api.patch(at(top), { manager_employee_no: "C-3" });
  assert.deepEqual(faultsOf(refused), ["#/manager_employee_no BELOW_ITSELF"]);
  assert.match(refused.text, /C-1 → C-3 → C-2 → C-1/);
  assert.deepEqual(managerOf(await again(api, top)), [null, null]);
  assert.equal((await api.patch(at(middle), { manager_id: null })).status, 200);
  assert.equal((await api.patch(at(top), { manager_employee_no: "C-3" })).status, 200);
});

test("two changes at once that would make a circle together do not", { skip: needsServer() }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await someone(), await someone()];
    const replies = await Promise.all([
      api.patch(at(one), { manager_id: other.id }),
      api.patch(at(other), { manager_id: one.id }),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 422],
      replies.map(({ text }) => text).join(),
    );
  }
});

test("a list shows a manager's people, those directly below or all", async () => {
  const boss = await someone({ employee_no: "L-1" });
  const direct = [await someone({ manager_id: boss.id }), await someone({ manager_id: boss.id })];
  const below = await someone({ manager_id: direct[1].id });
  const numbersOf = async (query: string) => {
    const { status, body, text } = await api.get(`/api/v1/users?${query}`);
    assert.equal(status, 200, text);
    assert.equal(body.pagination.total, body.users.length);
    return body.users.map(({ id }: any) => id);
  };
  const ids = direct.map(({ id }) => id);
  assert.deepEqual(await numbersOf(`manager_id=${boss.id}`), ids);
  assert.deepEqual(await numbersOf(`manager_id=${boss.id}&include_indirect_reports=true`), [...ids, below.id]);
  assert.deepEqual(await numbersOf(`manager_id=${below.id}&include_indirect_reports=true`), []);
  assert.deepEqual(await numbersOf(`manager_id=${boss.id}&employee_no=${direct[0].employee_no}`), [ids[0]]);
  // A cursor can only be used with the filters of its first page.
  const { body } = await api.get(`/api/v1/users?manager_id=${boss.id}&limit=1`);
  const other = await api.get(`/api/v1/users?manager_id=${direct[1].id}&limit=1&cursor=${body.pagination.next_cursor}`);
  assert.equal(other.status, 422, other.text);
});

test("a manager who leaves keeps their people, and one whose data are erased does not", async () => {
  const boss = await someone({ employee_no: "E-1" });
  const report = await someone({ manager_id: boss.id });
  assert.equal((await api.patch(at(boss), { active: false })).status, 200);
  assert.deepEqual(managerOf(await again(api, report)), [boss.id, "E-1"]);
  const pool = database.pool("muster_worker", 1);
  const subject = { tenant_id: acme.tenant_id, person_id: boss.id } as Parameters<typeof eraseManager>[1];
  assert.deepEqual(await withTenant(pool, acme.tenant_id, (db) => eraseManager(db, subject)), { erased: 1, place: null });
  assert.deepEqual(managerOf(await again(api, report)), [null, null]);
  const { rows } = await database.superuser.query(
    "select convert_from(body, 'UTF8')::json -> 'data' as data from event where type = 'user.updated' order by id desc limit 1",
  );
  assert.deepEqual([rows[0].data.user.id, rows[0].data.changed_fields], [report.id, ["manager_id"]]);
  assert.deepEqual((await auditRows(report.id)).at(-1).changes, { manager_id: [boss.id, null] });
});
