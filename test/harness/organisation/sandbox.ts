import assert from "node:assert/strict";
import { openDatabase, type TestDatabase } from "../database.ts";
import { checkEvents } from "../events.ts";
import { createOrganisation, type OrganisationFileInput, type TestOrganisation } from "./organisation.ts";
import { apiOf, byKey, startServer, type Api, type Reply, type TestServer } from "../server.ts";

/** A sandbox organisation on a server of its own, with functions to read its tables. */
export type Sandbox = {
  database: TestDatabase;
  server: TestServer;
  organisation: TestOrganisation;
  /** A client with the scopes of people, enrollments and compliance. */
  api: Api;
  /** Moves the clock by a duration, or to an instant; returns its new time. */
  advance(by: string): Promise<string>;
  /** Assigns a course, and returns the enrollment. */
  assign(employee_no: string, course_code: string, more?: Record<string, unknown>): Promise<any>;
  /** Sends a learner's progress. */
  progress(enrollment_id: string, body: Record<string, unknown>): Promise<any>;
  /** Starts and completes an enrollment. */
  complete(enrollment_id: string): Promise<any>;
  enrollmentsOf(employee_no: string, course_code: string): Promise<any[]>;
  /** The stored flag of a person in a course, or null. */
  flagOf(employee_no: string, course_code: string): Promise<string | null>;
  /** Bodies of the events of a type, in the order of their transactions. */
  events(type: string): Promise<any[]>;
  /** Alerts, the oldest first. */
  alerts(): Promise<{ kind: string; reason: string; open: boolean }[]>;
  close(): Promise<void>;
};

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

/** An organisation with people P1, P2 … `count` in one department, at an instant at which real time stands still. */
export async function openSandbox(at: string, file: OrganisationFileInput, count = 1): Promise<Sandbox> {
  const database = await openDatabase();
  await database.clock.freeze(at);
  const people = Array.from({ length: count }, (_, index) => ({
    employee_no: `P${index + 1}`,
    first_name: "Anna",
    last_name: `Number ${index + 1}`,
    email: `p${index + 1}@acme.example`,
    department: "LN",
  }));
  const organisation = await createOrganisation(database, {
    contract: { rate },
    departments: [{ name: "Logistyka Północ", code: "LN" }],
    people,
    clients: [{ name: "HR sync", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read"] }],
    ...file,
    organisation: { kind: "sandbox", ...file.organisation },
  });
  const server = await startServer(database);
  const api = apiOf(server, byKey(organisation.code, organisation.clients["HR sync"]!.secret));
  return {
    database,
    server,
    organisation,
    api,
    ...actionsOf(api),
    ...looksAt(database, organisation.tenant_id),
    async close() {
      await server.close();
      try {
        await checkEvents(database);
      } finally {
        await database.close();
      }
    },
  };
}

function actionsOf(api: Api) {
  const progress = async (id: string, body: Record<string, unknown>) =>
    ok(await api.post(`/api/v1/sandbox/enrollments/${id}/progress`, body));
  return {
    advance: async (by: string) => {
      const body = by.startsWith("P") ? { advance: by } : { now: by };
      return ok(await api.post("/api/v1/sandbox/clock", body)).now as string;
    },
    assign: async (employee_no: string, course_code: string, more: Record<string, unknown> = {}) =>
      ok(await api.post("/api/v1/enrollments", { employee_no, course_code, ...more }), 201),
    progress,
    complete: async (id: string) => {
      await progress(id, { event: "started" });
      return progress(id, { event: "completed", score: 90 });
    },
    enrollmentsOf: async (employee_no: string, course_code: string) =>
      ok(await api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=${course_code}`)).enrollments as any[],
  };
}

function looksAt(database: TestDatabase, tenant_id: string) {
  const query = async (text: string, ...values: unknown[]) => (await database.superuser.query(text, [tenant_id, ...values])).rows;
  return {
    flagOf: async (employee_no: string, course_code: string) => {
      const rows = await query(
        `select s.status from compliance_status s
         join person p on p.id = s.person_id and p.employee_no = $2
         join course c on c.id = s.course_id and c.code = $3
         where s.tenant_id = $1`,
        employee_no,
        course_code,
      );
      return (rows[0]?.status as string | undefined) ?? null;
    },
    events: async (type: string) => {
      const rows = await query("select body from event where tenant_id = $1 and type = $2 order by xid, id", type);
      return rows.map(({ body }) => JSON.parse((body as Buffer).toString()));
    },
    alerts: async () =>
      query("select kind, reason, resolved_at is null as open from alert where tenant_id = $1 order by raised_at, id") as never,
  };
}

function ok({ status, body, text }: Reply, expected = 200): any {
  assert.equal(status, expected, text);
  return body;
}
