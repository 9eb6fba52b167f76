// The standing that is computed from rows of `standing` equals the count of all entries, whatever changed since those rows were
// written. Its cost depends on the number of people, whatever the planner's statistics are.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { openMatrix, type MatrixOrganisation } from "../../../../test/harness/organisation/matrix.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { counted, pretend, type Statistics } from "../../../../test/harness/rows-touched.ts";
import { seeded } from "../../../../test/input/seeded.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { no_id } from "../../../platform/ids.ts";
import { refreshPeople } from "../flag/refresh.ts";
import { keepStandings } from "./keep-standings.ts";
import { listPeopleWithoutRow } from "./standing-people-sql.ts";
import { standing_by } from "./standing-schema.ts";
import { readStanding, standingStatement } from "./standing-sql.ts";

const random = seeded();
const seed = `SEED=${random.seed}`;
const never = new AbortController().signal;
let matrix: MatrixOrganisation;
before(async () => {
  matrix = await openMatrix(random, 24);
});
after(() => matrix.close());

type Line = { id: string | null; entries: number; covered: number; due_4: number; due_8: number; due_12: number };

const keys = {
  department: "coalesce(p.department_id, infra.no_id())",
  company: "coalesce(p.contractor_id, infra.no_id())",
  manager: "coalesce(p.manager_id, infra.no_id())",
  course: "s.course_id",
} as const;

/** Computes the lines from the single entries. */
async function recount(by: keyof typeof keys, today: string): Promise<Line[]> {
  const { rows } = await matrix.database.superuser.query<Line>(
    `select nullif(key, infra.no_id()) as id, count(*)::int as entries,
       (count(*) filter (where status in ('COMPLIANT', 'EXPIRING_SOON')))::int as covered,
       (count(*) filter (where day between 0 and 27))::int as due_4, (count(*) filter (where day between 0 and 55))::int as due_8,
       (count(*) filter (where day between 0 and 83))::int as due_12
     from (
       select ${keys[by]} as key, s.status, case when s.status <> 'OVERDUE' then
         (case s.basis when 'certificate' then s.valid_until when 'enrollment' then s.due_date end) - $2::date end as day
       from compliance_status s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
       where s.tenant_id = $1
     ) e
     group by key
     order by count(*) - count(*) filter (where status in ('COMPLIANT', 'EXPIRING_SOON')) desc, count(*) desc, key`,
    [matrix.organisation.tenant_id, today],
  );
  return rows;
}

async function agrees(pool: Pool, today: string, said: string): Promise<void> {
  for (const by of standing_by) {
    const scope = { by, today, lines_max: 200, is_limited: false };
    const found = JSON.parse(await readStanding(pool, matrix.organisation.tenant_id, scope)) as { total: Line; lines: Line[] };
    const lines = found.lines.map(({ id, entries, covered, due_4, due_8, due_12 }) => ({
      id,
      entries,
      covered,
      due_4,
      due_8,
      due_12,
    }));
    const wanted = await recount(by, today);
    assert.deepEqual(lines, wanted, `${seed} by ${by}, ${said}`);
    assert.equal(
      found.total.due_12,
      wanted.reduce((sum, { due_12 }) => sum + due_12, 0),
    );
  }
}

/** Changes that `matrix.act` does not make. */
async function actMore(pool: Pool, today: string): Promise<void> {
  const { superuser } = matrix.database;
  const { tenant_id, code } = matrix.organisation;
  const people = await matrix.people();
  const [{ id }, other] = [random.pick(people), random.pick(people)];
  switch (random.below(3)) {
    case 0:
      await superuser.query("update person set manager_id = $2 where id = $1 and id <> $2", [id, other.id]);
      return;
    case 1:
      await superuser.query("update person set contractor_id = $2::uuid, worker_type = 'b2b_contractor' where id = $1", [
        id,
        random.pick(matrix.contractor_ids),
      ]);
      return;
    default: {
      await superuser.query(
        "update certificate set revoked_at = now(), revoke_reason = 'test' where person_id = $1 and revoked_at is null",
        [id],
      );
      const context = {
        tenant: { id: tenant_id, code, kind: "live" as const, time_zone: "Europe/Warsaw", fiscal_month: 1 },
        actor: { type: "system" as const, id: null, name: "test" },
        now: Temporal.Instant.from(`${today}T08:00:00Z`),
        request_id: null,
      };
      await withTenant(pool, tenant_id, (db) => refreshPeople(db, context, [id]));
    }
  }
}

