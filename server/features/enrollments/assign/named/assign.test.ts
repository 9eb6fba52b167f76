import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../../test/harness/organisation/enrollments.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Pool } from "../../../../platform/db/pool.ts";
import { withTenant } from "../../../../platform/db/transaction.ts";
import { newId } from "../../../../platform/ids.ts";
import { assign } from "./assign.ts";

let training: TrainingOrganisation;
let pool: Pool;
let context: Context;
const rule = { type: "rule", id: newId(), name: "Onboarding: Logistyka" };

before(async () => {
  training = await openTraining({
    courses: ["A", "B"].map((code) => ({ code, title: code })),
    licenses: [{ name: "none left", courses: ["B"], seats_total: 0 }],
  });
  pool = training.database.pool();
  context = {
    tenant: { id: training.organisation.tenant_id, code: "ACME", kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 },
    actor: { type: "system", id: null, name: "Muster" },
    now: Temporal.Instant.from("2026-02-02T07:00:00Z"),
    request_id: null,
  };
});
after(() => training.close());

const byRule = (employee_no: string, course_code: string, batch_id: string) =>
  ({ person: { employee_no }, course: { course_code }, source: "rule", by: rule, batch_id }) as const;

test("another operation assigns in its own transaction, on behalf of a rule, and writes the audit row itself", async () => {
  const batch_id = newId();
  const record = await withTenant(pool, context.tenant.id, (db) => assign(db, context, byRule("P1", "A", batch_id)));
  const { id, source, source_ref } = JSON.parse(record);
  assert.deepEqual([source, source_ref], ["rule", rule]);
  const [event] = await training.events("enrollment.assigned");
  assert.deepEqual([event.data.enrollment.id, event.data.assigned_by, event.data.batch_id], [id, rule, batch_id]);
  const { rows } = await training.database.superuser.query("select from audit_log where target_id = $1", [id]);
  assert.equal(rows.length, 0);
});

test("what is refused takes the whole operation with it", async () => {
  const both = withTenant(pool, context.tenant.id, async (db) => {
    await assign(db, context, byRule("P2", "A", newId()));
    await assign(db, context, byRule("P2", "B", newId()));
  });
  await assert.rejects(both, /SEAT_LIMIT_REACHED/);
  const { body } = await training.api.get("/api/v1/enrollments?employee_no=P2");
  assert.deepEqual(body.enrollments, []);
  assert.equal((await training.events("enrollment.assigned")).length, 1);
});
