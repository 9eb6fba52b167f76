// What changes people and enrollments, and the single event of each change (docs/decisions/0056). Events are read from the feed,
// as clients do.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { checkEvents } from "../harness/events.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import { createOrganisation, type OrganisationFileInput, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { createAccount, givePassword, openPanel, sessionOf, test_password, type Panel } from "../harness/panel/panel.ts";
import { scimOf, urns, type Scim } from "../harness/scim.ts";
import { apiOf, byKey, ok, startServer, type Api, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { testCauses, type Cause } from "./told-once.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let api: Api;
let scim: Scim;
let panel: Panel;
let cursor: string | null = null;

/** An organisation file of a sandbox, so that time can be moved. */
const file: OrganisationFileInput = {
  organisation: { kind: "sandbox", time_zone: "Europe/Warsaw" },
  contract: { rate },
  attributes: [
    { key: "shift", type: "string" },
    { key: "level", type: "number" },
  ],
  departments: [
    { name: "Logistics", code: "LOG" },
    { name: "Logistik", code: "DUP" },
  ],
  contractors: [{ name: "Bud-Serwis", code: "BS", contract_valid_until: "2026-06-20" }],
  courses: [
    { code: "FIRE-01", title: "Fire", attempts_allowed: 1 },
    { code: "READ-01", title: "Reading" },
  ],
  learning_paths: [{ code: "PATH-01", title: "First days", courses: ["READ-01"] }],
  groups: [{ code: "URGENT", name: "Urgent", kind: "manual", courses: ["FIRE-01"], due_days: 2 }],
  clients: [
    {
      name: "api",
      scopes: ["users:read", "users:write", "enrollments:write", "webhooks:manage", "structure:write", "structure:read"],
    },
    { name: "idp", scopes: ["scim"] },
  ],
};

before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-06-01T08:00:00Z");
  acme = await createOrganisation(database, file);
  server = await startServer(database);
  api = apiOf(server, byKey(acme.code, acme.clients["api"]!.secret));
  scim = scimOf(server, acme.code, acme.clients["idp"]!.secret);
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  await told();
});
after(async () => {
  await server?.close();
  try {
    await checkEvents(database);
  } finally {
    await database.close();
  }
});

/** The new events of the feed with the types in question: `type number fields by`, in the order of the feed. */
async function told(): Promise<string[]> {
  await settled(database);
  const lines: string[] = [];
  for (;;) {
    const { status, body, text } = await api.get(`/api/v1/events?limit=500${cursor === null ? "" : `&cursor=${cursor}`}`);
    assert.equal(status, 200, text);
    lines.push(...body.events.filter(isAbout).map(lineOf));
    cursor = body.pagination.next_cursor ?? body.pagination.resume_cursor ?? cursor;
    if (body.pagination.next_cursor === null) return lines;
  }
}

const isAbout = ({ type }: { type: string }) => type.startsWith("user.") || type === "enrollment.updated";

function lineOf({ type, data }: any): string {
  // A number that was given up ends with a part of the person's id.
  const employee_no = data.user.employee_no.replace(/~[0-9a-f]{12}/, "~");
  return `${type} ${employee_no} [${(data.changed_fields ?? []).join(" ")}] ${(data.actor ?? data.updated_by).name}`;
}

const users = "/api/v1/users";
const newcomer = (employee_no: string, given: object = {}) => ({
  employee_no,
  first_name: "Anna",
  last_name: "Kowalska",
  email: `${employee_no.toLowerCase()}@acme.example`,
  ...given,
});
const hire = (employee_no: string, given: object = {}) => ok(api.post(users, newcomer(employee_no, given)), 201);
const idOf = async (employee_no: string): Promise<string> =>
  (await ok(api.get(`${users}?employee_no=${employee_no}`))).users[0].id;
const assign = (employee_no: string, due_date: string | null = null, course_code = "FIRE-01") =>
  ok(api.post("/api/v1/enrollments", { employee_no, course_code, due_date }), 201);
const learns = (id: string, body: object) => ok(api.post(`/api/v1/sandbox/enrollments/${id}/progress`, body));

async function importFile(text: string, query = ""): Promise<void> {
  const sent = await ok(
    api.call("POST", `/api/v1/imports/users${query}`, { headers: { "content-type": "text/csv" }, body: text }),
    202,
  );
  await workOff(database);
  assert.equal((await ok(api.get(`/api/v1/imports/${sent.id}`))).status, "finished");
}

