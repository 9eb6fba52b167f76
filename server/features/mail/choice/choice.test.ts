// What somebody has chosen to do without, from outside: chosen in the panel, lived through on a sandbox's clock.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSandbox, type Sandbox } from "../../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";

let sandbox: Sandbox;
let admin: Panel;
let learner: Panel & { account: { id: string; login: string } };
before(async () => {
  // Thursday, 08:00 in Warsaw.
  sandbox = await openSandbox("2026-01-01T07:00:00Z", { courses: [{ code: "FIRE", title: "Fire protection" }] }, 2);
  const { database, server, organisation } = sandbox;
  const sign = async (role: "it_admin" | "learner") =>
    sessionOf(server, database, organisation.tenant_id, await createAccount(database, organisation.tenant_id, role));
  admin = await sign("it_admin");
  learner = await sign("learner");
  // The learner is the manager of P1.
  await query("update person set manager_id = $1 where employee_no = 'P1'", [learner.account.id]);
  await admin.call("PATCH", "/reminders", { body: { assigned: true, due_soon_days: 7 } });
  await admin.call("PATCH", "/digests", { body: { managers: true, administrators: true } });
});
after(() => sandbox.close());

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;

/** What was written to the learner and to administrators since the last call, by kind. */
async function told(): Promise<string[]> {
  const rows = await query(
    "with m as (delete from mail returning id, kind, recipient) select kind, recipient from m order by id",
  );
  return rows.filter(({ recipient }) => recipient !== "p1@acme.example").map(({ kind }) => kind as string);
}

test("who has chosen nothing gets all; both may do without digests, and come back", async () => {
  assert.deepEqual((await learner.get("/my/mails")).body, { due_soon: true, digests: true });
  await sandbox.assign("P1", "FIRE", { due_date: "2026-01-09" });
  await sandbox.advance("2026-01-05T07:00:30Z");
  assert.deepEqual((await told()).toSorted(), ["digest.administrator", "digest.manager"]);
  for (const panel of [learner, admin]) {
    const reply = await panel.call("PATCH", "/my/mails", { body: { digests: false } });
    assert.deepEqual([reply.status, reply.body], [200, { due_soon: true, digests: false }]);
    assert.equal((await panel.call("PATCH", "/my/mails", { body: { digests: false } })).status, 200);
  }
  await sandbox.advance("2026-01-12T07:00:30Z");
  assert.deepEqual(await told(), []);
  await learner.call("PATCH", "/my/mails", { body: { digests: true } });
  await sandbox.advance("2026-01-19T07:00:30Z");
  assert.deepEqual(await told(), ["digest.manager"]);
  const audited = await query(
    "select target_type, changes from audit_log where operation = 'account.choose-mails' order by target_type, id",
  );
  assert.deepEqual(audited, [
    { target_type: "administrator", changes: { digests: [true, false] } },
    { target_type: "person", changes: { digests: [true, false] } },
    { target_type: "person", changes: { digests: [false, true] } },
  ]);
});

test("without reminders of what is due soon, what is assigned is told all the same", async () => {
  await learner.call("PATCH", "/my/mails", { body: { due_soon: false, digests: false } });
  const { employee_no } = (await query("select employee_no from person where id = $1", [learner.account.id]))[0]!;
  await sandbox.assign(employee_no as string, "FIRE", { due_date: "2026-01-28" });
  await sandbox.advance("2026-01-27T12:00:00Z");
  assert.deepEqual(await told(), ["training.reminder"]);
  assert.deepEqual(await query("select kind from reminder where person_id = $1", [learner.account.id]), [{ kind: "assigned" }]);
});

test("a wrong choice is refused by its name, and nobody chooses for another", async () => {
  const reply = await learner.call("PATCH", "/my/mails", { body: { overdue: false } });
  assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, "#/overdue"]);
  assert.deepEqual((await admin.get("/my/mails")).body, { due_soon: true, digests: false });
});
