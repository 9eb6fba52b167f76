// What changes a person's compliance status for a course, and the single event of each change (docs/decisions/0058). The events
// are compared with the feed of changes, which contains each row of the history: none is missing or duplicated.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { revokeCertificate } from "../../server/features/certificates/revoke.ts";
import { endExemption } from "../../server/features/compliance/flag/exempt.ts";
import type { Context } from "../../server/platform/context.ts";
import { withTenant, type Db } from "../../server/platform/db/transaction.ts";
import { checkEvents } from "../harness/events.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { createAccount, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { apiOf, byKey, ok, startServer, type Api, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { testCauses, type Cause } from "./told-once.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let api: Api;
let panel: Panel;
/** The cursors of the feed of events, and of the feed of changes. */
const cursors: Record<string, string | null> = { events: null, changes: null };
let subscription: string;

const type = "compliance.status_changed";
const subscriptions = "/api/v1/webhooks/subscriptions";
const users = "/api/v1/users";

before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-06-01T08:00:00Z");
  server = await startServer(database, { resolve: async () => ["93.184.215.14"] });
  acme = await createOrganisation(database, {
    organisation: { kind: "sandbox", time_zone: "Europe/Warsaw" },
    contract: { rate },
    departments: [
      { name: "Logistics", code: "LOG" },
      { name: "Logistik", code: "DUP" },
    ],
    courses: [
      { code: "FORK", title: "Forklift", validity: { value: 12, unit: "month" }, expiring_soon_days: 60, attempts_allowed: 2 },
      { code: "READ", title: "Reading" },
      { code: "LOTO", title: "Locks" },
    ],
    learning_paths: [{ code: "PATH", title: "First days", courses: ["READ", "LOTO"] }],
    rules: [{ name: "Logistics", when: { department: "LOG" }, assign: ["LOTO"] }],
    groups: [{ code: "URGENT", name: "Urgent", kind: "manual", courses: ["READ"], due_days: 2 }],
    clients: [
      {
        name: "api",
        scopes: [
          "users:read",
          "users:write",
          "enrollments:write",
          "compliance:read",
          "webhooks:manage",
          "structure:write",
          "structure:read",
        ],
        webhook_hosts: ["hooks.acme.example"],
      },
    ],
  });
  api = apiOf(server, byKey(acme.code, acme.clients["api"]!.secret));
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  ({ id: subscription } = await ok(
    api.post(subscriptions, { name: "Flags", target_url: "https://hooks.acme.example/x", subscribed_events: [type] }),
  ));
});
after(async () => {
  await server?.close();
  try {
    if (database) await checkEvents(database);
  } finally {
    await database?.close();
  }
});

/** The new entries of a feed since the last call. */
async function news(feed: "events" | "changes", path: string): Promise<any[]> {
  await settled(database);
  const items: any[] = [];
  for (;;) {
    const at = cursors[feed];
    const body = await ok(api.get(`${path}limit=500${at ? `&cursor=${encodeURIComponent(at)}` : ""}`));
    items.push(...body[feed]);
    cursors[feed] = body.pagination.next_cursor ?? body.pagination.resume_cursor ?? at ?? null;
    if (body.pagination.next_cursor === null) return items;
  }
}

const shared = (one: any) => [
  one.previous_status,
  one.status,
  one.due_date,
  one.enrollment_id,
  one.certificate_id,
  one.valid_until,
  one.next_status,
  one.next_change_on,
];

