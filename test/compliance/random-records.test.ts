// Computes flags of random records in three independent ways: the pure function on the generated facts, the rows that the program
// stores, and a recomputation in plain SQL.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { refreshPeople } from "../../server/features/compliance/flag/refresh.ts";
import { flagOf, severity_order, type Facts } from "../../server/features/compliance/flag/status.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { newId } from "../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../harness/organisation/organisation.ts";
import { kept, recompute, type Shown } from "./recompute.ts";

const people_count = 250;
const rounds = 8;

let database: TestDatabase;
let organisation: TestOrganisation;
before(async () => {
  database = await openDatabase();
  organisation = await createOrganisation(database, {
    courses: courses.map(({ code, ...rest }) => ({ code, title: code, ...rest })),
    people: Array.from({ length: people_count }, (_, index) => ({
      employee_no: `P${index}`,
      first_name: "Anna",
      last_name: `Number ${index}`,
      email: `p${index}@acme.example`,
    })),
  });
});
after(() => database.close());

const courses = [
  { code: "PLAIN", expiring_soon_days: 60, grace_days: 0, validity: null },
  { code: "VALID", expiring_soon_days: 30, grace_days: 14, validity: { value: 12, unit: "month" as const } },
];

const first_day = Date.UTC(2025, 0, 1);
const dateOf = (days: number) => new Date(first_day + days * 86_400_000).toISOString().slice(0, 10);
const date = fc.integer({ min: 0, max: 900 }).map(dateOf);
const instant = fc
  .tuple(date, fc.integer({ min: 0, max: 23 }))
  .map(([day, hour]) => `${day}T${String(hour).padStart(2, "0")}:00:00.000Z`);

