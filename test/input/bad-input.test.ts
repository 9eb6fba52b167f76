import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../harness/server.ts";

// Invalid input as an integrator may send it: each refusal names the field and the code, and nothing is stored.

let database: TestDatabase;
let server: TestServer;
let api: Api;
let acme: TestOrganisation;
let person_id: string;
before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    contract: { rate: { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 } },
    departments: [{ name: "Logistyka Północ", code: "LN" }],
    courses: [{ code: "FORK", title: "Forklift" }],
    licenses: [{ name: "All", courses: ["FORK"] }],
    people: [{ employee_no: "1", first_name: "Anna", last_name: "Lis", email: "anna@acme.example", department: "LN" }],
    clients: [
      {
        name: "HR",
        scopes: [
          "users:read",
          "users:write",
          "enrollments:write",
          "compliance:read",
          "webhooks:manage",
          "structure:read",
          "gate:read",
        ],
        webhook_hosts: ["hooks.acme.example"],
      },
    ],
  });
  server = await startServer(database);
  api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  person_id = (await api.get("/api/v1/users?employee_no=1")).body.users[0].id;
});
after(async () => {
  await server.close();
  await database.close();
});

const person = { employee_no: "2", first_name: "Jan", last_name: "Nowak", email: "jan@acme.example" };

/** All rows that these requests could have written. */
async function stored(): Promise<unknown> {
  const { rows } = await database.superuser.query(
    `select (select json_agg(p order by id) from person p) as people, (select count(*) from enrollment) as enrollments,
       (select count(*) from webhook_subscription) as subscriptions, (select count(*) from import) as imports`,
  );
  return rows[0];
}

type Row = { detail: string; code: string; pointer?: string; parameter?: string };

/** Sends a request that must be refused; returns place and code of each fault. */
async function refused(method: string, path: string, body?: unknown): Promise<string[]> {
  const before = await stored();
  const reply = await api.call(method, path, body === undefined ? {} : { body });
  assert.equal(reply.status, 422, reply.text);
  assert.deepEqual(await stored(), before);
  return reply.body.errors
    .map(({ pointer, parameter, code, detail }: Row) => {
      assert.ok(detail.length > 0);
      return `${pointer ?? parameter} ${code}`;
    })
    .sort();
}

