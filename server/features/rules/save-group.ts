import type { Static } from "typebox";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { orTaken } from "../../platform/db/unique.ts";
import { invalid } from "../../platform/http/problem.ts";
import type { RecordView } from "../../platform/http/records/record-view.ts";
import { newId } from "../../platform/ids.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { findGroupForChange, updateGroupRetired, type GroupRow } from "../groups/apply-sql.ts";
import { groupManagedElsewhere, noSuchGroup } from "../groups/errors.ts";
import { lockGroup } from "../groups/sql.ts";
import { newGroup, storeGroups, storeNewGroups } from "../groups/store.ts";
import { tidyConditions } from "./conditions.ts";
import { queueEvaluation } from "./queue-batch.ts";
import { refuseDefinition } from "./refuse-definition.ts";
import { movedOn } from "./save-rule.ts";
import type { GroupChange, GroupCreate } from "./schema.ts";
import { instantText } from "../../platform/instants.ts";

const target_type = "group";

/** Creates a group. The members of a dynamic group are found in the background. Returns the record as `read` shows it. */
export async function createGroup(
  pool: Pool,
  context: Context,
  given: Omit<Static<typeof GroupCreate>, "conditions"> & Pick<Static<typeof GroupChange>, "conditions">,
  read: RecordView["read"],
): Promise<{ id: string; text: string }> {
  const { id: tenant_id } = context.tenant;
  return orTaken(
    () =>
      withTenantOnce(pool, context, async (db) => {
        const { conditions = null, ...rest } = given;
        const group = { ...newGroup(rest), ...rest, conditions };
        refuseConditions(group);
        await refuseDefinition(db, tenant_id, group, "group");
        const wanted = groupOf(group);
        await storeNewGroups(db, tenant_id, [wanted]);
        await recordChange(db, context, "create", undefined, wanted);
        return { id: wanted.id, text: (await read(db, tenant_id, wanted.id))! };
      }),
    codeTaken,
  );
}

/** Changes a group. Of a group that an identity provider keeps, only the courses and their options may change. */
export async function changeGroup(
  pool: Pool,
  context: Context,
  id: string,
  change: Static<typeof GroupChange>,
  view: RecordView,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const { version, ...given } = change;
  return orTaken(
    () =>
      withTenant(pool, tenant_id, async (db) => {
        const { version: stands, ...before } = await loadGroup(db, tenant_id, id, view);
        if (version !== undefined && version !== stands) throw movedOn(stands);
        const group = { ...before, ...given };
        if (before.kind === "scim" && (group.name !== before.name || group.code !== before.code)) {
          throw groupManagedElsewhere("The identity provider names this group.");
        }
        refuseConditions(group);
        await refuseDefinition(db, tenant_id, given, "group");
        const wanted = groupOf(group);
        if (!isDeepStrictEqual(before, wanted)) {
          await storeGroups(db, tenant_id, [wanted]);
          await recordChange(db, context, "update", before, wanted);
        }
        return (await view.read(db, tenant_id, id))!;
      }),
    codeTaken,
  );
}

/** Retires a group: in the background all members leave it, and their enrollments end as `on_leave` says. */
export async function retireGroup(pool: Pool, context: Context, id: string, view: RecordView): Promise<string | undefined> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const { version: _, ...group } = await loadGroup(db, tenant_id, id, view);
    if (group.kind === "scim") throw groupManagedElsewhere("The identity provider decides how long this group exists.");
    const at = instantText(context.now);
    await updateGroupRetired(db, tenant_id, id, at);
    const batch_id = newId();
    await queueEvaluation(db, context, batch_id);
    await record(db, context, {
      operation: "group.retire",
      target_type,
      target_id: id,
      changes: { name: [group.name, null], retired_at: [null, at] },
      batch_id,
    });
    return view.read(db, tenant_id, id);
  });
}

async function loadGroup(db: Db, tenant_id: string, id: string, { read, check }: RecordView) {
  const [, group] = await Promise.all([lockGroup(db, tenant_id, id), findGroupForChange(db, tenant_id, id)]);
  if (group === undefined) throw noSuchGroup();
  const shown = await read(db, tenant_id, id);
  if (shown === undefined) throw noSuchGroup();
  check?.(shown);
  return group;
}

/**
 * Refuses conditions that do not fit the kind of the group: a dynamic group needs conditions, others have none. The kind never
 * changes.
 */
export function refuseConditions({ kind, conditions }: Pick<GroupRow, "kind" | "conditions">): void {
  const pointer = "#/conditions";
  if (kind === "dynamic" && conditions === null) {
    throw invalid([{ pointer, code: "REQUIRED", detail: "needs a condition, such as department" }]);
  }
  if (kind !== "dynamic" && conditions !== null) {
    throw invalid([{ pointer, code: "CONFLICTING_FIELDS", detail: `is only for a dynamic group; this one is ${kind}` }]);
  }
}

/** The group as it is stored. */
function groupOf(group: GroupRow): GroupRow {
  const conditions = group.conditions === null ? null : tidyConditions(group.conditions);
  return { ...group, conditions, course_ids: [...new Set(group.course_ids.map((id) => id.toLowerCase()))].sort() };
}

/** Records the change and, if it may concern a person, queues an evaluation of all people. */
async function recordChange(db: Db, context: Context, verb: "create" | "update", before: GroupRow | undefined, after: GroupRow) {
  const changes = changesBetween(before, after);
  const may_have_members = before !== undefined || after.conditions !== null;
  const concerns = may_have_members && ["conditions", "course_ids"].some((member) => member in changes);
  const batch_id = concerns ? newId() : null;
  if (batch_id !== null) await queueEvaluation(db, context, batch_id);
  await record(db, context, { operation: `group.${verb}`, target_type, target_id: after.id, changes, batch_id });
}

function codeTaken() {
  return invalid([{ pointer: "#/code", code: "ALREADY_EXISTS", detail: "is the code of another group" }]);
}
