// Totals of people are sums of counters. They equal a real count, whatever writes people and however many transactions run at the
// same time. A page of people reads only its own rows, wherever it is in the list.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openProvisioned, urns, type Provisioned } from "../../../../test/harness/scim.ts";
import { counted, pretend } from "../../../../test/harness/rows-touched.ts";
import { createLimited } from "../../../../test/isolation/departments.ts";
import { runImport } from "../../imports/run-import.ts";
import { foldAll } from "../../compliance/flag/fold.job.ts";
import { withinLimit } from "../../../platform/db/limit/limit.ts";
import type { PagePlace, PageRow } from "../../../platform/db/page.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { personPage } from "../list-sql.ts";

const departments = ["OPS", "LOG", "NIGHT", "MGMT"];
const many = 6_000;
/** How many rows a page of 20 may read: index entries, people and counters. */
const rows_max = 700;

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({
    departments: [
      { name: "OPS", code: "OPS" },
      { name: "LOG", code: "LOG", parent: "OPS" },
      { name: "NIGHT", code: "NIGHT", parent: "LOG" },
      { name: "MGMT", code: "MGMT" },
    ],
    contractors: ["Alfa", "Beta"].map((name) => ({ name, code: name })),
  });
});
after(() => acme.close());

/** Each filter of the list, and the condition that it means. */
async function filters(): Promise<[query: string, condition: string][]> {
  const { rows } = await acme.database.superuser.query(
    "select id, code, false as company from department union all select id, code, true from contractor",
  );
  const id = Object.fromEntries(rows.map((row) => [row.code, row.id]));
  const below = `department_id in ('${id["OPS"]}', '${id["LOG"]}', '${id["NIGHT"]}')`;
  return [
    ["", "true"],
    ["worker_type=b2b_contractor", "worker_type = 'b2b_contractor'"],
    ["worker_type=internal_payroll&status=invited", "worker_type = 'internal_payroll' and state = 'invited'"],
    ...["invited", "active", "suspended", "deactivated"].map((one): [string, string] => [`status=${one}`, `state = '${one}'`]),
    ...departments.map((one): [string, string] => [`department_id=${id[one]}`, `department_id = '${id[one]}'`]),
    [`department_id=${id["OPS"]}&include_subdepartments=true`, below],
    [`department_id=${id["OPS"]}&include_subdepartments=true&status=deactivated`, `${below} and state = 'deactivated'`],
    [`contractor_id=${id["Alfa"]}`, `contractor_id = '${id["Alfa"]}'`],
    ["department_id=00000000-0000-0000-0000-000000000000", "false"],
    ["contractor_id=00000000-0000-0000-0000-000000000000", "false"],
  ];
}

async function checkTotals(said: string): Promise<void> {
  for (const [query, condition] of await filters()) {
    const { rows } = await acme.database.superuser.query(
      `select count(*)::int as n from person where tenant_id = $1 and ${condition}`,
      [acme.acme.tenant_id],
    );
    const { status, body, text } = await acme.api.get(`/api/v1/users?limit=1&${query}`);
    assert.deepEqual([status, body.pagination?.total], [200, rows[0].n], `${said}: ${query}: ${text}`);
  }
  const { rows } = await acme.database.superuser.query(
    `select coalesce(d.name, '') as name, count(*)::int as n from person p join department d on d.id = p.department_id
     where p.state in ('invited', 'active') group by 1`,
  );
  const { body } = await acme.api.get("/api/v1/departments");
  for (const { name, people_count } of body.departments)
    assert.equal(people_count, rows.find((row) => row.name === name)?.n ?? 0, `${said}: ${name}`);
}

