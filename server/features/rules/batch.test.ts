import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { needsServer } from "../../../test/harness/database.ts";
import { workOff } from "../../../test/harness/jobs.ts";
import { createOrganisation, type OrganisationFileInput } from "../../../test/harness/organisation/organisation.ts";
import { openRuled, type Ruled } from "../../../test/harness/organisation/rules.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { listPersonRows, lockPeople } from "../people/apply-sql.ts";
import type { PersonRow } from "../people/definition.ts";
import { insertPeople } from "../people/write-sql.ts";
import { evaluateEverybody } from "./batch.job.ts";
import { evaluatePeople } from "./evaluate.ts";

const courses = [
  { code: "FORKLIFT", title: "Forklift" },
  { code: "LOTO", title: "Lockout" },
  { code: "SAFETY", title: "Safety" },
];
const someone = (number: number, department: string) => ({
  employee_no: `P${number}`,
  first_name: "Anna",
  last_name: `Number ${number}`,
  email: `p${number}@acme.example`,
  department,
});
const people = [1, 2, 3, 4].map((number) => someone(number, number % 2 === 0 ? "EVEN" : "ODD"));

let ruled: Ruled;
before(async () => {
  ruled = await openRuled({
    departments: [
      { name: "Even", code: "EVEN" },
      { name: "Odd", code: "ODD" },
    ],
    courses,
    people,
    groups: [{ code: "MANUAL", name: "Manual", courses: ["SAFETY"], members: ["P1", "p2"], due_days: 3 }],
    rules: [{ name: "Even", when: { department: "EVEN" }, assign: ["LOTO"], due_days: 7 }],
  });
});
after(() => ruled.close());
beforeEach(() => ruled.told());

const evaluated = ["rules.evaluate"];
const holders = async (course: string, state = "assigned") =>
  (
    await ruled.query(
      `select p.employee_no from enrollment e join person p on p.id = e.person_id join course c on c.id = e.course_id
       where c.code = $1 and e.state = $2 order by 1`,
      [course, state],
    )
  ).map(({ employee_no }) => employee_no as string);
const rule = (name: string, more: Partial<NonNullable<OrganisationFileInput["rules"]>[number]>) => ({
  rules: [{ name, ...more }],
});
const lastAudit = async () =>
  (
    await ruled.query("select operation, changes, batch_id from audit_log where actor_type = 'system' order by xid desc limit 1")
  )[0];

test("the people of a file get what its rules and groups ask for, in the background, under the file's batch", async () => {
  assert.deepEqual(await holders("LOTO"), ["P2", "P4"]);
  assert.deepEqual(await holders("SAFETY"), ["P1", "P2"]);
  const events = await ruled.events("enrollment.assigned");
  assert.deepEqual(new Set(events.map(({ data }) => data.assigned_by.name)), new Set(["Even", "Manual"]));
  const joined = await ruled.events("group.member_joined");
  assert.deepEqual(
    joined.map(({ data }) => [data.reason, data.actor.name]),
    [
      ["added", "muster org apply"],
      ["added", "muster org apply"],
    ],
  );
  const { operation, changes, batch_id } = await lastAudit();
  assert.equal(operation, "rules.evaluate");
  assert.deepEqual(
    [changes.people, changes.matched, changes.assigned],
    [
      [null, 4],
      [null, 2],
      [null, 4],
    ],
  );
  assert.deepEqual(new Set([...events, ...joined].map(({ data }) => data.batch_id)), new Set([batch_id]));
  const of_file = await ruled.query("select 1 from audit_log where batch_id = $1 and operation = 'rule.create'", [batch_id]);
  assert.equal(of_file.length, 1);
});