const people: Cause[] = [
  { name: "POST /users", act: () => hire("R1"), tells: ["user.created R1 [] api"] },
  {
    name: "PATCH /users/{id}",
    act: async () => ok(api.patch(`${users}/${await idOf("R1")}`, { job_title: "Driver", attributes: { shift: "B" } })),
    tells: ["user.updated R1 [attributes.shift job_title] api"],
    again: true,
  },
  {
    name: "PATCH of one attribute of two",
    act: async () => ok(api.patch(`${users}/${await idOf("R1")}`, { attributes: { level: 3 } })),
    tells: ["user.updated R1 [attributes.level] api"],
    again: true,
  },
  {
    name: "PATCH active: false, with another field",
    act: async () => ok(api.patch(`${users}/${await idOf("R1")}`, { active: false, job_title: null })),
    tells: ["user.deactivated R1 [job_title status] api"],
    again: true,
  },
  {
    name: "PATCH active: true",
    act: async () => ok(api.patch(`${users}/${await idOf("R1")}`, { active: true })),
    tells: ["user.reactivated R1 [status] api"],
    again: true,
  },
  {
    name: "the panel creates",
    act: () => ok(panel.post("/people", newcomer("P1")), 201),
    tells: ["user.created P1 [] Ada Admin"],
  },
  {
    name: "the panel suspends",
    act: async () => ok(panel.post(`/people/${await idOf("P1")}/suspend`)),
    tells: ["user.updated P1 [status] Ada Admin"],
    again: true,
  },
  {
    name: "the panel ends a suspension",
    act: async () => ok(panel.post(`/people/${await idOf("P1")}/resume`)),
    tells: ["user.updated P1 [status] Ada Admin"],
    again: true,
  },
  {
    name: "a first sign-in, which names no one",
    given: async () => givePassword(database, acme.tenant_id, { id: await idOf("P1"), kind: "person", login: "" }),
    act: () =>
      ok(openPanel(server).post("/sign-in", { tenant_code: acme.code, login: "p1@acme.example", password: test_password })),
    tells: ["user.updated P1 [status] P1"],
    again: true,
  },
  {
    name: "SCIM creates, with a department that is not known",
    act: () =>
      ok(
        scim.post("/Users", {
          schemas: [urns.user, urns.enterprise],
          userName: "s1@acme.example",
          [urns.enterprise]: { employeeNumber: "S1", department: "Depot" },
        }),
        201,
      ),
    tells: ["user.created S1 [] idp"],
  },
  {
    name: "an unknown name is given a meaning",
    act: () => ok(panel.post("/scim/unmatched", { field: "department", value: "Depot", resolution: "create" })),
    tells: ["user.updated S1 [department_id] Ada Admin"],
  },
  {
    name: "SCIM changes",
    act: async () => ok(scim.patch(`/Users/${await idOf("S1")}`, [{ op: "replace", path: "title", value: "Clerk" }])),
    tells: ["user.updated S1 [job_title] idp"],
    again: true,
  },
  {
    name: "SCIM changes what the record does not show",
    act: async () => ok(scim.patch(`/Users/${await idOf("S1")}`, [{ op: "replace", path: "nickName", value: "Sam" }])),
    tells: [],
  },
  {
    name: "SCIM deactivates",
    act: async () => ok(scim.patch(`/Users/${await idOf("S1")}`, [{ op: "replace", value: { active: false } }])),
    tells: ["user.deactivated S1 [status] idp"],
    again: true,
  },
  {
    name: "SCIM brings back",
    act: async () => ok(scim.patch(`/Users/${await idOf("S1")}`, [{ op: "replace", value: { active: true } }])),
    tells: ["user.reactivated S1 [status] idp"],
    again: true,
  },
  {
    name: "SCIM deletes",
    act: async () => ok(scim.delete(`/Users/${await idOf("S1")}`), 204),
    tells: ["user.deactivated S1 [managed_by status] idp"],
  },
  {
    name: "SCIM gives the number to somebody else",
    act: () =>
      ok(
        scim.post("/Users", {
          schemas: [urns.user, urns.enterprise],
          userName: "s2@acme.example",
          [urns.enterprise]: { employeeNumber: "S1" },
        }),
        201,
      ),
    tells: ["user.updated S1~ [employee_no] idp", "user.created S1 [] idp"],
  },
  {
    name: "a file in a dry run",
    act: () => importFile(`employee_no,first_name,last_name,email\nF1,Ewa,Nowak,f1@acme.example\n`, "?dry_run=true"),
    tells: [],
  },
  {
    name: "a file",
    act: () =>
      importFile(
        `employee_no,first_name,last_name,email,job_title\nF1,Ewa,Nowak,f1@acme.example,\nR1,Anna,Kowalska,r1@acme.example,Welder\n`,
      ),
    tells: ["user.created F1 [] api", "user.updated R1 [job_title] api"],
    again: true,
  },
  {
    name: "a file in which somebody is missing",
    act: () =>
      importFile(
        `employee_no,first_name,last_name,email\nR1,Anna,Kowalska,r1@acme.example\nP1,Anna,Kowalska,p1@acme.example\n`,
        "?deactivate_missing=true&max_deactivate_percent=100",
      ),
    tells: ["user.deactivated F1 [status] api"],
    again: true,
  },
  {
    name: "the organisation file",
    act: async () => {
      await createOrganisation(database, {
        ...file,
        people: [
          { employee_no: "O1", first_name: "Ola", last_name: "Nowak", email: "o1@acme.example", department: "DUP" },
          { employee_no: "R1", first_name: "Anna", last_name: "Kowalska-Lis", email: "r1@acme.example" },
        ],
      });
      await workOff(database);
    },
    tells: ["user.created O1 [] muster org apply", "user.updated R1 [last_name] muster org apply"],
    again: true,
  },
  {
    name: "a department is merged into another one",
    act: async () => {
      const { departments } = await ok(api.get("/api/v1/departments"));
      const [from, into] = ["DUP", "LOG"].map((code) => departments.find((one: any) => one.code === code).id);
      await ok(panel.post(`/departments/${from}/merge`, { into_id: into }));
      await workOff(database);
    },
    tells: ["user.updated O1 [department_id] Ada Admin"],
  },
  {
    name: "an employment ends",
    given: async () => {
      await ok(api.patch(`${users}/${await idOf("R1")}`, { employment_end_date: "2026-06-10" }));
      await hire("B1", { worker_type: "b2b_contractor", contractor_name: "Bud-Serwis" });
    },
    act: () => ok(api.post("/api/v1/sandbox/clock", { now: "2026-06-12T08:00:00Z" })),
    tells: ["user.deactivated R1 [status] time"],
  },
  {
    name: "a company's contract ends",
    act: () => ok(api.post("/api/v1/sandbox/clock", { now: "2026-06-25T08:00:00Z" })),
    tells: ["user.deactivated B1 [status] time"],
  },
  {
    name: "a rehire clears the past end of the employment",
    act: async () => ok(api.patch(`${users}/${await idOf("R1")}`, { active: true })),
    tells: ["user.reactivated R1 [employment_end_date status] api"],
    again: true,
  },
];

