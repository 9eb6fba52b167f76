// Reminders over HTTP: switched on in the panel, written while a sandbox's clock is moved, and read from the rows of its mailbox.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../test/harness/panel/panel.ts";
import { test_keyring, test_mailing } from "../../../test/harness/server.ts";
import { settled } from "../../../test/harness/settled.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import { workOffDue } from "../../platform/jobs/due/due.ts";
import { daytimeOf } from "./morning.ts";
import { remind, reminding } from "./remind.ts";

let sandbox: Sandbox;
let panel: Panel;
before(async () => {
  // Monday, 08:00 in Warsaw.
  sandbox = await openSandbox(
    "2026-01-05T07:00:00Z",
    {
      courses: [
        { code: "FIRE", title: "Fire protection" },
        { code: "FORK", title: "Forklift", validity: { value: 12, unit: "month" } },
      ],
    },
    8,
  );
  const { tenant_id } = sandbox.organisation;
  panel = await sessionOf(
    sandbox.server,
    sandbox.database,
    tenant_id,
    await createAccount(sandbox.database, tenant_id, "it_admin"),
  );
});
after(() => sandbox.close());

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;
const change = (body: unknown) => panel.call("PATCH", "/reminders", { body });

/** Reminders: number, kind, step and day. */
async function told(): Promise<string[]> {
  const rows = await query(`
    select p.employee_no || ' ' || r.kind || ' ' || r.step || ' on ' || r.sent_on as line
    from reminder r join person p on p.tenant_id = r.tenant_id and p.id = r.person_id
    order by r.sent_on, p.employee_no, r.kind`);
  return rows.map(({ line }) => line as string);
}

/** Mails in the order in which they were written, with their texts. */
async function mails(): Promise<{ recipient: string; subject: string; text: string }[]> {
  const rows = await query("select id, recipient, subject, body from mail where kind = 'training.reminder' order by id");
  return rows.map(({ id, recipient, subject, body }) => ({ recipient, subject, text: unseal(test_keyring, "mail", id, body) }));
}

const forget = () => query("with r as (delete from reminder) delete from mail");

test("daytime: at night, on a day that is done and where clocks leave the hour out, the next morning is waited for", () => {
  const at = (now: string, done_on: string, from_hour = 8) => {
    const tenant = { time_zone: "Europe/Warsaw" };
    const judged = daytimeOf({ now: Temporal.Instant.from(now), tenant }, { from_hour, until_hour: 18 }, done_on);
    return judged.is_open ? judged.today : judged.opens_at.toString();
  };
  assert.equal(at("2026-01-05T06:59:59Z", "2026-01-04"), "2026-01-05T07:00:00Z");
  assert.equal(at("2026-01-05T07:00:00Z", "2026-01-04"), "2026-01-05");
  assert.equal(at("2026-01-05T16:59:59Z", "2026-01-01"), "2026-01-05");
  assert.equal(at("2026-01-05T17:00:00Z", "2026-01-01"), "2026-01-06T07:00:00Z");
  assert.equal(at("2026-01-05T09:00:00Z", "2026-01-05"), "2026-01-06T07:00:00Z");
  assert.equal(at("2026-01-05T22:59:59Z", "2026-01-05"), "2026-01-06T07:00:00Z");
  // Summer time begins at 02:00.
  assert.equal(at("2026-03-28T12:00:00Z", "2026-03-28", 2), "2026-03-29T01:00:00Z");
});

test("nobody is reminded of anything until that is switched on, and a bad setting is refused by its name", async () => {
  const stands = (await panel.get("/reminders")).body;
  assert.deepEqual(
    [stands.assigned, stands.due_soon_days, stands.overdue_every_days, stands.expiring_days],
    [false, null, null, null],
  );
  for (const [body, pointer] of [
    [{ due_soon_days: 0 }, "#/due_soon_days"],
    [{ overdue_every_days: 91 }, "#/overdue_every_days"],
    [{ overdue_times: null }, "#/overdue_times"],
    [{ expiring_days: 1.5 }, "#/expiring_days"],
    [{ from_hour: 18 }, "#/until_hour"],
    [{ until_hour: 25 }, "#/until_hour"],
    [{ quiet: true }, "#/quiet"],
  ] as const) {
    const reply = await change(body);
    assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, pointer], reply.text);
  }
  assert.deepEqual((await panel.get("/reminders")).body, stands);
  await sandbox.assign("P1", "FIRE", { due_date: "2026-01-07" });
  await sandbox.advance("2026-01-12T12:00:00Z");
  assert.deepEqual([await told(), await mails()], [[], []]);
  const [work] = await query(
    "select count(*)::int as n from infra.due where kind = 'reminders.send' and due_us > infra.now_us()",
  );
  assert.equal(work!["n"], 0, "an organisation that does not remind has no morning");
});