test("a file that changes nothing evaluates no one, and an evaluation that finds nothing new writes nothing", async () => {
  const all = () =>
    ruled.query(
      `select (select json_agg(m) from rule_match m) as matches, (select json_agg(g) from group_member g) as members,
         (select count(*) from enrollment) as enrollments, (select count(*) from event) as events, (select count(*) from audit_log) as audit,
         (select count(*) from compliance_history) as history`,
    );
  const before = await all();
  const same = {
    courses,
    people,
    groups: [{ code: "MANUAL", name: "Manual", members: ["p1", "P2"] }],
    ...rule("Even", { when: { department: "even" }, assign: ["LOTO"] }),
  };
  assert.deepEqual(await ruled.apply(same), []);
  assert.deepEqual(await all(), before);
  await ruled.query(
    `insert into pgboss.job (name, data) values ('rules.evaluate', jsonb_build_object('tenant_id', $1::text, 'batch_id', $1::text,
       'after', null, 'people', 0, 'done', '{"matched":0,"unmatched":0,"joined":0,"left":0,"assigned":0,"cancelled":0}'::jsonb))`,
    [ruled.organisation.tenant_id],
  );
  assert.deepEqual(await ruled.apply({}), evaluated);
  assert.deepEqual(await all(), before);
});

test("a further course of a rule is assigned to whom it applies, and one that it drops ends", async () => {
  assert.deepEqual(await ruled.apply(rule("Even", { assign: ["LOTO", "FORKLIFT"] })), evaluated);
  assert.deepEqual(await holders("FORKLIFT"), ["P2", "P4"]);
  assert.deepEqual(await ruled.told(), ["enrollment.assigned FORKLIFT rule Even", "enrollment.assigned FORKLIFT rule Even"]);
  await ruled.apply(rule("Even", { assign: ["FORKLIFT"] }));
  assert.deepEqual(await holders("LOTO"), []);
  assert.deepEqual(await holders("FORKLIFT"), ["P2", "P4"]);
  await ruled.apply(rule("Even", { assign: ["FORKLIFT", "LOTO"] }));
  assert.deepEqual(await holders("LOTO"), ["P2", "P4"]);
});

test("other conditions assign to whom they newly mean, and end what they no longer do", async () => {
  await ruled.apply(rule("Moving", { when: { department: "EVEN" }, assign: ["SAFETY"] }));
  assert.deepEqual(await holders("SAFETY"), ["P1", "P2", "P4"]);
  await ruled.apply(rule("Moving", { when: { departments: ["ODD"] } }));
  // P2 keeps SAFETY because of the group.
  assert.deepEqual(await holders("SAFETY"), ["P1", "P2", "P3"]);
  assert.deepEqual(await holders("SAFETY", "cancelled"), ["P4"]);
});

test("a rule that is no longer active ends; active again, it begins anew", async () => {
  await ruled.apply(rule("Moving", { active: false }));
  assert.deepEqual(await holders("SAFETY"), ["P1", "P2"]);
  const [{ n }] = await ruled.query(
    "select count(*)::int as n from rule_match m join rule r on r.id = m.rule_id where r.name = 'Moving'",
  );
  assert.equal(n, 0);
  await ruled.apply(rule("Moving", { active: true }));
  assert.deepEqual(await holders("SAFETY"), ["P1", "P2", "P3"]);
  const versions = await ruled.query(
    "select v.version, v.definition ->> 'active' as active from rule_version v join rule r on r.id = v.rule_id where r.name = 'Moving' order by 1",
  );
  assert.deepEqual(versions, [
    { version: 1, active: "true" },
    { version: 2, active: "true" },
    { version: 3, active: "false" },
    { version: 4, active: "true" },
  ]);
});

test("a department that moves below another one brings its people under that one's rules", async () => {
  await ruled.apply({
    departments: [{ name: "Numbers", code: "NUM" }],
    ...rule("Numbers", { when: { department: "NUM" }, assign: ["FORKLIFT"], count_valid_certificates: false }),
  });
  assert.deepEqual(await holders("FORKLIFT"), ["P2", "P4"]);
  assert.deepEqual(await ruled.apply({ departments: [{ name: "Odd", code: "ODD", parent: "NUM" }] }), evaluated);
  assert.deepEqual(await holders("FORKLIFT"), ["P1", "P2", "P3", "P4"]);
});

