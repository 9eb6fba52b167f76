import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../../test/harness/organisation/enrollments.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Pool } from "../../../../platform/db/pool.ts";
import { withTenant } from "../../../../platform/db/transaction.ts";
import { newId } from "../../../../platform/ids.ts";
import { assignNamed } from "./assign.ts";

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

test("another operation assigns in its own transaction, on behalf of a rule, with an audit row for each", async () => {
  const batch_id = newId();
  const inputs = [byRule("P1", "A", batch_id), byRule("P3", "A", batch_id)];
  const assigned = await withTenant(pool, context.tenant.id, (db) => assignNamed(db, context, inputs, batch_id));
  const { body } = await training.api.get("/api/v1/enrollments?employee_no=P1");
  assert.deepEqual(
    body.enrollments.map(({ id, source, source_ref }: any) => [id, source, source_ref]),
    [[assigned[0]!.id, "rule", rule]],
  );
  const ids = assigned.map(({ id }) => id);
  const events = await training.events("enrollment.assigned");
  assert.deepEqual(
    events.map(({ data }) => [data.enrollment.id, data.assigned_by, data.batch_id]),
    ids.map((id) => [id, rule, batch_id]),
  );
  const { rows } = await training.database.superuser.query<{ target_id: string }>(
    "select target_id from audit_log where batch_id = $1 and operation = 'enrollment.assign' order by id",
    [batch_id],
  );
  assert.deepEqual(
    rows.map(({ target_id }) => target_id),
    ids,
  );
});

test("what is refused takes the whole operation with it", async () => {
  const inputs = ["A", "B"].map((code) => byRule("P2", code, newId()));
  const both = withTenant(pool, context.tenant.id, (db) => assignNamed(db, context, inputs, newId()));
  await assert.rejects(both, /SEAT_LIMIT_REACHED/);
  const { body } = await training.api.get("/api/v1/enrollments?employee_no=P2");
  assert.deepEqual(body.enrollments, []);
  assert.equal((await training.events("enrollment.assigned")).length, 2);
});
