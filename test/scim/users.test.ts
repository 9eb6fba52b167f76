import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({
    departments: [{ name: "Logistyka Północ", code: "LN" }],
    courses: [{ code: "FIRE", title: "Fire" }],
    rules: [{ name: "Everybody in logistics", when: { department: "LN" }, assign: ["FIRE"] }],
  });
});
after(() => acme.close());

let named = 0;
/** A user with new values each time. */
function newcomer(given: Record<string, unknown> = {}): Record<string, unknown> {
  named += 1;
  return {
    schemas: [urns.user, urns.enterprise],
    userName: `Anna${named}@Example.com`,
    externalId: `00u${named}`,
    name: { givenName: "Anna", familyName: "Kowalska", formatted: "Anna Kowalska" },
    emails: [{ type: "work", value: `Anna${named}@Example.com`, primary: true }],
    active: true,
    ...given,
  };
}

async function create(given: Record<string, unknown> = {}): Promise<any> {
  const reply = await acme.scim.generic.post("/Users", newcomer(given));
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

const shown = async (id: string) => (await acme.scim.generic.get(`/Users/${id}`)).body;
const record = async (id: string) => (await acme.api.get(`/api/v1/users/${id}`)).body;

test("a user is created with 201, Location and ETag, returned as stored, and shown so again", async () => {
  const sent = newcomer({
    title: "Driver",
    preferredLanguage: "pl-PL",
    nickName: "Ania",
    displayName: "Anna K.",
    timezone: "Europe/Warsaw",
    phoneNumbers: [{ type: "work", value: "+48 22 123" }],
    [urns.enterprise]: { employeeNumber: "E-7", costCenter: "4130", manager: { value: "26118915" } },
    "urn:acme:x": { badge: 7 },
  });
  const reply = await acme.scim.generic.post("/Users", sent);
  assert.equal(reply.status, 201, reply.text);
  const { id, meta, ...user } = reply.body;
  assert.equal(reply.headers.get("location"), meta.location);
  assert.equal(reply.headers.get("etag"), meta.version);
  assert.match(meta.version, /^W\/"\d+"$/);
  assert.equal(meta.location, `https://muster.example/scim/v2/ACME/Users/${id}`);
  assert.deepEqual([meta.resourceType, meta.created], ["User", meta.lastModified]);
  const { schemas: _, ...expected } = sent;
  const { schemas, [urns.training]: training, ...rest } = user;
  assert.deepEqual(rest, expected);
  assert.deepEqual(schemas, [urns.user, urns.enterprise, urns.training, "urn:acme:x"]);
  assert.deepEqual(training, { workerType: "internal_payroll" });
  assert.deepEqual(await shown(id), reply.body);
  const person = await record(id);
  assert.deepEqual(
    [person.login, person.email, person.employee_no, person.first_name, person.last_name, person.job_title, person.language],
    [sent["userName"], sent["userName"], "E-7", "Anna", "Kowalska", "Driver", "pl-PL"],
  );
  assert.deepEqual([person.managed_by, person.status, person.external_id], ["scim", "invited", sent["externalId"]]);
});

test("a user name is unique without regard to case: 409 uniqueness, and nothing is left behind", async () => {
  const { userName } = await create();
  const before = await acme.database.superuser.query("select count(*) from person");
  const reply = await acme.scim.generic.post("/Users", newcomer({ userName: userName.toUpperCase() }));
  assert.deepEqual([reply.status, reply.body.scimType], [409, "uniqueness"]);
  const after = await acme.database.superuser.query("select count(*) from person");
  assert.deepEqual(after.rows, before.rows);
});

test("twenty creates of one user at once make one", async () => {
  const body = newcomer();
  const replies = await Promise.all(Array.from({ length: 20 }, () => acme.scim.generic.post("/Users", body)));
  const counts = [201, 409].map((wanted) => replies.filter(({ status }) => status === wanted).length);
  assert.deepEqual(counts, [1, 19]);
});

test("a password is neither kept nor returned", async () => {
  const { id } = await create({ password: "open sesame" });
  await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "password", value: "open sesame" }]);
  await acme.scim.generic.put(`/Users/${id}`, newcomer({ password: "open sesame" }));
  const { rows } = await acme.database.superuser.query(
    "select (select string_agg(p::text, '') from person p) || (select string_agg(s::text, '') from scim_resource s) || (select string_agg(a::text, '') from audit_log a) as everything",
  );
  assert.ok(!rows[0].everything.includes("sesame"));
  assert.ok(!JSON.stringify(await shown(id)).includes("password"));
});