let enrollment = { id: "" };

const enrollments: Cause[] = [
  {
    name: "a due date is moved",
    given: async () => (enrollment = await assign("R1", "2026-12-01")),
    act: () => ok(api.patch(`/api/v1/enrollments/${enrollment.id}`, { due_date: "2026-11-01" })),
    tells: ["enrollment.updated R1 [due_date] api"],
    again: true,
  },
  {
    name: "a group asks for it earlier",
    act: async () => {
      const { groups } = await ok(api.get("/api/v1/groups"));
      const { id } = groups.find(({ code }: any) => code === "URGENT");
      await ok(api.post(`/api/v1/groups/${id}/members`, { members: [{ action: "join", employee_no: "R1" }] }));
    },
    tells: ["enrollment.updated R1 [due_date] Urgent"],
    again: true,
  },
  {
    name: "a suspension of four days ends",
    given: async () => {
      await ok(panel.post(`/people/${await idOf("R1")}/suspend`));
      await ok(api.post("/api/v1/sandbox/clock", { advance: "P4D" }));
    },
    act: async () => ok(panel.post(`/people/${await idOf("R1")}/resume`)),
    tells: ["user.updated R1 [status] Ada Admin", "enrollment.updated R1 [due_date] Ada Admin"],
    again: true,
  },
  {
    name: "it is started",
    act: () => learns(enrollment.id, { event: "started" }),
    tells: ["enrollment.updated R1 [status] api"],
    again: true,
  },
  {
    name: "it is failed, which has a type of its own",
    act: () => learns(enrollment.id, { event: "failed", score: 10 }),
    tells: [],
  },
  {
    name: "one attempt more is granted",
    act: () => ok(panel.post(`/enrollments/${enrollment.id}/attempt`)),
    tells: ["enrollment.updated R1 [status] Ada Admin"],
  },
  {
    name: "it is withdrawn",
    act: () => ok(panel.post(`/enrollments/${enrollment.id}/withdraw`, { reason: "changed duties" })),
    tells: ["enrollment.updated R1 [status] Ada Admin"],
    again: true,
  },
  {
    name: "the due date of a learning path is moved, with that of its item",
    given: async () => (enrollment = await assign("R1", "2026-12-01", "PATH-01")),
    act: () => ok(api.patch(`/api/v1/enrollments/${enrollment.id}`, { due_date: "2026-11-01" })),
    tells: ["enrollment.updated R1 [due_date] api", "enrollment.updated R1 [due_date] api"],
    again: true,
  },
  {
    name: "an item is started, and its learning path with it",
    act: async () => {
      const { enrollments } = await ok(api.get("/api/v1/enrollments?employee_no=R1&course_code=READ-01"));
      await learns(enrollments[0].id, { event: "started" });
    },
    tells: ["enrollment.updated R1 [status] api", "enrollment.updated R1 [status] api"],
    again: true,
  },
  {
    name: "a learner starts, and is not named",
    given: async () => (enrollment = await assign("P1")),
    act: async () => {
      const learner = { id: await idOf("P1"), kind: "person" as const, login: "p1@acme.example" };
      const own = await sessionOf(server, database, acme.tenant_id, learner);
      await ok(own.post(`/my/courses/${enrollment.id}/start`), 204);
    },
    tells: ["enrollment.updated P1 [status] P1"],
    again: true,
  },
  {
    name: "a started one ends with the account",
    given: async () => {
      enrollment = await assign("O1");
      await learns(enrollment.id, { event: "started" });
    },
    act: async () => ok(api.patch(`${users}/${await idOf("O1")}`, { active: false })),
    tells: ["user.deactivated O1 [status] api", "enrollment.updated O1 [status] api"],
    again: true,
  },
];

testCauses([...people, ...enrollments], told);
