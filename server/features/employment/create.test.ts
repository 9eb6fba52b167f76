import assert from "node:assert/strict";
import { after, test } from "node:test";
import { faultsOf, openEmployer } from "../../../test/harness/organisation/people.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { Person } from "../people/schema.ts";

const employer = await openEmployer();
const { database, acme, api, reader, newcomer, someone, countPeople, auditRows } = employer;
after(() => employer.close());

test("a person is created with every field, and answered as the record that a read shows", async () => {
  const created = await api.post("/api/v1/users", {
    employee_no: "0010042",
    first_name: "Anna",
    last_name: "Kowalska-Zielińska",
    email: "Anna.Kowalska@Acme.example",
    department_name: "  logistyka   POLNOC ",
    worker_type: "internal_payroll",
    job_title: "Forklift operator",
    language: "pl",
    employment_start_date: "2026-02-02",
    attributes: { cost_center: "PL-4410", level: 3.5, night: true, badges: ["a", "b"] },
  });
  assert.equal(created.status, 201, created.text);
  const { body } = created;
  matchesSchema(Person, body);
  assert.equal(created.headers.get("location"), `/api/v1/users/${body.id}`);
  assert.equal(body.employee_no, "0010042");
  assert.equal(body.full_name, "Anna Kowalska-Zielińska");
  assert.equal(body.email, "Anna.Kowalska@Acme.example");
  assert.equal(body.login, "anna.kowalska@acme.example");
  assert.equal(body.department_name, "Logistyka Północ");
  assert.deepEqual(body.attributes, { cost_center: "PL-4410", level: 3.5, night: true, badges: ["a", "b"] });
  assert.deepEqual([body.status, body.active, body.managed_by], ["invited", true, "platform"]);
  assert.deepEqual([body.contractor_id, body.last_sign_in_at, body.deactivated_at], [null, null, null]);

  const read = await api.get(`/api/v1/users/${body.id}`);
  assert.equal(read.text, created.text);
  assert.equal(read.headers.get("etag"), created.headers.get("etag"));
});

test("a person needs a number, two names and an address, and nothing else", async () => {
  const created = await api.post("/api/v1/users", newcomer());
  assert.equal(created.status, 201);
  assert.equal(created.body.worker_type, "internal_payroll");
  assert.deepEqual([created.body.department_id, created.body.attributes, created.body.language], [null, {}, null]);
  const reply = await api.post("/api/v1/users", {});
  assert.deepEqual(faultsOf(reply), [
    "#/email REQUIRED",
    "#/employee_no REQUIRED",
    "#/first_name REQUIRED",
    "#/last_name REQUIRED",
  ]);
});

const shape_faults: [fields: Record<string, unknown>, fault: string][] = [
  [{ employee_no: "" }, "#/employee_no TOO_SHORT"],
  [{ employee_no: "   " }, "#/employee_no TOO_SHORT"],
  [{ employee_no: "x".repeat(65) }, "#/employee_no TOO_LONG"],
  [{ employee_no: "1\u00072" }, "#/employee_no INVALID_FORMAT"],
  [{ employee_no: "1\u00002" }, "#/employee_no INVALID_FORMAT"],
  [{ employee_no: 10042 }, "#/employee_no INVALID_TYPE"],
  [{ first_name: "x".repeat(101) }, "#/first_name TOO_LONG"],
  [{ last_name: null }, "#/last_name INVALID_TYPE"],
  [{ last_name: "\ud800" }, "#/last_name INVALID_FORMAT"],
  [{ email: "no address" }, "#/email INVALID_FORMAT"],
  [{ email: `${"x".repeat(250)}@a.pl` }, "#/email TOO_LONG"],
  [{ worker_type: "freelancer" }, "#/worker_type NOT_ALLOWED_VALUE"],
  [{ department_name: "x".repeat(201) }, "#/department_name TOO_LONG"],
  [{ department_id: "not-a-uuid" }, "#/department_id INVALID_FORMAT"],
  [{ department_id: "urn:uuid:019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f" }, "#/department_id INVALID_FORMAT"],
  [{ job_title: "" }, "#/job_title TOO_SHORT"],
  [{ job_title: "x".repeat(201) }, "#/job_title TOO_LONG"],
  [{ language: "klingon language" }, "#/language INVALID_FORMAT"],
  [{ employment_start_date: "2026-02-30" }, "#/employment_start_date INVALID_FORMAT"],
  [{ employment_end_date: "0000-01-01" }, "#/employment_end_date INVALID_FORMAT"],
  [{ attributes: { cost_center: { nested: 1 } } }, "#/attributes/cost_center INVALID_TYPE"],
  [{ attributes: { cost_center: "x".repeat(1001) } }, "#/attributes/cost_center TOO_LONG"],
  [{ attributes: { badges: Array.from({ length: 21 }, () => "a") } }, "#/attributes/badges TOO_LONG"],
  [{ attributes: { badges: ["a", 1] } }, "#/attributes/badges/1 INVALID_TYPE"],
  [{ attributes: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1])) }, "#/attributes TOO_LONG"],
  [{ attributes: [] }, "#/attributes INVALID_TYPE"],
  [{ employe_no: "1" }, "#/employe_no UNKNOWN_FIELD"],
];

