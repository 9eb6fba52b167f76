import type { OrganisationFileInput } from "./organisation.ts";
import type { TestDatabase } from "../database.ts";
import { workOff } from "../jobs.ts";
import { createOrganisation, type TestOrganisation } from "./organisation.ts";
import { session_cookie, sessionOf, createAccount, type Panel, type Role, type TestAccount } from "../panel/panel.ts";
import { scimOf, urns } from "../scim.ts";
import { apiOf, byKey, request, type TestServer } from "../server.ts";
import { failedDeliveryOf } from "../../panel/samples/webhooks.ts";

/** An organisation in which every screen of the panel has data, and the accounts that may open them. */
export type FullOrganisation = {
  organisation: TestOrganisation;
  accounts: Record<Role, TestAccount>;
  panelOf(role: Role): Promise<Panel>;
  /** The id of a record of each kind, by the parameter names of the panel's addresses without `_id`. */
  ids: Record<string, string>;
};

const roles: readonly Role[] = ["it_admin", "training_admin", "compliance_officer", "guard", "learner"];
const people_count = 60;
const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

const file: OrganisationFileInput = {
  contract: { rate },
  attributes: [{ key: "cost_center", type: "string" }],
  departments: [
    { name: "Operations", code: "OPS" },
    { name: "Logistyka Północ", code: "OPS-LN", parent: "OPS" },
    { name: "Magazyn", code: "WH-1" },
    { name: "magazyn ", code: "WH-2" },
    { name: "Archive", code: "ARCH", active: false },
  ],
  contractors: [{ name: "Bud-Serwis Sp. z o.o.", code: "BUD", tax_id: "PL5252248481", contract_valid_until: "2030-01-31" }],
  courses: [
    { code: "READ", title: "Zasady: żółć", content: { kind: "document", text: "Keep the doors shut." }, default_due_days: 30 },
    {
      code: "QUIZ",
      title: "Fire safety in storage halls and on loading ramps, with evacuation",
      validity: { value: 12, unit: "month" },
      default_due_days: 30,
      content: { kind: "quiz", questions: [{ text: "Doors?", options: ["shut", "open"], correct: [0] }] },
    },
    { code: "LINK", title: "Forklift", content: { kind: "link", url: "https://courses.example/forklift" } },
    { code: "OFF", title: "Retired course", active: false },
    { code: "ROOM", title: "First aid in the training room" },
  ],
  learning_paths: [{ code: "START", title: "First week", courses: ["READ", "LINK"] }],
  licenses: [
    { name: "Forklift seats", courses: ["LINK"], seats_total: 5 },
    { name: "Onboarding", paths: ["START"] },
    { name: "Reading", courses: ["READ"] },
  ],
  groups: [
    { code: "SHIFT", name: "Night shift", kind: "manual", courses: ["READ"], members: ["P1", "P2"] },
    { code: "HALL", name: "Hall staff", when: { department: "OPS" }, courses: ["QUIZ"] },
  ],
  rules: [{ name: "Fire safety for the warehouse", when: { department: "WH-1" }, assign: ["QUIZ"] }],
  people: Array.from({ length: people_count }, (_, index) => ({
    employee_no: `P${index + 1}`,
    first_name: "Anna",
    last_name: `Number ${index + 1}`,
    email: `p${index + 1}@acme.example`,
    department: (["OPS-LN", "WH-1", "WH-2"] as const)[index % 3]!,
    ...(index % 7 === 0 ? { worker_type: "b2b_contractor" as const, contractor: "BUD" } : {}),
  })),
  clients: [
    {
      name: "HR sync",
      scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage"],
      webhook_hosts: ["hooks.acme.example"],
    },
    { name: "Identity provider", scopes: ["scim"], scim_profile: "entra" },
    { name: "Old import", scopes: ["users:read"], disabled: true },
  ],
};

