import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { matchesSchema } from "../../../test/harness/records.ts";
import { openRuled, type Ruled } from "../../../test/harness/organisation/rules.ts";
import { resumePerson } from "../employment/resume.ts";
import { suspendPerson } from "../employment/suspend.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { MemberJoined, MemberLeft } from "./events.ts";
import { joinGroup, type ManualGroup } from "./join.ts";
import { leaveGroup } from "./leave.ts";
import { listGroups } from "./sql.ts";

let ruled: Ruled;
before(async () => {
  ruled = await openRuled({
    courses: [
      { code: "FIRE", title: "Fire warden", default_due_days: 10 },
      { code: "AID", title: "First aid" },
    ],
    learning_paths: [{ code: "PATH", title: "Path", courses: ["FIRE"] }],
    licenses: [{ name: "First aid", courses: ["AID"], seats_total: 1 }],
    groups: [
      { code: "WARDENS", name: "Wardens", courses: ["FIRE"], due_days: 5 },
      { code: "KEPT", name: "Kept", courses: ["FIRE"], on_leave: "keep" },
      { code: "AIDERS", name: "Aiders", courses: ["AID"] },
      { code: "PATHERS", name: "Pathers", courses: ["PATH"] },
    ],
  });
});
after(() => ruled.close());
beforeEach(() => ruled.told());

const move = async (how: typeof joinGroup, code: string, ...people: { id: string }[]) => {
  const context = await ruled.administrator();
  const { tenant_id } = ruled.organisation;
  return withTenant(ruled.pool, tenant_id, async (db) => {
    const group = (await listGroups(db, tenant_id)).find((one) => one.code === code) as ManualGroup;
    return how(
      db,
      context,
      group,
      people.map(({ id }) => id),
      newId(),
    );
  });
};

test("people join a manual group together: each has an event and assignments, the operation is one row of the audit log", async () => {
  const [one, two] = [await ruled.hire("A1"), await ruled.hire("A2")];
  assert.equal(await move(joinGroup, "WARDENS", one, two), 2);
  assert.deepEqual(await ruled.told(), [
    "group.member_joined WARDENS added IT",
    "group.member_joined WARDENS added IT",
    "enrollment.assigned FIRE group Wardens",
    "enrollment.assigned FIRE group Wardens",
  ]);
  assert.deepEqual(await ruled.has(one), ["FIRE assigned group 2026-02-07 PENDING"]);
  assert.equal(await move(joinGroup, "WARDENS", one, two), 0);
  assert.deepEqual(await ruled.told(), []);
  const audited = await ruled.query("select operation, changes from audit_log where actor_type = 'administrator'");
  assert.deepEqual(audited, [
    { operation: "group.join", changes: { person_ids: [null, [String(one.id), String(two.id)].toSorted()] } },
  ]);
  matchesSchema(MemberJoined, (await ruled.events("group.member_joined"))[0].data);
});

test("a member who leaves loses unstarted enrollments, and may join again", async () => {
  const person = await ruled.hire("B1");
  await move(joinGroup, "WARDENS", person);
  await ruled.told();
  assert.equal(await move(leaveGroup, "WARDENS", person), 1);
  assert.equal(await move(leaveGroup, "WARDENS", person), 0);
  assert.deepEqual(await ruled.told(), ["group.member_left WARDENS removed IT", "enrollment.cancelled FIRE group_left Wardens"]);
  matchesSchema(MemberLeft, (await ruled.events("group.member_left")).at(-1).data);
  assert.equal(await move(joinGroup, "WARDENS", person), 1);
  assert.equal((await ruled.has(person)).length, 2);
});

test("two groups for one course make one enrollment, and on_leave keep leaves it where it is", async () => {
  const person = await ruled.hire("B2");
  await move(joinGroup, "WARDENS", person);
  await move(joinGroup, "KEPT", person);
  assert.deepEqual(await ruled.has(person), ["FIRE assigned group 2026-02-07 PENDING"]);
  await move(leaveGroup, "WARDENS", person);
  assert.deepEqual(await ruled.has(person), ["FIRE assigned group 2026-02-07 PENDING"]);
  await move(leaveGroup, "KEPT", person);
  assert.deepEqual(await ruled.has(person), ["FIRE assigned group 2026-02-07 PENDING"]);
});

test("a group's learning path is assigned with its courses, and ends with them", async () => {
  const person = await ruled.hire("B3");
  await move(joinGroup, "PATHERS", person);
  assert.deepEqual((await ruled.has(person)).toSorted(), ["FIRE assigned path null PENDING", "PATH assigned group null null"]);
  await move(leaveGroup, "PATHERS", person);
  assert.deepEqual((await ruled.has(person)).toSorted(), ["FIRE cancelled path null null", "PATH cancelled group null null"]);
});

test("a path that is cancelled leaves its course to the group that asks for it, and no longer", async () => {
  const person = await ruled.hire("B9");
  const path = (await ruled.api.post("/api/v1/enrollments", { user_id: person.id, course_code: "PATH" })).body;
  await move(joinGroup, "WARDENS", person);
  await ruled.told();
  assert.equal((await ruled.api.post(`/api/v1/enrollments/${path.id}/cancel`)).status, 200);
  assert.deepEqual(await ruled.told(), ["enrollment.cancelled PATH api HR sync"]);
  assert.deepEqual((await ruled.has(person)).toSorted(), [
    "FIRE assigned path 2026-02-07 PENDING",
    "PATH cancelled api null null",
  ]);
  await move(leaveGroup, "WARDENS", person);
  assert.deepEqual((await ruled.told()).at(-1), "enrollment.cancelled FIRE group_left Wardens");
});

test("where no seat is left people join all the same, and an administrator hears of it", async () => {
  const [one, two] = [await ruled.hire("C1"), await ruled.hire("C2")];
  assert.equal(await move(joinGroup, "AIDERS", one, two), 2);
  const enrolled = await ruled.query(
    "select person_id from enrollment e join course c on c.id = e.course_id where c.code = 'AID'",
  );
  assert.equal(enrolled.length, 1);
  const alerts = await ruled.query("select kind, reason from alert where resolved_at is null");
  assert.deepEqual(alerts, [{ kind: "assignment_blocked", reason: "no_seat" }]);
});

test("a suspended person joins, and is assigned on return", async () => {
  const person = await ruled.hire("D1");
  await suspendPerson(ruled.pool, await ruled.administrator(), person.id);
  assert.equal(await move(joinGroup, "WARDENS", person), 1);
  assert.deepEqual(await ruled.has(person), []);
  await resumePerson(ruled.pool, await ruled.administrator(), person.id);
  assert.deepEqual(await ruled.has(person), ["FIRE assigned group 2026-02-07 PENDING"]);
});
