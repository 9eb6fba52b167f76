// Schedules of reminders: several days before a date, and schedules of single courses instead of the organisation's. They are set
// in the panel, previewed, and run on a sandbox's clock.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSandbox, type Sandbox } from "../../../../test/harness/organisation/sandbox.ts";
import { createAccount, sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";

let sandbox: Sandbox;
let panel: Panel;
let id: Record<string, string>;
before(async () => {
  // Monday, 09:00 in Warsaw: the hours of mails have begun.
  sandbox = await openSandbox(
    "2026-01-05T08:00:00Z",
    {
      courses: [
        { code: "FIRE", title: "Fire protection" },
        { code: "FORK", title: "Forklift", validity: { value: 12, unit: "month" } },
      ],
    },
    5,
  );
  const { tenant_id } = sandbox.organisation;
  panel = await sessionOf(
    sandbox.server,
    sandbox.database,
    tenant_id,
    await createAccount(sandbox.database, tenant_id, "it_admin"),
  );
  id = Object.fromEntries((await query("select code, id from course")).map(({ code, id }) => [code, id]));
});
after(() => sandbox.close());

const query = async (text: string, values: unknown[] = []) => (await sandbox.database.superuser.query(text, values)).rows;

/** Reminders since the last call: number, course, kind, step and day. */
let seen = 0;
async function told(): Promise<string[]> {
  const rows = await query(`
    select p.employee_no || ' ' || c.code || ' ' || r.kind || ' ' || r.step || ' on ' || r.sent_on as line
    from reminder r
    join person p on p.tenant_id = r.tenant_id and p.id = r.person_id
    left join enrollment e on e.tenant_id = r.tenant_id and e.id = r.subject_id
    left join certificate k on k.tenant_id = r.tenant_id and k.id = r.subject_id
    join course c on c.tenant_id = r.tenant_id and c.id = coalesce(e.course_id, k.course_id)
    order by r.sent_on, p.employee_no, c.code, r.kind`);
  const lines = rows.slice(seen).map(({ line }) => line as string);
  seen = rows.length;
  return lines;
}

const schedule = {
  assigned: false,
  due_soon_days: 14,
  due_soon_also: [3, 0],
  overdue_every_days: null,
  overdue_times: 3,
  expiring_days: 60,
  expiring_also: [7],
};
const setCourse = (course: string, body: object) => panel.call("PUT", `/reminders/courses/${course}`, { body });

test("days that lie before the first one, that are none, or of an unknown course are refused by their place", async () => {
  for (const [body, pointer] of [
    [{ due_soon_days: 7, due_soon_also: [7] }, "#/due_soon_also"],
    [{ due_soon_also: [3] }, "#/due_soon_also"],
    [{ expiring_days: 7, expiring_also: [-1] }, "#/expiring_also/0"],
  ] as const) {
    const reply = await panel.call("PATCH", "/reminders", { body });
    assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, pointer], reply.text);
  }
  const refused = await setCourse(id["FORK"]!, { ...schedule, due_soon_also: [30] });
  assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, "#/due_soon_also"], refused.text);
  const reach = await panel.post("/reminders/reach", { schedule: { ...schedule, expiring_also: [90] } });
  assert.deepEqual([reach.status, reach.body.errors?.[0].pointer], [422, "#/schedule/expiring_also"], reach.text);
  for (const unknown of ["none", "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"])
    for (const [method, body] of [
      ["PUT", schedule],
      ["DELETE", undefined],
    ] as const)
      assert.equal((await panel.call(method, `/reminders/courses/${unknown}`, { body })).status, 404, method);
  assert.deepEqual((await panel.get("/reminders/courses")).body, { courses: [] });
});

