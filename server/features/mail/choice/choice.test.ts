// Unsubscribing from mails, tested from outside: chosen in the panel, and played through with a sandbox's clock.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openSandbox, type Sandbox } from "../../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";
import { test_keyring, test_mailing } from "../../../../test/harness/server.ts";
import { settled } from "../../../../test/harness/settled.ts";
import { workOffDue } from "../../../platform/jobs/due/due.ts";
import { listDueWork } from "../../../worker.ts";
import { startSmtpServer } from "../smtp.fixture.ts";
import { readUnsubscribe, unsubscribeUrl } from "./link.ts";

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

/** The mails to the learner and to administrators since the last call, by kind. */
async function told(): Promise<string[]> {
  const rows = await query(
    "with m as (delete from mail returning id, kind, recipient) select kind, recipient from m order by id",
  );
  return rows.filter(({ recipient }) => recipient !== "p1@acme.example").map(({ kind }) => kind as string);
}

test("who has chosen nothing gets all; both may do without digests, and come back", async () => {
  assert.deepEqual((await learner.get("/my/mails")).body, { due_soon: true, digests: true, reports: true });
  await sandbox.assign("P1", "FIRE", { due_date: "2026-01-09" });
  await sandbox.advance("2026-01-05T07:00:30Z");
  assert.deepEqual((await told()).toSorted(), ["digest.administrator", "digest.manager"]);
  for (const panel of [learner, admin]) {
    const reply = await panel.call("PATCH", "/my/mails", { body: { digests: false } });
    assert.deepEqual([reply.status, reply.body], [200, { due_soon: true, digests: false, reports: true }]);
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
  assert.deepEqual(await query("select kind from reminder where person_id = $1 and unsent is null", [learner.account.id]), [
    { kind: "assigned" },
  ]);
});

test("a mail program unsubscribes by one POST without a session, a person by a page that asks, and both are undone there", async (t) => {
  const smtp = await startSmtpServer();
  t.after(() => smtp.close());
  await learner.call("PATCH", "/my/mails", { body: { due_soon: true, digests: true } });
  await query("delete from mail");
  await sandbox.advance("2026-02-02T07:00:30Z");
  const pools = { pool: sandbox.database.pool("muster_worker", 2), delivery_pool: sandbox.database.pool("muster_delivery", 1) };
  const options = {
    ...pools,
    ...test_mailing,
    smtp_url: smtp.url,
    mail_from: "muster@muster.example",
    log: pino({ level: "silent" }),
  };
  await settled(sandbox.database);
  const sending = listDueWork(options, () => undefined).find(({ kind }) => kind === "mails.bulk")!;
  await workOffDue(pools.pool, sending, new AbortController().signal);
  const [head] = (await smtp.letterTo(learner.account.login)).data.split("\n\n");
  const unfolded = head!.replaceAll(/\n[ \t]+/g, " ");
  assert.match(unfolded, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const [, link] = /^List-Unsubscribe: <https:\/\/muster\.example(\/unsubscribe\/[^>]+)>$/m.exec(unfolded)!;
  const url = sandbox.server.url + link!;
  const post = async (body: string, type = "application/x-www-form-urlencoded") => {
    const answer = await fetch(url, { method: "POST", headers: { "content-type": type }, body });
    return [answer.status, /<h1>(.*?)<\/h1>/.exec(await answer.text())?.[1]];
  };
  const chosen = async () => (await learner.get("/my/mails")).body.digests as boolean;

  const asked = await fetch(url, { headers: { "accept-language": "pl" } });
  assert.match(await asked.text(), /<h1>Rezygnujesz\? Chodzi o: cotygodniowe podsumowania<\/h1>/);
  assert.match(asked.headers.get("content-security-policy")!, /form-action 'self'/);
  assert.equal(await chosen(), true, "who only opens the link has chosen nothing");
  assert.deepEqual(await post("List-Unsubscribe=One-Click"), [200, "You get no more weekly digests"]);
  assert.equal(await chosen(), false);
  const again = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  assert.deepEqual(await post(again, "multipart/form-data; boundary=b"), [200, "You get no more weekly digests"]);
  assert.deepEqual(await post("again=yes"), [200, "You get weekly digests again"]);
  assert.equal(await chosen(), true);
  const audited = await query(
    "select changes from audit_log where operation = 'account.choose-mails' and target_id = $1 order by id desc limit 2",
    [learner.account.id],
  );
  assert.deepEqual(audited, [{ changes: { digests: [false, true] } }, { changes: { digests: [true, false] } }]);
  const altered = url.slice(0, -3) + (url.endsWith("AAA") ? "BBB" : "AAA");
  for (const bad of [
    altered,
    `${sandbox.server.url}/unsubscribe/ACME.x`,
    `${sandbox.server.url}/unsubscribe/${"A".repeat(68)}`,
  ]) {
    assert.equal((await fetch(bad)).status, 404, bad);
    assert.equal((await fetch(bad, { method: "POST", body: "List-Unsubscribe=One-Click" })).status, 404, bad);
  }
  assert.equal((await fetch(url, { method: "POST", body: "x".repeat(5_000) })).status, 413);
  assert.equal(await chosen(), true);
});

test("a link says whose mails it is about, and no byte of it can be changed", () => {
  const ids = { tenant_id: "01900000-0000-7000-8000-00000000000a", account_id: "01900000-0000-7000-8000-00000000000b" };
  for (const topic of ["due_soon", "digests"] as const) {
    const url = unsubscribeUrl(test_keyring, "https://muster.example", "ACME", { ...ids, topic });
    const token = url.slice(url.indexOf(".", 24) + 1);
    assert.deepEqual(readUnsubscribe(test_keyring, token), { ...ids, topic });
    const bytes = Buffer.from(token, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      assert.equal(readUnsubscribe(test_keyring, changed.toString("base64url")), null, `byte ${at}`);
    }
  }
});

test("a wrong choice is refused by its name, and nobody chooses for another", async () => {
  const reply = await learner.call("PATCH", "/my/mails", { body: { overdue: false } });
  assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, "#/overdue"]);
  assert.deepEqual((await admin.get("/my/mails")).body, { due_soon: true, digests: false, reports: true });
});
