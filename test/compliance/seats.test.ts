import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, test } from "node:test";
import { catchUp } from "../../server/features/days/day-turning.ts";
import { evaluateEverybody } from "../../server/features/rules/batch.job.ts";
import { newId } from "../../server/platform/ids.ts";
import { answered, finished } from "../harness/answered.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { first_instant, openTraining, type TrainingOrganisation } from "../harness/organisation/enrollments.ts";
import { workOff } from "../harness/jobs.ts";
import { learnersOf, type Learners } from "../harness/panel/learners.ts";
import type { Reply } from "../harness/server.ts";

const seats_total = 10;
/** Ten people who are there already, and 50 who come at the same time. */
const people_per_license = 60;
const connections_max = 25;
const validity = { value: 1, unit: "month" } as const;
const renewal = { enabled: true, lead_days: 10 } as const;

let training: TrainingOrganisation;
let learners: Learners;

before(async () => {
  training = await openTraining(
    {
      departments: [
        { name: "Logistyka Północ", code: "LN" },
        { name: "Magazyn", code: "MG" },
      ],
      courses: ["BY-PERSON", "BY-ENROLLMENT"].flatMap((code) => [
        { code, title: code, validity, renewal },
        { code: `${code}-RULED`, title: `${code} by rule` },
      ]),
      licenses: (["person", "enrollment"] as const).map((seat_unit) => ({
        name: seat_unit,
        courses: [`BY-${seat_unit.toUpperCase()}`, `BY-${seat_unit.toUpperCase()}-RULED`],
        seats_total,
        seat_unit,
        release: "always" as const,
      })),
    },
    2 * people_per_license,
    connections_max,
  );
  learners = learnersOf(training, first_instant);
  await workOff(training.database);
});
after(() => training.close());

const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await training.database.superuser.query(text, values)).rows;
const assign = (employee_no: string, course_code: string) =>
  answered(() => training.api.post("/api/v1/enrollments", { employee_no, course_code }));
const people = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `P${from + index}`);

async function change(employee_no: string, patch: object): Promise<Reply> {
  const id = await learners.person(employee_no);
  return answered(() => training.api.patch(`/api/v1/users/${id}`, patch));
}

/** Reads the counters repeatedly while `work` runs; each read sees only committed data. */
async function watching<T>(name: string, work: Promise<T>): Promise<T> {
  const looking = new AbortController();
  const done = work.finally(() => looking.abort());
  // A failure of the work is thrown below, after the last read.
  done.catch(() => undefined);
  while (!looking.signal.aborted) {
    await expectConsistent(name);
    await sleep(5);
  }
  return done;
}

/** Counter, seats and enrollments agree, and do not exceed the licence. */
async function expectConsistent(name: string): Promise<number> {
  const [found] = await rows(
    `select l.seats_used as used,
       (select count(*)::int from license_seat s where s.license_id = l.id and s.state = 'held') as held,
       (select count(*)::int from enrollment e where e.license_id = l.id and e.state in ('assigned', 'in_progress', 'completed')
          and not exists (
            select from license_seat s where s.license_id = l.id and s.state = 'held' and s.person_id = e.person_id
              and (s.enrollment_id is null or s.enrollment_id = e.id))
          and exists (select from person p where p.id = e.person_id and p.state <> 'deactivated')) as seatless,
       (select count(*)::int from license_seat s where s.license_id = l.id and s.state = 'held'
          and not exists (
            select from enrollment e where e.license_id = l.id and e.person_id = s.person_id
              and (s.enrollment_id is null or s.enrollment_id = e.id) and e.state in ('assigned', 'in_progress', 'completed'))
       ) as unused
     from license l where l.name = $1`,
    name,
  );
  assert.equal(found.used, found.held, "the counter is what is held");
  assert.ok(found.used <= seats_total, `${found.used} seats of ${seats_total}`);
  assert.deepEqual([found.seatless, found.unused], [0, 0], "who is enrolled has a seat, and no seat is without use");
  return found.used as number;
}

/** A person who is due for a renewal is renewed, or an alert says that no seat was free. */
async function expectRenewed(employee_no: string, code: string): Promise<void> {
  const found = await rows(
    `select e.source as outcome from enrollment e join person p on p.id = e.person_id join course c on c.id = e.course_id
     where p.employee_no = $1 and c.code = $2 and e.source = 'renewal'
     union all
     select a.kind from alert a join person p on p.id = a.person_id join course c on c.id = a.course_id
     where p.employee_no = $1 and c.code = $2 and a.resolved_at is null`,
    employee_no,
    code,
  );
  assert.equal(found.length, 1, JSON.stringify(found));
}

