import type { Static } from "typebox";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { orTaken } from "../../platform/db/unique.ts";
import { invalid, notFound, preconditionFailed } from "../../platform/http/problem.ts";
import type { RecordView } from "../../platform/http/records/record-view.ts";
import { newId } from "../../platform/ids.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { findRuleForChange, insertRuleVersions, lockRule, updateRuleRetired, type RuleRow } from "./apply-sql.ts";
import { tidyConditions } from "./conditions.ts";
import { queueEvaluation } from "./queue-batch.ts";
import { refuseDefinition } from "./refuse-definition.ts";
import type { RuleChange, RuleCreate } from "./schema.ts";
import { newRule, storeNewRules, storeRules } from "./store.ts";

const target_type = "rule";

/** Creates a rule; all people are evaluated by it in the background. Returns the record as `read` shows it. */
export async function createRule(
  pool: Pool,
  context: Context,
  given: Static<typeof RuleCreate>,
  read: RecordView["read"],
): Promise<{ id: string; text: string }> {
  const { id: tenant_id } = context.tenant;
  return orTaken(
    () =>
      withTenantOnce(pool, context, async (db) => {
        const rule = { ...newRule(given.name), ...given };
        await refuseDefinition(db, tenant_id, rule, "rule");
        const wanted = ruleOf(rule);
        await storeNewRules(db, tenant_id, [wanted]);
        await recordChange(db, context, "create", undefined, wanted);
        return { id: wanted.id, text: (await read(db, tenant_id, wanted.id))! };
      }),
    nameTaken,
  );
}

/** Changes a rule, or switches it on or off. */
export async function changeRule(
  pool: Pool,
  context: Context,
  id: string,
  change: Static<typeof RuleChange>,
  { read, check }: RecordView,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const { version, ...given } = change;
  return orTaken(
    () =>
      withTenant(pool, tenant_id, async (db) => {
        const { version: stands, ...before } = await loadRule(db, tenant_id, id);
        if (version !== undefined && version !== stands) throw movedOn(stands);
        if (check) check((await read(db, tenant_id, id))!);
        await refuseDefinition(db, tenant_id, given, "rule");
        const wanted = ruleOf({ ...before, ...given });
        if (!isDeepStrictEqual(before, wanted)) {
          await storeRules(db, tenant_id, [wanted]);
          await recordChange(db, context, "update", before, wanted);
        }
        return (await read(db, tenant_id, id))!;
      }),
    nameTaken,
  );
}

/** Retires a rule: in the background, what it asked for ends for all people as its `on_leave` says. */
export async function retireRule(
  pool: Pool,
  context: Context,
  id: string,
  { read, check }: RecordView,
): Promise<string | undefined> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const { version: _, ...before } = await loadRule(db, tenant_id, id);
    if (check) check((await read(db, tenant_id, id))!);
    const wanted = { ...before, active: false };
    await updateRuleRetired(db, tenant_id, id, context.now.toString());
    await insertRuleVersions(db, tenant_id, [wanted]);
    await recordChange(db, context, "retire", before, wanted);
    return read(db, tenant_id, id);
  });
}

async function loadRule(db: Db, tenant_id: string, id: string) {
  const [, rule] = await Promise.all([lockRule(db, tenant_id, id), findRuleForChange(db, tenant_id, id)]);
  if (rule === undefined) throw notFound("No such rule.");
  return rule;
}

export function movedOn(stands: number) {
  return preconditionFailed(`It was changed in the meantime; version ${stands} stands now.`);
}

/** The rule as it is stored. */
function ruleOf(rule: RuleRow): RuleRow {
  return {
    ...rule,
    conditions: tidyConditions(rule.conditions),
    course_ids: [...new Set(rule.course_ids.map((id) => id.toLowerCase()))].sort(),
  };
}

/** Records the change and, if it may concern a person, queues an evaluation of all people. */
async function recordChange(
  db: Db,
  context: Context,
  verb: "create" | "update" | "retire",
  before: RuleRow | undefined,
  after: RuleRow,
) {
  const changes = changesBetween(before, after);
  const applied = before?.active === true || after.active;
  const concerns = applied && ["active", "conditions", "course_ids"].some((member) => member in changes);
  const batch_id = concerns ? newId() : null;
  if (batch_id !== null) await queueEvaluation(db, context, batch_id);
  await record(db, context, { operation: `rule.${verb}`, target_type, target_id: after.id, changes, batch_id });
}

function nameTaken() {
  return invalid([{ pointer: "#/name", code: "ALREADY_EXISTS", detail: "is the name of another rule" }]);
}
