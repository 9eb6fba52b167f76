// The cost of changing members depends on the change, whatever the planner's statistics say. The test counts the rows that
// statements read, not time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { provisionMembers } from "../../server/features/groups/provision-members.ts";
import { releaseGroup } from "../../server/features/groups/provision.ts";
import { findProvisionedGroupForChange } from "../../server/features/groups/provisioned-sql.ts";
import { sql } from "../../server/platform/db/sql.ts";
import { withTenant, type Db } from "../../server/platform/db/transaction.ts";
import { needsServer, openDatabase } from "../harness/database.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { counted, pretend, type Statistics, type Touched } from "../harness/rows-touched.ts";

const members = 1_000;
/** The most rows that one statement may read for each member who moves. A plan that pairs all rows with all reads a thousand. */
const rows_each_max = 60;

for (const statistics of ["none", "of others alone", "a hundred times as much"] satisfies Statistics[]) {
  test(`members cost the same with statistics: ${statistics}`, { skip: needsServer() }, async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    const { superuser } = database;
    const course = { code: "FIRE-01", title: "Fire safety" };
    const other = await createOrganisation(database, { organisation: { code: "OTHER" }, courses: [course] });
    const group = async (db: Db, { tenant_id }: TestOrganisation) => {
      const { rows } = await superuser.query("select id from person_group where tenant_id = $1", [tenant_id]);
      return (await findProvisionedGroupForChange(db, tenant_id, rows[0].id))!;
    };
    const peopleOf = async ({ tenant_id }: TestOrganisation): Promise<string[]> => {
      const { rows } = await superuser.query("select id from person where tenant_id = $1 order by login", [tenant_id]);
      return rows.map(({ id }) => id as string);
    };
    await fill(other.tenant_id, 2 * members);
    await withTenant(database.pool("muster_app", 1), other.tenant_id, async (db) =>
      provisionMembers(db, administratorOf(other), await group(db, other), {
        add: await peopleOf(other),
        remove: [],
        replace: null,
      }),
    );
    await pretend(database, statistics, "missing");
    const acme = await createOrganisation(database, { courses: [course] });
    await fill(acme.tenant_id, 2 * members);
    await pretend(database, statistics, "there");
    const context = administratorOf(acme);
    const [first, second] = ((ids) => [ids.slice(0, members), ids.slice(members)])(await peopleOf(acme));

    const steps: Record<string, (db: Db) => Promise<unknown>> = {
      "all are added": async (db) =>
        provisionMembers(db, context, await group(db, acme), { add: first, remove: [], replace: null }),
      "half are removed": async (db) =>
        provisionMembers(db, context, await group(db, acme), { add: [], remove: first.slice(0, members / 2), replace: null }),
      "all are replaced": async (db) =>
        provisionMembers(db, context, await group(db, acme), { add: [], remove: [], replace: second }),
      "the group is deleted": async (db) => releaseGroup(db, context, await group(db, acme)),
    };
    const costly: string[] = [];
    for (const [name, act] of Object.entries(steps)) {
      const touched = await withTenant(database.pool(), acme.tenant_id, async (db) => {
        const counting = counted(db);
        await act(counting.db);
        return counting.touched();
      });
      assert.ok(touched.length > 3, name);
      costly.push(...touched.filter(({ rows }) => rows > rows_each_max * members).map((one) => `${name}: ${shown(one)}`));
    }
    assert.deepEqual(costly, []);
    // No plan of a statement shows what a function reads.
    await superuser.query(
      `insert into group_member (tenant_id, id, group_id, person_id, joined_at)
       select p.tenant_id, infra.new_id(), g.id, p.id, now() from person_group g join person p using (tenant_id) where tenant_id = $1`,
      [acme.tenant_id],
    );
    const { ended, rows } = await withTenant(database.pool(), acme.tenant_id, async (db) => {
      const { places } = (await db.row<{ places: string }>(sql`
        select array_agg(place)::text as places
        from (select ctid as place from group_member where tenant_id = ${acme.tenant_id} and left_at is null limit 10) m`))!;
      const before = await rowsRead(db);
      const { ended } = (await db.row<{ ended: number }>(sql`select infra.end_memberships(${places}::tid[], now()) as ended`))!;
      return { ended, rows: (await rowsRead(db)) - before };
    });
    assert.deepEqual([ended, rows], [10, 0], "memberships are ended without a look at any other");

    async function fill(tenant_id: string, people: number) {
      await superuser.query(
        `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, managed_by, state, worker_type)
         select $1, infra.new_id(), 'p' || n, 'p' || n, 'p' || n, 'p' || n, 'scim', 'active', 'internal_payroll' from generate_series(1, $2::int) n`,
        [tenant_id, people],
      );
      await superuser.query(
        `with g as (
           insert into person_group (tenant_id, id, code, code_norm, name, name_norm, kind)
           values ($1, infra.new_id(), 'g', 'g', 'g', 'g', 'scim') returning tenant_id, id
         )
         insert into group_course (tenant_id, group_id, course_id) select g.tenant_id, g.id, c.id from g join course c using (tenant_id)`,
        [tenant_id],
      );
    }
  });
}

/** Rows of memberships that this transaction has read, except by their places. */
async function rowsRead(db: Db): Promise<number> {
  const row = await db.row<{ rows: number }>(sql`
    select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables where relname = 'group_member'`);
  return row!.rows;
}

function shown({ text, rows, plan }: Touched): string {
  return `${rows} rows: ${text.replace(/\s+/g, " ").trim().slice(0, 120)}\n${plan}`;
}