test("what happens to people made elsewhere happens to people made here: rules assign, leaving ends, each change has one audit row", async () => {
  const told = (await acme.events()).length;
  const { id } = await create({ [urns.enterprise]: { department: "LOGISTYKA polnoc" } });
  const enrollments = async () => (await acme.api.get(`/api/v1/enrollments?user_id=${id}`)).body.enrollments;
  assert.deepEqual(
    (await enrollments()).map((each: any) => [each.course_code, each.status, each.source]),
    [["FIRE", "assigned", "rule"]],
  );
  await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "Driver" }]);
  await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", value: { active: false } }]);
  assert.deepEqual(
    (await enrollments()).map((each: any) => each.status),
    ["cancelled"],
  );
  await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", value: { active: true } }]);
  assert.deepEqual((await enrollments()).map((each: any) => each.status).sort(), ["assigned", "cancelled"]);
  const audit = await acme.auditRows(id);
  assert.deepEqual(
    audit.map(({ operation, actor_name }) => [operation, actor_name]),
    ["person.create", "person.change", "person.deactivate", "person.reactivate"].map((operation) => [operation, "generic"]),
  );
  const types = (await acme.events()).slice(told).map(({ type }) => type);
  assert.deepEqual(types, [
    "user.created",
    "enrollment.assigned",
    "user.updated",
    "user.deactivated",
    "enrollment.cancelled",
    "user.reactivated",
    "enrollment.assigned",
  ]);
});

test("GET answers 304 to a client with the version, and PUT, PATCH and DELETE 412 to one with another", async () => {
  const { id, meta } = await create();
  const unchanged = await acme.scim.generic.get(`/Users/${id}`, { "if-none-match": meta.version });
  assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.get("etag")], [304, "", meta.version]);
  const stale = { "if-match": 'W/"0"' };
  const title = [{ op: "replace", path: "title", value: "Clerk" }];
  for (const reply of [
    await acme.scim.generic.put(`/Users/${id}`, newcomer(), stale),
    await acme.scim.generic.patch(`/Users/${id}`, title, stale),
    await acme.scim.generic.delete(`/Users/${id}`, stale),
  ]) {
    assert.deepEqual([reply.status, reply.body.schemas], [412, [urns.error]]);
  }
  assert.deepEqual(await shown(id), (await acme.scim.generic.get(`/Users/${id}`)).body);
  const changed = await acme.scim.generic.patch(`/Users/${id}`, title, { "if-match": meta.version });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.body.meta.version, meta.version);
  assert.equal((await acme.scim.generic.get(`/Users/${id}`, { "if-none-match": meta.version })).status, 200);
  assert.equal((await acme.scim.generic.get(`/Users/${id}`, stale)).status, 412);
  for (const unless of [{ "if-none-match": "*" }, { "if-none-match": changed.body.meta.version }]) {
    assert.equal((await acme.scim.generic.patch(`/Users/${id}`, title, unless)).status, 412);
    assert.equal((await acme.scim.generic.delete(`/Users/${id}`, unless)).status, 412);
  }
  assert.equal((await acme.scim.generic.delete(`/Users/${id}`, { "if-match": "*" })).status, 204);
});

test("a change that changes nothing moves neither version nor lastModified, and is not audited", async () => {
  const { id, meta, ...user } = await create({ title: "Driver", nickName: "Ania" });
  const nothing = [
    () => acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "Driver" }]),
    () => acme.scim.generic.patch(`/Users/${id}`, [{ op: "add", path: "nickName", value: "Ania" }]),
    () => acme.scim.generic.patch(`/Users/${id}`, [{ op: "add", path: "emails", value: user.emails }]),
    () => acme.scim.generic.patch(`/Users/${id}`, []),
    () => acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", value: { active: true, title: "Driver" } }]),
    () => acme.scim.generic.patch(`/Users/${id}`, [{ op: "remove", path: "timezone" }]),
    () => acme.scim.generic.put(`/Users/${id}`, { id, meta, ...user }),
    () => acme.scim.okta.put(`/Users/${id}`, { ...user, groups: [], password: "placeholder" }),
  ];
  for (const [index, change] of nothing.entries()) {
    const reply = await change();
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body.meta, meta, `change ${index}`);
  }
  assert.equal((await acme.auditRows(id)).length, 1);
});

test("PATCH answers 200 with the user, and 204 in the profile of Entra unless attributes are asked for", async () => {
  const { id } = await create();
  const patched = await acme.scim.entra.patch(`/Users/${id}`, [{ op: "Replace", path: "title", value: "Boss" }]);
  assert.deepEqual([patched.status, patched.text], [204, ""]);
  assert.ok(patched.headers.get("etag"));
  const asked = await acme.scim.entra.patch(`/Users/${id}?attributes=title`, [{ op: "Replace", path: "title", value: "Chief" }]);
  assert.equal(asked.status, 200);
  const { schemas: _, ...body } = asked.body;
  assert.deepEqual(body, { id, title: "Chief" });
  const generic = await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "Head" }]);
  assert.deepEqual([generic.status, generic.body.title], [200, "Head"]);
});

