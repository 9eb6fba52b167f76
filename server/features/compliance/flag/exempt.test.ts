import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { learnersOf, type Learners } from "../../../../test/harness/panel/learners.ts";
import { endExemption, grantExemption, type ExemptionInput } from "./exempt.ts";

let training: TrainingOrganisation;
let learners: Learners;
let course_id: string;

before(async () => {
  training = await openTraining({ courses: [{ code: "A", title: "A" }] }, 5);
  learners = learnersOf(training, first_instant);
  course_id = (await training.database.superuser.query("select id from course")).rows[0].id;
});
after(() => training.close());

const grant = async (employee_no: string, given: Partial<ExemptionInput> = {}): Promise<string> => {
  const { rows } = await training.database.superuser.query("select id from person where employee_no = $1", [employee_no]);
  const input = { person_id: rows[0].id, course_id, from: "2026-02-02", until: "2026-02-28", reason: "Pregnancy", ...given };
  return learners.run((db, context) => grantExemption(db, context, input));
};
const end = (id: string) => learners.run((db, context) => endExemption(db, context, id, "Back at work"));

test("an exemption makes the person compliant until it is ended, and ending it again changes nothing", async () => {
  await learners.assign("P1", "A");
  assert.equal(await learners.flag("P1", "A"), "PENDING");
  const id = await grant("P1");
  const { rows } = await training.database.superuser.query(
    "select status, basis, next_status, next_change_on::text from compliance_status",
  );
  assert.deepEqual(
    [rows[0].status, rows[0].basis, rows[0].next_status, rows[0].next_change_on],
    ["COMPLIANT", "exemption", "PENDING", "2026-03-01"],
  );
  await end(id);
  assert.equal(await learners.flag("P1", "A"), "PENDING");
  await learners.at("2026-02-03T07:00:00Z");
  await end(id);
  const audit = await training.database.superuser.query(
    "select operation, changes, personal from audit_log where target_id = $1 order by xid, id",
    [id],
  );
  assert.deepEqual(
    audit.rows.map(({ operation }) => operation),
    ["exemption.grant", "exemption.end"],
  );
  assert.deepEqual(audit.rows[1].changes, { ended_at: [null, "2026-02-02T07:00:00.000Z"] });
  assert.deepEqual(audit.rows[0].personal, { reason: [null, "Pregnancy"] });
});

test("an exemption that begins later says so as the next change", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  await learners.assign("P2", "A");
  await grant("P2", { from: "2026-02-10", until: null });
  assert.equal(await learners.flag("P2", "A"), "PENDING");
  const { rows } = await training.database.superuser.query(
    "select next_status, look_on::text from compliance_status where status = 'PENDING' and next_status = 'COMPLIANT'",
  );
  assert.deepEqual([rows[0].next_status, rows[0].look_on], ["COMPLIANT", "2026-02-10"]);
});

test("a period that is over, or ends before it begins, is refused; so are unknown people, courses and exemptions", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const none = "019a4a01-1111-7222-8333-444455556666";
  const faults: [Partial<ExemptionInput>, string, string][] = [
    [{ from: "2026-01-01", until: "2026-02-01" }, "#/until", "DATE_IN_PAST"],
    [{ from: "2026-03-02", until: "2026-03-01" }, "#/until", "OUT_OF_RANGE"],
    [{ course_id: none }, "#/course_id", "UNKNOWN_COURSE"],
    [{ person_id: none }, "#/person_id", "UNKNOWN_PERSON"],
  ];
  for (const [given, pointer, code] of faults) {
    await assert.rejects(grant("P3", given), (error: any) => {
      const [item] = error.members.errors;
      return item.pointer === pointer && item.code === code;
    });
  }
  for (const id of [none, "nonsense"]) await assert.rejects(end(id), (error: any) => error.type.code === "NOT_FOUND");
});