test("totals are those of the rows while people are created, changed, imported and provisioned at once", async () => {
  const { api, scim, database } = acme;
  const pool = database.pool("muster_worker", 2);
  const fold = () => foldAll(pool, new AbortController().signal);
  const place = (n: number) =>
    n % 5 === 0
      ? { worker_type: "b2b_contractor", contractor_name: n % 2 === 0 ? "Alfa" : "Beta", department_name: departments[n % 4] }
      : { department_name: departments[n % 3] };
  const create = async (n: number) => {
    const person = { employee_no: `A${n}`, first_name: "Anna", last_name: "Lis", email: `a${n}@acme.example`, ...place(n) };
    const { status, body, text } = await api.post("/api/v1/users", person);
    assert.equal(status, 201, text);
    return body.id as string;
  };
  const provision = async (n: number) => {
    const { status, text } = await scim.generic.post("/Users", {
      schemas: [urns.user, urns.enterprise],
      userName: `s${n}@acme.example`,
      active: n % 3 !== 0,
      [urns.enterprise]: { department: departments[n % 4] },
    });
    assert.equal(status, 201, text);
  };
  const file = (first: number) =>
    ["employee_no,first_name,last_name,email,department_name"]
      .concat(Array.from({ length: 30 }, (_, n) => `F${first + n},Jan,Nowak,f${first + n}@acme.example,${departments[n % 4]}`))
      .join("\n");
  const upload = async (first: number) => {
    const { status, body, text } = await api.call("POST", "/api/v1/imports/users", {
      headers: { "content-type": "text/csv" },
      body: file(first),
    });
    assert.equal(status, 202, text);
    await runImport({ pool, signal: new AbortController().signal }, acme.acme.tenant_id, body.id);
  };
  // At most four at a time, which the server's connections can handle on a slow machine.
  const numbers = Array.from({ length: 24 }, (_, n) => n);
  const inLanes = async <T>(act: (n: number) => Promise<T>): Promise<T[]> => {
    const lanes = await Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        const done: T[] = [];
        for (const n of numbers.filter((one) => one % 4 === lane)) done.push(await act(n));
        return done;
      }),
    );
    return lanes.flat();
  };
  const [ids] = await Promise.all([inLanes(create), inLanes(provision), upload(0), fold()]);
  await checkTotals("created");
  const change = async (id: string, n: number) => {
    const patch = [
      { department_name: departments[(n + 1) % 4] },
      { active: false },
      { job_title: "Welder" },
      { worker_type: "b2b_contractor", contractor_name: "Beta" },
    ][n % 4]!;
    const { status, text } = await api.patch(`/api/v1/users/${id}`, patch);
    assert.equal(status, 200, text);
  };
  await Promise.all([
    inLanes((n) => change(ids[n]!, n)),
    (async () => {
      for (let n = 0; n < 8; n += 1) await change(ids[n]!, n + 1);
    })(),
    upload(15),
    fold(),
  ]);
  await database.superuser.query("update person set state = 'suspended' where employee_no like 'F1%' and state = 'invited'");
  await checkTotals("changed");
  await fold();
  const { rows } = await database.superuser.query("select count(*)::int as n from person_delta");
  assert.equal(rows[0].n, 0, "all changes are added up");
  await checkTotals("added up");
});

