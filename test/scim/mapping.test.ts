import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { makePlace } from "../../server/features/people/place.ts";
import { listUnmatched } from "../../server/features/people/unmatched-sql.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { administratorOf } from "../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../harness/panel/panel.ts";
import { filtered, openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({
    attributes: [
      { key: "shift", type: "string" },
      { key: "level", type: "number" },
      { key: "night", type: "boolean" },
      { key: "badges", type: "string_array" },
    ],
    departments: [
      { name: "Logistyka Północ", code: "LN" },
      { name: "Magazyn", code: "WH-1" },
      { name: "magazyn ", code: "WH-2" },
      { name: "Archiwum", code: "ARCH", active: false },
    ],
    contractors: [
      { name: "Bud-Serwis Sp. z o.o.", code: "BUD" },
      { name: "Czysto", code: "CZ" },
    ],
  });
});
after(() => acme.close());

let named = 0;
async function create(given: Record<string, unknown> = {}): Promise<any> {
  named += 1;
  const reply = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: `user${named}`, ...given });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

const record = async (id: string) => (await acme.api.get(`/api/v1/users/${id}`)).body;
const patch = async (id: string, ...operations: unknown[]) => {
  const reply = await acme.scim.generic.patch(`/Users/${id}`, operations);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const unmatched = async (id: string) =>
  (await acme.database.superuser.query("select field, value from unmatched_value where person_id = $1 order by field", [id]))
    .rows;

test("an employee number that is sent is unique: 409, for a create and for a change", async () => {
  await create({ [urns.enterprise]: { employeeNumber: "E-1" } });
  const refused = await acme.scim.generic.post("/Users", {
    schemas: [urns.user],
    userName: "second",
    [urns.enterprise]: { employeeNumber: "e-1" },
  });
  assert.deepEqual([refused.status, refused.body.scimType], [409, "uniqueness"]);
  const { id, meta } = await create();
  const change = await acme.scim.generic.patch(`/Users/${id}`, [
    { op: "replace", path: `${urns.enterprise}:employeeNumber`, value: "E-1" },
  ]);
  assert.deepEqual([change.status, change.body.scimType], [409, "uniqueness"]);
  assert.deepEqual((await acme.scim.generic.get(`/Users/${id}`)).body.meta, meta);
});

test("of people who come at once and might have the same number each gets one", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => create({ externalId: "TOGETHER-1" })));
  const others = people.filter((person) => person[urns.enterprise].employeeNumber !== "TOGETHER-1");
  assert.equal(others.length, 7);
  for (const person of others) assert.equal(person[urns.enterprise].employeeNumber, person.userName);
});

test("a user without a number gets the externalId, or else the userName, or else a new one, and never a 409", async () => {
  const numberOf = (body: any) => body[urns.enterprise].employeeNumber;
  assert.equal(numberOf(await create({ externalId: "X-1" })), "X-1");
  assert.equal(numberOf(await create({ externalId: "X-1", userName: "anna" })), "anna");
  await create({ [urns.enterprise]: { employeeNumber: "OLA" } });
  assert.match(numberOf(await create({ externalId: "x-1", userName: "ola" })), /^[0-9a-f-]{36}$/);
  assert.equal(numberOf(await create({ externalId: "x".repeat(65), userName: "jan" })), "jan");
  assert.match(numberOf(await create({ userName: "n".repeat(65) })), /^[0-9a-f-]{36}$/);
});

test("an omitted number stays, and a given one is stored", async () => {
  const { id } = await create({ externalId: "K-1" });
  assert.equal((await patch(id, { op: "replace", path: "externalId", value: "K-2" }))[urns.enterprise].employeeNumber, "K-1");
  assert.equal(
    (await patch(id, { op: "add", value: { [urns.enterprise]: { employeeNumber: "K-3" } } }))[urns.enterprise].employeeNumber,
    "K-3",
  );
  assert.equal((await record(id)).employee_no, "K-3");
});

test("a department is found by its name, whatever its case, diacritics and spaces", async () => {
  const { id } = await create({ [urns.enterprise]: { department: "logistyka  POLNOC" } });
  const person = await record(id);
  assert.equal(person.department_name, "Logistyka Północ");
  assert.deepEqual(await unmatched(id), []);
});

test("an unknown, ambiguous or inactive department is no error: the value is stored, shown, found, and waits for an administrator", async () => {
  for (const department of ["Nowhere", "MAGAZYN", "Archiwum"]) {
    const user = await create({ [urns.enterprise]: { department } });
    assert.equal(user[urns.enterprise].department, department);
    assert.equal((await record(user.id)).department_id, null);
    assert.deepEqual(await unmatched(user.id), [{ field: "department", value: department }]);
    const found = await acme.scim.generic.get(
      filtered("/Users", `${urns.enterprise}:department eq "${department}" and id eq "${user.id}"`),
    );
    assert.equal(found.body.totalResults, 1);
    const told = await patch(user.id, { op: "replace", path: `${urns.enterprise}:department`, value: "Logistyka Północ" });
    assert.equal(told[urns.enterprise].department, "Logistyka Północ");
    assert.equal((await record(user.id)).department_name, "Logistyka Północ");
    assert.deepEqual(await unmatched(user.id), []);
    await patch(user.id, { op: "remove", path: `${urns.enterprise}:department` });
    assert.equal((await record(user.id)).department_id, null);
  }
});