test("a value of the wrong shape is named with its place and code, and nothing is stored", async () => {
  const before = await countPeople();
  for (const [fields, fault] of shape_faults) {
    const reply = await api.post("/api/v1/users", newcomer(fields));
    assert.equal(reply.status, 422, fault);
    assert.deepEqual(faultsOf(reply), [fault]);
  }
  assert.equal(await countPeople(), before);
});

test("bounds are counted in characters, not in bytes or UTF-16 units", async () => {
  const { status, body } = await api.post(
    "/api/v1/users",
    newcomer({ first_name: "😀".repeat(100), employee_no: "ż".repeat(64) }),
  );
  assert.equal(status, 201);
  assert.equal(body.first_name, "😀".repeat(100));
});

test("everything that is wrong with references, company, attributes and dates is told at once", async () => {
  const reply = await api.post("/api/v1/users", {
    ...newcomer({ email: undefined }),
    department_name: "Logistyka Pólnoc 2",
    worker_type: "b2b_contractor",
    attributes: { colour: "B", level: "high", badges: "a" },
    employment_start_date: "2026-02-02",
    employment_end_date: "2026-02-01",
  });
  assert.deepEqual(faultsOf(reply), [
    "#/attributes/badges INVALID_TYPE",
    "#/attributes/colour UNKNOWN_ATTRIBUTE",
    "#/attributes/level INVALID_TYPE",
    "#/contractor_name CONTRACTOR_REQUIRED",
    "#/department_name UNKNOWN_DEPARTMENT",
    "#/email REQUIRED",
    "#/employment_end_date OUT_OF_RANGE",
  ]);
  const unknown = reply.body.errors.find((item: any) => item.code === "UNKNOWN_DEPARTMENT");
  assert.equal(unknown.suggestions[0].name, "Logistyka Północ");
  assert.ok(unknown.suggestions.length <= 3);
  assert.deepEqual(Object.keys(unknown.suggestions[0]), ["id", "name"]);
});

test("read-only members are not set by sending them", async () => {
  const { body } = await api.post("/api/v1/users", {
    ...newcomer(),
    login: "root",
    status: "active",
    active: false,
    managed_by: "scim",
    external_id: "x",
    created_at: "1999-01-01T00:00:00.000Z",
    last_sign_in_at: "2026-01-01T00:00:00.000Z",
  });
  assert.deepEqual([body.status, body.active, body.managed_by, body.external_id], ["invited", true, "platform", null]);
  assert.notEqual(body.login, "root");
  assert.equal(body.last_sign_in_at, null);
  assert.ok(body.created_at > "2026");
});

test("creating needs users:write", async () => {
  const { status, body } = await reader.post("/api/v1/users", newcomer());
  assert.equal(status, 403);
  assert.deepEqual(body.required_scopes, ["users:write"]);
});

test("AL1: a create leaves one audit row, with the person's data in its personal part only", async () => {
  const fields = newcomer({ first_name: "Zdzisława", job_title: "Spawaczka", attributes: { cost_center: "secret-4410" } });
  const { body } = await api.post("/api/v1/users", fields);
  const [row, ...more] = await auditRows(body.id);
  assert.deepEqual(more, []);
  assert.equal(row.operation, "person.create");
  assert.equal(row.actor_id, acme.clients["full"]!.client_id);
  assert.deepEqual(row.changes, { state: [null, "invited"], worker_type: [null, "internal_payroll"] });
  assert.deepEqual(row.personal.first_name, [null, "Zdzisława"]);
  const plain = JSON.stringify({ ...row, personal: null });
  for (const value of ["Zdzisława", "Spawaczka", "secret-4410", String(fields["email"]), String(fields["employee_no"])]) {
    assert.ok(!plain.includes(`"${value}"`), `${value} stands outside the personal part`);
  }
});

