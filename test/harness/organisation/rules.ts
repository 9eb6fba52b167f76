import assert from "node:assert/strict";
import type { Context } from "../../../server/platform/context.ts";
import { openDatabase, type TestDatabase } from "../database.ts";
import { workOff } from "../jobs.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type OrganisationFileInput,
  type TestOrganisation,
} from "./organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../server.ts";
import type { Pool } from "../../../server/platform/db/pool.ts";

/** An organisation with rules and groups, at an instant that a test moves. */
export type Ruled = {
  database: TestDatabase;
  server: TestServer;
  organisation: TestOrganisation;
  api: Api;
  pool: Pool;
  at(instant: string): Promise<void>;
  /** Applies another file and runs the jobs that it sends; returns their queues. */
  apply(file: OrganisationFileInput): Promise<string[]>;
  hire(employee_no: string, given?: Record<string, unknown>): Promise<any>;
  change(person: { id: string }, patch: Record<string, unknown>): Promise<any>;
  /** A person's enrollments, as `course state source due flag`, the oldest first. */
  has(person: { id: string }): Promise<string[]>;
  /** New events of groups and assignments since the last call, as `type course-or-group reason-or-source by`. */
  told(): Promise<string[]>;
  /** Bodies of all events of a type. */
  events(type: string): Promise<any[]>;
  /** The context of an administrator at the present instant. */
  administrator(): Promise<Context>;
  query(text: string, values?: unknown[]): Promise<any[]>;
  close(): Promise<void>;
};

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

export async function openRuled(file: OrganisationFileInput, instant = "2026-02-02T07:00:00Z"): Promise<Ruled> {
  const database = await openDatabase();
  await database.clock.freeze(instant);
  const clients = [{ name: "HR sync", scopes: ["users:read" as const, "users:write" as const, "enrollments:write" as const] }];
  const organisation = await createOrganisation(database, { contract: { rate }, clients, ...file });
  const server = await startServer(database);
  const api = apiOf(server, byKey(organisation.code, organisation.clients["HR sync"]!.secret));
  const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
  await workOff(database);
  let seen = 0;
  return {
    database,
    server,
    organisation,
    api,
    pool: operatorPoolOf(database),
    query,
    async at(moment) {
      await database.clock.freeze(moment);
      await query("delete from rate_bucket");
    },
    async apply(further) {
      await createOrganisation(database, further);
      return workOff(database);
    },
    async hire(employee_no, given = {}) {
      const email = `${employee_no.toLowerCase()}@acme.example`;
      const reply = await api.post("/api/v1/users", { employee_no, first_name: "Anna", last_name: "Kowalska", email, ...given });
      assert.equal(reply.status, 201, reply.text);
      return reply.body;
    },
    async change(person, patch) {
      const reply = await api.patch(`/api/v1/users/${person.id}`, patch);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    async has(person) {
      const rows = await query(
        `select c.code, e.state, e.source, e.due_date::text, e.requirement_active, s.status
         from enrollment e join course c on c.id = e.course_id
         left join compliance_status s on s.person_id = e.person_id and s.course_id = e.course_id
         where e.person_id = $1 order by e.created_at, c.code, e.id`,
        [person.id],
      );
      return rows.map(
        ({ code, state, source, due_date, requirement_active, status }) =>
          `${code} ${state}${requirement_active ? "" : " (lapsed)"} ${source} ${due_date} ${status}`,
      );
    },
    async told() {
      const rows = await query("select body from event order by xid, id");
      const fresh = rows.slice(seen);
      seen = rows.length;
      const events = fresh.map(({ body }) => JSON.parse((body as Buffer).toString()));
      return events.filter(({ type }) => !type.startsWith("user.") && type !== "enrollment.updated").map(lineOf);
    },
    events: async (type) =>
      (await query("select body from event where type = $1 order by xid, id", [type])).map(({ body }) =>
        JSON.parse((body as Buffer).toString()),
      ),
    async administrator() {
      const [row] = await query("select infra.now_us() as now_us");
      return { ...administratorOf(organisation), now: Temporal.Instant.fromEpochMilliseconds(Number(row.now_us) / 1_000) };
    },
    async close() {
      await server.close();
      await database.close();
    },
  };
}

function lineOf({ type, data }: any): string {
  const what = data.course?.code ?? data.group.code;
  const why = data.reason ?? data.cancel_reason ?? data.enrollment.source;
  const by = data.actor ?? data.cancelled_by ?? data.assigned_by;
  return `${type} ${what} ${why} ${by.name}`;
}