test("lines and total are those of the entries after any history, with all rows kept, some or none", async () => {
  const { tenant_id } = matrix.organisation;
  const pool = matrix.database.pool("muster_app", 2);
  const worker = matrix.database.pool("muster_worker", 2);
  let kept_max = 0;
  for (let round = 0; round < 30; round += 1) {
    const today = `2026-02-${String(2 + Math.floor(round / 3)).padStart(2, "0")}`;
    if (round % 3 === 0) await matrix.at(`${today}T07:00:00Z`);
    for (let step = 0; step < 4; step += 1) await (random.chance(0.6) ? matrix.act() : actMore(pool, today));
    await agrees(pool, today, `round ${round} with some rows`);
    if (random.chance(0.6)) {
      await Promise.all([keepStandings(worker, tenant_id, never, 1), keepStandings(worker, tenant_id, never, 1)]);
      const { rows } = await matrix.database.superuser.query(
        "select (select count(*) from standing)::int as kept, (select count(*) from compliance_person)::int as shown",
      );
      assert.equal(rows[0].kept, rows[0].shown, `${seed} everybody has a row`);
      kept_max = Math.max(kept_max, rows[0].kept);
      await agrees(pool, today, `round ${round} with all rows`);
    }
    if (random.chance(0.3)) await matrix.fold();
  }
  assert.ok(kept_max > 10, seed);
});

test("whom somebody changes at the moment gets a row once the change is there, and none earlier", async () => {
  const { superuser } = matrix.database;
  const { tenant_id } = matrix.organisation;
  const worker = matrix.database.pool("muster_worker", 1);
  const [person] = await matrix.people();
  const rowsOf = async () => (await superuser.query("select manager_id from standing where person_id = $1", [person!.id])).rows;
  // Starts before the change, which would lock the row that it removes.
  await superuser.query("delete from standing");
  const client = await superuser.connect();
  try {
    await client.query("begin");
    await client.query("update person set manager_id = null where id = $1", [person!.id]);
    await keepStandings(worker, tenant_id, never, 1);
    assert.deepEqual(await rowsOf(), []);
    await client.query("commit");
  } finally {
    client.release();
  }
  await keepStandings(worker, tenant_id, never, 1);
  assert.deepEqual(await rowsOf(), [{ manager_id: "00000000-0000-0000-0000-000000000000" }]);
  await superuser.query("delete from standing");
  await keepStandings(worker, tenant_id, never);
  assert.deepEqual(await rowsOf(), [], "an organisation of few people keeps none");
});

test("while rules are evaluated for everybody, no rows are made that the evaluation would remove again; once it is done or has stopped, they are", async () => {
  const { superuser } = matrix.database;
  const { tenant_id } = matrix.organisation;
  const worker = matrix.database.pool("muster_worker", 1);
  const rows = async () => (await superuser.query<{ n: number }>("select count(*)::int as n from standing")).rows[0]!.n;
  const batch = async (column: "finished_at" | "failed_at" | "started_at") => {
    await superuser.query("delete from standing");
    await superuser.query("delete from rule_batch where tenant_id = $1", [tenant_id]);
    await superuser.query(
      `insert into rule_batch (tenant_id, id, people_total, done, started_at) values ($1, infra.new_id(), 1, '{}', now())`,
      [tenant_id],
    );
    await superuser.query(`update rule_batch set ${column} = now() where tenant_id = $1`, [tenant_id]);
    await keepStandings(worker, tenant_id, never, 1);
    return rows();
  };
  assert.equal(await batch("started_at"), 0);
  assert.ok((await batch("failed_at")) > 0);
  assert.ok((await batch("finished_at")) > 0);
});

test("people without a row are found part by part, each once, and a part looks at no more people than it may", async () => {
  const { superuser } = matrix.database;
  const { tenant_id } = matrix.organisation;
  const pool = matrix.database.pool("muster_worker", 1);
  await superuser.query("delete from standing");
  await keepStandings(pool, tenant_id, never, 1);
  const shown = (await superuser.query<{ id: string }>("select person_id as id from compliance_person order by 1")).rows.map(
    ({ id }) => id,
  );
  const gone = shown.filter((_, place) => place % 3 === 0);
  await superuser.query("delete from standing where person_id = any ($1)", [gone]);
  const found: string[] = [];
  let parts = 0;
  for (let after: string | null = no_id; after !== null; parts += 1) {
    const behind: string = after;
    const part = await withTenant(pool, tenant_id, (db) => listPeopleWithoutRow(db, tenant_id, behind, 4));
    found.push(...part.ids);
    after = part.last;
  }
  assert.deepEqual(found, gone);
  assert.equal(parts, Math.floor(shown.length / 4) + 1);
});

const people = 2_000;
const courses = 4;
/**
 * How many rows a statement may read for each person, its entries included; a join of all people with all others would read
 * thousands.
 */
const rows_each_max = 60;

const file = {
  departments: [{ name: "Hall", code: "HALL" }],
  courses: Array.from({ length: courses }, (_, place) => ({ code: `C${place}`, title: `Course ${place}` })),
};