test("unmatched values are counted by what they mean, those of most people first", async () => {
  for (const department of ["Zakład", "ZAKLAD", "Zakład", "Biuro"]) await create({ [urns.enterprise]: { department } });
  const { tenant_id } = acme.acme;
  const values = await withTenant(acme.database.pool(), tenant_id, (db) => listUnmatched(db, tenant_id));
  const counted = values.map(({ field, value, people_count }) => [field, value.toLowerCase(), people_count]);
  assert.deepEqual(counted[0], ["department", "zaklad", 3]);
  assert.ok(counted.some((each) => each.join() === "department,biuro,1"));
});

test("a department that became known is found at the next word about the person, and its new name is shown", async () => {
  const { id } = await create({ [urns.enterprise]: { department: "Fresh" } });
  await acme.database.superuser.query(
    "update department set name = 'Fresh', name_norm = 'fresh' where code = 'WH-1' and tenant_id = $1",
    [acme.acme.tenant_id],
  );
  await patch(id, { op: "replace", path: "title", value: "Driver" });
  assert.equal((await record(id)).department_name, "Fresh");
  assert.deepEqual(await unmatched(id), []);
});

test("where the organisation wants it, unknown departments are made, once and with an audit row", async () => {
  const own = await openProvisioned({ settings: { create_departments_from_scim: true } });
  try {
    const sent = (userName: string) =>
      own.scim.entra.post("/Users", { schemas: [urns.user], userName, [urns.enterprise]: { department: "Nowy Dział" } });
    const replies = await Promise.all(["a", "b", "c"].map(sent));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 201, 201],
    );
    const { rows } = await own.database.superuser.query(
      "select d.name, d.code, (select count(*)::int from person p where p.department_id = d.id) as people from department d",
    );
    assert.deepEqual(rows, [{ name: "Nowy Dział", code: "Nowy Dział", people: 3 }]);
    const audit = await own.database.superuser.query(
      "select count(*)::int as n from audit_log where operation = 'department.create'",
    );
    assert.equal(audit.rows[0].n, 1);
    const { tenant_id } = own.acme;
    const panel = await sessionOf(own.server, own.database, tenant_id, await createAccount(own.database, tenant_id, "it_admin"));
    const { departments } = (await panel.get("/departments/tree")).body;
    const { origin } = (await panel.get(`/departments/${departments[0].id}`)).body;
    assert.equal(origin.source, "scim");
  } finally {
    await own.close();
  }
});

test("a department that another request makes between two look-ups is used", async () => {
  const { tenant_id } = acme.acme;
  const context = { ...administratorOf(acme.acme), now: Temporal.Now.instant() };
  const [first, second] = await withTenant(acme.database.pool(), tenant_id, async (db) => [
    await makePlace(db, context, "department", "Twice"),
    await makePlace(db, context, "department", "TWICE"),
  ]);
  assert.ok(first);
  assert.equal(second, first);
});

test("a contractor is found by name or id; an unknown one becomes an unmatched value", async () => {
  const by_name = await create({ [urns.training]: { workerType: "b2b_contractor", contractorName: "bud-serwis sp. z O.O." } });
  const person = await record(by_name.id);
  assert.deepEqual([person.worker_type, person.contractor_name], ["b2b_contractor", "Bud-Serwis Sp. z o.o."]);
  assert.equal(by_name[urns.training].contractorId, person.contractor_id);

  const by_id = await create({ [urns.training]: { contractorId: person.contractor_id } });
  assert.deepEqual(by_id[urns.training], {
    workerType: "b2b_contractor",
    contractorId: person.contractor_id,
    contractorName: "Bud-Serwis Sp. z o.o.",
  });

  const renamed = await patch(by_id.id, { op: "replace", path: `${urns.training}:contractorName`, value: "Czysto" });
  assert.equal(renamed[urns.training].contractorName, "Czysto");
  assert.equal((await record(by_id.id)).contractor_name, "Czysto");

  const unknown = await create({ [urns.training]: { workerType: "b2b_contractor", contractorName: "Ghost" } });
  assert.equal(unknown[urns.training].contractorName, "Ghost");
  assert.deepEqual(await unmatched(unknown.id), [{ field: "contractor", value: "Ghost" }]);

  const back = await patch(by_name.id, { op: "replace", path: `${urns.training}:workerType`, value: "internal_payroll" });
  assert.equal(back[urns.training].contractorId, undefined);
  assert.equal((await record(by_name.id)).contractor_id, null);
});

test("a worker type that we do not know says nothing", async () => {
  const { [urns.training]: training } = await create({ [urns.training]: { workerType: "Freelancer" } });
  assert.equal(training.workerType, "internal_payroll");
});

