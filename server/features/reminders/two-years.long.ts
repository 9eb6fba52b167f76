// Two years of mornings on a sandbox's clock, day by day, with workers that are killed on most of them. The reminders are
// compared with an independent implementation of the rules, below.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSandbox, type Sandbox } from "../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf } from "../../../test/harness/panel/panel.ts";
import { test_mailing } from "../../../test/harness/server.ts";
import { hour_us } from "../../platform/instants.ts";
import { remind } from "./remind.ts";

const people = 16;
const days = 730;
const first_day = Temporal.PlainDate.from("2026-01-06");
const zone = "Europe/Warsaw";

let sandbox: Sandbox;
before(async () => {
  // Monday, 09:00 in Warsaw.
  sandbox = await openSandbox(
    "2026-01-05T08:00:00Z",
    {
      courses: [
        { code: "FIRE", title: "Fire protection" },
        { code: "FORK", title: "Forklift" },
      ],
    },
    people,
  );
});
after(() => sandbox.close());

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;

/** Pseudo-random numbers that are the same in each run. */
let state = 20;
const chance = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
};

/** How an assignment ends, and the first morning without a reminder of it. */
type End = { day: number; by: "completion" | "leaving" | "suspension" | "exemption" | "cancelling" };
type Life = { person: number; course: "FIRE" | "FORK"; assigned: number; due: number; end: End | null };

const ends = ["completion", "leaving", "suspension", "exemption", "cancelling"] as const;
/** Each person has one assignment in each course. Half of them end early, in some way on some day. */
const lives: Life[] = Array.from({ length: people }, (_, index) => index + 1).flatMap((person) => {
  const end = person % 2 === 0 ? { day: 30 + chance(600), by: ends[chance(ends.length)]! } : null;
  return (["FIRE", "FORK"] as const).map((course) => {
    const assigned = chance(400);
    return { person, course, assigned, due: assigned + 20 + chance(250), end };
  });
});

const schedules = {
  FIRE: { due_soon: [7], every: 14, times: 3 },
  FORK: { due_soon: [30, 7, 0], every: 5, times: 2 },
};

/** The reminder of an assignment on a morning, by decisions 64 and 85. */
function toTell({ course, assigned, due, end }: Life, day: number): string | null {
  if (day < assigned || (end !== null && day >= end.day)) return null;
  const { due_soon, every, times } = schedules[course];
  const left = due - day;
  if (left >= 0) {
    const step = due_soon.filter((days_before) => days_before >= left).length;
    return step === 0 ? null : `due_soon ${step}`;
  }
  const step = Math.floor(-left / every);
  return step >= 1 && step <= times ? `overdue ${step}` : null;
}

function expected(): string[] {
  const told = lives.flatMap((life) => {
    const once = new Map<string, number>();
    for (let day = 0; day <= days; day += 1) {
      const kind = toTell(life, day);
      if (kind !== null && !once.has(kind)) once.set(kind, day);
    }
    return [...once].map(([kind, day]) => `${dayText(day)} P${life.person} ${life.course} ${kind}`);
  });
  return told.toSorted();
}

const dayText = (day: number) => first_day.add({ days: day }).toString();
const at = (day: number, hour: number) =>
  first_day.add({ days: day }).toZonedDateTime({ timeZone: zone, plainTime: { hour } }).toInstant().toString();