test("further members and courses of a group are assigned to, and no one leaves by not being mentioned", async () => {
  await ruled.apply({ groups: [{ code: "MANUAL", name: "Manual", members: ["P4"] }] });
  assert.deepEqual(await holders("SAFETY"), ["P1", "P2", "P3", "P4"]);
  await ruled.apply({ groups: [{ code: "MANUAL", name: "Manual", courses: ["SAFETY", "LOTO"] }] });
  assert.deepEqual(await holders("LOTO"), ["P1", "P2", "P4"]);
});

test("a dynamic group gathers its members when it comes, and tells of them under the file's batch", async () => {
  const before = (await ruled.events("group.member_joined")).length;
  await ruled.apply({ groups: [{ code: "EVENS", name: "Evens", when: { department: "EVEN" }, courses: ["SAFETY"] }] });
  const joined = (await ruled.events("group.member_joined")).slice(before);
  assert.deepEqual(joined.map(({ data }) => String(data.user.employee_no)).toSorted(), ["P2", "P4"]);
  assert.deepEqual(new Set(joined.map(({ data }) => data.actor.name)), new Set(['department is "Even" or below']));
  assert.equal(joined[0].data.batch_id, (await lastAudit()).batch_id);
});

test("many people are walked through in parts; a job whose time is up hands over to another one", async () => {
  const many = Array.from({ length: 2_300 }, (_, index) => someone(index + 100, index % 3 === 0 ? "EVEN" : "ODD"));
  await createOrganisation(ruled.database, { people: many });
  const [{ data }] = await ruled.query("delete from pgboss.job where name = 'rules.evaluate' returning data");
  await evaluateEverybody(ruled.pool, data, AbortSignal.timeout(60_000), { run_max_ms: 0 });
  const [waiting] = await ruled.query("select data from pgboss.job where name = 'rules.evaluate'");
  assert.deepEqual([waiting.data.people, waiting.data.batch_id], [1_000, data.batch_id]);
  // On a busy machine the time of a job may end again, and the next job continues.
  assert.deepEqual([...new Set(await workOff(ruled.database))], evaluated);

  const [{ n }] = await ruled.query(
    "select count(*)::int as n from enrollment e join course c on c.id = e.course_id where c.code = 'LOTO' and e.source = 'rule' and state = 'assigned'",
  );
  assert.equal(n, 767 + 2);
  const { changes, batch_id } = await lastAudit();
  assert.deepEqual([changes.people[1], batch_id], [2_304, data.batch_id]);
  const events = await ruled.query("select count(*)::int as n from event where type = 'group.member_joined'");
  assert.equal(events[0].n, 3 + 2 + 767);
});

test("the changes of an evaluation are reported in full, though a try ended early and its job ran again", async () => {
  await createOrganisation(ruled.database, rule("Twice", { when: { department: "EVEN" }, assign: ["SAFETY"] }));
  const [{ data }] = await ruled.query("delete from pgboss.job where name = 'rules.evaluate' returning data");
  const ending = new AbortController();
  const pause = async () => ending.abort(new Error("the process ends"));
  await assert.rejects(evaluateEverybody(ruled.pool, data, ending.signal, { pause }), /the process ends/);
  await evaluateEverybody(ruled.pool, data, AbortSignal.timeout(60_000));
  const [{ n }] = await ruled.query(
    "select count(*)::int as n from rule_match m join rule r on r.id = m.rule_id where r.name = 'Twice'",
  );
  const { changes, batch_id } = await lastAudit();
  assert.deepEqual([batch_id, changes.matched], [data.batch_id, [null, n]]);
  const [{ done }] = await ruled.query("select done from rule_batch where id = $1", [data.batch_id]);
  assert.deepEqual([n, done.matched], [769, 769]);
});