/** The new events, in order: `number course from>to [reasons] by`. Each change has exactly one of them, with the same values. */
async function told(): Promise<string[]> {
  const changes = await news("changes", "/api/v1/compliance/changes?");
  const events = (await news("events", `/api/v1/events?`)).filter((event) => event.type === type);
  const inOrder = (all: unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
  assert.deepEqual(
    inOrder(events.map(({ data }) => [data.user.id, data.course.id, ...shared(data)])),
    inOrder(changes.map((one) => [one.user_id, one.course_id, ...shared(one)])),
    "each change is told, once",
  );
  return events.map(({ data: { user, course, previous_status, status, reasons, actor } }) => {
    const from_to = `${previous_status ?? "none"}>${status ?? "none"}`;
    return `${user.employee_no} ${course.code} ${from_to} [${reasons.join(" ")}] ${actor.name}`;
  });
}

const run = <T>(work: (db: Db, context: Context) => Promise<T>): Promise<T> =>
  withTenant(operatorPoolOf(database), acme.tenant_id, (db) => work(db, contextNow()));
let now = "2026-06-01T08:00:00Z";
const contextNow = () => ({ ...administratorOf(acme), now: Temporal.Instant.from(now) });
const passTo = async (instant: string) => {
  await ok(api.post("/api/v1/sandbox/clock", { now: instant }));
  now = instant;
};

const hire = async (employee_no: string, given: object = {}) => {
  const person = { employee_no, first_name: "Anna", last_name: "Lis", email: `${employee_no}@acme.example` };
  ids[employee_no] = (await ok(api.post(users, { ...person, ...given }))).id;
};
const ids: Record<string, string> = {};
const assign = async (employee_no: string, course_code: string, due_date: string | null = null) =>
  (enrollment = (await ok(api.post("/api/v1/enrollments", { employee_no, course_code, due_date }))).id);
const learns = (body: object) => ok(api.post(`/api/v1/sandbox/enrollments/${enrollment}/progress`, body));
const courseId = async (code: string): Promise<string> =>
  (await ok(api.get(`/api/v1/course-catalog`))).courses.find((one: any) => one.code === code).id;
const departmentId = async (code: string): Promise<string> =>
  (await ok(api.get("/api/v1/departments"))).departments.find((one: any) => one.code === code).id;
const change = (employee_no: string, body: object) => ok(api.patch(`${users}/${ids[employee_no]}`, body));
const memberOf = async (action: "join" | "leave", employee_no: string) => {
  const { groups } = await ok(api.get("/api/v1/groups"));
  await ok(api.post(`/api/v1/groups/${groups[0].id}/members`, { members: [{ action, employee_no }] }));
};
let enrollment = "";
let exemption = "";

const causes: Cause[] = [
  {
    name: "an assignment",
    given: () => hire("P1"),
    act: () => assign("P1", "FORK", "2026-06-20"),
    tells: ["P1 FORK none>PENDING [NOT_STARTED] api"],
  },
  {
    name: "its start",
    act: () => learns({ event: "started" }),
    tells: ["P1 FORK PENDING>IN_PROGRESS [STARTED] api"],
    again: true,
  },
  { name: "a failed attempt that leaves the flag", act: () => learns({ event: "failed", score: 10 }), tells: [] },
  {
    name: "the due date passes, at midnight",
    act: () => passTo("2026-06-21T08:00:00Z"),
    tells: ["P1 FORK IN_PROGRESS>OVERDUE [PAST_DUE STARTED] time"],
  },
  {
    name: "the due date is moved",
    act: () => ok(api.patch(`/api/v1/enrollments/${enrollment}`, { due_date: "2026-07-20" })),
    tells: ["P1 FORK OVERDUE>IN_PROGRESS [STARTED] api"],
    again: true,
  },
  {
    name: "completion",
    act: () => learns({ event: "completed", score: 90 }),
    tells: ["P1 FORK IN_PROGRESS>COMPLIANT [CERT_VALID] api"],
  },
  {
    name: "the window before the end begins, at midnight",
    act: () => passTo("2027-05-01T08:00:00Z"),
    tells: ["P1 FORK COMPLIANT>EXPIRING_SOON [CERT_VALID WITHIN_EXPIRING_WINDOW] time"],
  },
  {
    name: "the certificate ends, at midnight",
    act: () => passTo("2027-07-01T08:00:00Z"),
    tells: ["P1 FORK EXPIRING_SOON>OVERDUE [CERT_EXPIRED] time"],
  },
  {
    name: "evidence from elsewhere",
    act: async () =>
      ok(
        panel.post("/evidence", {
          person_id: ids["P1"],
          course_id: await courseId("FORK"),
          issuer: "Elsewhere",
          valid_from: "2027-06-30",
          valid_until: "2028-06-30",
        }),
      ),
    tells: ["P1 FORK OVERDUE>COMPLIANT [CERT_VALID] Ada Admin"],
  },
  {
    name: "a correction: the certificate is revoked",
    act: async () => {
      const { certificates } = await ok(api.get("/api/v1/certificates?employee_no=P1"));
      const { id } = certificates.find((one: any) => one.valid_until === "2028-06-30");
      await run((db, context) => revokeCertificate(db, context, id, "By mistake"));
    },
    tells: ["P1 FORK COMPLIANT>OVERDUE [CERT_EXPIRED] IT"],
  },
  {
    name: "an exemption",
    act: async () => {
      const [person_id, course_id] = [ids["P1"], await courseId("FORK")];
      const days = { from: "2027-07-01", until: "2027-07-31" };
      exemption = (await ok(panel.post("/exemptions", { person_id, course_id, ...days, reason: "leave" }))).id;
    },
    tells: ["P1 FORK OVERDUE>COMPLIANT [EXEMPT] Ada Admin"],
  },
  {
    name: "the exemption is ended by hand",
    act: () => run((db, context) => endExemption(db, context, exemption, "back")),
    tells: ["P1 FORK COMPLIANT>OVERDUE [CERT_EXPIRED] IT"],
    again: true,
  },
  {
    name: "an exemption begins and ends by itself, at its midnights",
    given: async () => {
      const [person_id, course_id] = [ids["P1"], await courseId("FORK")];
      const days = { from: "2027-07-05", until: "2027-07-08" };
      await ok(panel.post("/exemptions", { person_id, course_id, ...days, reason: "leave" }));
    },
    act: () => passTo("2027-07-10T08:00:00Z"),
    tells: ["P1 FORK OVERDUE>COMPLIANT [EXEMPT] time", "P1 FORK COMPLIANT>OVERDUE [CERT_EXPIRED] time"],
  },
  {
    name: "retraining, and its removal",
    act: async () => {
      await assign("P1", "FORK", "2027-08-01");
      await ok(api.post(`/api/v1/enrollments/${enrollment}/cancel`, {}));
    },
    tells: ["P1 FORK OVERDUE>PENDING [NOT_STARTED CERT_EXPIRED] api", "P1 FORK PENDING>OVERDUE [CERT_EXPIRED] api"],
  },
  {
    name: "a group is joined",
    act: () => memberOf("join", "P1"),
    tells: ["P1 READ none>PENDING [NOT_STARTED REQUIRED_BY_RULE] api"],
    again: true,
  },
  {
    name: "a group is left",
    act: () => memberOf("leave", "P1"),
    tells: ["P1 READ PENDING>none [NOT_REQUIRED] api"],
    again: true,
  },
  {
    name: "a learning path: its items, not itself",
    given: () => hire("P2"),
    act: () => assign("P2", "PATH"),
    tells: ["P2 LOTO none>PENDING [NOT_STARTED] api", "P2 READ none>PENDING [NOT_STARTED] api"],
  },
  {
    name: "a suspension and its end",
    act: async () => {
      await ok(panel.post(`/people/${ids["P2"]}/suspend`));
      await ok(panel.post(`/people/${ids["P2"]}/resume`));
    },
    tells: [
      "P2 LOTO PENDING>none [PERSON_INACTIVE] Ada Admin",
      "P2 READ PENDING>none [PERSON_INACTIVE] Ada Admin",
      "P2 LOTO none>PENDING [NOT_STARTED] Ada Admin",
      "P2 READ none>PENDING [NOT_STARTED] Ada Admin",
    ],
  },
  {
    name: "the end of an account",
    act: () => change("P2", { active: false }),
    tells: ["P2 LOTO PENDING>none [PERSON_INACTIVE] api", "P2 READ PENDING>none [PERSON_INACTIVE] api"],
    again: true,
  },
  {
    name: "a new person whom a rule means",
    act: async () => hire("P3", { department_id: await departmentId("LOG") }),
    tells: ["P3 LOTO none>PENDING [NOT_STARTED REQUIRED_BY_RULE] api"],
  },
  {
    name: "a person leaves the department of the rule",
    act: () => change("P3", { department_id: null }),
    tells: ["P3 LOTO PENDING>none [NOT_REQUIRED] api"],
    again: true,
  },
  {
    name: "a department is merged into that of the rule",
    given: async () => hire("P4", { department_id: await departmentId("DUP") }),
    act: async () => {
      const [from, into_id] = [await departmentId("DUP"), await departmentId("LOG")];
      await ok(panel.post(`/departments/${from}/merge`, { into_id }));
      await workOff(database);
    },
    tells: ["P4 LOTO none>PENDING [NOT_STARTED REQUIRED_BY_RULE] rules"],
  },
  {
    name: "a file in which somebody is missing",
    act: async () => {
      const text = `employee_no,first_name,last_name,email\nP1,Anna,Lis,P1@acme.example\nP3,Anna,Lis,P3@acme.example\n`;
      const query = "?deactivate_missing=true&max_deactivate_percent=100";
      const headers = { "content-type": "text/csv" };
      await ok(api.call("POST", `/api/v1/imports/users${query}`, { headers, body: text }));
      await workOff(database);
    },
    tells: ["P4 LOTO PENDING>none [PERSON_INACTIVE] api"],
    again: true,
  },
  {
    name: "a course gives days of grace",
    given: async () => {
      await assign("P3", "READ", "2027-07-12");
      await passTo("2027-07-14T08:00:00Z");
    },
    act: async () => {
      await ok(panel.call("PATCH", `/courses/${await courseId("READ")}`, { body: { grace_days: 14 } }));
      await workOff(database);
    },
    tells: ["P3 READ OVERDUE>PENDING [PAST_DUE IN_GRACE NOT_STARTED] compliance"],
    again: true,
  },
];

testCauses(causes, told, (lines) => lines.toSorted());

test(
  "a process that dies at a midnight has told nothing, and the next one tells each change once",
  { skip: needsServer() },
  async () => {
    const people = ["K1", "K2", "K3"];
    for (const person of people) {
      await hire(person);
      await assign(person, "LOTO", "2027-07-20");
    }
    await told();
    // The connection ends when the second event would be written: the transaction is rolled back, as if the process had died.
    await database.superuser.query(
      `create sequence written;
     grant usage on sequence written to public;
     create function die() returns trigger language plpgsql security definer as $$
     begin
       if nextval('written') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
       return new;
     end $$;
     create trigger die before insert on event for each row when (new.type = '${type}') execute function die()`,
    );
    const next = "2027-07-22T08:00:00Z";
    const died = await api.post("/api/v1/sandbox/clock", { now: next });
    assert.ok(died.status >= 500, died.text);
    assert.deepEqual(await told(), []);
    await database.superuser.query("drop trigger die on event");
    await passTo(next);
    const lines = people.map((person) => `${person} LOTO PENDING>OVERDUE [PAST_DUE NOT_STARTED] time`);
    assert.deepEqual((await told()).toSorted(), lines);
  },
);

test("each event waits for the subscription, under its filters, and nothing is written where no subscription lists the type", async () => {
  const { events } = await ok(api.get(`/api/v1/events?type=${type}&limit=500`));
  const { deliveries } = await ok(api.get(`${subscriptions}/${subscription}/deliveries?limit=500`));
  const idsOf = (all: any[], name: string) => all.map((one) => String(one[name])).toSorted();
  assert.deepEqual(idsOf(deliveries, "event_id"), idsOf(events, "id"));
  await ok(api.patch(`${subscriptions}/${subscription}`, { course_ids: [await courseId("LOTO")] }));
  for (const course of ["LOTO", "READ"]) await assign("P1", course);
  const later = (await ok(api.get(`${subscriptions}/${subscription}/deliveries?limit=500`))).deliveries;
  assert.equal(later.length - deliveries.length, 1);
  await told();
  await ok(api.patch(`${subscriptions}/${subscription}`, { course_ids: null, subscribed_events: ["course.completed"] }));
  await ok(api.post(`/api/v1/enrollments/${enrollment}/cancel`, {}));
  assert.equal((await news("changes", "/api/v1/compliance/changes?")).length, 1);
  assert.deepEqual(
    (await news("events", "/api/v1/events?")).filter((event) => event.type === type),
    [],
  );
});
