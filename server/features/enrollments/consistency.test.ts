import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answered } from "../../../test/harness/answered.ts";
import { openTraining, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import type { Reply } from "../../../test/harness/server.ts";

let training: TrainingOrganisation;
/** Enough connections that a hundred concurrent requests wait, and none is refused for overload. */
const connections_max = 25;

before(async () => {
  training = await openTraining(
    {
      courses: ["EQUAL", "SEATS", "MIXED", "BOTH-A", "BOTH-B", "AUDITED"].map((code) => ({ code, title: code })),
      learning_paths: [
        { code: "PATH-AB", title: "A, B", courses: ["BOTH-A", "BOTH-B"] },
        { code: "PATH-BA", title: "B, A", courses: ["BOTH-B", "BOTH-A"] },
      ],
      licenses: [
        { name: "equal", courses: ["EQUAL"], seats_total: 50 },
        { name: "ten", courses: ["SEATS"], seats_total: 10 },
        { name: "mixed", courses: ["MIXED"], seats_total: 10 },
      ],
    },
    60,
    connections_max,
  );
});
after(() => training.close());

const assign = (employee_no: string, course_code: string) =>
  answered(() => training.api.post("/api/v1/enrollments", { employee_no, course_code }));
const cancel = (id: string) => answered(() => training.api.post(`/api/v1/enrollments/${id}/cancel`));
const everybody = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `P${from + index}`);

function tally(replies: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const outcome = status === 409 ? `409 ${body.code}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const count = async (text: string, values: unknown[] = []) =>
  Number((await training.database.superuser.query(`select count(*) ${text}`, values)).rows[0].count);
const eventsOf = async (course_code: string) =>
  (await training.events("enrollment.assigned")).filter((event) => event.data.course.code === course_code);

test("CO2: of 100 equal assignments at once one is 201 and 99 are 409, with one row, one seat and one event", async () => {
  const replies = await Promise.all(Array.from({ length: 100 }, () => assign("P1", "EQUAL")));
  assert.deepEqual(tally(replies), { "201": 1, "409 ENROLLMENT_ALREADY_EXISTS": 99 });
  const created = replies.find((reply) => reply.status === 201)!;
  for (const reply of replies) if (reply.status === 409) assert.equal(reply.body.enrollment_id, created.body.id);
  assert.equal(await count("from enrollment e join course c on c.id = e.course_id where c.code = 'EQUAL'"), 1);
  assert.equal((await eventsOf("EQUAL")).length, 1);
  assert.deepEqual((await training.seats())["equal"], { used: 1, held: 1 });
});

test("CO3: of 50 people assigned at once on 10 seats exactly 10 get one", async () => {
  const replies = await Promise.all(everybody(50).map((employee_no) => assign(employee_no, "SEATS")));
  assert.deepEqual(tally(replies), { "201": 10, "409 SEAT_LIMIT_REACHED": 40 });
  assert.deepEqual((await training.seats())["ten"], { used: 10, held: 10 });
  assert.equal((await eventsOf("SEATS")).length, 10);
});

test("CO3: seats mixed with cancellations are never more than there are, and none is lost", async () => {
  const held: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const leaving = held.splice(0, 5);
    const [assigned, cancelled] = await Promise.all([
      Promise.all(everybody(12, 1 + round * 12).map((employee_no) => assign(employee_no, "MIXED"))),
      Promise.all(leaving.map(cancel)),
    ]);
    assert.deepEqual(tally(cancelled), leaving.length > 0 ? { "200": leaving.length } : {});
    held.push(...assigned.filter((reply) => reply.status === 201).map((reply) => reply.body.id as string));
    const seats = (await training.seats())["mixed"]!;
    assert.deepEqual(seats, { used: held.length, held: held.length });
    assert.ok(seats.used <= 10, `round ${round} holds ${seats.used}`);
  }
  const replies = await Promise.all(everybody(12, 49).map((employee_no) => assign(employee_no, "MIXED")));
  assert.equal(held.length + (tally(replies)["201"] ?? 0), 10, "every seat that was freed can be taken");
});

test("two learning paths with the same courses in another order, assigned at once, share the courses", async () => {
  const replies = await Promise.all(
    everybody(10).flatMap((employee_no) => [assign(employee_no, "PATH-AB"), assign(employee_no, "PATH-BA")]),
  );
  assert.deepEqual(tally(replies), { "201": 20 });
  assert.equal(await count("from enrollment e join course c on c.id = e.course_id where c.code like 'BOTH-%'"), 20);
});

test("changes of one pair at once leave the flag that the enrollments have", async () => {
  for (const employee_no of everybody(10, 41)) {
    const { body } = await assign(employee_no, "BOTH-A");
    const later = (cycle_year: number) =>
      answered(() => training.api.post("/api/v1/enrollments", { employee_no, course_code: "BOTH-A", cycle_year }));
    await Promise.all([later(2027), cancel(body.id)]);
    const { body: list } = await training.api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=BOTH-A`);
    assert.deepEqual(list.enrollments.map((one: any) => [one.status, one.compliance_status]).sort(), [
      ["assigned", "PENDING"],
      ["cancelled", "PENDING"],
    ]);
  }
});

test("CO4: every committed enrollment has exactly one enrollment.assigned, and every rolled-back one none", async (t) => {
  const { superuser } = training.database;
  t.after(() => superuser.query("drop function if exists refuse_some cascade"));
  await superuser.query(`
    create function refuse_some() returns trigger language plpgsql as $$
    begin
      if new.personal -> 'employee_no' ->> 1 ~ '[02468]$' then raise exception 'the audit log is full'; end if;
      return new;
    end $$;
    create trigger refuse_some before insert on audit_log for each row execute function refuse_some()`);
  const replies = await Promise.all(everybody(20).map((employee_no) => assign(employee_no, "AUDITED")));
  assert.deepEqual(tally(replies), { "201": 10, "500": 10 });

  const { rows } = await superuser.query("select id::text from enrollment order by id");
  const told = (await training.events("enrollment.assigned")).map((event) => event.data.enrollment.id as string).sort();
  assert.deepEqual(
    told,
    rows.map((row) => row.id),
  );
  assert.equal((await eventsOf("AUDITED")).length, 10);
  assert.equal(await count("from compliance_status s join course c on c.id = s.course_id where c.code = 'AUDITED'"), 10);
  const seats = Object.values(await training.seats());
  assert.deepEqual(
    seats.map(({ used }) => used),
    seats.map(({ held }) => held),
  );
});