async function fill(superuser: TestDatabase["superuser"], tenant_id: string): Promise<void> {
  await superuser.query(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, managed_by, state, worker_type,
       first_name, last_name, email, department_id)
     select $1, infra.new_id(), 'p' || n, 'p' || n, 'p' || n, 'p' || n, 'scim', 'active', 'internal_payroll',
       'Anna', 'Lis', 'p' || n || '@acme.example', case when n % 2 = 0 then (select id from department where tenant_id = $1) end
     from generate_series(1, $2::int) n`,
    [tenant_id, people],
  );
  await superuser.query(
    `insert into compliance_status (tenant_id, person_id, course_id, department_id, worker_type, status, basis, due_date)
     select p.tenant_id, p.id, c.id, p.department_id, p.worker_type, 'PENDING', 'enrollment', '2026-02-10'
     from person p join course c on c.tenant_id = p.tenant_id where p.tenant_id = $1`,
    [tenant_id],
  );
}

for (const statistics of ["none", "of others alone", "a hundred times as much"] satisfies Statistics[]) {
  test(`what is asked for costs what the people are with statistics: ${statistics}`, async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    const { superuser } = database;
    const other = await createOrganisation(database, { ...file, organisation: { code: "OTHER" } });
    await fill(superuser, other.tenant_id);
    await pretend(database, statistics, "missing");
    const acme = await createOrganisation(database, file);
    await fill(superuser, acme.tenant_id);
    await pretend(database, statistics, "there");
    const pool = database.pool("muster_app", 1);
    for (const kept of ["none", "all but a few"]) {
      if (kept !== "none") {
        await keepStandings(database.pool("muster_worker", 1), acme.tenant_id, never, 1);
        await superuser.query("delete from standing where ctid = any (array(select ctid from standing limit 5))");
      }
      for (const by of standing_by) {
        const [touched] = await withTenant(pool, acme.tenant_id, async (db) => {
          const counting = counted(db);
          await counting.db.row(
            standingStatement(acme.tenant_id, { by, today: "2026-02-02", lines_max: 200, is_limited: false }),
          );
          return counting.touched();
        });
        const { rows, plan } = touched!;
        assert.ok(rows <= rows_each_max * people, `by ${by} with rows of ${kept}: ${rows} rows:\n${plan}`);
      }
    }
  });
}

test("a change of entries, place or manager looks at the rows of its person alone, on a connection that planned it while there were none", async (t) => {
  const database = await openDatabase();
  const client = await database.superuser.connect();
  t.after(async () => {
    client.release();
    await database.close();
  });
  const acme = await createOrganisation(database, file);
  await fill(database.superuser, acme.tenant_id);
  const changes = [
    "update compliance_status set due_date = due_date + 1 where person_id = $1",
    "update person set department_id = case when department_id is null then (select id from department limit 1) end where id = $1",
    "update person set manager_id = (select min(id::text)::uuid from person where id <> $1) where id = $1",
  ];
  const { rows } = await client.query<{ id: string }>("select id from person order by id limit 10");
  for (const [place, change] of changes.entries()) await client.query(change, [rows[place]!.id]);
  await keepStandings(database.pool("muster_worker", 1), acme.tenant_id, never, 1);
  for (const [place, change] of changes.entries()) {
    await client.query("begin");
    const looked = async () =>
      (
        await client.query<{ rows: number }>(
          "select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables where relname = 'standing'",
        )
      ).rows[0]!.rows;
    const before = await looked();
    await client.query(change, [rows[5 + place]!.id]);
    assert.ok((await looked()) - before <= 4, `${change}: ${await looked()} rows`);
    const gone = await client.query("select from standing where person_id = $1", [rows[5 + place]!.id]);
    assert.equal(gone.rowCount, 0, change);
    await client.query("rollback");
  }
});

test("a statement that changes entries of many people looks at their rows alone, on a connection that planned it while there were none", async (t) => {
  const database = await openDatabase();
  const client = await database.superuser.connect();
  t.after(async () => {
    client.release();
    await database.close();
  });
  const acme = await createOrganisation(database, file);
  await fill(database.superuser, acme.tenant_id);
  const one = "course_id = (select min(id::text)::uuid from course)";
  await client.query(`delete from compliance_status where ${one}`);
  const changes = [
    "update compliance_status set due_date = due_date + 1 where person_id = any ($1)",
    `insert into compliance_status (tenant_id, person_id, course_id, worker_type, status, basis)
     select p.tenant_id, p.id, c.id, p.worker_type, 'PENDING', 'enrollment'
     from person p cross join (select min(id::text)::uuid as id from course) c where p.id = any ($1)`,
    "delete from compliance_status where person_id = any ($1)",
  ];
  const { rows } = await client.query<{ ids: string[] }>(
    "select array_agg(id::text order by id) as ids from (select id, row_number() over (order by id) / 100 as part from person) p group by part order by part limit 2",
  );
  const [planned, changed] = rows.map(({ ids }) => ids);
  for (const change of changes) await client.query(change, [planned]);
  await keepStandings(database.pool("muster_worker", 1), acme.tenant_id, never, 1);
  for (const change of changes) {
    await client.query("begin");
    const looked = async () =>
      (
        await client.query<{ rows: number }>(
          "select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables where relname = 'standing'",
        )
      ).rows[0]!.rows;
    const before = await looked();
    await client.query(change, [changed]);
    assert.ok((await looked()) - before <= 4 * changed!.length, `${change}: ${await looked()} rows`);
    const left = await client.query("select from standing where person_id = any ($1)", [changed]);
    assert.equal(left.rowCount, 0, change);
    await client.query("rollback");
  }
});
