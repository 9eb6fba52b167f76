import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer } from "../../../test/harness/database.ts";
import { again, counts, ndjson, openImporter, type Importer } from "../../../test/harness/organisation/imports.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { sql } from "../../platform/db/sql.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { synchronised_max } from "../employment/synchronise.ts";
import { lockPeople } from "../people/apply-sql.ts";

let acme: Importer;
before(async () => {
  acme = await openImporter();
});
after(() => acme.close());

test("a file creates new people, changes those who differ and leaves the others as they are", async () => {
  const same = await acme.someone({ employee_no: "A1", department_name: "Utrzymanie ruchu" });
  const other = await acme.someone({ employee_no: "a2", job_title: "Welder", department_name: "Utrzymanie ruchu" });
  const done = await acme.importFile(
    `employee_no,first_name,last_name,email,department_name,job_title
A1,Anna,Kowalska,${same.email},utrzymanie  RUCHU,
A2,Anna,Kowalska,${other.email},Logistyka Północ,
A3,Łucja,"Żak, ""senior""",lucja@acme.example,,"Shift, leader"
`,
  );
  assert.equal(done.status, "finished", JSON.stringify(done));
  assert.deepEqual(done.counts, counts({ rows: 3, create: 1, update: 1, unchanged: 1 }));
  assert.equal(done.rows_done, 3);
  assert.deepEqual(
    done.rows_preview.map(({ effects: _effects, errors: _errors, ...told }: any) => told),
    [
      {
        row: 3,
        employee_no: "A2",
        full_name: "Anna Kowalska",
        action: "update",
        changes: {
          employee_no: ["a2", "A2"],
          department_name: ["Utrzymanie ruchu", "Logistyka Północ"],
          job_title: ["Welder", null],
        },
      },
      { row: 4, employee_no: "A3", full_name: 'Łucja Żak, "senior"', action: "create", changes: {} },
    ],
  );
  assert.deepEqual(await again(acme.api, same), same);
  const created = await acme.person("A3");
  assert.deepEqual(
    [created.last_name, created.job_title, created.department_id, created.status, created.worker_type, created.login],
    ['Żak, "senior"', "Shift, leader", null, "invited", "internal_payroll", "lucja@acme.example"],
  );
  const [audited] = await acme.auditRows(created.id);
  assert.deepEqual([audited.operation, audited.actor_type, audited.batch_id], ["person.create", "client", done.id]);
});

test("a file that is sent again changes nothing", async () => {
  const text = `employee_no,first_name,last_name,email,attributes.level,attributes.badges,attributes.shift,attributes.night\nR1,Jan,Nowak,r1@acme.example,7,a|b,B,TRUE\n`;
  assert.equal((await acme.importFile(text)).counts.create, 1);
  const before = await acme.person("R1");
  assert.deepEqual(before.attributes, { level: 7, badges: ["a", "b"], shift: "B", night: true });
  const done = await acme.importFile(text);
  assert.deepEqual(done.counts, counts({ rows: 1, unchanged: 1 }));
  assert.deepEqual(done.rows_preview, []);
  assert.deepEqual(await acme.person("R1"), before);
  assert.equal((await acme.auditRows(before.id)).length, 1);
});

test("NDJSON lines are bodies of creates and of changes", async () => {
  const person = await acme.someone({ employee_no: "J1", job_title: "Driver", attributes: { shift: "A", cost_center: "1" } });
  const lines = [
    { employee_no: "J1", attributes: { shift: null, level: 3 } },
    acme.newcomer({ employee_no: "J2", worker_type: "b2b_contractor", contractor_name: "bud-serwis sp. z o.o." }),
  ];
  const done = await acme.importFile(lines.map((line) => JSON.stringify(line)).join("\r\n\r\n"), "", ndjson);
  assert.deepEqual(done.counts, counts({ rows: 2, create: 1, update: 1 }), JSON.stringify(done));
  const changed = await again(acme.api, person);
  assert.deepEqual([changed.attributes, changed.job_title], [{ cost_center: "1", level: 3 }, "Driver"]);
  assert.equal((await acme.person("J2")).contractor_name, "Bud-Serwis Sp. z o.o.");
});