test("AL1: when the audit row cannot be written, no person is created", async () => {
  const before = await countPeople();
  await database.superuser.query("revoke insert on audit_log from muster_app");
  try {
    const { status } = await api.post("/api/v1/users", newcomer());
    assert.equal(status, 500);
  } finally {
    await database.superuser.query("grant insert on audit_log to muster_app");
  }
  assert.equal(await countPeople(), before);
});

test("people who are created at the same moment share transactions, and each has the own answer, audit row and event", async () => {
  const standing = await someone();
  const { rows: told_before } = await database.superuser.query("select id from event");
  const twins = [newcomer({ employee_no: "TWIN-7" }), newcomer({ employee_no: "twin-7" })];
  const sound = Array.from({ length: 30 }, (_, place) =>
    newcomer({ department_name: place % 2 === 0 ? "logistyka północ" : "Utrzymanie ruchu", job_title: `Job ${place}` }),
  );
  const bodies = [
    ...sound,
    ...twins,
    newcomer({ department_name: "Nowhere", first_name: "Lost" }),
    newcomer({ email: standing.email.toUpperCase() }),
  ];
  const replies = await Promise.all(bodies.map((body) => api.post("/api/v1/users", body)));

  const [lost, taken] = replies.slice(-2);
  assert.deepEqual(faultsOf(lost!), ["#/department_name UNKNOWN_DEPARTMENT"]);
  assert.deepEqual(
    taken!.body.conflicts.map(({ field, user_id }: any) => [field, user_id]),
    [
      ["login", standing.id],
      ["email", standing.id],
    ],
  );
  const of_twins = replies.slice(sound.length, sound.length + twins.length);
  const [made, refused] = of_twins.toSorted((one, other) => one.status - other.status);
  assert.deepEqual([made!.status, refused!.status], [201, 409]);
  assert.deepEqual(refused!.body.conflicts, [{ field: "employee_no", user_id: made!.body.id, status: "invited" }]);

  for (const [place, body] of sound.entries()) {
    const reply = replies[place]!;
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.job_title, body["job_title"]);
    assert.equal(reply.body.department_name, place % 2 === 0 ? "Logistyka Północ" : "Utrzymanie ruchu");
    assert.equal((await api.get(reply.headers.get("location")!)).text, reply.text);
    const rows = await auditRows(reply.body.id);
    assert.deepEqual(
      rows.map(({ operation, request_id, actor_id }) => [operation, request_id, actor_id]),
      [["person.create", reply.headers.get("x-request-id"), acme.clients["full"]!.client_id]],
    );
  }
  const { rows: told } = await database.superuser.query(
    `select type, convert_from(body, 'UTF8')::jsonb #> '{data,user}' as "user" from event where id <> all ($1::uuid[]) order by id`,
    [told_before.map(({ id }) => id)],
  );
  const created = replies.filter(({ status }) => status === 201).map(({ body }) => body.id);
  assert.deepEqual(
    told.map(({ type, user }) => `${type} ${user.id}`).toSorted(),
    created.map((id) => `user.created ${id}`).toSorted(),
  );
  const eventOf = (id: string) => told.find(({ user }) => user.id === id)!.user;
  for (const { id, employee_no, department_id, department_name, worker_type } of replies.slice(0, 2).map(({ body }) => body))
    assert.deepEqual(eventOf(id), { id, employee_no, department_id, department_name, worker_type, contractor_id: null });

  const { rows } = await database.superuser.query(
    "select count(distinct xmin::text)::int as transactions from person where id = any ($1::uuid[])",
    [created],
  );
  assert.ok(
    rows[0].transactions < created.length,
    `${created.length} people were created by ${rows[0].transactions} transactions`,
  );
});

test("a request with an idempotency key among others has a transaction and an answer of its own", async () => {
  const body = newcomer();
  const send = { headers: { "idempotency-key": "once-and-again" } };
  const replies = await Promise.all([
    api.post("/api/v1/users", newcomer()),
    api.post("/api/v1/users", body, send),
    api.post("/api/v1/users", newcomer()),
  ]);
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201],
  );
  const again = await api.post("/api/v1/users", body, send);
  assert.deepEqual([again.status, again.body.id], [201, replies[1].body.id]);
});
