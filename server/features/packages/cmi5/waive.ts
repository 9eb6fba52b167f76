import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { record } from "../../audit/record.ts";
import { noSuchEnrollment } from "../../enrollments/errors.ts";
import { auNotWaivable } from "../errors.ts";
import { isUnderWay } from "../progress-sql.ts";
import { isDone, verdictOf } from "../runtime/outcome.ts";
import { holdItemStates, lockRegistration, storeItemState, type ItemRow } from "../runtime/registrations-sql.ts";
import { settle, stateOf } from "../runtime/settle.ts";
import type { WaiverReason } from "../schema.ts";
import { doneAmong, sayWaived, saySatisfied, waived_element, type AuItem, type Course } from "./said-by-us.ts";

/**
 * Waives an AU for a learner (cmi5 §9.3.7). Its item is done without a score, and the same transaction does what would follow if
 * the AU had reported it. It is possible once in a registration, while that is open, and only if the attempt does not fail by it.
 */
export async function waive(
  { pool, base_url }: { pool: Pool; base_url: string },
  caller: PanelCaller,
  given_id: string,
  { registration_id, item: item_id, reason }: { registration_id: string; item: string; reason: WaiverReason },
): Promise<void> {
  const { id: tenant_id } = caller.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    const registration = await findKnown(given_id, noSuchEnrollment, async (enrollment_id) => {
      const found = await lockRegistration(db, tenant_id, registration_id.toLowerCase());
      return found?.enrollment_id === enrollment_id ? found : undefined;
    });
    const item = (registration.items as AuItem[]).find(({ id }) => id === item_id);
    if (registration.standard !== "cmi5" || item === undefined) throw auNotWaivable("The package has no such AU.");
    if (!(await isUnderWay(db, tenant_id, registration.id))) throw auNotWaivable("The learner is not under way in the package.");
    const states = await holdItemStates(db, tenant_id, registration.id);
    const before = states.find((row) => row.item === item.id);
    if (before !== undefined && isDone(before.status)) throw auNotWaivable(`"${item.title}" is done already.`);
    const session_id = newId();
    const row: ItemRow = {
      item: item.id,
      elements: { ...before?.elements, [waived_element]: "true" },
      status: "completed",
      score: null,
      ended: true,
      launch_id: before?.launch_id ?? registration.launch_id ?? session_id,
      seq: before?.seq ?? 1,
      opening: before?.opening ?? 1,
      before_s: before?.before_s ?? 0,
      opening_s: before?.opening_s ?? 0,
    };
    const now = [...states.filter((one) => one.item !== item.id), row];
    const { items, pass_score } = registration;
    // Judged as if all parts had ended: a part that was passed cannot be passed again with a better score.
    const verdict = verdictOf(
      items,
      now.map((one) => stateOf(one, true)),
      pass_score,
    );
    if (verdict.state === "failed") throw auNotWaivable("With the other parts as they are, the attempt would fail.");
    const course: Course = { home_page: new URL(base_url).origin, tenant_id, registration };
    await sayWaived(db, course, item, session_id, reason);
    storeItemState(db, tenant_id, registration.id, row, instantText(caller.now));
    await record(db, caller, {
      operation: "enrollment.waive_au",
      target_type: "enrollment",
      target_id: registration.enrollment_id,
      changes: { au: [null, item.title], reason: [null, reason] },
    });
    await saySatisfied(db, course, session_id, [doneAmong(states), doneAmong(now)]);
    await settle(db, caller, registration, now);
  });
}