test("active deactivates people and brings them back, with what follows for their enrollments", async () => {
  const person = await acme.someone({ employee_no: "L1" });
  await acme.api.post("/api/v1/enrollments", { user_id: person.id, course_code: "FIRE-01" });
  const left = await acme.importFile("employee_no,active\nL1,FALSE\nL0,false\n");
  // A row of an unknown person who has left creates no person, and needs no name.
  assert.equal(left.counts.deactivate, 1, JSON.stringify(left));
  assert.deepEqual(left.rows_preview[0].changes, { status: ["invited", "deactivated"] });
  assert.deepEqual(left.rows_preview[0].effects, { enrollments_assigned: [], enrollments_cancelled: ["FIRE-01"] });
  assert.equal((await again(acme.api, person)).status, "deactivated");
  const back = await acme.importFile("employee_no,active\nL1,true\n");
  assert.deepEqual(back.counts, counts({ rows: 1, update: 1 }));
  assert.equal((await again(acme.api, person)).status, "invited");
});

test("a dry run tells what would happen, and leaves nothing but its report", async () => {
  const person = await acme.someone({ employee_no: "D1" });
  await acme.api.post("/api/v1/enrollments", { user_id: person.id, course_code: "FIRE-01" });
  const everything = async () => {
    const tables = ["person", "enrollment", "enrollment_source", "event", "audit_log", "compliance_status", "compliance_person"];
    // Sending a file is audited, whatever its options.
    const texts = tables.map(
      (table) =>
        `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${table} t
          where coalesce(to_jsonb(t)->>'operation', '') <> 'import.start') as ${table}`,
    );
    return (await acme.database.superuser.query(`select ${texts.join(", ")}`)).rows[0];
  };
  const before = await everything();
  const text = `employee_no,first_name,last_name,email,active\nD1,Anna,Kowalska,${person.email},false\nD2,New,Person,d2@acme.example,\n`;
  const dry = await acme.importFile(text, "dry_run=true");
  assert.deepEqual(await everything(), before);
  assert.deepEqual([dry.status, dry.dry_run, dry.counts], ["finished", true, counts({ rows: 2, create: 1, deactivate: 1 })]);
  const real = await acme.importFile(text);
  assert.deepEqual(real.counts, dry.counts);
  assert.deepEqual(real.rows_preview, dry.rows_preview);
  assert.deepEqual(dry.rows_preview[0].effects.enrollments_cancelled, ["FIRE-01"]);
});

test("people exchange their addresses in one file, and a row with an address in use names its owner", async () => {
  const [one, two, kept] = await Promise.all(["X1", "X2", "X3"].map((employee_no) => acme.someone({ employee_no })));
  const done = await acme.importFile(
    `employee_no,email\nX1,${two.email}\nX2,${one.email}\nX4,${kept.email}\n`.replace("X4,", "N1,"),
  );
  assert.equal(done.counts.update, 2, JSON.stringify(done));
  const swapped = [await again(acme.api, one), await again(acme.api, two)];
  assert.deepEqual(
    swapped.map(({ email, login }) => [email, login]),
    [
      [two.email, two.email],
      [one.email, one.email],
    ],
  );
});

test("rules run for everybody a file moves, and a dry run tells what they would do", async () => {
  await createOrganisation(acme.database, {
    rules: [
      { name: "North", when: { department: "OPS-LN" }, assign: ["FORKLIFT-01"] },
      { name: "Maintenance", when: { department: "MAINT" }, assign: ["FIRE-01"] },
    ],
  });
  const person = await acme.someone({ employee_no: "E1", department_name: "Logistyka Północ" });
  const text = `employee_no,first_name,last_name,email,department_name
E1,Anna,Kowalska,${person.email},Utrzymanie ruchu
E2,Ewa,Lis,e2@acme.example,Logistyka Północ
`;
  const expected = [
    ["E1", { enrollments_assigned: ["FIRE-01"], enrollments_cancelled: ["FORKLIFT-01"] }],
    ["E2", { enrollments_assigned: ["FORKLIFT-01"], enrollments_cancelled: [] }],
  ];
  const open = async () => {
    const { body } = await acme.api.get("/api/v1/enrollments?employee_no=E1&status=assigned");
    return body.enrollments.map(({ course_code }: any) => course_code);
  };
  const dry = await acme.importFile(text, "dry_run=true");
  assert.deepEqual(
    dry.rows_preview.map(({ employee_no, effects }: any) => [employee_no, effects]),
    expected,
  );
  assert.deepEqual(await open(), ["FORKLIFT-01"]);
  const real = await acme.importFile(text);
  assert.deepEqual(real.rows_preview, dry.rows_preview);
  assert.deepEqual(await open(), ["FIRE-01"]);
  assert.match((await acme.api.get(`/api/v1/imports/${real.id}/report.csv`)).text, /"FIRE-01","FORKLIFT-01",""/);
});

