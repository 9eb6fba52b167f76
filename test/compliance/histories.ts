// Random histories of people in a sandbox organisation: assignments, results, certificates, exemptions, moves, leave, returns and
// time. After each step, the stored rows, the pure function and a recomputation in plain SQL agree. At the end, `as_of` returns
// for each step what the matrix showed then.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import fc from "fast-check";
import { recordExternal } from "../../server/features/certificates/record-external.ts";
import { revokeCertificate } from "../../server/features/certificates/revoke.ts";
import { endExemption, grantExemption } from "../../server/features/compliance/flag/exempt.ts";
import { listFacts } from "../../server/features/compliance/sql.ts";
import { flagOf } from "../../server/features/compliance/flag/status.ts";
import { resumePerson } from "../../server/features/employment/resume.ts";
import { suspendPerson } from "../../server/features/employment/suspend.ts";
import { grantAttempt } from "../../server/features/enrollments/lifecycle/grant-attempt.ts";
import { withdrawEnrollment } from "../../server/features/enrollments/lifecycle/withdraw.ts";
import type { Context } from "../../server/platform/context.ts";
import type { Pool } from "../../server/platform/db/pool.ts";
import { withTenant, type Db } from "../../server/platform/db/transaction.ts";
import { Problem } from "../../server/platform/http/problem.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../harness/server.ts";
import { kept, recompute, type Shown } from "./recompute.ts";

const people_count = 100;
const steps_count = 8;
const at_once = 8;