// R4: one answer names all faults.
const together: [name: string, method: string, path: () => string, body: unknown, faults: string[]][] = [
  [
    "a person of nothing",
    "POST",
    () => "/api/v1/users",
    {},
    ["#/email REQUIRED", "#/employee_no REQUIRED", "#/first_name REQUIRED", "#/last_name REQUIRED"],
  ],
  [
    "a person with faults of every kind",
    "POST",
    () => "/api/v1/users",
    {
      ...person,
      first_name: "",
      last_name: "No\u0000wak",
      email: "x",
      department_name: "Nowhere",
      attributes: { shoe: 43 },
      shoe_size: 43,
      contractor_name: "Bud",
      employment_start_date: "2026-02-02",
      employment_end_date: "2026-01-01",
    },
    [
      "#/attributes/shoe UNKNOWN_ATTRIBUTE",
      "#/contractor_name CONTRACTOR_NOT_ALLOWED",
      "#/department_name UNKNOWN_DEPARTMENT",
      "#/email INVALID_FORMAT",
      "#/employment_end_date OUT_OF_RANGE",
      "#/first_name TOO_SHORT",
      "#/last_name INVALID_FORMAT",
      "#/shoe_size UNKNOWN_FIELD",
    ],
  ],
  [
    "a contractor whose kind cannot be read: of the company nothing can be said",
    "POST",
    () => "/api/v1/users",
    { ...person, worker_type: "robot", contractor_name: "Bud" },
    ["#/worker_type NOT_ALLOWED_VALUE"],
  ],
  [
    "a change of a person",
    "PATCH",
    () => `/api/v1/users/${person_id}`,
    { first_name: null, job_title: 7, department_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f", attributes: { shoe: 43 } },
    [
      "#/attributes/shoe UNKNOWN_ATTRIBUTE",
      "#/department_id UNKNOWN_DEPARTMENT",
      "#/first_name INVALID_TYPE",
      "#/job_title INVALID_TYPE",
    ],
  ],
  [
    "an empty assignment",
    "POST",
    () => "/api/v1/enrollments",
    { cycle_year: "x" },
    ["#/course_code ONE_OF_REQUIRED", "#/cycle_year INVALID_TYPE", "#/employee_no ONE_OF_REQUIRED"],
  ],
  [
    "an assignment that names what is not there",
    "POST",
    () => "/api/v1/enrollments",
    { employee_no: "404", course_code: "NONE", due_date: "soon" },
    ["#/course_code UNKNOWN_COURSE", "#/due_date INVALID_FORMAT", "#/employee_no UNKNOWN_PERSON"],
  ],
  [
    "a subscription",
    "POST",
    () => "/api/v1/webhooks/subscriptions",
    { name: "", target_url: "ftp://x", subscribed_events: ["course.complete"], delivery_format: "xml" },
    [
      "#/delivery_format NOT_ALLOWED_VALUE",
      "#/name TOO_SHORT",
      "#/subscribed_events/0 UNKNOWN_EVENT_TYPE",
      "#/target_url INVALID_URL",
    ],
  ],
  [
    "the matrix",
    "GET",
    () => "/api/v1/compliance/matrix?limit=0&offset=x&department_id=1&compliance_flag=LATE&course_code=",
    undefined,
    [
      "compliance_flag NOT_ALLOWED_VALUE",
      "course_code TOO_SHORT",
      "department_id INVALID_FORMAT",
      "limit OUT_OF_RANGE",
      "offset INVALID_TYPE",
    ],
  ],
];
for (const [name, method, path, body, faults] of together) {
  test(`R4 one 422 names every field: ${name}`, async () => assert.deepEqual(await refused(method, path(), body), faults));
}

// R5: integers are decimal digits.
for (const text of ["1e2", "%2B5", "+5", "0x10", "%205", "5%20", "５", "1.0", "1_0", "", "0b1", "Infinity"]) {
  test(`R5 limit=${text} is no integer`, async () => {
    for (const path of ["users", "departments", "compliance/matrix", "compliance/forecast?weeks=1"])
      assert.deepEqual(
        await refused("GET", `/api/v1/${path}${path.includes("?") ? "&weeks" : "?limit"}=${text}`.replace("weeks=1&", "")),
        [path.includes("forecast") ? "weeks INVALID_TYPE" : "limit INVALID_TYPE"],
      );
  });
}

// R6: names are one line, without invisible characters.
const hidden: [name: string, text: string][] = [
  ["a line break", "An\nna"],
  ["a carriage return", "An\rna"],
  ["a tabulator", "An\tna"],
  ["an escape", "An\u001bna"],
  ["a delete", "An\u007fna"],
  ["a control of C1", "An\u0085na"],
  ["a line separator", "An\u2028na"],
  ["a paragraph separator", "An\u2029na"],
  ["an override", "An\u202ena"],
  ["an embedding", "An\u202ana"],
  ["a pop", "An\u202cna"],
  ["an isolate", "An\u2067na"],
  ["the end of an isolate", "An\u2069na"],
];
for (const [name, text] of hidden) {
  test(`R6 ${name} is refused in every name`, async () => {
    for (const field of ["employee_no", "first_name", "last_name", "job_title", "department_name"]) {
      assert.deepEqual(
        await refused("POST", "/api/v1/users", { ...person, [field]: text }),
        [`#/${field} INVALID_FORMAT`],
        field,
      );
      assert.deepEqual(
        await refused("PATCH", `/api/v1/users/${person_id}`, { [field]: text }),
        [`#/${field} INVALID_FORMAT`],
        field,
      );
    }
    const subscription = { name: text, target_url: "https://hooks.acme.example/x", subscribed_events: ["course.completed"] };
    assert.deepEqual(await refused("POST", "/api/v1/webhooks/subscriptions", subscription), ["#/name INVALID_FORMAT"]);
  });
}

// R7: e-mail addresses of RFC 6531.
for (const email of ["żółw@x.example", "u@żółw.example", "用户@例子.example", "o'brien+x@x.example", "a@b"]) {
  test(`R7 ${email} is an address`, async () => {
    const created = await api.post("/api/v1/users", { ...person, employee_no: `R7 ${email}`, email });
    assert.equal(created.status, 201, created.text);
    assert.equal(created.body.email, email);
  });
}
for (const email of [
  "żółw",
  "@x.example",
  "a@",
  "a b@x.example",
  "a@x..example",
  ".a@x.example",
  "a.@x.example",
  "a@-x.example",
  "a@x.example-",
  "a@x_y.example",
  "a@b@x.example",
  `${"ż".repeat(33)}@x.example`,
  `a@${"ż".repeat(60)}.example`,
  "a@[127.0.0.1]",
  "a\u202e@x.example",
]) {
  test(`R7 ${JSON.stringify(email)} is none`, async () =>
    assert.deepEqual(await refused("POST", "/api/v1/users", { ...person, email }), ["#/email INVALID_FORMAT"]));
}

// R8: one rule for null and for empty.
test("R8 in a create, null is the absence of a value", async () => {
  const enrolled = await api.post("/api/v1/enrollments", {
    employee_no: "1",
    user_id: null,
    course_code: "FORK",
    course_id: null,
    cycle_year: null,
    due_date: null,
  });
  assert.equal(enrolled.status, 201, enrolled.text);
  const created = await api.post("/api/v1/users", {
    ...person,
    employee_no: "R8",
    email: "r8@acme.example",
    worker_type: null,
    department_name: null,
    department_id: null,
    contractor_name: null,
    contractor_id: null,
    job_title: null,
    attributes: null,
    language: null,
    employment_start_date: null,
    employment_end_date: null,
  });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.body.worker_type, "internal_payroll");
  const subscribed = await api.post("/api/v1/webhooks/subscriptions", {
    name: "R8",
    target_url: "https://hooks.acme.example/x",
    subscribed_events: ["course.completed"],
    delivery_format: null,
  });
  assert.equal(subscribed.status, 201, subscribed.text);
  const rotated = await api.post(`/api/v1/webhooks/subscriptions/${subscribed.body.id}/rotate-secret`, { grace_days: null });
  assert.equal(rotated.body.grace_days, 7);
  assert.deepEqual(await refused("POST", "/api/v1/users", { ...person, employee_no: null }), ["#/employee_no INVALID_TYPE"]);
});

test("R8 an empty parameter is refused, whatever it is", async () => {
  const { body: document } = await api.get("/openapi.json");
  let tried = 0;
  for (const [path, operations] of Object.entries(document.paths as Record<string, Record<string, any>>)) {
    const operation = operations["get"];
    if (!operation || !path.startsWith("/api/v1/") || path.includes("{")) continue;
    const parameters = operation.parameters.filter((one: any) => one.in === "query");
    for (const { name } of parameters) {
      const { status, body, text } = await api.get(`${path}?${name}=`);
      assert.equal(status, 422, `${path} ${name}: ${text}`);
      assert.ok(
        body.errors.some(({ parameter }: Row) => parameter === name),
        `${path} ${name}: ${text}`,
      );
      tried += 1;
    }
  }
  assert.ok(tried > 40, `${tried} parameters`);
});
