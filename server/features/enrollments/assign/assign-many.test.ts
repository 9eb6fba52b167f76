import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { batch_id, openAssigning, rule, type Assigning } from "../../../../test/harness/organisation/assignments.ts";
import { newId } from "../../../platform/ids.ts";

const other_rule = newId();
const codes = ["PLAIN", "TWICE", "DUE", "OLD", "AGAIN", "VALID", "BARE", "RENEW"];

let assigning: Assigning;

before(async () => {
  assigning = await openAssigning({ courses: codes.map((code) => ({ code, title: code, default_due_days: 30 })) }, 3);
});
after(() => assigning.training.close());

test("an assignment makes an enrollment with its flag, its reason and one event with the whole body", async () => {
  const { assigned, blocked } = await assigning.assign([assigning.assignment("P1", "PLAIN", { due_date: "2026-03-31" })]);
  const id = assigned.get(0)!;
  assert.deepEqual(blocked, []);
  const [enrollment] = await assigning.enrollmentsOf("P1", "PLAIN");
  assert.equal(enrollment.id, id);
  assert.deepEqual([enrollment.source, enrollment.source_ref, enrollment.due_date], ["rule", rule, "2026-03-31"]);
  assert.deepEqual([enrollment.status, enrollment.cycle_year, enrollment.compliance_status], ["assigned", 2026, "PENDING"]);
  assert.deepEqual(await assigning.sourcesOf(id), [["rule", rule.id]]);
  const events = await assigning.assignedEvents("PLAIN");
  assert.equal(events.length, 1);
  const [department] = await assigning.query("select id, name from department");
  assert.deepEqual(events[0], {
    id: events[0].id,
    type: "enrollment.assigned",
    created_at: "2026-02-02T07:00:00.000Z",
    tenant_code: "ACME",
    data: {
      user: {
        id: assigning.person["P1"],
        employee_no: "P1",
        department_id: department.id,
        department_name: "Logistyka Północ",
        worker_type: "internal_payroll",
        contractor_id: null,
      },
      course: { id: assigning.course["PLAIN"], code: "PLAIN", title: "PLAIN" },
      enrollment: {
        id,
        cycle_year: 2026,
        status: "assigned",
        source: "rule",
        due_date: "2026-03-31",
        assigned_at: "2026-02-02T07:00:00.000Z",
        started_at: null,
        completed_at: null,
      },
      assigned_by: rule,
      compliance_status: "PENDING",
      batch_id,
    },
  });
});

test("two rules that ask for one course make one enrollment with two reasons, due on the earlier day", async () => {
  const second = { origin: { source: "rule", ref_id: other_rule } } as const;
  const { assigned, existing } = await assigning.assign([
    assigning.assignment("P1", "TWICE", { due_date: "2026-05-31" }),
    assigning.assignment("P1", "TWICE", { ...second, due_date: "2026-04-30" }),
  ]);
  assert.equal(existing.get(1), assigned.get(0));
  const later = await assigning.assign([
    assigning.assignment("P1", "TWICE", {
      origin: { source: "group", ref_id: other_rule },
      due_date: "2026-12-31",
      source: "group",
    }),
  ]);
  assert.equal(later.existing.get(0), assigned.get(0));
  const enrollments = await assigning.enrollmentsOf("P1", "TWICE");
  assert.deepEqual(
    enrollments.map((one) => one.due_date),
    ["2026-04-30"],
  );
  assert.deepEqual(
    (await assigning.sourcesOf(assigned.get(0)!)).map(([source]) => source),
    ["group", "rule", "rule"],
  );
  assert.equal((await assigning.assignedEvents("TWICE")).length, 1, "another reason is no assignment");
});

test("the earliest due date wins, and an assignment without one falls back to the course's", async () => {
  await assigning.assign([assigning.assignment("P1", "DUE", { due_date: null })]);
  assert.equal((await assigning.enrollmentsOf("P1", "DUE"))[0].due_date, null);
  await assigning.assign([assigning.assignment("P1", "DUE")]);
  const [enrollment] = await assigning.enrollmentsOf("P1", "DUE");
  assert.equal(enrollment.due_date, "2026-03-04");
  assert.equal(enrollment.compliance_status, "PENDING");
});