test("the profile decides which deviations are accepted", async () => {
  const { id } = await create();
  const sloppy = [{ op: "Replace", path: "active", value: "False" }];
  const refused = await acme.scim.strict.patch(`/Users/${id}`, sloppy);
  assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidSyntax"]);
  assert.equal((await shown(id)).active, true);
  const no_target = [{ op: "replace", path: 'emails[type eq "home"].value', value: "a@home.example" }];
  const missed = await acme.scim.strict.patch(`/Users/${id}`, no_target);
  assert.deepEqual([missed.status, missed.body.scimType], [400, "noTarget"]);
  assert.equal((await acme.scim.generic.patch(`/Users/${id}`, no_target)).status, 200);
  assert.equal((await acme.scim.generic.patch(`/Users/${id}`, sloppy)).body.active, false);
});

test("PUT says all there is: what it leaves out is gone, but for the number, the state and what only we know", async () => {
  const { id, userName } = await create({
    title: "Driver",
    nickName: "Ania",
    [urns.enterprise]: { employeeNumber: "P-1", department: "Logistyka Północ", costCenter: "1" },
  });
  const reply = await acme.scim.generic.put(`/Users/${id}`, { schemas: [urns.user], userName });
  assert.equal(reply.status, 200, reply.text);
  const { meta: _, ...user } = reply.body;
  assert.deepEqual(user, {
    schemas: [urns.user, urns.enterprise, urns.training],
    id,
    userName,
    active: true,
    [urns.enterprise]: { employeeNumber: "P-1" },
    [urns.training]: { workerType: "internal_payroll" },
  });
  const person = await record(id);
  assert.deepEqual([person.first_name, person.email, person.department_id], [null, null, null]);
});

test("a PATCH is done as a whole or not at all", async () => {
  const { id, ...user } = await create();
  const reply = await acme.scim.generic.patch(`/Users/${id}`, [
    { op: "replace", path: "title", value: "Half" },
    { op: "replace", path: "nothing.like.this", value: 1 },
  ]);
  assert.deepEqual([reply.status, reply.body.scimType], [400, "invalidPath"]);
  assert.match(reply.body.detail, /Operations\[1\]/);
  assert.deepEqual(await shown(id), { id, ...user });
});

test("DELETE answers 204 and then 404 everywhere; the person stays, has left and belongs to the platform", async () => {
  const { id, userName } = await create({ [urns.enterprise]: { employeeNumber: "D-1" } });
  assert.equal((await acme.scim.generic.delete(`/Users/${id}`)).status, 204);
  for (const reply of [
    await acme.scim.generic.get(`/Users/${id}`),
    await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "x" }]),
    await acme.scim.generic.put(`/Users/${id}`, newcomer()),
    await acme.scim.generic.delete(`/Users/${id}`),
  ]) {
    assert.equal(reply.status, 404);
  }
  for (const filter of [`userName eq "${userName}"`, `id eq "${id}"`, `${urns.enterprise}:employeeNumber eq "D-1"`]) {
    const found = await acme.scim.generic.get(`/Users?filter=${encodeURIComponent(filter)}`);
    assert.equal(found.body.totalResults, 0, filter);
  }
  const person = await record(id);
  assert.deepEqual([person.status, person.managed_by, person.employee_no], ["deactivated", "platform", "D-1"]);
  const audit = await acme.auditRows(id);
  assert.deepEqual(
    audit.map(({ operation }) => operation),
    ["person.create", "person.deactivate"],
  );
});

test("a POST with the user name of a deleted user brings the same person back, never a twin", async () => {
  const { id, userName } = await create({ title: "Driver" });
  await acme.scim.generic.delete(`/Users/${id}`);
  const reply = await acme.scim.generic.post("/Users", newcomer({ userName: userName.toUpperCase() }));
  assert.equal(reply.status, 201, reply.text);
  assert.deepEqual([reply.body.id, reply.body.userName, reply.body.active], [id, userName.toUpperCase(), true]);
  assert.equal(reply.body.title, undefined);
  const person = await record(id);
  assert.deepEqual([person.status, person.managed_by], ["invited", "scim"]);
  const again = await acme.scim.generic.post("/Users", newcomer({ userName }));
  assert.equal(again.status, 409);
});

test("unknown ids, nonsense and other organisations' people are all 404", async () => {
  const other = await openOther();
  for (const id of ["01a1ff58-c90e-73bc-b1d9-39b99b0a52eb", "x", "%00", "a".repeat(500), other]) {
    for (const reply of [
      await acme.scim.generic.get(`/Users/${id}`),
      await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "x" }]),
      await acme.scim.generic.put(`/Users/${id}`, newcomer()),
      await acme.scim.generic.delete(`/Users/${id}`),
    ]) {
      assert.equal(reply.status, 404, `${id}: ${reply.text}`);
      assert.equal(reply.body.detail, "There is no such user.");
    }
  }
});

/** A person of another organisation. */
async function openOther(): Promise<string> {
  await createOrganisation(acme.database, {
    organisation: { code: "OTHER", name: "Other" },
    people: [{ employee_no: "1", first_name: "A", last_name: "B", email: "a@other.example" }],
  });
  const { rows } = await acme.database.superuser.query(
    "select p.id from person p join tenant t on t.id = p.tenant_id where t.code = 'OTHER'",
  );
  return rows[0].id;
}