/** Adds a rule that asks for a course for all people of the warehouse. */
async function addRule(course_code: string): Promise<void> {
  await createOrganisation(training.database, {
    rules: [{ name: course_code, when: { department: "MG" }, assign: [course_code], due_days: 30 }],
  });
  await training.database.superuser.query("delete from pgboss.job where name = 'rules.evaluate'");
}

const evaluate = () =>
  evaluateEverybody(
    training.database.pool("muster_worker", 2),
    {
      tenant_id: training.organisation.tenant_id,
      batch_id: newId(),
      after: null,
      people: 0,
      done: { matched: 0, unmatched: 0, joined: 0, left: 0, assigned: 0, cancelled: 0 },
    },
    new AbortController().signal,
  );

for (const [index, name] of ["person", "enrollment"].entries()) {
  const code = `BY-${name.toUpperCase()}`;
  const first = index * people_per_license;
  /** The employee numbers of this licence's own people. */
  const own = (from: number, to: number) => people(first + from, first + to);

  test(`seats by ${name}: 50 assignments at once, renewals, rules, moves, deactivations and cancellations take 10 and lose none`, async () => {
    await learners.at(index === 0 ? "2026-02-02T07:00:00Z" : "2026-06-01T07:00:00Z");
    await catchUp(training.database.pool("muster_worker", 2), training.organisation.tenant_id);
    // Four people to be renewed, two to be cancelled, and four to be matched by a rule.
    for (const employee_no of own(1, 4)) await learners.certify(employee_no, code);
    const leaving = await Promise.all(own(5, 6).map((employee_no) => assign(employee_no, code)));
    assert.deepEqual(
      leaving.map(({ status }) => status),
      [201, 201],
    );
    await addRule(`${code}-RULED`);
    const moving = own(7, 10);
    // The people are moved directly in the database, so that only the full evaluation finds them.
    await rows(
      "update person set department_id = (select id from department where code = 'MG') where employee_no = any ($1)",
      moving,
    );

    await learners.at(index === 0 ? "2026-02-25T07:00:00Z" : "2026-06-25T07:00:00Z");
    const pool = training.database.pool("muster_worker", 2);
    const tenant_id = training.organisation.tenant_id;
    const [assigned, cancelled, gone, moved] = await watching(
      name,
      Promise.all([
        Promise.all(own(11, people_per_license).map((employee_no) => assign(employee_no, code))),
        Promise.all(leaving.map(({ body }) => answered(() => training.api.post(`/api/v1/enrollments/${body.id}/cancel`)))),
        Promise.all([...own(3, 4), ...own(11, 12)].map((employee_no) => change(employee_no, { active: false }))),
        Promise.all(own(31, 45).map((employee_no) => change(employee_no, { department_name: "Magazyn" }))),
        // Two workers at the same time, and each task twice.
        ...Array.from({ length: 2 }, () => finished(() => catchUp(pool, tenant_id))),
        ...Array.from({ length: 2 }, () => finished(evaluate)),
      ]),
    );
    for (const reply of [...cancelled, ...gone, ...moved]) assert.equal(reply.status, 200, reply.text);
    for (const { status, body, text } of assigned) {
      const outcome = status === 201 ? "assigned" : body.code === "VALIDATION_FAILED" ? body.errors[0].code : body.code;
      assert.ok(["assigned", "SEAT_LIMIT_REACHED", "PERSON_INACTIVE"].includes(outcome), text);
    }

    for (const employee_no of own(1, 2)) await expectRenewed(employee_no, code);

    // No alert is lost: retries now and at midnight take the remaining seats.
    await catchUp(pool, tenant_id);
    await expectConsistent(name);
    const late = await Promise.all(own(13, 30).map((employee_no) => assign(employee_no, code)));
    assert.ok(late.every(({ status, body }) => status === 201 || /SEAT_LIMIT_REACHED|ALREADY_EXISTS/.test(body.code)));
    assert.equal(await expectConsistent(name), seats_total);

    const told = (await training.events("enrollment.assigned")).map(({ data }) => data.enrollment.id as string).sort();
    const made = (await rows("select id from enrollment order by id")).map(({ id }) => id as string);
    assert.deepEqual(told, made, "each enrollment is told once");
    const ended = (await training.events("enrollment.cancelled")).map(({ data }) => data.enrollment.id as string).sort();
    const over = (await rows("select id from enrollment where state = 'cancelled' order by id")).map(({ id }) => id as string);
    assert.deepEqual(ended, over, "and its end too");
    const [{ twice }] = await rows(
      "select count(*)::int as twice from (select from enrollment where source = 'renewal' group by person_id, course_id having count(*) > 1) r",
    );
    assert.equal(twice, 0, "no person is renewed twice");
  });
}