test("a dry run counts the seats of a licence once, however many rows want one", async () => {
  const free = 5;
  await createOrganisation(acme.database, {
    departments: [{ name: "Crane yard", code: "CRANE" }],
    courses: [{ code: "CRANE-01", title: "Crane" }],
    licenses: [{ name: "Cranes", seats_total: free, courses: ["CRANE-01"] }],
    rules: [{ name: "Cranes", when: { department: "CRANE" }, assign: ["CRANE-01"] }],
  });
  const lines = Array.from({ length: 2 * synchronised_max + 1 }, (_, n) => `CR${n},Anna,Lis,cr${n}@acme.example,Crane yard`);
  const text = `employee_no,first_name,last_name,email,department_name\n${lines.join("\n")}\n`;
  const assigned = async ({ id }: { id: string }) =>
    (await acme.api.get(`/api/v1/imports/${id}/report.csv`)).text.split("CRANE-01").length - 1;
  const told = await assigned(await acme.importFile(text, "dry_run=true"));
  assert.deepEqual([told, await assigned(await acme.importFile(text))], [free, free]);
});

test("a dry run holds no licence while it waits for a person", { skip: needsServer() }, async () => {
  const { tenant_id } = acme.acme;
  await createOrganisation(acme.database, {
    departments: [{ name: "Ropes", code: "ROPES" }],
    courses: [{ code: "ROPE-01", title: "Ropes" }],
    licenses: [{ name: "Ropes", seats_total: 500, courses: ["ROPE-01"] }],
    rules: [{ name: "Ropes", when: { department: "ROPES" }, assign: ["ROPE-01"] }],
  });
  const held = await acme.someone({ employee_no: "HELD" });
  const lines = Array.from({ length: synchronised_max }, (_, n) => `RO${n},Anna,Lis,ro${n}@acme.example,Ropes`);
  const text = `employee_no,first_name,last_name,email,department_name\n${[...lines, `HELD,A,B,${held.email},Ropes`].join("\n")}\n`;
  const { superuser } = acme.database;
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const done = await withTenant(acme.pool, tenant_id, async (db) => {
    await lockPeople(db, tenant_id, [held.id]);
    const done = acme.importFile(text, "dry_run=true");
    while ((await superuser.query(waiting)).rowCount === 0) await setImmediate();
    const free = await db.count(sql`select from license where tenant_id = ${tenant_id} for no key update skip locked`);
    assert.equal(free, (await superuser.query("select from license where tenant_id = $1", [tenant_id])).rowCount);
    return { done };
  });
  assert.deepEqual((await done.done).counts.create, synchronised_max);
});

test("a number that is minus nothing is nothing, so that it differs from none", async () => {
  const person = await acme.someone({ employee_no: "ZERO", attributes: { level: 0 } });
  const csv = await acme.importFile("employee_no,attributes.level\nZERO,-0\n");
  const lines = await acme.importFile('{"employee_no":"ZERO","attributes":{"level":-0}}', "", ndjson);
  assert.deepEqual([csv.counts.unchanged, lines.counts.unchanged], [1, 1]);
  const patched = await acme.api.call("PATCH", `/api/v1/users/${person.id}`, { body: '{"attributes":{"level":-0.0}}' });
  assert.deepEqual(patched.body, person);
});

test("a person of a later batch is placed by the departments that exist by then", async (t) => {
  const { superuser } = acme.database;
  const rows = Array.from(
    { length: synchronised_max + 1 },
    (_, index) => `B${index},Anna,Lis,b${index}@acme.example,Merged meanwhile`,
  );
  const { tenant_id } = acme.acme;
  await createOrganisation(acme.database, {
    organisation: { code: acme.acme.code, name: "ACME" },
    departments: [{ code: "MERGED", name: "Merged meanwhile" }],
  });
  t.after(() => superuser.query("drop function if exists merge_meanwhile cascade"));
  await superuser.query(`
    create function merge_meanwhile() returns trigger language plpgsql as $$
    begin
      update department set active = false where tenant_id = '${tenant_id}' and code = 'MERGED';
      return null;
    end $$;
    create trigger merge_meanwhile after update of rows_done on import for each row execute function merge_meanwhile()`);
  const done = await acme.importFile(["employee_no,first_name,last_name,email,department_name", ...rows].join("\n"));
  assert.deepEqual([done.counts.create, done.counts.invalid], [synchronised_max, 1], JSON.stringify(done.counts));
});
