import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining(
    {
      courses: ["PERSON", "PERSON-TOO", "ENROLLMENT", "TWO", "HELD", "NEVER", "OPEN"].map((code) => ({ code, title: code })),
      licenses: [
        { name: "person", courses: ["PERSON", "PERSON-TOO"], seats_total: 2 },
        { name: "enrollment", courses: ["ENROLLMENT"], seats_total: 3, seat_unit: "enrollment" },
        { name: "sooner", courses: ["TWO"], seats_total: 1, valid_until: "2026-06-30" },
        { name: "later", courses: ["TWO", "HELD"], seats_total: 2, valid_until: "2026-12-31" },
        { name: "never", courses: ["NEVER"], seats_total: 1, release: "never" },
        { name: "limited", courses: ["OPEN"], seats_total: 1, valid_until: "2026-03-31" },
        { name: "unlimited", courses: ["OPEN"] },
      ],
    },
    4,
  );
});
after(() => training.close());

const assign = (employee_no: string, course_code: string, cycle_year = 2026) =>
  training.api.post("/api/v1/enrollments", { employee_no, course_code, cycle_year });
const cancel = (id: string) => training.api.post(`/api/v1/enrollments/${id}/cancel`);
const setState = (id: string, state: string) =>
  training.database.superuser.query("update enrollment set state = $2 where id = $1", [id, state]);

async function used(name: string): Promise<number> {
  const { [name]: seats } = await training.seats();
  assert.equal(seats!.used, seats!.held, "the counter is what is held");
  return seats!.used;
}

test("a seat by person serves all courses and cycles of the licence, and is free when the last is cancelled", async () => {
  const first = await assign("P1", "PERSON");
  const second = await assign("P1", "PERSON-TOO");
  const third = await assign("P1", "PERSON", 2027);
  assert.equal(await used("person"), 1);
  assert.equal((await assign("P2", "PERSON")).status, 201);
  assert.equal((await assign("P3", "PERSON")).body.code, "SEAT_LIMIT_REACHED");
  assert.equal((await assign("P1", "PERSON", 2028)).status, 201, "who holds a seat needs none");
  for (const { body } of [first, second, third]) await cancel(body.id);
  assert.equal(await used("person"), 2, "one is left");
  const { body } = await training.api.get("/api/v1/enrollments?employee_no=P1&status=assigned");
  await cancel(body.enrollments[0].id);
  assert.equal(await used("person"), 1);
  assert.equal((await assign("P3", "PERSON")).status, 201);
});

test("a seat by enrollment is taken for each, and freed with it", async () => {
  const { body } = await assign("P1", "ENROLLMENT");
  assert.equal((await assign("P1", "ENROLLMENT", 2027)).status, 201);
  assert.equal((await assign("P1", "ENROLLMENT", 2028)).status, 201);
  assert.equal(await used("enrollment"), 3);
  assert.equal((await assign("P2", "ENROLLMENT")).status, 409);
  await cancel(body.id);
  assert.equal(await used("enrollment"), 2);
  assert.equal((await assign("P2", "ENROLLMENT")).status, 201);
});

test("of several licences the one that ends first is used while it has a free seat; when all are full it is named", async () => {
  const replies = [await assign("P1", "TWO"), await assign("P2", "TWO"), await assign("P3", "TWO"), await assign("P4", "TWO")];
  const { rows } = await training.database.superuser.query("select id, name from license");
  const names = Object.fromEntries(rows.map((row) => [row.id, row.name]));
  assert.deepEqual(
    replies.map((reply) => names[reply.body.license_id ?? reply.body.license.id]),
    ["sooner", "later", "later", "sooner"],
  );
  assert.deepEqual([replies[3]!.status, replies[3]!.body.license.seats_total, replies[3]!.body.license.seats_used], [409, 1, 1]);
  assert.deepEqual([await used("sooner"), await used("later")], [1, 2]);
});

test("a seat that the person holds is used before another one is taken", async () => {
  await training.database.superuser.query("update license set seats_total = 10 where name in ('sooner', 'later')");
  await assign("P2", "HELD");
  const before = [await used("sooner"), await used("later")];
  const { body } = await assign("P2", "TWO", 2027);
  const { rows } = await training.database.superuser.query("select name from license where id = $1", [body.license_id]);
  assert.equal(rows[0].name, "later");
  assert.deepEqual([await used("sooner"), await used("later")], before);
});

test("an unlimited licence is used first, and counts too", async () => {
  for (const employee_no of ["P1", "P2", "P3"]) assert.equal((await assign(employee_no, "OPEN")).status, 201);
  assert.deepEqual([await used("unlimited"), await used("limited")], [3, 0]);
});

test("a licence that never releases keeps the seat of a cancelled enrollment, for the same person", async () => {
  const { body } = await assign("P1", "NEVER");
  await cancel(body.id);
  assert.equal(await used("never"), 1);
  assert.equal((await assign("P2", "NEVER")).status, 409);
  assert.equal((await assign("P1", "NEVER")).status, 201);
});

test("a started enrollment keeps the seat that a cancelled one shared", async () => {
  const { body: started } = await assign("P3", "HELD");
  await setState(started.id, "in_progress");
  const { body: other } = await assign("P3", "HELD", 2027);
  const before = await used("later");
  await cancel(other.id);
  assert.equal(await used("later"), before);
});
