// Decision 0072: bulk work by administrators of some departments, including orders from before they were limited, and orders that
// continue after they are gone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { workInParts } from "../../server/features/bulk/bulk.job.ts";
import { newId } from "../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type TestAccount } from "../harness/panel/panel.ts";
import { startServer, test_mailing, type TestServer } from "../harness/server.ts";
import { createLimited } from "./departments.ts";

const courses = ["C1", "C2", "C3", "C4", "C5", "C6"] as const;

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let id: Record<string, string>;

const sql = async (text: string, values: readonly unknown[]) => (await database.superuser.query(text, [...values])).rows;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    departments: ["LOG", "HEAD"].map((code) => ({ name: code, code })),
    courses: courses.map((code) => ({ code, title: `Course ${code}` })),
    people: ["A1", "A2", "A3", "H1", "H2"].map((employee_no) => ({
      employee_no,
      first_name: "Ewa",
      last_name: `Lis ${employee_no}`,
      email: `${employee_no}@acme.example`,
      department: employee_no.startsWith("A") ? "LOG" : "HEAD",
    })),
  });
  const known = await sql(
    `select code, id from department where tenant_id = $1 union all select code, id from course where tenant_id = $1
     union all select employee_no, id from person where tenant_id = $1`,
    [acme.tenant_id],
  );
  id = Object.fromEntries(known.map((row) => [row.code, row.id]));
});
after(async () => {
  await server.close();
  await database.close();
});

const panelOf = (account: TestAccount) => sessionOf(server, database, acme.tenant_id, account);
const limitedAccount = () => createLimited(database, acme, "training_admin", [id["LOG"]!]);
const everybody = { filter: { q: "lis" } };

async function order(panel: Panel, course: string, selection: object, operation_id = newId()) {
  const reply = await panel.call("PUT", `/bulk-operations/${operation_id}`, { body: { selection, course_id: id[course] } });
  return { reply, operation_id };
}

async function work(operation_id: string): Promise<void> {
  const bulk = { tenant_id: acme.tenant_id, operation_id };
  await workInParts({ pool: database.pool("muster_worker", 1), ...test_mailing }, bulk, new AbortController().signal);
}

async function enrolled(course: string): Promise<string[]> {
  const rows = await sql(
    `select p.employee_no from enrollment e join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
     where e.tenant_id = $1 and e.course_id = $2 order by 1`,
    [acme.tenant_id, id[course]],
  );
  return rows.map(({ employee_no }) => employee_no as string);
}

test("whom a filter finds is looked for, counted and assigned among the own people", async () => {
  const panel = await panelOf(await limitedAccount());
  const preview = await panel.post("/bulk-operations/preview", { selection: everybody, course_id: id["C1"] });
  assert.deepEqual([preview.status, preview.body.people, preview.body.assigned], [200, 3, 3], preview.text);
  const { reply, operation_id } = await order(panel, "C1", everybody, preview.body.operation_id);
  assert.deepEqual([reply.status, reply.body.people_total], [202, 3], reply.text);
  await work(operation_id);
  assert.deepEqual(await enrolled("C1"), ["A1", "A2", "A3"]);
  const done = await panel.get(`/bulk-operations/${operation_id}`);
  assert.deepEqual([done.body.people_done, done.body.counts], [3, { assigned: 3 }]);
  const at = `/bulk-operations/${operation_id}/people?outcome=assigned`;
  assert.equal((await panel.get(at)).body.pagination.total, 3);
  await sql("update person set department_id = $3 where tenant_id = $1 and id = $2", [acme.tenant_id, id["A3"], id["HEAD"]]);
  assert.equal((await panel.get(at)).body.pagination.total, 2);
  await sql("update person set department_id = $3 where tenant_id = $1 and id = $2", [acme.tenant_id, id["A3"], id["LOG"]]);
});

test("ids of others are refused like ids of nobody, beside own ones too", async () => {
  const panel = await panelOf(await limitedAccount());
  for (const ids of [[id["H1"]], [id["A1"], id["H1"]]]) {
    const unknown = ids.map((one) => (one === id["H1"] ? newId() : one));
    for (const path of ["preview", newId()]) {
      const ask = (person_ids: unknown[]) =>
        panel.call(path === "preview" ? "POST" : "PUT", `/bulk-operations/${path}`, {
          body: { selection: { person_ids }, course_id: id["C2"] },
        });
      const [foreign, nobody] = [await ask(ids), await ask(unknown)];
      assert.deepEqual(
        [foreign.status, foreign.body.code, foreign.body.errors],
        [nobody.status, nobody.body.code, nobody.body.errors],
      );
      assert.ok([403, 422].includes(foreign.status), foreign.text);
    }
  }
  assert.deepEqual(await enrolled("C2"), []);
  const { reply } = await order(panel, "C2", { filter: { department_id: id["HEAD"] } });
  assert.deepEqual([reply.status, reply.body.errors?.[0]?.code], [422, "REQUIRED"], reply.text);
});

test("who has moved away before the worker comes is left out", async () => {
  const panel = await panelOf(await limitedAccount());
  const { reply, operation_id } = await order(panel, "C3", everybody);
  assert.equal(reply.status, 202, reply.text);
  await sql("update person set department_id = $3 where tenant_id = $1 and id = $2", [acme.tenant_id, id["A3"], id["HEAD"]]);
  await work(operation_id);
  assert.deepEqual(await enrolled("C3"), ["A1", "A2"]);
  await sql("update person set department_id = $3 where tenant_id = $1 and id = $2", [acme.tenant_id, id["A3"], id["LOG"]]);
});

test("what was ordered before the limit was set goes on within it", async () => {
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  const { reply, operation_id } = await order(await panelOf(account), "C4", everybody);
  assert.equal(reply.body.people_total, 5, reply.text);
  await sql("update administrator set of_departments = true where tenant_id = $1 and id = $2", [acme.tenant_id, account.id]);
  await sql("insert into administrator_department (tenant_id, administrator_id, department_id) values ($1, $2, $3)", [
    acme.tenant_id,
    account.id,
    id["LOG"],
  ]);
  await work(operation_id);
  assert.deepEqual(await enrolled("C4"), ["A1", "A2", "A3"]);
  // The order's counts were those of the whole organisation.
  assert.equal((await (await panelOf(account)).get(`/bulk-operations/${operation_id}`)).status, 404);
});

test("of one who was limited and is gone, nobody is done any more", async () => {
  const account = await limitedAccount();
  const { operation_id } = await order(await panelOf(account), "C5", everybody);
  await sql("delete from administrator where tenant_id = $1 and id = $2", [acme.tenant_id, account.id]);
  await work(operation_id);
  assert.deepEqual(await enrolled("C5"), []);
});

test("orders of others are unknown ones, under any operation", async () => {
  const whole = await panelOf(await createAccount(database, acme.tenant_id, "training_admin"));
  const { operation_id } = await order(whole, "C6", everybody);
  const panel = await panelOf(await limitedAccount());
  const at = `/bulk-operations/${operation_id}`;
  assert.equal((await panel.get(at)).status, 404);
  assert.equal((await panel.get(`${at}/people?outcome=assigned`)).status, 404);
  for (const what of ["continue", "undo"]) assert.equal((await panel.post(`${at}/${what}`)).status, 404, what);
  const { reply } = await order(panel, "C6", everybody, operation_id);
  assert.deepEqual([reply.status, reply.body.errors?.[0]?.code], [422, "NOT_POSSIBLE"], reply.text);
  assert.equal((await whole.get(at)).status, 200);
});