const history = fc.record({
  enrollments: fc.uniqueArray(
    fc.record({
      state: fc.constantFrom("assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"),
      cycle_year: fc.integer({ min: 2025, max: 2027 }),
      cycle_seq: fc.integer({ min: 1, max: 2 }),
      due_date: fc.option(date),
      assigned_at: instant,
      renewal: fc.boolean(),
      mandatory: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      requirement_active: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
    }),
    { maxLength: 4, selector: ({ cycle_year, cycle_seq }) => `${cycle_year}/${cycle_seq}` },
  ),
  certificates: fc.array(
    fc.record({
      issued_at: instant,
      from: fc.integer({ min: 0, max: 900 }),
      days: fc.option(fc.integer({ min: 0, max: 400 })),
      revoked: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  exemptions: fc.array(fc.record({ from: fc.integer({ min: 0, max: 900 }), days: fc.option(fc.integer({ min: 0, max: 100 })) }), {
    maxLength: 1,
  }),
});

test(`three routes agree on ${people_count * courses.length * rounds} random histories`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    await oneRound(seed);
  }
});

async function oneRound(seed: number): Promise<void> {
  const { tenant_id } = organisation;
  const { superuser } = database;
  await superuser.query("delete from enrollment_source; delete from exemption; delete from certificate; delete from enrollment");
  const ids = async (table: string) =>
    (await superuser.query(`select id, ${table === "course" ? "code" : "employee_no"} as name from ${table} order by name`)).rows;
  const [people, found] = [await ids("person"), await ids("course")];
  const histories = fc.sample(history, { numRuns: people.length * found.length, seed });
  const [days] = fc.sample(fc.array(date, { minLength: 3, maxLength: 3 }), { numRuns: 1, seed });
  const facts = new Map<string, Facts>();
  const rows = { enrollments: [] as object[], certificates: [] as object[], exemptions: [] as object[] };
  people.forEach((person, p) =>
    found.forEach((course, c) => {
      const own = histories[p * found.length + c]!;
      const pair = { person_id: person.id, course_id: course.id };
      const enrollments = own.enrollments.map((one) => ({ ...one, id: newId(), completed_at: null }));
      const certificates = own.certificates.map(({ from, days: length, ...one }) => ({
        ...one,
        id: newId(),
        enrollment_id: null,
        valid_from: dateOf(from),
        valid_until: length === null ? null : dateOf(from + length),
      }));
      const exemptions = own.exemptions.map(({ from, days: length }) => ({
        from: dateOf(from),
        until: length === null ? null : dateOf(from + length),
      }));
      rows.enrollments.push(...enrollments.map((one) => ({ ...one, ...pair, source: one.renewal ? "renewal" : "api" })));
      rows.certificates.push(
        ...certificates.map((one) => ({ ...one, ...pair, number: one.id, code: one.id.toUpperCase().slice(9) })),
      );
      rows.exemptions.push(...exemptions.map((one) => ({ ...one, ...pair, id: newId() })));
      const { expiring_soon_days, grace_days, validity } = courses.find(({ code }) => code === course.name)!;
      facts.set(`${person.id}/${course.id}`, {
        person_active: true,
        expiring_soon_days,
        grace_days,
        issues_certificates: validity !== null,
        required: false,
        enrollments,
        certificates,
        exemptions,
      });
    }),
  );
  await insert(tenant_id, rows);
  await superuser.query("analyze");
  for (const day of days!.toSorted()) {
    const context = { ...administratorOf(organisation), now: Temporal.Instant.from(`${day}T12:00:00Z`) };
    await withTenant(operatorPoolOf(database), tenant_id, (db) =>
      refreshPeople(
        db,
        context,
        people.map(({ id }) => id),
      ),
    );
    const said = `seed ${seed}, ${day}`;
    const by_rows = await kept(database, tenant_id);
    assert.deepEqual(by_rows, pure(facts, day), `kept rows and the pure function, ${said}`);
    assert.deepEqual(by_rows, await recompute(database, tenant_id, day), `kept rows and plain SQL, ${said}`);
    await checkWorst(said);
  }
}

function pure(facts: ReadonlyMap<string, Facts>, day: string): Shown[] {
  return [...facts]
    .flatMap(([pair, one]) => {
      const found = flagOf(one, day);
      const [person_id, course_id] = pair.split("/") as [string, string];
      return found ? [{ person_id, course_id, status: found.status, basis: found.basis, in_grace: found.in_grace }] : [];
    })
    .toSorted((one, other) => (one.person_id + one.course_id < other.person_id + other.course_id ? -1 : 1));
}

/** Worst flags and counters match the rows. */
async function checkWorst(said: string): Promise<void> {
  const { rows } = await database.superuser.query(
    `with severity as (select * from unnest($1::text[]) with ordinality s(status, rank)),
    worst as (
      select p.person_id, (select s.status from compliance_status c join severity s using (status) where c.person_id = p.person_id order by s.rank limit 1) as status
      from compliance_person p
    ),
    wanted as (
      select infra.no_id() as course_id, coalesce(status, 'NONE') as status, count(*)::int as people from worst group by 1, 2
      union all
      select course_id, status, count(*)::int from compliance_status group by 1, 2
    ),
    counted as (
      select course_id, status, sum(people)::int as people
      from (
        select course_id, status, people from compliance_count union all select course_id, status, people from compliance_delta
        union all select course_id, before, -people from compliance_delta where before is not null) d
      group by 1, 2 having sum(people) <> 0
    )
    select 'counter' as what, * from ((table wanted except table counted) union all (table counted except table wanted)) x
    union all
    select 'worst', person_id, w.status, 0 from worst w join compliance_person p using (person_id) where p.worst is distinct from w.status`,
    [severity_order],
  );
  assert.deepEqual(rows, [], said);
}

async function insert(
  tenant_id: string,
  rows: { enrollments: object[]; certificates: object[]; exemptions: object[] },
): Promise<void> {
  const { superuser } = database;
  await superuser.query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, cycle_seq, state, source, mandatory, requirement_active, due_date, assigned_at, attempts_allowed, cancelled_at)
     select $1, r.id, r.person_id, r.course_id, r.cycle_year, r.cycle_seq, r.state, r.source, r.mandatory, r.requirement_active, r.due_date, r.assigned_at, 3, case when r.state = 'cancelled' then r.assigned_at end
     from jsonb_to_recordset($2) as r(id uuid, person_id uuid, course_id uuid, cycle_year int, cycle_seq int, state text, source text, mandatory boolean, requirement_active boolean, due_date date, assigned_at timestamptz)`,
    [tenant_id, JSON.stringify(rows.enrollments)],
  );
  await superuser.query(
    `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issued_at, valid_from, valid_until, revoked_at, revoke_reason)
     select $1, r.id, r.number, r.code, r.person_id, r.course_id, 2025, 'external', r.issued_at, r.valid_from, r.valid_until, case when r.revoked then r.issued_at end, case when r.revoked then 'test' end
     from jsonb_to_recordset($2) as r(id uuid, number text, code text, person_id uuid, course_id uuid, issued_at timestamptz, valid_from date, valid_until date, revoked boolean)`,
    [tenant_id, JSON.stringify(rows.certificates)],
  );
  await superuser.query(
    `insert into exemption (tenant_id, id, person_id, course_id, from_on, until_on, reason, approved_by)
     select $1, r.id, r.person_id, r.course_id, r.from, r.until, 'test', '{"type": "system", "id": null, "name": "test"}'
     from jsonb_to_recordset($2) as r(id uuid, person_id uuid, course_id uuid, "from" date, until date)`,
    [tenant_id, JSON.stringify(rows.exemptions)],
  );
}
