import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openRuled, type Ruled } from "../../../../test/harness/organisation/rules.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { recordExternal } from "../../certificates/record-external.ts";

let ruled: Ruled;
before(async () => {
  ruled = await openRuled({
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "Yard", code: "YARD" },
    ],
    courses: [
      { code: "FIRE", title: "Fire", validity: { value: 12, unit: "month" }, expiring_soon_days: 30 },
      { code: "LOTO", title: "Lockout" },
      { code: "GAS", title: "Gas", validity: { value: 12, unit: "month" } },
    ],
    learning_paths: [{ code: "PATH", title: "Path", courses: ["LOTO"] }],
    rules: [
      { name: "All", when: { department: "OPS" }, assign: ["FIRE", "LOTO"], due_days: 0 },
      { name: "Path", when: { department: "YARD" }, assign: ["PATH"] },
    ],
  });
});
after(() => ruled.close());

const flags = async (person: { id: string }) =>
  (
    await ruled.query(
      `select c.code, s.status, s.in_grace, s.next_change_on::text as next from compliance_status s join course c on c.id = s.course_id
       where s.person_id = $1 order by 1`,
      [person.id],
    )
  ).map(({ code, status, in_grace, next }) => `${code} ${status} ${in_grace} ${next}`);

test("another grace of a course moves its flags, and those of no other course", async () => {
  const person = await ruled.hire("A1", { department_name: "Operations" });
  assert.deepEqual(await flags(person), ["FIRE PENDING false 2026-02-03", "LOTO PENDING false 2026-02-03"]);
  assert.deepEqual(await ruled.apply({ courses: [{ code: "FIRE", title: "Fire", grace_days: 5 }] }), ["compliance.refresh"]);
  assert.deepEqual(await flags(person), ["FIRE PENDING false 2026-02-08", "LOTO PENDING false 2026-02-03"]);
  assert.deepEqual(await ruled.apply({ courses: [{ code: "FIRE", title: "Other title", grace_days: 5 }] }), []);
});

test("another notice, and certificates that are no longer issued, are recomputed, too", async () => {
  const change = (more: object) => ruled.apply({ courses: [{ code: "FIRE", title: "Fire", ...more }] });
  assert.deepEqual(await change({ expiring_soon_days: 10 }), ["compliance.refresh"]);
  assert.deepEqual(await change({ issues_certificates: false }), ["compliance.refresh"]);
  assert.deepEqual(await change({ issues_certificates: null }), ["compliance.refresh"]);
  assert.deepEqual(await change({ issues_certificates: true }), []);
});

test("a course added to a path is required of people who need the path, and no longer once it is removed", async () => {
  const person = await ruled.hire("A3", { department_name: "Yard" });
  const [gas] = await ruled.query("select id from course where code = 'GAS'");
  const evidence = {
    person_id: person.id,
    course_id: gas.id,
    issuer: "Elsewhere",
    valid_from: "2025-01-01",
    valid_until: "2025-12-31",
  };
  const administrator = await ruled.administrator();
  await withTenant(ruled.pool, ruled.organisation.tenant_id, (db) => recordExternal(db, administrator, evidence));
  const flagOfGas = async () => (await flags(person)).find((line) => line.startsWith("GAS")) ?? null;
  const consistOf = (courses: string[]) => ruled.apply({ learning_paths: [{ code: "PATH", title: "Path", courses }] });
  assert.equal(await flagOfGas(), null);
  assert.deepEqual(await consistOf(["LOTO", "GAS"]), ["compliance.refresh"]);
  assert.equal(await flagOfGas(), "GAS OVERDUE false null");
  assert.deepEqual(await consistOf(["LOTO"]), ["compliance.refresh"]);
  assert.equal(await flagOfGas(), null);
});

test("another time zone, where the day has turned already, recomputes every flag", async () => {
  const person = await ruled.hire("A2", { department_name: "Operations" });
  await ruled.at("2026-02-02T20:00:00Z");
  assert.deepEqual(await ruled.apply({ organisation: { time_zone: "Asia/Tokyo" } }), ["compliance.refresh"]);
  assert.deepEqual(await flags(person), ["FIRE PENDING true 2026-02-08", "LOTO OVERDUE false null"]);
  assert.deepEqual(await ruled.apply({ organisation: { time_zone: "Asia/Tokyo" } }), []);
});
