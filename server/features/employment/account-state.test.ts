import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, openEmployer } from "../../../test/harness/organisation/people.ts";
import { hasEnded } from "./account-state.ts";

const employer = await openEmployer();
const { database, acme, api, someone, set, auditRows } = employer;
after(() => employer.close());

test("deactivating ends the account and what was not completed; reactivating brings back the account alone", async () => {
  const person = await someone();
  for (const course_code of ["FIRE-01", "FORKLIFT-01"]) {
    assert.equal((await api.post("/api/v1/enrollments", { user_id: person.id, course_code })).status, 201);
  }
  await database.superuser.query(
    "update enrollment set state = 'in_progress', started_at = now() where person_id = $1 and course_id = (select id from course where tenant_id = $2 and code = 'FIRE-01')",
    [person.id, acme.tenant_id],
  );
  const gone = await api.patch(at(person), { active: false, employment_end_date: "2026-06-30" });
  assert.deepEqual([gone.body.status, gone.body.active, gone.body.employment_end_date], ["deactivated", false, "2026-06-30"]);
  assert.ok(gone.body.deactivated_at);
  const audit = await database.superuser.query("select operation from audit_log where request_id = $1", [
    gone.headers.get("x-request-id"),
  ]);
  assert.deepEqual(audit.rows, [{ operation: "person.deactivate" }]);

  const { rows } = await database.superuser.query(
    "select c.code, e.state, e.cancel_reason from enrollment e join course c on c.tenant_id = e.tenant_id and c.id = e.course_id where person_id = $1 order by c.code",
    [person.id],
  );
  assert.deepEqual(rows, [
    { code: "FIRE-01", state: "withdrawn", cancel_reason: null },
    { code: "FORKLIFT-01", state: "cancelled", cancel_reason: "person_deactivated" },
  ]);
  const events = await database.superuser.query(
    "select convert_from(body, 'utf8')::jsonb as body from event where type = 'enrollment.cancelled' and tenant_id = $1",
    [acme.tenant_id],
  );
  assert.equal(events.rows.length, 1);
  assert.equal(events.rows[0].body.data.user.id, person.id);

  const again = await api.patch(at(person), { active: false });
  assert.equal(again.text, (await api.get(at(person))).text);
  const back = await api.patch(at(person), { active: true });
  assert.deepEqual([back.body.status, back.body.active, back.body.deactivated_at], ["invited", true, null]);
  assert.deepEqual(
    (await auditRows(person.id)).map((row) => row.operation),
    ["person.create", "person.deactivate", "person.reactivate"],
  );
});

test("a past end of employment is cleared when a person comes back, unless the request sends it", async () => {
  const person = await someone();
  const end = async (patch: object) => (await api.patch(at(person), patch)).body.employment_end_date;
  assert.equal(await end({ active: false, employment_end_date: "2020-06-30" }), "2020-06-30");
  assert.equal(await end({ active: true }), null);
  assert.equal(await end({ active: false, employment_end_date: "9999-06-30" }), "9999-06-30");
  assert.equal(await end({ active: true }), "9999-06-30");
  assert.equal(await end({ active: false, employment_end_date: "2020-06-30" }), "2020-06-30");
  assert.equal(await end({ active: true, employment_end_date: "2020-07-31" }), "2020-07-31");
  assert.equal(await end({ job_title: "Driver" }), "2020-07-31");
});

test("an employment has not ended on its last day, and has a day later", () => {
  const fields = { employment_end_date: "2026-06-30" };
  assert.deepEqual(
    ["2026-06-29", "2026-06-30", "2026-07-01"].map((today) => hasEnded(fields, today)),
    [false, false, true],
  );
  assert.equal(hasEnded({ employment_end_date: null }, "2026-06-30"), false);
});

test("someone who had signed in comes back as active", async () => {
  const person = await someone();
  await set(person, "state = 'deactivated', deactivated_at = now(), last_sign_in_at = now()");
  assert.equal((await api.patch(at(person), { active: true })).body.status, "active");
});

test("a suspended person can leave, and comes back only by an administrator", async () => {
  const person = await someone();
  await set(person, "state = 'suspended'");
  const refused = await api.patch(at(person), { active: true });
  assert.deepEqual([refused.status, refused.body.code], [409, "PERSON_SUSPENDED"]);
  assert.equal((await api.patch(at(person), { job_title: "On leave" })).body.status, "suspended");
  assert.equal((await api.patch(at(person), { active: false })).body.status, "deactivated");
});

test("an anonymized person cannot be changed", async () => {
  const person = await someone();
  await set(person, "state = 'anonymized'");
  for (const change of [{ active: true }, { job_title: "x" }]) {
    const { status, body } = await api.patch(at(person), change);
    assert.deepEqual([status, body.code], [409, "PERSON_ANONYMIZED"]);
  }
});

test("a person of the identity provider is changed there, whatever the change", async () => {
  const person = await someone();
  await set(person, "managed_by = 'scim'");
  for (const change of [{ job_title: "x" }, {}, { active: false }]) {
    const { status, body } = await api.patch(at(person), change);
    assert.deepEqual([status, body.code, body.managed_by], [409, "MANAGED_ELSEWHERE", "scim"]);
  }
});
