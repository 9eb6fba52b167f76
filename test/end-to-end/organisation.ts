import assert from "node:assert/strict";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type OrganisationFileInput } from "../harness/organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api, type Reply } from "../harness/server.ts";

const year = { value: 12, unit: "month" } as const;
const renewal = { enabled: true, lead_days: 60, basis: "expiry" } as const;

export const scenario_file: OrganisationFileInput = {
  organisation: { code: "SCENARIO", name: "Scenario", kind: "sandbox", time_zone: "Europe/Warsaw" },
  contract: { rate: { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 } },
  departments: [
    { name: "Operations", code: "OPS" },
    { name: "Logistics North", code: "OPS-LN", parent: "OPS" },
    { name: "Maintenance", code: "MAINT" },
  ],
  courses: [
    {
      code: "FORKLIFT-01",
      title: "Forklift operation",
      validity: year,
      renewal,
      expiring_soon_days: 60,
      default_due_days: 30,
      pass_score: 70,
    },
    {
      code: "DRIVE-01",
      title: "Safe driving",
      validity: { value: 6, unit: "month" },
      expiring_soon_days: 60,
      grace_days: 7,
      default_due_days: 64,
    },
    { code: "LOTO-01", title: "Lockout, tagout", default_due_days: 14 },
    {
      code: "SEAT-01",
      title: "Seated",
      validity: year,
      renewal: { ...renewal, lead_days: 30 },
      expiring_soon_days: 30,
      default_due_days: 30,
    },
  ],
  licenses: [{ name: "Seats", courses: ["SEAT-01"], seats_total: 1, seat_unit: "enrollment", valid_until: "2030-12-31" }],
  rules: [
    { name: "Onboarding operations", when: { department: "OPS" }, assign: ["FORKLIFT-01"], due_days: 30 },
    { name: "Maintenance", when: { department: "MAINT" }, assign: ["LOTO-01"], due_days: 14 },
  ],
  groups: [{ code: "DRIVERS", name: "Drivers", kind: "dynamic", when: { job_title: "driver" }, courses: ["DRIVE-01"] }],
  clients: [{ name: "HR sync", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read"] }],
};

/** The sandbox organisation of the scenario, and the actions of the scenario. */
export type Scenario = {
  database: TestDatabase;
  api: Api;
  /** Moves the organisation's clock to a local time in Warsaw. */
  until: (local: string) => Promise<void>;
  /** The flag from explain, the matrix and the enrollments, which must be equal. */
  flag: (employee_no: string, course_code: string) => Promise<any>;
  /** Like `flag`; checks the flag's value, and that its reasons include `codes`. */
  expectFlag: (employee_no: string, course_code: string, status: string | null, ...codes: string[]) => Promise<any>;
  /** The newest enrollment. */
  newest: (employee_no: string, course_code: string) => Promise<any>;
  /** Sends the learner's events for the newest enrollment. */
  progress: (employee_no: string, course_code: string, ...events: object[]) => Promise<any>;
  /** The new events of assignments, results and groups since the last call, as `type what@instant`. */
  events: () => Promise<string[]>;
  /** All events that `events` has returned so far. */
  told: readonly string[];
  close: () => Promise<void>;
};

export async function openScenario(): Promise<Scenario> {
  const database = await openDatabase();
  await database.clock.freeze("2027-01-15T07:00:00Z");
  const organisation = await createOrganisation(database, scenario_file);
  const server = await startServer(database);
  const api = apiOf(server, byKey(organisation.code, organisation.clients["HR sync"]!.secret));
  const told: string[] = [];

  async function until(local: string): Promise<void> {
    const now = Temporal.PlainDateTime.from(local).toZonedDateTime("Europe/Warsaw").toInstant();
    const { now: reached } = await ok(api.post("/api/v1/sandbox/clock", { now: now.toString() }));
    assert.equal(Temporal.Instant.from(reached).since(now).total("second") < 60, true, reached);
  }

  async function flag(employee_no: string, course_code: string): Promise<any> {
    const explained = await ok(api.get(`/api/v1/compliance/explain?employee_no=${employee_no}&course_code=${course_code}`));
    const { rows, summary } = await ok(api.get(`/api/v1/compliance/matrix?limit=200`));
    const row = rows.find((one: any) => one.employee_no === employee_no);
    const cell = row?.courses[course_code];
    assert.equal(cell?.status ?? null, explained.status, `explain and matrix of ${course_code}`);
    if (cell) assert.deepEqual([cell.next_status, cell.next_change_on], [explained.next_status, explained.next_change_on]);
    const flags = rows.map((one: any) => one.status ?? "no_requirements");
    const counts = { ...summary.counts, no_requirements: summary.no_requirements };
    for (const [status, count] of Object.entries(counts)) {
      assert.equal(flags.filter((one: string) => one === status).length, count, `summary of ${status}`);
    }
    const { enrollments } = await ok(api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=${course_code}`));
    for (const one of enrollments) assert.equal(one.compliance_status, explained.status);
    return { ...explained, cell };
  }

  async function expectFlag(employee_no: string, course_code: string, status: string | null, ...codes: string[]): Promise<any> {
    const found = await flag(employee_no, course_code);
    assert.equal(found.status, status, `${employee_no} ${course_code}: ${JSON.stringify(found.reasons)}`);
    const given = found.reasons.map((reason: any) => reason.code);
    for (const code of codes) assert.ok(given.includes(code), `${code} among ${given.join(", ")}`);
    return found;
  }

  async function newest(employee_no: string, course_code: string): Promise<any> {
    const { enrollments } = await ok(api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=${course_code}`));
    return enrollments.at(-1);
  }

  async function progress(employee_no: string, course_code: string, ...events: object[]): Promise<any> {
    const { id } = await newest(employee_no, course_code);
    let answer: any;
    for (const event of events) answer = await ok(api.post(`/api/v1/sandbox/enrollments/${id}/progress`, event));
    return answer;
  }

  async function events(): Promise<string[]> {
    const { rows } = await database.superuser.query(
      "select body from event where type not like 'user.%' and type <> 'enrollment.updated' order by xid, id",
    );
    const all = rows.map(({ body }) => {
      const { type, created_at, data } = JSON.parse((body as Buffer).toString());
      return `${type} ${data.user.employee_no} ${(data.course ?? data.group).code} ${created_at.slice(0, 16)}Z`;
    });
    const fresh = all.slice(told.length);
    told.push(...fresh);
    return fresh.toSorted();
  }

  const close = async () => {
    await server.close();
    await database.close();
  };
  return { database, api, until, flag, expectFlag, newest, progress, events, told, close };
}

/** The body of an answer that must have this status. */
export async function ok(answer: Promise<Reply>, status = 200): Promise<any> {
  const { status: found, body, text } = await answer;
  assert.equal(found, status, text);
  return body;
}
