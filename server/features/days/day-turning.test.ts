import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";
import { settled } from "../../../test/harness/settled.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { workOffDue } from "../../platform/jobs/due/due.ts";
import { dayTurning } from "./day-turning.ts";

let database: TestDatabase;
let server: TestServer;
let pool: Pool;
let runJob: () => Promise<void>;

beforeEach(async () => {
  database = await openDatabase();
  server = await startServer(database);
  pool = database.pool("muster_worker");
  runJob = async () => {
    await settled(database);
    await workOffDue(pool, dayTurning(pool), new AbortController().signal);
  };
});
afterEach(async () => {
  await server.close();
  await database.close();
});

/** A live organisation with one person who must complete FIRE-01 by 10 March 2026. */
async function create(code: string, time_zone = "Europe/Warsaw"): Promise<TestOrganisation & { api: Api }> {
  const organisation = await createOrganisation(database, {
    organisation: { code, kind: "live", time_zone },
    courses: [{ code: "FIRE-01", title: "Fire", expiring_soon_days: 60 }],
    contractors: [{ name: "Bud-Serwis", code: "BUD" }],
    people: [{ employee_no: "P1", first_name: "Anna", last_name: "Kowalska", email: "anna@acme.example" }],
    clients: [{ name: "HR", scopes: ["enrollments:write", "users:write", "users:read", "compliance:read"] }],
  });
  const api = apiOf(server, byKey(code, organisation.clients["HR"]!.secret));
  const assigned = await api.post("/api/v1/enrollments", { employee_no: "P1", course_code: "FIRE-01", due_date: "2026-03-10" });
  assert.equal(assigned.status, 201, assigned.text);
  return { ...organisation, api };
}

async function days(): Promise<Record<string, string>> {
  const { rows } = await database.superuser.query("select id, code from tenant");
  const found: Record<string, string> = {};
  for (const { id, code } of rows) {
    const done = sql`select infra.days_done(${id})::text as day`;
    found[code] = (await readTenant<{ day: string }>(pool, id, done))[0]!.day;
  }
  return found;
}

/** The stored flags by organisation, each with the instant since which it holds. */
async function flags(): Promise<Record<string, string>> {
  const { rows } = await database.superuser.query(
    `select t.code, s.status, (
       select max(h.changed_at) from compliance_history h where h.tenant_id = s.tenant_id and h.status = s.status
     ) as since
     from compliance_status s join tenant t on t.id = s.tenant_id`,
  );
  return Object.fromEntries(rows.map(({ code, status, since }) => [code, `${status} ${(since as Date).toISOString()}`]));
}

test("an organisation begins with the day on which it is first seen, and then has each midnight worked off", async () => {
  await database.clock.freeze("2026-03-09T10:00:00Z");
  await create("ACME");
  await runJob();
  assert.deepEqual(await days(), { ACME: "2026-03-09" });
  await database.clock.freeze("2026-03-10T22:59:59Z");
  await runJob();
  assert.deepEqual(await flags(), { ACME: "PENDING 2026-03-09T10:00:00.000Z" });
  await database.clock.advance(1);
  await runJob();
  assert.deepEqual(await flags(), { ACME: "OVERDUE 2026-03-10T23:00:00.000Z" });
  assert.deepEqual(await days(), { ACME: "2026-03-11" });
});

test("each organisation has its own midnight", async () => {
  await database.clock.freeze("2026-03-09T12:00:00Z");
  await create("EAST", "Pacific/Auckland");
  await create("WEST", "America/Los_Angeles");
  await runJob();
  await database.clock.freeze("2026-03-10T12:00:00Z");
  await runJob();
  assert.deepEqual(await days(), { EAST: "2026-03-11", WEST: "2026-03-10" });
  assert.deepEqual(await flags(), { EAST: "OVERDUE 2026-03-10T11:00:00.000Z", WEST: "PENDING 2026-03-09T12:00:00.000Z" });
});

