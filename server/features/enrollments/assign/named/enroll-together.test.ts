import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer } from "../../../../../test/harness/database.ts";
import { openTraining, type TrainingOrganisation } from "../../../../../test/harness/organisation/enrollments.ts";

let training: TrainingOrganisation;
const people_count = 60;

before(async () => {
  training = await openTraining(
    {
      courses: ["TOGETHER", "HELD", "TWICE", "FAILS", "SEATS"].map((code) => ({ code, title: code })),
      licenses: [{ name: "few", courses: ["SEATS"], seats_total: 7, seat_unit: "enrollment" }],
    },
    people_count,
    10,
  );
});
after(() => training.close());

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => `P${from + place}`);
const assign = (employee_no: string, course_code: string) =>
  training.api.post("/api/v1/enrollments", { employee_no, course_code });
const query = async (text: string, values: unknown[] = []) => (await training.database.superuser.query(text, values)).rows;

test("assignments that are asked for at once share transactions; each has its own event, audit row, history and record", async () => {
  const replies = await Promise.all(numbers(1, 40).map((employee_no) => assign(employee_no, "TOGETHER")));
  const ids = replies.map(({ status, body, text }) => {
    assert.equal(status, 201, text);
    return body.id as string;
  });
  for (const [place, { body, headers, text }] of replies.entries()) {
    assert.deepEqual([body.employee_no, body.compliance_status], [`P${place + 1}`, "PENDING"]);
    const read = await training.api.get(`/api/v1/enrollments/${body.id}`);
    assert.deepEqual([read.text, read.headers.get("etag")], [text, headers.get("etag")]);
  }
  const audited = await query(
    "select request_id, target_id, personal, batch_id from audit_log where target_id = any ($1::uuid[])",
    [ids],
  );
  const asked = replies.map(({ headers, body }) => [headers.get("x-request-id"), body.id, body.employee_no, null].join(" "));
  const names = audited.map((row) => [row.request_id, row.target_id, row.personal.employee_no[1], row.batch_id].join(" "));
  assert.deepEqual(new Set(names), new Set(asked));
  assert.equal(names.length, asked.length);
  const told = (await training.events("enrollment.assigned")).map(({ data }) => data.enrollment.id as string);
  assert.deepEqual(new Set(told), new Set(ids));
  assert.equal(told.length, ids.length);
  const [kept] = await query(
    `select (select count(*)::int from compliance_status where enrollment_id = any ($1::uuid[])) as flags,
       (select count(*)::int from compliance_history where enrollment_id = any ($1::uuid[])) as lines,
       (select count(distinct xid)::int from compliance_history where enrollment_id = any ($1::uuid[])) as transactions`,
    [ids],
  );
  assert.deepEqual([kept.flags, kept.lines], [40, 40]);
  assert.ok(kept.transactions < 40, `${kept.transactions} transactions`);
});

test("a person whom another transaction holds holds up nobody else", { skip: needsServer() }, async () => {
  const session = await training.database.superuser.connect();
  try {
    await session.query("begin");
    await session.query("select from person where employee_no in ('P1', 'P2') for update");
    const held = Promise.all(numbers(1, 2).map((employee_no) => assign(employee_no, "HELD")));
    const others = await Promise.all(numbers(3, 20).map((employee_no) => assign(employee_no, "HELD")));
    assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([201]));
    await session.query("commit");
    assert.deepEqual(new Set((await held).map(({ status }) => status)), new Set([201]));
  } finally {
    await session.query("rollback");
    session.release();
  }
});

test("of the same assignment asked for many times at once one is made, and the others hear of it", async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => assign("P1", "TWICE")));
  const made = replies.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  for (const { status, body } of replies.filter((reply) => reply !== made[0]))
    assert.deepEqual(
      [status, body.code, body.enrollment_id, body.enrollment_status],
      [409, "ENROLLMENT_ALREADY_EXISTS", made[0]!.body.id, "assigned"],
    );
});

test("seats that are asked for at once are given out exactly, and refusals say so", async () => {
  const replies = await Promise.all(numbers(1, 30).map((employee_no) => assign(employee_no, "SEATS")));
  const codes = replies.map(({ status, body }) => (status === 201 ? "CREATED" : body.code));
  assert.equal(codes.filter((code) => code === "CREATED").length, 7);
  assert.equal(codes.filter((code) => code === "SEAT_LIMIT_REACHED").length, 23);
  assert.deepEqual((await training.seats())["few"], { used: 7, held: 7 });
});

test("what fails fails alone, and names what is unknown as ever", async () => {
  const [{ id }] = await query("select id from person where employee_no = 'P5'");
  await query(`
    create function infra.test_fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger test_fail before insert on enrollment for each row when (new.person_id = '${id}') execute function infra.test_fail()`);
  try {
    const replies = await Promise.all([...numbers(1, 12), "NOBODY"].map((employee_no) => assign(employee_no, "FAILS")));
    const failed = replies.filter(({ status }) => status !== 201);
    assert.deepEqual(
      failed.map(({ status, body }) => [status, body.errors?.[0].code]),
      [
        [500, undefined],
        [422, "UNKNOWN_PERSON"],
      ],
    );
    const [{ count }] = await query("select count(*)::int from audit_log where changes->'course_code'->>1 = 'FAILS'");
    assert.equal(count, 11);
  } finally {
    await query("drop function infra.test_fail cascade");
  }
});