/** The server must have its own address as base URL, as one for browsers does. */
export async function createFullOrganisation(
  database: TestDatabase,
  server: TestServer,
  code = "FULL",
): Promise<FullOrganisation> {
  const organisation = await createOrganisation(database, { ...file, organisation: { code, name: "ACME Logistics" } });
  const accounts = {} as Record<Role, TestAccount>;
  for (const role of roles) accounts[role] = await createAccount(database, organisation.tenant_id, role);
  const panelOf = async (role: Role) => {
    const panel = await sessionOf(server, database, organisation.tenant_id, accounts[role]);
    // The cookie's name without TLS.
    panel.cookies.set("muster_session", panel.cookies.get(session_cookie)!);
    return panel;
  };
  const trainer = await panelOf("training_admin");
  await callAsClient(server, organisation, accounts.learner);
  await provision(server, organisation);
  const webhook = await failedDeliveryOf({ database, organisation });
  const csv = "employee_no,first_name,last_name,email\nX1,Anna,New,x1@acme.example\nX2,Jan,Wrong,no address\n";
  const send = { body: csv, headers: { "content-type": "text/csv", origin: server.url } };
  const { id: import_id } = (await ok(trainer.call("POST", "/imports/users?dry_run=true", send))).body;
  await learn(await panelOf("learner"), server.url);
  await database.superuser.query("update person set manager_id = $2 where tenant_id = $1 and employee_no = 'P1'", [
    organisation.tenant_id,
    accounts.learner.id,
  ]);
  await database.superuser.query(
    `insert into unmatched_value (tenant_id, person_id, field, value, value_norm, since)
    select tenant_id, id, 'department', 'Magazyn Południe', 'magazyn południe', now() from person
    where tenant_id = $1 and employee_no = 'P5'`,
    [organisation.tenant_id],
  );
  const bulk = await orderForMany(trainer, server.url);
  await putTogether(trainer, server.url);
  await ask(trainer, server.url);
  await keepFile(database, organisation);
  await holdSession(database, organisation, accounts.learner);
  await workOff(database);
  return {
    organisation,
    accounts,
    panelOf,
    ids: { ...(await idsOf(database, organisation, accounts.learner)), webhook: webhook.id, import: import_id, bulk },
  };
}

/** Sends requests with every outcome, for the request log, and creates courses for the learner. */
async function callAsClient(server: TestServer, organisation: TestOrganisation, learner: TestAccount): Promise<void> {
  const { secret } = organisation.clients["HR sync"]!;
  const api = apiOf({ url: server.url }, byKey(organisation.code, secret));
  for (const course_code of ["READ", "QUIZ"]) await ok(api.post("/api/v1/enrollments", { user_id: learner.id, course_code }));
  for (const employee_no of ["P1", "P2", "P3"]) await ok(api.post("/api/v1/enrollments", { employee_no, course_code: "LINK" }));
  await api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "LINK" });
  await api.post("/api/v1/enrollments", { employee_no: "missing", course_code: "LINK" });
  await api.get("/api/v1/users?limit=2");
  const wrong = byKey(organisation.code, `${secret.slice(0, -4)}0000`);
  await request(server.url, "GET", "/api/v1/users", { headers: wrong });
}

/** Requests of an identity provider: a valid user, and an invalid one. */
async function provision(server: TestServer, organisation: TestOrganisation): Promise<void> {
  const scim = scimOf(server, organisation.code, organisation.clients["Identity provider"]!.secret);
  const user = (userName: string) => ({
    schemas: [urns.user, urns.enterprise],
    userName,
    externalId: userName,
    name: { givenName: "Ewa", familyName: "Lis" },
    emails: [{ value: userName, type: "work", primary: true }],
    active: true,
    [urns.enterprise]: { employeeNumber: userName.split("@")[0], department: "Nowhere" },
  });
  await ok(scim.post("/Users", user("s1@acme.example")));
  await scim.post("/Users", user("s1@acme.example"));
  await ok(scim.post("/Groups", { schemas: [urns.group], displayName: "Everyone" }));
}

/** Orders a course for more people than there are seats; returns the id of the order. */
async function orderForMany(trainer: Panel, origin: string): Promise<string> {
  const { courses } = (await ok(trainer.get("/courses?q=LINK"))).body as { courses: { id: string; code: string }[] };
  const body = { selection: { filter: { q: "Number" } }, course_id: courses.find(({ code }) => code === "LINK")!.id };
  const { operation_id } = (await ok(trainer.post("/bulk-operations/preview", body, { headers: { origin } }))).body;
  await ok(trainer.call("PUT", `/bulk-operations/${operation_id}`, { body, headers: { origin } }));
  return operation_id;
}

/** Creates a shared report with groups and a chart. */
async function putTogether(trainer: Panel, origin: string): Promise<void> {
  const shape = { columns: ["full_name", "department_name"], filters: {}, group_by: "department_name", chart: "bars" };
  const body = { name: "People by department", is_shared: true, definition: { subject: "people", ...shape } };
  await ok(trainer.post("/reports", body, { headers: { origin } }));
}

/** Creates a category of the question bank. */
async function ask(trainer: Panel, origin: string): Promise<void> {
  const send = { headers: { origin } };
  const { id } = (await ok(trainer.post("/question-categories", { name: "Fire safety" }, send))).body;
  const questions = ["Doors?", "Exits?"].map((text) => ({ text, options: ["shut", "open"], correct: [0] }));
  await ok(trainer.post(`/question-categories/${id}/questions`, { questions }, send));
}