const year = { value: 12, unit: "month" } as const;
const file = {
  contract: { rate: { per_minute: 1_000_000, burst: 1_000_000, per_day: 100_000_000 } },
  departments: [
    { name: "Operations", code: "OPS" },
    { name: "North", code: "OPS-N", parent: "OPS" },
    { name: "Maintenance", code: "MAINT" },
  ],
  courses: [
    {
      code: "CERT",
      title: "Certified",
      validity: year,
      renewal: { enabled: true, lead_days: 60, basis: "expiry" as const },
      expiring_soon_days: 60,
      grace_days: 7,
      default_due_days: 30,
      attempts_allowed: 2,
    },
    { code: "PLAIN", title: "Plain", default_due_days: 20, attempts_allowed: 1 },
    {
      code: "SHORT",
      title: "Short",
      validity: { value: 1, unit: "month" as const },
      expiring_soon_days: 10,
      default_due_days: 15,
    },
  ],
  learning_paths: [{ code: "PATH", title: "Path", courses: ["PLAIN", "SHORT"] }],
  rules: [
    { name: "Operations", when: { department: "OPS" }, assign: ["CERT"], due_days: 25 },
    { name: "Maintenance", when: { department: "MAINT" }, assign: ["PATH"], on_leave: "keep" as const },
  ],
  groups: [
    { code: "DRIVERS", name: "Drivers", kind: "dynamic" as const, when: { job_title: "driver" }, courses: ["CERT", "SHORT"] },
  ],
  clients: [{ name: "HR sync", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read"] as const }],
};

type Person = { id: string; employee_no: string };
type World = {
  database: TestDatabase;
  organisation: TestOrganisation;
  server: TestServer;
  api: Api;
  pool: Pool;
  courses: Record<string, string>;
  now: Temporal.Instant;
};
type Act = (world: World, person: Person, course: string, days: number) => Promise<unknown>;

const contextOf = (world: World): Context => ({ ...administratorOf(world.organisation), now: world.now });
const inside = (world: World, work: (db: Db, context: Context) => Promise<unknown>) =>
  withTenant(world.pool, world.organisation.tenant_id, (db) => work(db, contextOf(world)));
const dayAfter = (world: World, days: number) =>
  world.now.toZonedDateTimeISO("Europe/Warsaw").toPlainDate().add({ days }).toString();

/** An enrollment of the person, preferably an open one. */
async function enrollmentOf({ database, organisation }: World, person: Person, course: string): Promise<string> {
  const { rows } = await database.superuser.query(
    `select e.id from enrollment e join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
     where e.tenant_id = $1 and e.person_id = $2 and c.code = $3
     order by e.state in ('assigned', 'in_progress', 'failed') desc, e.id desc limit 1`,
    [organisation.tenant_id, person.id, course],
  );
  return rows[0]?.id ?? "00000000-0000-7000-8000-000000000000";
}

async function one(world: World, table: string, person: Person): Promise<string> {
  const { rows } = await world.database.superuser.query(
    `select id from ${table} where tenant_id = $1 and person_id = $2 order by id desc limit 1`,
    [world.organisation.tenant_id, person.id],
  );
  return rows[0]?.id ?? "00000000-0000-7000-8000-000000000000";
}

const progress =
  (body: object): Act =>
  async (world, person, course) =>
    sent(world.api.post(`/api/v1/sandbox/enrollments/${await enrollmentOf(world, person, course)}/progress`, body));
const patch =
  (body: object): Act =>
  (world, person) =>
    sent(world.api.patch(`/api/v1/users/${person.id}`, body));

/** A request may be refused, but may not fail. */
async function sent(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  assert.ok(status < 500 && status !== 429, text);
}

const acts: Record<string, Act> = {
  assign: (world, { employee_no }, course_code) => sent(world.api.post("/api/v1/enrollments", { employee_no, course_code })),
  assignNext: (world, { employee_no }, course_code, days) =>
    sent(world.api.post("/api/v1/enrollments", { employee_no, course_code, cycle_year: 2027, due_date: dayAfter(world, days) })),
  start: progress({ event: "started" }),
  pass: progress({ event: "completed", score: 90 }),
  fail: progress({ event: "failed", score: 10 }),
  cancel: async (world, person, course) =>
    sent(world.api.post(`/api/v1/enrollments/${await enrollmentOf(world, person, course)}/cancel`)),
  extend: async (world, person, course, days) =>
    sent(
      world.api.patch(`/api/v1/enrollments/${await enrollmentOf(world, person, course)}`, { due_date: dayAfter(world, days) }),
    ),
  withdraw: async (world, person, course) => {
    const id = await enrollmentOf(world, person, course);
    return inside(world, (db, context) => withdrawEnrollment(db, context, id, "test"));
  },
  grant: async (world, person, course) => {
    const id = await enrollmentOf(world, person, course);
    return inside(world, (db, context) => grantAttempt(db, context, id));
  },
  revoke: async (world, person) => {
    const id = await one(world, "certificate", person);
    return inside(world, (db, context) => revokeCertificate(db, context, id, "test"));
  },
  external: (world, { id }, course, days) => {
    const evidence = { person_id: id, course_id: world.courses[course]!, issuer: "Elsewhere" };
    return inside(world, (db, context) =>
      recordExternal(db, context, { ...evidence, valid_from: dayAfter(world, -days), valid_until: dayAfter(world, 2 * days) }),
    );
  },
  exempt: (world, { id }, course, days) =>
    inside(world, (db, context) =>
      grantExemption(db, context, {
        person_id: id,
        course_id: world.courses[course]!,
        from: dayAfter(world, days % 4),
        until: dayAfter(world, days + 4),
        reason: "test",
      }),
    ),
  endExemption: async (world, person) => {
    const id = await one(world, "exemption", person);
    return inside(world, (db, context) => endExemption(db, context, id, "test"));
  },
  toOperations: patch({ department_name: "Operations" }),
  toNorth: patch({ department_name: "North" }),
  toMaintenance: patch({ department_name: "Maintenance" }),
  toNowhere: patch({ department_name: null }),
  drive: patch({ job_title: "Forklift driver" }),
  walk: patch({ job_title: null }),
  deactivate: patch({ active: false }),
  reactivate: patch({ active: true }),
  suspend: (world, { id }) => suspendPerson(world.pool, contextOf(world), id),
  resume: (world, { id }) => resumePerson(world.pool, contextOf(world), id),
};
const step = fc.record({
  act: fc.constantFrom(
    ...Object.keys(acts),
    "assign",
    "start",
    "pass",
    "pass",
    "pass",
    "pass",
    "external",
    "reactivate",
    "resume",
  ),
  course: fc.constantFrom("CERT", "PLAIN", "SHORT"),
  days: fc.integer({ min: 1, max: 40 }),
});

/** The number of histories in one round. */
export const lives_per_round = people_count;

/** Runs some rounds of random histories; each person has one in each round. */
export async function liveThrough(t: TestContext, rounds: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const database = await openDatabase();
  stack.defer(() => database.close());
  await database.clock.freeze("2026-01-10T09:00:00Z");
  for (let round = 0; round < rounds; round += 1) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    t.diagnostic(`round ${round + 1}: seed ${seed}`);
    await oneRound(database, `R${round}`, seed);
  }
}

async function oneRound(database: TestDatabase, code: string, seed: number): Promise<void> {
  const people_of_file = Array.from({ length: people_count }, (_, index) => ({
    employee_no: `P${index}`,
    first_name: "Anna",
    last_name: `Number ${index}`,
    email: `p${index}@acme.example`,
  }));
  const organisation = await createOrganisation(database, {
    ...file,
    clients: file.clients.map((client) => ({ ...client, scopes: [...client.scopes] })),
    organisation: { code, kind: "sandbox" },
    people: people_of_file,
  });
  const { tenant_id } = organisation;
  await using stack = new AsyncDisposableStack();
  const server = await startServer(database, { connections_max: at_once });
  stack.defer(() => server.close());
  const api = apiOf({ url: server.url }, byKey(code, organisation.clients["HR sync"]!.secret));
  const list = async (text: string) => (await database.superuser.query(text, [tenant_id])).rows;
  const courses = Object.fromEntries(
    (await list("select code, id from course where tenant_id = $1")).map((row) => [row.code, row.id]),
  );
  const people: Person[] = await list("select id, employee_no from person where tenant_id = $1 order by id");
  const world: World = {
    database,
    organisation,
    server,
    api,
    pool: database.pool("muster_app", at_once),
    courses,
    now: Temporal.Now.instant(),
  };

  const lives = fc.sample(fc.array(step, { minLength: steps_count, maxLength: steps_count }), { numRuns: people_count, seed });
  const leaps = fc.sample(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: steps_count, maxLength: steps_count }), {
    numRuns: 1,
    seed,
  })[0]!;
  const seen: { at: string; said: any; summary: any }[] = [];
  for (const [index, days] of leaps.entries()) {
    const moved = await api.post("/api/v1/sandbox/clock", { advance: `P${days}DT1H` });
    assert.equal(moved.status, 200, moved.text);
    world.now = Temporal.Instant.from(moved.body.now);
    await each(people, async (person, number) => {
      const { act, course, days: length } = lives[number]![index]!;
      try {
        await acts[act]!(world, person, course, length);
      } catch (error) {
        // A refused use case throws a problem with a status below 500; anything else is a defect.
        if (!(error instanceof Problem) || error.type.status >= 500) throw error;
      }
    });
    const says = `seed ${seed}, step ${index}, ${world.now.toString()}`;
    const today = dayAfter(world, 0);
    const by_rows = await kept(database, tenant_id);
    assert.deepEqual(by_rows, await pure(world, people, Object.values(courses), today), `rows and the pure function: ${says}`);
    assert.deepEqual(by_rows, await recompute(database, tenant_id, today), `rows and plain SQL: ${says}`);
    // The clock does not move within a step; the next step is at least an hour later.
    seen.push({ at: world.now.add({ minutes: 1 }).toString(), ...(await matrix(api, "")) });
  }
  const last = Temporal.Instant.from((await api.post("/api/v1/sandbox/clock", { advance: "PT1H" })).body.now);
  for (const { at, said, summary } of seen) {
    assert.ok(Temporal.Instant.compare(Temporal.Instant.from(at), last) < 0);
    const then = await matrix(api, `&as_of=${encodeURIComponent(at)}`);
    assert.deepEqual(then.said, said, `as_of ${at}, seed ${seed}`);
    assert.deepEqual(then.summary, summary, `summary as_of ${at}, seed ${seed}`);
  }
}

