import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { invalid, notFound } from "../../../platform/http/problem.ts";
import { isUuid, newId } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { differencesOf } from "../../people/differences.ts";
import { directoryOf } from "../../people/directory.ts";
import { makePlace } from "../../people/place.ts";
import { findProvisionedForChange } from "../../people/provisioned-sql.ts";
import { deleteUnmatched, listPeopleWithUnmatched, upsertMeaning, type UnmatchedValue } from "../../people/unmatched-sql.ts";
import { saveProvisioned } from "../../people/writing/writer.ts";
import { evaluatePeople } from "../../rules/evaluate.ts";

/** The most people whom one call places; further calls place the others. */
export const people_per_call_max = 500;

/**
 * `link`: to an existing department or company; `create`: to one that is created for the name; `dismiss`: to none, now and in
 * future.
 */
export type Resolution = { kind: "link"; id: string } | { kind: "create" } | { kind: "dismiss" };

export type Resolved = { target_id: string | null; people: number; more: boolean };

/**
 * Gives a meaning to an unknown name that an identity provider has sent. People with the name are placed, with all consequences
 * of a department or company, and so are people who come with it later.
 */
export async function resolveUnmatched(
  pool: Pool,
  context: Context,
  value: UnmatchedValue,
  resolution: Resolution,
): Promise<Resolved> {
  const tenant_id = context.tenant.id;
  return withTenant(pool, tenant_id, async (db) => {
    const found = await listPeopleWithUnmatched(db, tenant_id, value, people_per_call_max + 1);
    if (found.length === 0) throw notFound("No person has this value any more.");
    const ids = found.slice(0, people_per_call_max);
    const target_id = await targetOf(db, context, value, resolution);
    await upsertMeaning(db, tenant_id, value, target_id, context.now.toString());
    if (target_id !== null) await place(db, context, value.field, ids, target_id);
    await deleteUnmatched(db, tenant_id, value.field, ids);
    // A new department or company writes an audit row and event of its own.
    if (resolution.kind !== "create") {
      await record(db, context, {
        operation: `unmatched_value.${resolution.kind}`,
        target_type: value.field,
        target_id,
        changes: { value: value.value, people: ids.length },
      });
    }
    return { target_id, people: ids.length, more: found.length > ids.length };
  });
}

async function targetOf(db: Db, context: Context, { field, value }: UnmatchedValue, resolution: Resolution) {
  if (resolution.kind === "dismiss") return null;
  if (resolution.kind === "create") {
    const made = await makePlace(db, context, field, value);
    if (made === null) throw invalid([{ pointer: "#/value", code: "CANNOT_CREATE", detail: "cannot be made of this name" }]);
    return made;
  }
  const { departments, contractors } = directoryOf(db, context.tenant.id);
  const register = field === "department" ? departments : contractors;
  const target = isUuid(resolution.id) ? await register.find(resolution.id.toLowerCase()) : undefined;
  if (!target?.active) throw invalid([{ pointer: "#/target_id", code: "UNKNOWN_TARGET", detail: `is no ${field} in use` }]);
  return target.id;
}

async function place(db: Db, context: Context, field: UnmatchedValue["field"], ids: readonly string[], target_id: string) {
  const tenant_id = context.tenant.id;
  const batch_id = newId();
  for (const id of ids) {
    const before = await findProvisionedForChange(db, tenant_id, id);
    if (before?.employee_no == null) continue;
    const places = field === "department" ? { department_id: target_id } : { contractor_id: target_id };
    const row = { ...before, employee_no: before.employee_no, ...places };
    await saveProvisioned(db, context, before, row, differencesOf(before, row), batch_id);
  }
  await evaluatePeople(db, context, ids, { batch_id });
}