test("after days of downtime every midnight is made up for, at its own instant", async () => {
  await database.clock.freeze("2026-03-01T10:00:00Z");
  const { api } = await create("ACME");
  const { users } = (await api.get("/api/v1/users")).body;
  await api.patch(`/api/v1/users/${users[0].id}`, { employment_end_date: "2026-03-14" });
  await runJob();
  await database.clock.freeze("2026-03-31T10:00:00Z");
  await runJob();
  assert.deepEqual(await days(), { ACME: "2026-03-31" });
  const { rows } = await database.superuser.query("select changed_at, status from compliance_history order by id");
  assert.deepEqual(
    rows.map(({ changed_at, status }) => [(changed_at as Date).toISOString(), status]),
    [
      ["2026-03-01T10:00:00.000Z", "PENDING"],
      ["2026-03-10T23:00:00.000Z", "OVERDUE"],
      ["2026-03-14T23:00:00.000Z", null],
    ],
  );
});

test("a person who left at a midnight that was worked off late stays deactivated, despite later changes", async () => {
  await database.clock.freeze("2026-03-01T10:00:00Z");
  const { api } = await create("ACME");
  const { users } = (await api.get("/api/v1/users")).body;
  await api.patch(`/api/v1/users/${users[0].id}`, { employment_end_date: "2026-03-09" });
  await runJob();
  await database.clock.freeze("2026-03-09T23:00:30Z");
  const contractor = { worker_type: "b2b_contractor", contractor_name: "Bud-Serwis" };
  assert.equal((await api.patch(`/api/v1/users/${users[0].id}`, contractor)).status, 200);
  await database.clock.freeze("2026-03-09T23:01:00Z");
  await runJob();
  await database.clock.freeze("2026-03-31T10:00:00Z");
  const thereOn = async (day: string) => {
    const { summary, rows } = (await api.get(`/api/v1/compliance/matrix?as_of=${day}`)).body;
    const { reasons } = (await api.get(`/api/v1/compliance/explain?employee_no=P1&course_code=FIRE-01&as_of=${day}`)).body;
    return [summary.people, rows.length, reasons[0].code];
  };
  assert.deepEqual(await thereOn("2026-03-09"), [1, 1, "NOT_STARTED"]);
  assert.deepEqual(await thereOn("2026-03-10"), [0, 0, "PERSON_INACTIVE"]);
  assert.deepEqual(await thereOn("2026-03-20"), [0, 0, "PERSON_INACTIVE"]);
});

test("one organisation's failure fails the run and holds up no other, and is made up for", async () => {
  await database.clock.freeze("2026-03-09T10:00:00Z");
  const { tenant_id } = await create("AAA");
  await create("BBB");
  await runJob();
  await database.superuser.query(`
    create function public.broken() returns trigger language plpgsql as $$
    begin
      if new.tenant_id = '${tenant_id}' then raise exception 'the power has gone'; end if;
      return new;
    end $$;
    create trigger broken before insert on compliance_history for each row execute function public.broken()`);
  await database.clock.freeze("2026-03-12T10:00:00Z");
  await assert.rejects(runJob(), (error: AggregateError) => {
    assert.deepEqual(
      error.errors.map(({ message }) => message),
      [`failed for "${tenant_id}"`],
    );
    return true;
  });
  assert.deepEqual(await days(), { AAA: "2026-03-10", BBB: "2026-03-12" });
  await database.superuser.query("drop trigger broken on compliance_history; drop function public.broken()");
  // A failed row pauses before it is tried again.
  await database.clock.advance(30);
  await runJob();
  assert.deepEqual(await days(), { AAA: "2026-03-12", BBB: "2026-03-12" });
  assert.deepEqual((await flags())["AAA"], "OVERDUE 2026-03-10T23:00:00.000Z");
});

test("a flag that a request of the day before has left behind midnight's work is caught within a minute", async () => {
  await database.clock.freeze("2026-03-10T10:00:00Z");
  const { tenant_id } = await create("ACME");
  await runJob();
  await database.clock.freeze("2026-03-11T10:00:00Z");
  // As if the work of the midnight had ended before the assignment committed.
  await database.superuser.query("update tenant_day set done_through = '2026-03-11' where tenant_id = $1", [tenant_id]);
  await runJob();
  assert.deepEqual(await flags(), { ACME: "OVERDUE 2026-03-11T10:00:00.000Z" });
  const { rows } = await database.superuser.query("select infra.tenants_with_a_new_day()");
  assert.deepEqual(rows, []);
});