async function pure(world: World, people: readonly Person[], courses: readonly string[], today: string): Promise<Shown[]> {
  const pairs = people.flatMap(({ id }) => courses.map((course_id) => ({ person_id: id, course_id })));
  const facts = await withTenant(world.pool, world.organisation.tenant_id, (db) =>
    listFacts(db, world.organisation.tenant_id, pairs),
  );
  return facts
    .filter(({ type }) => type === "course")
    .flatMap((facts_of_pair) => {
      const found = flagOf(facts_of_pair, today);
      const { person_id, course_id } = facts_of_pair;
      return found ? [{ person_id, course_id, status: found.status, basis: found.basis, in_grace: found.in_grace }] : [];
    })
    .toSorted((one_pair, other) => (one_pair.person_id + one_pair.course_id < other.person_id + other.course_id ? -1 : 1));
}

/** The rows and the summary of the whole matrix; `more`: additional parameters. */
async function matrix(api: Api, more: string): Promise<{ said: any; summary: any }> {
  // One after the other, because an organisation may run only one `as_of` query at a time.
  const pages = [
    await api.get(`/api/v1/compliance/matrix?limit=200&offset=0${more}`),
    await api.get(`/api/v1/compliance/matrix?limit=200&offset=200${more}`),
  ];
  for (const { status, text } of pages) assert.equal(status, 200, text);
  return { said: pages.flatMap(({ body }) => body.rows), summary: pages[0]!.body.summary };
}

async function each<T>(items: readonly T[], run: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) await run(items[index]!, index);
  };
  await Promise.all(Array.from({ length: at_once }, work));
}