test(
  "two tries of an evaluation at once, or one more after its end, tell once what it has changed",
  { skip: needsServer() },
  async () => {
    await createOrganisation(ruled.database, rule("Thrice", { when: { department: "EVEN" }, assign: ["FORKLIFT"] }));
    const [{ data }] = await ruled.query("delete from pgboss.job where name = 'rules.evaluate' returning data");
    const evaluate = () => evaluateEverybody(ruled.pool, data, AbortSignal.timeout(60_000));
    const { tenant_id } = ruled.organisation;
    const both = await withTenant(ruled.pool, tenant_id, async (db) => {
      const people = await listPersonRows(db, tenant_id, ["P2"]);
      await lockPeople(
        db,
        tenant_id,
        people.map(({ id }) => id),
      );
      const both = [evaluate(), evaluate()];
      await lockAwaited(both.length);
      return both;
    });
    await Promise.all(both);
    await evaluate();
    const [{ done }] = await ruled.query("select done from rule_batch where id = $1", [data.batch_id]);
    assert.equal(done.matched, 769);
    const told = await ruled.query(
      "select changes->'matched' as matched from audit_log where operation = 'rules.evaluate' and batch_id = $1",
      [data.batch_id],
    );
    assert.deepEqual(told, [{ matched: [null, 769] }]);
  },
);

test("where a rule asks for another course, the flags of both are written once, and no other flags are read", async (t) => {
  const swap = (code: string) => rule("Even", { when: { department: "EVEN" }, assign: [code] });
  const own = await openRuled({
    departments: [{ name: "Even", code: "EVEN" }],
    courses,
    people: [someone(2, "EVEN"), someone(4, "EVEN")],
    ...swap("LOTO"),
  });
  t.after(() => own.close());
  await createOrganisation(own.database, swap("SAFETY"));
  const ids = (await own.query("select id from person where employee_no in ('P2', 'P4')")).map(({ id }) => id as string);
  const context = await own.administrator();
  const texts: string[] = [];
  const { tenant_id } = own.organisation;
  const evaluate = (db: Db) => evaluatePeople(noting(db, texts), context, ids, { batch_id: null });
  const { assigned, cancelled } = await withTenant(own.pool, tenant_id, evaluate);
  assert.deepEqual([assigned, cancelled], [2, 2]);
  const times = ["insert into compliance_status", "delete from compliance_status", "update compliance_person"].map(
    (write) => texts.filter((text) => text.includes(write)).length,
  );
  assert.deepEqual(times, [1, 1, 0]);
  await workOff(own.database);
});

/** A database handle that collects the statements sent through it. */
function noting(db: Db, texts: string[]): Db {
  return {
    ...db,
    rows: (statement) => (texts.push(statement.text), db.rows(statement)),
    row: (statement) => (texts.push(statement.text), db.row(statement)),
    count: (statement) => (texts.push(statement.text), db.count(statement)),
    send: (statement) => (texts.push(statement.text), db.send(statement)),
  };
}

test("a person who is being created while a rule changes gets the rule's courses", { skip: needsServer() }, async () => {
  const standing = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const context = await ruled.administrator();
  const { tenant_id } = ruled.organisation;
  const [odd] = await ruled.query("select id from department where code = 'ODD'");
  const creation = withTenant(ruled.pool, tenant_id, async (db) => {
    const late = { ...(await personOf(db, tenant_id)), id: newId(), department_id: odd.id };
    await insertPeople(db, tenant_id, [{ ...late, employee_no: "LATE", email: "late@acme.example", login: "late" }]);
    await evaluatePeople(db, context, [late.id], { batch_id: null });
    standing.resolve();
    await released.promise;
  });
  await standing.promise;
  await createOrganisation(ruled.database, rule("Late", { when: { department: "ODD" }, assign: ["FORKLIFT"] }));
  const evaluation = workOff(ruled.database);
  // Either the evaluation waits for the creation, or it has ended without having seen the person.
  await Promise.race([evaluation, lockAwaited()]);
  released.resolve();
  await Promise.all([creation, evaluation]);
  assert.ok((await holders("FORKLIFT")).includes("LATE"));
});

async function personOf(db: Db, tenant_id: string): Promise<PersonRow> {
  const [person] = await listPersonRows(db, tenant_id, ["P1"]);
  const { managed_by: _, last_sign_in_at: __, ...row } = person!;
  return row;
}

async function lockAwaited(people = 1): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await ruled.query(waiting)).length < people) await setImmediate();
}