test("over two years, with killed workers, each reminder is written once, at its time, and none to who has left or without a reason", async () => {
  const { tenant_id } = sandbox.organisation;
  const panel = await sessionOf(
    sandbox.server,
    sandbox.database,
    tenant_id,
    await createAccount(sandbox.database, tenant_id, "it_admin"),
  );
  const general = { due_soon_days: 7, overdue_every_days: 14, overdue_times: 3 };
  assert.equal((await panel.call("PATCH", "/reminders", { body: general })).status, 200);
  const [fork] = await query("select id from course where code = 'FORK'");
  const own = {
    assigned: false,
    due_soon_days: 30,
    due_soon_also: [7, 0],
    overdue_every_days: 5,
    overdue_times: 2,
    expiring_days: null,
    expiring_also: [],
  };
  assert.equal((await panel.call("PUT", `/reminders/courses/${fork!["id"]}`, { body: own })).status, 200);
  const options = { pool: sandbox.database.pool("muster_worker", 3), ...test_mailing };
  const written = async () => (await query("select count(*)::int as n from reminder"))[0]!["n"] as number;
  let killed = 0;
  let so_far = 0;
  for (let day = 0; day <= days; day += 1) {
    // 06:00: before the hours of mails.
    await sandbox.advance(at(day, 6));
    await remind(options, tenant_id, () => false);
    assert.equal(await written(), so_far, `before the hours of mails on ${dayText(day)}`);
    const morning = lives.filter(({ assigned, end }) => assigned === day || end?.day === day);
    for (const life of morning) await live(life, day);
    await query("update tenant set clock_offset_us = clock_offset_us + $2 where id = $1", [tenant_id, 3 * hour_us]);
    // One worker is killed after some parts of one person each, or within a part; two others then start at the same time.
    const parts = chance(4);
    let asked = 0;
    if (parts === 3) {
      await query("alter table reminder add constraint killed check (false) not valid");
      await remind(options, tenant_id, () => false, 1).catch(() => (killed += 1));
      await query("alter table reminder drop constraint killed");
    } else await remind(options, tenant_id, () => (asked += 1) > parts, 1);
    await Promise.all([remind(options, tenant_id, () => false, 2), remind(options, tenant_id, () => false, 3)]);
    so_far = await written();
    // 22:00: after the hours of mails.
    await query("update tenant set clock_offset_us = clock_offset_us + $2 where id = $1", [tenant_id, 13 * hour_us]);
    await remind(options, tenant_id, () => false);
    assert.equal(await written(), so_far, `after the hours of mails on ${dayText(day)}`);
  }
  const rows = await query(`
    select r.sent_on || ' ' || p.employee_no || ' ' || c.code || ' ' || r.kind || ' ' || r.step as line
    from reminder r
    join person p on p.tenant_id = r.tenant_id and p.id = r.person_id
    join enrollment e on e.tenant_id = r.tenant_id and e.id = r.subject_id
    join course c on c.tenant_id = r.tenant_id and c.id = e.course_id`);
  const told = rows.map(({ line }) => line as string).toSorted();
  assert.deepEqual(told, expected());
  assert.ok(told.length > 60 && killed > 10, `told ${told.length}, killed ${killed} on their way`);
  const mornings = new Set(told.map((line) => line.split(" ", 2).join(" ")));
  const mails = await query("select count(*)::int as n from mail where kind = 'training.reminder'");
  assert.equal(mails[0]!["n"], mornings.size, "one mail a morning and person");
  console.log(`${told.length} reminders in ${mornings.size} mails on ${days} mornings; ${killed} workers failed on their way`);
});

/** The events of a day, before its mails. */
async function live({ person, course, assigned, due, end }: Life, day: number): Promise<void> {
  const employee_no = `P${person}`;
  const is_over = end !== null && end.day <= day;
  if (assigned === day && !(is_over && (end.by === "leaving" || end.by === "suspension")))
    await sandbox.assign(employee_no, course, { due_date: dayText(due) });
  if (end === null || (end.day !== day && !(assigned === day && is_over))) return;
  const of =
    "where person_id = (select id from person where employee_no = $1) and course_id = (select id from course where code = $2)";
  const values = [employee_no, course];
  switch (end.by) {
    case "completion":
      await query(`update enrollment set state = 'completed', completed_at = now() ${of} and state = 'assigned'`, values);
      break;
    case "cancelling":
      await query(
        `update enrollment set state = 'cancelled', cancelled_at = now(), cancel_reason = 'admin' ${of} and state = 'assigned'`,
        values,
      );
      break;
    case "leaving":
      await query("update person set state = 'deactivated' where employee_no = $1", [employee_no]);
      break;
    case "suspension":
      await query("update person set state = 'suspended' where employee_no = $1", [employee_no]);
      break;
    case "exemption":
      await query(
        `insert into exemption (tenant_id, id, person_id, course_id, from_on, reason, approved_by)
         select tenant_id, infra.new_id(), person_id, course_id, '2026-01-01', 'test', '{}' from enrollment ${of}`,
        values,
      );
      break;
  }
}
