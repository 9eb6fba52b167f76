// The matrix of a past day whose end was counted. It gives the same answer as reading the history of all people, and reads people
// only up to the requested page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openMatrix, type MatrixOrganisation } from "../../../../test/harness/organisation/matrix.ts";
import { counted } from "../../../../test/harness/rows-touched.ts";
import { seeded } from "../../../../test/input/seeded.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { severity_order } from "../flag/status.ts";
import { countDay, queueDigest } from "./digest.job.ts";
import { endOf } from "./matrix-as-of.ts";
import { matrixThen } from "./matrix-as-of-sql.ts";

const people = 16;
const days = ["2026-02-02", "2026-02-03", "2026-02-04"];
const acts_a_day = 25;
const many = 5_000;
const limit = 5;
/**
 * How many rows a page of 20 may read. Reading all people would be fifty thousand, and the history of each person here has about
 * fifty.
 */
const rows_max = 12_000;

const random = seeded();
const seed = `SEED=${random.seed}`;
let matrix: MatrixOrganisation;
before(async () => {
  matrix = await openMatrix(random, people);
});
after(() => matrix.close());

const tenantOf = () => ({
  id: matrix.organisation.tenant_id,
  code: matrix.organisation.code,
  kind: "live" as const,
  time_zone: "Europe/Warsaw",
  fiscal_month: 1,
});
const pool = () => matrix.database.pool("muster_worker", 2);
const never = new AbortController().signal;

/** Counts the end of a day with two concurrent workers and small batches. */
async function count(day: string, people_max = 5): Promise<void> {
  await queueDigest(pool(), { tenant: tenantOf() }, day, 1);
  const digest = { tenant_id: tenantOf().id, at: endOf(tenantOf(), day).toString() };
  await Promise.all([countDay(pool(), digest, never, people_max), countDay(pool(), digest, never, people_max)]);
}

function* queries(day: string) {
  for (const course of ["", "&course_code=FIRE", "&course_code=NONE"])
    for (const flag of ["", ...severity_order.map((one) => `&compliance_flag=${one}`)])
      for (const more of ["", "&worker_type=internal_payroll", "&worker_type=b2b_contractor"])
        for (const offset of [0, 9]) yield `as_of=${day}&limit=${limit}&offset=${offset}${course}${flag}${more}`;
}

test("pages and numbers are those of passing over everybody, for every filter, whatever has changed since", async () => {
  for (const [place, day] of days.entries()) {
    await matrix.at(`${day}T07:00:00Z`);
    for (let number = 0; number < acts_a_day; number += 1) await matrix.act();
    if (place === 0) continue;
    const before_it = days[place - 1]!;
    const ask = async (query: string) => {
      const { status, body, text } = await matrix.api.get(`/api/v1/compliance/matrix?${query}`);
      assert.equal(status, 200, text);
      return body;
    };
    const said = new Map<string, unknown>();
    for (const query of queries(before_it)) said.set(query, await ask(query));
    await count(before_it);
    for (const [query, answer] of said) assert.deepEqual(await ask(query), answer, `${seed} ${query}`);
  }
  const { rows } = await matrix.database.superuser.query(
    "select people_done, finished_at is not null as finished from compliance_digest order by at",
  );
  assert.deepEqual(
    rows,
    [people, people].map((people_done) => ({ people_done, finished: true })),
  );
});

test("a day is counted once, some time after its end, and only in large organisations", async () => {
  const { superuser } = matrix.database;
  const jobs = async () =>
    (
      await superuser.query(
        "select data ->> 'at' as at, start_after > now() + interval '10 minutes' as later from pgboss.job where name = 'compliance.digest'",
      )
    ).rows;
  await superuser.query("delete from pgboss.job where name = 'compliance.digest'");
  await queueDigest(pool(), { tenant: tenantOf() }, days[2]!);
  assert.deepEqual(await jobs(), [], "16 people are few");
  for (let time = 0; time < 2; time += 1) await queueDigest(pool(), { tenant: tenantOf() }, days[2]!, 1);
  assert.deepEqual(await jobs(), [{ at: "2026-02-04T22:59:59.999Z", later: true }]);
});

test("the way to a page is as long as the page is far from the nearer end, and a department's page as its people are many", async () => {
  const { superuser } = matrix.database;
  const { id: tenant_id } = tenantOf();
  await matrix.at("2026-02-05T07:00:00Z");
  await superuser.query(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name,
       full_name_norm, department_id)
     select $1, infra.new_id(), 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'active', 'internal_payroll', 'Anna', 'Lis', 'anna lis ' || n,
       case when n % 50 = 0 then $3::uuid else $4 end
     from generate_series(1, $2::int) n`,
    [tenant_id, many, ...matrix.department_ids.slice(0, 2)],
  );
  await superuser.query("update person set state = 'deactivated', deactivated_at = now() where employee_no like 'm%7'");
  await matrix.at("2026-02-06T07:00:00Z");
  await count("2026-02-05", 500);
  await superuser.query("analyze");
  const then = endOf(tenantOf(), "2026-02-05").toString();
  for (const filters of [{}, { department_id: matrix.department_ids[0]! }]) {
    for (const offset of [0, Object.keys(filters).length === 0 ? 4_480 : 40]) {
      const { page, touched } = await withTenant(matrix.database.pool("muster_app", 1), tenant_id, async (db) => {
        const counting = counted(db);
        const found = await matrixThen(counting.db, tenant_id, { ...filters, limit: 20, offset }, then);
        return { page: found, touched: await counting.touched() };
      });
      assert.ok(page.rows.length > 0, `${page.total} people`);
      for (const { rows, plan } of touched)
        assert.ok(rows <= rows_max, `${JSON.stringify(filters)} at ${offset} touched ${rows} rows:\n${plan}`);
    }
  }
});
