import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, openEmployer } from "../../../test/harness/organisation/people.ts";

const employer = await openEmployer();
const { database, acme, api, writer, newcomer, someone, set, countPeople } = employer;
after(() => employer.close());

test("a duplicate is answered with every field in conflict and whose it is; without users:read, with the fields", async () => {
  const first = (await api.post("/api/v1/users", newcomer({ employee_no: "dup-1", email: "dup@acme.example" }))).body;
  const both = await api.post("/api/v1/users", newcomer({ employee_no: "DUP-1", email: "DUP@acme.example" }));
  assert.equal(both.status, 409);
  assert.equal(both.body.code, "PERSON_ALREADY_EXISTS");
  assert.deepEqual(
    both.body.conflicts,
    ["employee_no", "login", "email"].map((field) => ({ field, user_id: first.id, status: "invited" })),
  );
  const one = await api.post("/api/v1/users", newcomer({ employee_no: "dup-1" }));
  assert.deepEqual(one.body.conflicts, [{ field: "employee_no", user_id: first.id, status: "invited" }]);
  const blind = await writer.post("/api/v1/users", newcomer({ employee_no: "dup-1" }));
  assert.equal(blind.status, 409);
  assert.deepEqual(blind.body.conflicts, [{ field: "employee_no" }]);
  assert.doesNotMatch(blind.text, new RegExp(first.id));
});

test("a number that is someone's login is a conflict of logins", async () => {
  await api.post("/api/v1/users", newcomer({ email: "both@acme.example" }));
  await database.superuser.query("update tenant set email_required = false where id = $1", [acme.tenant_id]);
  try {
    const clash = await api.post("/api/v1/users", newcomer({ employee_no: "BOTH@acme.example", email: null }));
    assert.equal(clash.status, 409);
    assert.deepEqual(
      clash.body.conflicts.map((conflict: any) => conflict.field),
      ["login"],
    );
    const plain = await api.post("/api/v1/users", newcomer({ employee_no: "No-Mail-7", email: undefined }));
    assert.equal(plain.status, 201);
    assert.deepEqual([plain.body.email, plain.body.login], [null, "no-mail-7"]);
  } finally {
    await database.superuser.query("update tenant set email_required = true where id = $1", [acme.tenant_id]);
  }
});

test("CO2: of many equal creates at once exactly one is carried out, whichever field they share", async () => {
  const total = 100;
  const shared: ((index: number) => Record<string, unknown>)[] = [
    (index) => ({ employee_no: "race-no", email: `race-no-${index}@acme.example` }),
    (index) => ({ employee_no: `race-mail-${index}`, email: "race@acme.example" }),
    () => ({ employee_no: "race-all", email: "race-all@acme.example" }),
  ];
  for (const fields of shared) {
    const before = await countPeople();
    const replies = await Promise.all(
      Array.from({ length: total }, (_, index) =>
        api.post("/api/v1/users", { first_name: "A", last_name: "B", ...fields(index) }),
      ),
    );
    const statuses = Object.groupBy(replies, (reply) => reply.status);
    assert.deepEqual(
      [statuses[201]?.length, statuses[409]?.length],
      [1, total - 1],
      JSON.stringify(replies.filter((r) => r.status !== 201 && r.status !== 409).map((r) => [r.status, r.text])),
    );
    const created = replies.find((reply) => reply.status === 201)!.body.id;
    for (const reply of replies.filter((reply) => reply.status === 409)) {
      assert.ok(reply.body.conflicts.length > 0);
      assert.ok(reply.body.conflicts.every((conflict: any) => conflict.user_id === created));
    }
    assert.equal(await countPeople(), before + 1);
  }
});

test("CO2: people whose login is a number race on the login alone", async () => {
  await database.superuser.query("update tenant set email_required = false where id = $1", [acme.tenant_id]);
  try {
    const bodies = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? { employee_no: `login-${index}`, first_name: "A", last_name: "B", email: "Login@acme.example" }
        : { employee_no: "LOGIN@acme.example", first_name: "A", last_name: "B" },
    );
    const replies = await Promise.all(bodies.map((body) => api.post("/api/v1/users", body)));
    assert.equal(replies.filter((reply) => reply.status === 201).length, 1);
    assert.equal(replies.filter((reply) => reply.status === 409).length, 39);
  } finally {
    await database.superuser.query("update tenant set email_required = true where id = $1", [acme.tenant_id]);
  }
});

test("an address that an identity provider's person has is taken, too", async () => {
  const scim = (await api.post("/api/v1/users", newcomer({ email: "scim@acme.example" }))).body;
  await database.superuser.query("update person set managed_by = 'scim' where id = $1", [scim.id]);
  const reply = await api.post("/api/v1/users", newcomer({ email: "SCIM@acme.example" }));
  assert.equal(reply.status, 409);
  assert.deepEqual(reply.body.conflicts.map((conflict: any) => conflict.field).sort(), ["email", "login"]);
});

test("a number, login or address of someone else is a conflict, one's own is none", async () => {
  const [one, other] = [await someone(), await someone()];
  const clash = await api.patch(at(one), { employee_no: other.employee_no.toLowerCase(), email: other.email.toUpperCase() });
  assert.equal(clash.status, 409);
  assert.equal(clash.body.code, "PERSON_ALREADY_EXISTS");
  assert.deepEqual(
    clash.body.conflicts,
    ["employee_no", "login", "email"].map((field) => ({ field, user_id: other.id, status: "invited" })),
  );
  const own = await api.patch(at(one), { employee_no: one.employee_no.toLowerCase(), email: one.email.toUpperCase() });
  assert.equal(own.status, 200);
  assert.equal(own.body.employee_no, one.employee_no.toLowerCase());
});

test("an address that the identity provider has given to someone else, too, is no obstacle to other changes", async () => {
  const [mine, theirs] = [await someone(), await someone()];
  await set(theirs, "managed_by = 'scim', email_norm = (select email_norm from person where id = '" + mine.id + "')");
  assert.equal((await api.patch(at(mine), { job_title: "x", email: mine.email.toUpperCase() })).status, 200);
});

test("CO2: of many people who take one address at once exactly one gets it", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => someone()));
  const replies = await Promise.all(people.map((person) => api.patch(at(person), { email: "wanted@acme.example" })));
  const winner = replies.findIndex((reply) => reply.status === 200);
  for (const [index, reply] of replies.entries()) {
    if (index === winner) continue;
    assert.equal(reply.status, 409, reply.text);
    assert.ok(reply.body.conflicts.every((conflict: any) => conflict.user_id === people[winner].id));
  }
});