test("one mail a morning says all, in the person's language, and nothing is written at night", async () => {
  await query("update person set language = 'pl' where employee_no = 'P1'");
  const all = { assigned: true, due_soon_days: 7, overdue_every_days: 7, overdue_times: 3, expiring_days: 30 };
  assert.equal((await change(all)).status, 200);
  assert.equal((await change(all)).status, 200, "what changes nothing is no change");
  const audited = await query("select changes from audit_log where operation = 'organisation.set_reminders'");
  assert.deepEqual(
    audited.map(({ changes }) => Object.keys(changes as object).length),
    [4],
  );
  await sandbox.assign("P1", "FORK", { due_date: "2026-01-15" });
  await sandbox.advance("2026-01-13T06:59:00Z");
  assert.deepEqual(await told(), [], "what is switched on holds from the next morning on");
  await sandbox.advance("2026-01-13T07:00:30Z");
  assert.deepEqual(await told(), ["P1 assigned 1 on 2026-01-13", "P1 due_soon 1 on 2026-01-13"]);
  const [only, ...others] = await mails();
  assert.deepEqual([only!.recipient, others], ["p1@acme.example", []]);
  assert.match(only!.text, /^ {2}- Forklift: termin: 15 stycznia 2026$/m);
  assert.match(only!.text, /\/panel\/my-training$/m);
  await sandbox.advance("2026-01-14T06:30:00Z");
  await sandbox.advance("2026-01-14T16:00:00Z");
  // A week after its due date, there is a reminder of the enrollment of 7 January.
  assert.deepEqual((await told()).slice(2), ["P1 overdue 1 on 2026-01-14"]);
});

test("a worker that is stopped or fails on its way loses nothing and sends nothing twice", async () => {
  await query("update enrollment set state = 'withdrawn'");
  await forget();
  const pool = sandbox.database.pool("muster_worker", 3);
  const { tenant_id } = sandbox.organisation;
  for (const employee_no of ["P4", "P5", "P6"]) await sandbox.assign(employee_no, "FIRE", { due_date: "2026-02-28" });
  // Moves the clock past the morning without an advance, which would write the mails itself.
  await query("update tenant set clock_offset_us = clock_offset_us + 57600000000 where id = $1", [tenant_id]);
  const options = { pool, ...test_mailing };
  // Makes the transaction fail after its last mail.
  await query("alter table reminder add constraint killed check (false) not valid");
  await assert.rejects(remind(options, tenant_id, () => false));
  await query("alter table reminder drop constraint killed");
  assert.deepEqual([(await told()).length, (await mails()).length], [0, 0], "a part is whole or is not");
  let asked = 0;
  assert.equal(await remind(options, tenant_id, () => (asked += 1) > 2, 1), null);
  assert.equal((await told()).length, 2);
  const both = await Promise.all([remind(options, tenant_id, () => false, 1), remind(options, tenant_id, () => false, 1)]);
  assert.equal(both[0], both[1]);
  const names = (await mails()).map(({ recipient }) => recipient);
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
  assert.deepEqual([...names].toSorted(), ["p4@acme.example", "p5@acme.example", "p6@acme.example"]);
});