test("an enrollment of an older cycle that is still open serves; one that a client made stays for its own sake too", async () => {
  const { body } = await assigning.training.api.post("/api/v1/enrollments", {
    employee_no: "P1",
    course_code: "OLD",
    cycle_year: 2025,
  });
  const { assigned, existing } = await assigning.assign([assigning.assignment("P1", "OLD")]);
  assert.deepEqual([assigned.size, existing.get(0)], [0, body.id]);
  assert.deepEqual(await assigning.sourcesOf(body.id), [
    ["own", body.id],
    ["rule", rule.id],
  ]);
});

test("a completed enrollment of the cycle is required again instead of repeated", async () => {
  const { assigned } = await assigning.assign([assigning.assignment("P1", "AGAIN")]);
  await assigning.query(
    "update enrollment set state = 'completed', completed_at = now(), requirement_active = false where id = $1",
    [assigned.get(0)],
  );
  const again = await assigning.assign([assigning.assignment("P1", "AGAIN")]);
  assert.deepEqual([again.assigned.size, again.existing.get(0)], [0, assigned.get(0)]);
  const [row] = await assigning.query("select requirement_active, due_date::text from enrollment where id = $1", [
    assigned.get(0),
  ]);
  assert.equal(row.requirement_active, true);
  assert.equal((await assigning.enrollmentsOf("P1", "AGAIN"))[0].compliance_status, "COMPLIANT");
});

test("a valid certificate counts, within the time looked back, and an expired one does not", async () => {
  for (const [employee_no, from, until] of [
    ["P1", "2025-03-01", "2027-02-28"],
    ["P2", "2025-03-01", "2026-02-01"],
    ["P3", "2024-01-01", "2027-02-28"],
  ]) {
    await assigning.query(
      `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issuer,
         issued_at, valid_from, valid_until)
       values ($1, $2, $3, 'EVIDENCE-' || $3, $4, $5, 2025, 'external', 'School', now(), $6, $7)`,
      [assigning.context.tenant.id, newId(), employee_no, assigning.person[employee_no!], assigning.course["VALID"], from, until],
    );
  }
  const counting = { count_valid_certificates: true, look_back_days: 400 };
  const { assigned, existing, blocked } = await assigning.assign(
    ["P1", "P2", "P3"].map((one) => assigning.assignment(one, "VALID", counting)),
  );
  assert.deepEqual([[...assigned.keys()], existing.size, blocked], [[1, 2], 0, []]);
  const all = await assigning.assign([assigning.assignment("P1", "VALID")]);
  assert.equal(all.assigned.size, 1, "an assignment that does not count certificates assigns");
});

test("a completion counts where the course issues no certificate", async () => {
  const { body } = await assigning.training.api.post("/api/v1/enrollments", {
    employee_no: "P1",
    course_code: "BARE",
    cycle_year: 2025,
  });
  await assigning.query("update enrollment set state = 'completed', completed_at = '2025-06-01T10:00:00Z' where id = $1", [
    body.id,
  ]);
  const counted = await assigning.assign([assigning.assignment("P1", "BARE", { count_valid_certificates: true })]);
  assert.equal(counted.existing.get(0), body.id);
  const old = await assigning.assign([
    assigning.assignment("P1", "BARE", { count_valid_certificates: true, look_back_days: 30 }),
  ]);
  assert.equal(old.assigned.size, 1);
});

test("a renewal follows a completed enrollment of its cycle, keeps its reasons, and waits for an open one", async () => {
  const { assigned } = await assigning.assign([assigning.assignment("P1", "RENEW")]);
  const first = assigned.get(0)!;
  await assigning.query("update enrollment set state = 'completed', completed_at = now() where id = $1", [first]);
  const renewal = (of: string) =>
    assigning.assignment("P1", "RENEW", {
      source: "renewal",
      by: { type: "system", id: null, name: "Muster" },
      origin: undefined,
      cycle_year: 2026,
      due_date: "2026-08-31",
      renewal_of: of,
      inherit_sources_of: of,
    });
  const second = (await assigning.assign([renewal(first)])).assigned.get(0)!;
  const enrollment = (await assigning.enrollmentsOf("P1", "RENEW")).find(({ id }) => id === second);
  assert.deepEqual([enrollment.renewal_of, enrollment.cycle_year, enrollment.source], [first, 2026, "renewal"]);
  assert.deepEqual(await assigning.sourcesOf(second), [["rule", rule.id]]);
  const [{ cycle_seq }] = await assigning.query("select cycle_seq from enrollment where id = $1", [second]);
  assert.equal(cycle_seq, 2);
  const repeated = await assigning.assign([renewal(first)]);
  assert.deepEqual([repeated.assigned.size, repeated.existing.get(0)], [0, second]);
});