test("a page from either end of a long list is that of the whole list, and reads no more than itself", async () => {
  const { database, acme: organisation } = acme;
  const { tenant_id } = organisation;
  await database.superuser.query(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name,
       department_id, created_at)
     select $1, infra.new_id(), 'm' || n, 'm' || n, 'm' || n, 'm' || n, case when n % 1500 = 0 then 'suspended' else 'active' end,
       'internal_payroll', 'Anna', 'Lis', d.id, timestamptz '2026-01-01' + n / 3 * interval '1 second'
     from generate_series(1, $2::int) n
     join (select id, row_number() over (order by code) - 1 as place from department) d on d.place = n % 4`,
    [tenant_id, many],
  );
  await database.superuser.query("analyze");
  const pool = database.pool("muster_app", 1);
  const { rows: everybody } = await database.superuser.query(
    "select id, state, department_id from person where tenant_id = $1 order by created_at, id",
    [tenant_id],
  );
  const department_id = everybody.at(-1).department_id;
  for (const [query, matches] of [
    [{}, () => true],
    [{ status: "suspended" }, (row: any) => row.state === "suspended"],
    [{ status: "active" }, (row: any) => row.state === "active"],
    [{ department_id }, (row: any) => row.department_id === department_id],
  ] as const) {
    const wanted: string[] = everybody.filter(matches).map(({ id }) => id);
    for (const offset of [
      0,
      1_000,
      Math.floor(wanted.length / 2),
      wanted.length - 20,
      wanted.length - 7,
      wanted.length,
      many * 9,
    ]) {
      if (offset < 0) continue;
      const place: PagePlace = { order: "list", limit: 20, offset, since: null, after: null };
      const statement = personPage(tenant_id, { ...query, limit: 20, offset, include_subdepartments: false }, place);
      const { page, rows } = await withTenant(pool, tenant_id, async (db) => {
        const counting = counted(db);
        const found = await counting.db.row<PageRow>(statement);
        return { page: found!, rows: (await counting.touched())[0]! };
      });
      const said = `${JSON.stringify(query)} at ${offset}`;
      const ids = JSON.parse(page.items).map(({ id }: any) => id);
      assert.deepEqual(ids, wanted.slice(offset, offset + 20), said);
      assert.deepEqual([page.total, page.more], [wanted.length, offset + 20 < wanted.length], said);
      const far = Math.min(offset, Math.max(wanted.length - offset, 0));
      assert.ok(rows.rows <= rows_max + 8 * far, `${said} touched ${rows.rows} rows:\n${rows.plan}`);
    }
  }
});

test("those who have changed since an instant are counted from the nearer end, and exactly", async (t) => {
  const { database, acme: organisation } = acme;
  const { tenant_id } = organisation;
  // Nothing changes between these instants; each of the many has one of its own.
  await database.superuser.query(
    `update person p set updated_at = timestamptz '2026-02-01' + n.place * interval '1 second'
     from (select id, row_number() over (order by id) as place from person where tenant_id = $1) n
     where p.tenant_id = $1 and p.id = n.id`,
    [tenant_id],
  );
  const { rows: everybody } = await database.superuser.query(
    "select id, state, department_id, updated_at from person where tenant_id = $1 order by updated_at, id",
    [tenant_id],
  );
  // It has no departments below it, which its administrator would see, too.
  const { rows: departments_found } = await database.superuser.query("select id from department where code = 'MGMT'");
  const department_id = departments_found[0].id as string;
  const pool = database.pool("muster_app", 1);
  const sinceOf = (share: number) => {
    const at = everybody[Math.min(Math.floor(everybody.length * share), everybody.length - 1)].updated_at as Date;
    return share > 1 ? "2027-01-01T00:00:00Z" : at.toISOString();
  };
  const { id: administrator_id } = await createLimited(database, organisation, "training_admin", [department_id]);
  const is_there = (row: any) => row.department_id === department_id;
  for (const [query, matches, is_limited] of [
    [{}, () => true, false],
    [{}, is_there, true],
    [{ status: "suspended" }, (row: any) => row.state === "suspended", false],
    [{ status: "active" }, (row: any) => row.state === "active", false],
    [{ status: "active" }, (row: any) => row.state === "active" && is_there(row), true],
    [{ department_id }, is_there, false],
  ] as const) {
    const wanted = everybody.filter(matches);
    for (const share of [0, 0.05, 0.3, 0.5, 0.74, 0.76, 0.99, 2]) {
      const since = sinceOf(share);
      const place: PagePlace = { order: "changes", limit: 20, offset: 0, since, after: null };
      const asked = { ...query, limit: 20, offset: 0, include_subdepartments: false };
      // The statement is made within the limit, as the product makes it.
      const read = () => withTenant(pool, tenant_id, (db) => db.row<PageRow>(personPage(tenant_id, asked, place)));
      const page = await (is_limited ? withinLimit({ tenant_id, administrator_id }, read) : read());
      const changed = wanted.filter((row) => row.updated_at >= new Date(since));
      assert.equal(page!.total, changed.length, `${JSON.stringify(query)} since ${since}, limited: ${is_limited}`);
    }
  }
  for (const statistics of ["none", "a hundred times as much"] as const) {
    await t.test(`with statistics: ${statistics}`, async () => {
      await pretend(database, statistics, "missing");
      await pretend(database, statistics, "there");
      for (const share of [0, 0.05, 0.95]) {
        const place: PagePlace = { order: "changes", limit: 20, offset: 0, since: sinceOf(share), after: null };
        const statement = personPage(tenant_id, { limit: 20, offset: 0, include_subdepartments: false }, place);
        const { plan } = await withTenant(pool, tenant_id, async (db) => {
          const counting = counted(db);
          await counting.db.row<PageRow>(statement);
          return (await counting.touched())[0]!;
        });
        // Without statistics the page itself may be sorted; what is counted comes behind the counters.
        const counting = plan.slice(plan.indexOf('"person_count"'));
        const read = [...counting.matchAll(/Relation Name: "person".*updated_at.*Actual Rows: (\d+)/g)].map((found) =>
          Number(found[1]),
        );
        assert.ok(read.length > 0 && Math.max(...read) <= everybody.length / 4 + 1, `${share}:\n${plan}`);
      }
    });
  }
});