test("a worker finds the organisation by its morning, and is not asked again before the next one", async () => {
  const pool = sandbox.database.pool("muster_worker", 3);
  const work = reminding({ pool, ...test_mailing });
  const never = new AbortController().signal;
  await sandbox.assign("P7", "FIRE", { due_date: "2026-02-28" });
  const before_it = (await told()).length;
  await query("update tenant set clock_offset_us = clock_offset_us + 86400000000 where id = $1", [
    sandbox.organisation.tenant_id,
  ]);
  // The second round finds that no transaction has relied on the row meanwhile, and moves its time.
  for (let round = 0; round < 2; round += 1) {
    await settled(sandbox.database);
    await workOffDue(pool, work, never);
  }
  assert.deepEqual((await told()).slice(before_it), ["P7 assigned 1 on 2026-01-16"]);
  const rows = await query("select due_us > infra.now_us() as waits from infra.due where kind = 'reminders.send'");
  assert.deepEqual(rows, [{ waits: true }]);
  assert.equal(await workOffDue(pool, work, never), 0);
});

test("two years: each reminder once, none to leavers, suspended and exempt people, none after the reason is gone", async () => {
  await forget();
  const begins = await sandbox.advance("2026-02-01T12:00:00Z");
  assert.ok(begins < "2026-02-02");
  await query("update enrollment set state = 'withdrawn'");
  await forget();
  const due_date = "2026-03-20";
  const enrollments = new Map<string, string>();
  for (const number of [1, 2, 3, 4, 5, 6, 8]) {
    const employee_no = `P${number}`;
    const course = number === 8 ? "FORK" : "FIRE";
    enrollments.set(employee_no, (await sandbox.assign(employee_no, course, { due_date, cycle_year: 2027 })).id);
  }
  const { users } = (await sandbox.api.get("/api/v1/users?limit=100")).body;
  const idOf = (employee_no: string) => users.find((user: any) => user.employee_no === employee_no).id as string;
  await sandbox.advance("2026-02-03T12:00:00Z");
  assert.equal((await told()).length, 7, "all were told of the assignment");
  // P1 does nothing. P2 completes in time. P3 leaves. P4 is suspended. P5 is exempt. P6 gets a later due date. P8 gets a certificate.
  await sandbox.complete(enrollments.get("P2")!);
  assert.equal((await sandbox.api.patch(`/api/v1/users/${idOf("P3")}`, { active: false })).status, 200);
  await query("update person set state = 'suspended' where employee_no = 'P4'");
  await query(
    `insert into exemption (tenant_id, id, person_id, course_id, from_on, reason, approved_by)
     select tenant_id, infra.new_id(), person_id, course_id, '2026-02-03', 'test', '{}' from enrollment where id = $1`,
    [enrollments.get("P5")],
  );
  await sandbox.complete(enrollments.get("P8")!);
  await sandbox.advance("2026-03-14T12:00:00Z");
  await query("update enrollment set due_date = '2026-06-10' where id = $1", [enrollments.get("P6")]);
  await sandbox.advance("2028-02-03T12:00:00Z");
  assert.deepEqual((await told()).slice(7), [
    "P1 due_soon 1 on 2026-03-13",
    "P6 due_soon 1 on 2026-03-13",
    "P1 overdue 1 on 2026-03-27",
    "P1 overdue 2 on 2026-04-03",
    "P1 overdue 3 on 2026-04-10",
    "P6 due_soon 1 on 2026-06-03",
    "P6 overdue 1 on 2026-06-17",
    "P6 overdue 2 on 2026-06-24",
    "P6 overdue 3 on 2026-07-01",
    "P8 expiring 1 on 2027-01-03",
  ]);
  assert.equal((await mails()).length, 7 + 10);
});

test("an example is read in both languages, and mailed to who asks", async () => {
  const polish = (await panel.get("/reminders/preview?language=pl")).body;
  assert.match(polish.subject, /^Przypomnienie o Twoich szkoleniach/);
  const english = (await panel.get("/reminders/preview?language=en")).body;
  assert.match(english.text, /^ {2}- First aid: assigned to you, due on /m);
  const before_it = (await mails()).length;
  const { status, body } = await panel.post("/reminders/test", undefined);
  assert.equal(status, 200);
  const sent = (await mails()).slice(before_it);
  assert.deepEqual(
    sent.map(({ recipient }) => recipient),
    [body.recipient],
  );
  assert.match(sent[0]!.subject, /^Test: /);
});
