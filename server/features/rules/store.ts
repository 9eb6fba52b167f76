import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { deleteRuleCourses, insertRuleCourses, insertRules, insertRuleVersions, updateRules, type RuleRow } from "./apply-sql.ts";

export function newRule(name: string): RuleRow {
  const options = { due_days: null, count_valid_certificates: true, look_back_days: null, on_leave: "cancel" as const };
  return { id: newId(), name, active: true, conditions: {}, course_ids: [], ...options };
}

/** Writes new rules with their courses and their first version. */
export async function storeNewRules(db: Db, tenant_id: string, rows: readonly RuleRow[]): Promise<void> {
  await insertRules(db, tenant_id, rows);
  await insertRuleCourses(db, tenant_id, rows);
  await insertRuleVersions(db, tenant_id, rows);
}

/** Writes changed rules, each with a new version. */
export async function storeRules(db: Db, tenant_id: string, rows: readonly RuleRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await updateRules(db, tenant_id, rows);
  await deleteRuleCourses(db, tenant_id, ids);
  await insertRuleCourses(db, tenant_id, rows);
  await insertRuleVersions(db, tenant_id, rows);
}