test("the organisation's own attributes are published, typed, kept, searched and removed", async () => {
  const schema = (await acme.scim.generic.get(`/Schemas/${urns.training}`)).body;
  const own = schema.attributes.slice(3).map(({ name, type, multiValued }: any) => [name, type, multiValued]);
  assert.deepEqual(own, [
    ["badges", "string", true],
    ["level", "decimal", false],
    ["night", "boolean", false],
    ["shift", "string", false],
  ]);
  const given = { shift: "B", level: 2.5, night: true, badges: ["x", "y"] };
  const { id, [urns.training]: training } = await create({ [urns.training]: given });
  assert.deepEqual(training, { ...given, workerType: "internal_payroll" });
  assert.deepEqual((await record(id)).attributes, given);
  const found = await acme.scim.generic.get(filtered("/Users", `${urns.training}:level gt 2 and ${urns.training}:badges eq "y"`));
  assert.deepEqual(
    found.body.Resources.map((user: any) => user.id),
    [id],
  );
  await patch(id, { op: "remove", path: `${urns.training}:shift` }, { op: "replace", path: `${urns.training}:level`, value: 3 });
  assert.deepEqual((await record(id)).attributes, { level: 3, night: true, badges: ["x", "y"] });
  const wrong = await acme.scim.strict.patch(`/Users/${id}`, [{ op: "replace", path: `${urns.training}:level`, value: "high" }]);
  assert.deepEqual([wrong.status, wrong.body.scimType], [400, "invalidValue"]);
});

test("mail goes to the address of work, or else the primary one, or else the first; all are kept and found", async () => {
  const home = { type: "home", value: "Home@Example.com", primary: true };
  const work = { type: "Work", value: "work@example.com" };
  const other = { value: "other@example.com" };
  const cases: [unknown[], string][] = [
    [[other, home, work], "work@example.com"],
    [[other, home], "Home@Example.com"],
    [[other], "other@example.com"],
  ];
  for (const [emails, expected] of cases) {
    const user = await create({ emails });
    assert.deepEqual(user.emails, emails);
    assert.equal((await record(user.id)).email, expected);
    const found = await acme.scim.generic.get(filtered("/Users", `emails.value eq "OTHER@example.com" and id eq "${user.id}"`));
    assert.equal(found.body.totalResults, 1);
  }
});

test("a manager is kept as sent, in any shape that a provider has, and cleared", async () => {
  const { id } = await create();
  const path = `${urns.enterprise}:manager`;
  const managerOf = (user: any) => user[urns.enterprise].manager;
  assert.deepEqual(managerOf(await patch(id, { op: "Add", path, value: "26118915" })), { value: "26118915" });
  assert.deepEqual(managerOf(await patch(id, { op: "replace", path, value: [{ value: "5" }] })), { value: "5" });
  assert.equal(managerOf(await patch(id, { op: "replace", path, value: { value: "" } })), undefined);
});

test("a value that is too long is refused with its place and the limit", async () => {
  const long: [Record<string, unknown>, RegExp][] = [
    [{ userName: "u".repeat(256) }, /userName may have at most 255/],
    [{ externalId: "e".repeat(256) }, /externalId may have at most 255/],
    [{ name: { givenName: "g".repeat(101) } }, /name.givenName may have at most 100/],
    [{ title: "t".repeat(201) }, /title may have at most 200/],
    [{ emails: [{ value: "m".repeat(321) }] }, /emails.value may have at most 320/],
    [{ [urns.enterprise]: { employeeNumber: "n".repeat(65) } }, /employeeNumber may have at most 64/],
    [{ [urns.training]: { shift: "s".repeat(1_001) } }, /shift may have at most 1000/],
  ];
  for (const [given, expected] of long) {
    const reply = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: "long", ...given });
    assert.deepEqual([reply.status, reply.body.scimType], [400, "invalidValue"], reply.text);
    assert.match(reply.body.detail, expected);
  }
  const widest = { department: "ﷺ".repeat(5_000), costCenter: "c".repeat(50_000) };
  const user = await create({ [urns.enterprise]: widest, userName: "\u{10FFFF}".repeat(255) });
  assert.equal(user[urns.enterprise].department, widest.department);
});

test("characters are counted as in the integration API: one beyond U+FFFF is one", async () => {
  const name = "\u{20BB7}".repeat(100);
  const person = {
    employee_no: "wide",
    first_name: name,
    last_name: name,
    email: "wide@acme.example",
    job_title: name.repeat(2),
  };
  const { id } = (await acme.api.post("/api/v1/users", person)).body;
  const { status, body } = await acme.scim.generic.get(`/Users/${id}`);
  assert.equal(status, 200);
  const claimed = await acme.scim.generic.put(`/Users/${id}`, { ...body, displayName: "Wide" });
  assert.deepEqual([claimed.status, claimed.body.name?.givenName, claimed.body.title], [200, name, name.repeat(2)], claimed.text);
  const group = { schemas: [urns.group], displayName: name.repeat(2), externalId: "\u{20BB7}".repeat(255) };
  assert.equal((await acme.scim.generic.post("/Groups", group)).status, 201);
});