test("a course with a schedule of its own reminds on its days, all others on the organisation's, and each day once", async () => {
  const general = { due_soon_days: 7, overdue_every_days: 7, overdue_times: 1 };
  assert.equal((await panel.call("PATCH", "/reminders", { body: general })).status, 200);
  assert.equal((await setCourse(id["FORK"]!, schedule)).status, 200);
  const { courses } = (await setCourse(id["FORK"]!, schedule)).body;
  assert.deepEqual(
    courses.map(({ course, ...rest }: any) => [course.code, rest]),
    [["FORK", { schedule }]],
  );
  const audited = await query("select target_id, changes from audit_log where operation = 'course.set_reminders'");
  assert.equal(audited.length, 1, "what stands already is no change");
  assert.deepEqual(audited[0]!["changes"].due_soon_also, [null, [3, 0]]);
  for (const course of ["FIRE", "FORK"]) await sandbox.assign("P1", course, { due_date: "2026-01-30" });
  await sandbox.advance("2026-02-28T12:00:00Z");
  assert.deepEqual(await told(), [
    "P1 FORK due_soon 1 on 2026-01-16",
    "P1 FIRE due_soon 1 on 2026-01-23",
    "P1 FORK due_soon 2 on 2026-01-27",
    "P1 FORK due_soon 3 on 2026-01-30",
    "P1 FIRE overdue 1 on 2026-02-06",
  ]);
});

test("whom a schedule would remind is seen beforehand, and is whom the next morning reminds", async () => {
  const fork = await sandbox.assign("P2", "FORK", { due_date: "2026-03-10" });
  await sandbox.assign("P3", "FORK", { due_date: "2026-03-20" });
  await sandbox.assign("P4", "FIRE", { due_date: "2026-03-05" });
  const stands = await query("select * from reminder_course");
  const reach = async (body: object) => {
    const { status, body: found, text } = await panel.post("/reminders/reach", body);
    assert.equal(status, 200, text);
    return found;
  };
  const of_course = await reach({ schedule: { ...schedule, due_soon_days: 30 }, course_id: id["FORK"] });
  assert.deepEqual(
    [of_course.day, of_course.people, of_course.kinds, of_course.is_more],
    ["2026-03-01", 2, [{ kind: "due_soon", people: 2 }], false],
  );
  const { sessions: _, by_mail: __, from_hour: ___, until_hour: ____, ...general } = (await panel.get("/reminders")).body;
  const of_all = await reach({ schedule: general });
  assert.deepEqual(
    of_all.examples.map(({ course, about_on }: any) => [course.title, about_on]),
    [
      ["Fire protection", "2026-03-05"],
      ["Forklift", "2026-03-10"],
    ],
    "courses with a schedule of their own go by that one",
  );
  assert.deepEqual(await query("select * from reminder_course"), stands, "a look changes nothing");
  await sandbox.advance("2026-03-01T12:00:00Z");
  assert.deepEqual(await told(), ["P2 FORK due_soon 1 on 2026-03-01", "P4 FIRE due_soon 1 on 2026-03-01"]);
  await sandbox.complete(fork.id);
});

test("a schedule that goes away leaves the organisation's, from the next morning on, and tells nothing twice", async () => {
  assert.deepEqual((await panel.call("DELETE", `/reminders/courses/${id["FORK"]}`)).body, { courses: [] });
  await sandbox.advance("2026-03-13T12:00:00Z");
  assert.deepEqual(await told(), ["P4 FIRE overdue 1 on 2026-03-12", "P3 FORK due_soon 1 on 2026-03-13"]);
  // A course may have reminders where the organisation has none.
  const off = { due_soon_days: null, overdue_every_days: null };
  assert.equal((await panel.call("PATCH", "/reminders", { body: off })).status, 200);
  await setCourse(id["FIRE"]!, { ...schedule, due_soon_days: 5, due_soon_also: [] });
  await sandbox.assign("P5", "FIRE", { due_date: "2026-04-10" });
  await sandbox.assign("P5", "FORK", { due_date: "2026-04-10" });
  await sandbox.advance("2026-05-01T12:00:00Z");
  assert.deepEqual(await told(), ["P5 FIRE due_soon 1 on 2026-04-05"]);
});