/** Stores a document that a course may show, with its bytes. */
async function keepFile(database: TestDatabase, { tenant_id }: TestOrganisation): Promise<void> {
  await database.superuser.query(
    `with f as (
      insert into course_file (tenant_id, id, course_id, name, media_type, size_bytes, begun_us, uploaded_by_name, uploaded_at)
      select tenant_id, gen_random_uuid(), id, 'rules.pdf', 'application/pdf', 9, infra.now_us(), 'Tom Trainer', now()
      from course where tenant_id = $1 and code = 'READ'
      returning tenant_id, id
    )
    insert into course_file_chunk (tenant_id, file_id, number, bytes) select tenant_id, id, 0, convert_to('%PDF-1.7\n', 'UTF8') from f`,
    [tenant_id],
  );
}

/** The learner reads one course, which gives a certificate if the course issues one. */
async function learn(panel: Panel, origin: string): Promise<void> {
  const send = { headers: { origin } };
  const { courses } = (await ok(panel.get("/my/training"))).body as { courses: { id: string; course_code: string }[] };
  const quiz = courses.find(({ course_code }) => course_code === "QUIZ")!;
  await ok(panel.post(`/my/courses/${quiz.id}/start`, undefined, send));
  await ok(panel.post(`/my/courses/${quiz.id}/answers`, { answers: [[0]] }, send));
}

/** A course session in progress with the learner as trainer: some are booked, one waits, one was absent. */
async function holdSession({ superuser }: TestDatabase, { tenant_id }: TestOrganisation, trainer: TestAccount): Promise<void> {
  await superuser.query(
    `with session as (
      insert into course_session (tenant_id, id, course_id, location, starts_at, ends_at, time_zone, trainer_id, capacity, waiting_max, updated_at)
      select tenant_id, infra.new_id(), id, 'Hall B, first floor', now() - interval '1 hour', now() + interval '3 hours', 'Europe/Warsaw', $2, 3, 2, now()
      from course where tenant_id = $1 and code = 'ROOM'
      returning tenant_id, id, course_id
    ),
    enrolled as (
      insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      select s.tenant_id, infra.new_id(), p.id, s.course_id, 2026, 'admin', true, now() - interval '1 day', 3
      from session s join person p on p.tenant_id = s.tenant_id
      where p.employee_no in ('P11', 'P12', 'P13', 'P14')
      returning id, person_id
    )
    insert into course_booking (tenant_id, session_id, person_id, enrollment_id, state, is_walk_in, queue_no, state_since, attended)
    select s.tenant_id, s.id, e.person_id, e.id, case p.employee_no when 'P14' then 'waiting' else 'booked' end, p.employee_no = 'P12',
      row_number() over (order by p.employee_no), now(), case p.employee_no when 'P13' then false end
    from session s cross join enrolled e
    join person p on p.tenant_id = s.tenant_id and p.id = e.person_id`,
    [tenant_id, trainer.id],
  );
}

async function ok<T extends { status: number; text: string }>(answer: Promise<T>): Promise<T> {
  const reply = await answer;
  if (reply.status >= 300) throw new Error(`answered ${reply.status}: ${reply.text}`);
  return reply;
}

async function idsOf(
  database: TestDatabase,
  { tenant_id }: TestOrganisation,
  learner: TestAccount,
): Promise<Record<string, string>> {
  const { rows } = await database.superuser.query<{ kind: string; id: string }>(
    `select 'client' as kind, id from client where tenant_id = $1 and name = 'HR sync'
    union all select 'person', id from person where tenant_id = $1 and employee_no = 'P1'
    union all select 'enrollment', id from enrollment where tenant_id = $1 and course_id = (select id from course where tenant_id = $1 and code = 'LINK')
      and person_id = (select id from person where tenant_id = $1 and employee_no = 'P1')
    union all select 'department', id from department where tenant_id = $1 and code = 'OPS-LN'
    union all select 'contractor', id from contractor where tenant_id = $1 and code = 'BUD'
    union all select 'course', id from course where tenant_id = $1 and code = 'READ'
    union all select 'course_session', id from course_session where tenant_id = $1
    union all select 'category', id from question_category where tenant_id = $1
    union all select 'path', id from course where tenant_id = $1 and code = 'START'
    union all select 'licence', id from license where tenant_id = $1 and name = 'Forklift seats'
    union all select 'license', id from license where tenant_id = $1 and name = 'Forklift seats'
    union all select 'report', id from report where tenant_id = $1
    union all select 'rule', id from rule where tenant_id = $1
    union all select 'group', id from person_group where tenant_id = $1 and code = 'HALL'
    union all select '/my-training/$course_id', id from enrollment where tenant_id = $1 and person_id = $2
      and course_id = (select id from course where tenant_id = $1 and code = 'READ')
    union all select 'administrator', id from administrator where tenant_id = $1 and role = 'compliance_officer'`,
    [tenant_id, learner.id],
  );
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]));
}
