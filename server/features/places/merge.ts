// Two departments, or two companies, that turn out to be one: what belongs to the duplicate goes over to the survivor, and the
// duplicate is taken out of use. All of it is one transaction with one audit row; what rules and groups make of it follows in
// the background, as after every change that concerns everybody. The duplicate's name becomes an alias of the survivor, so that
// an identity provider that sends it does not have to be changed.
import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import type { FaultCode } from "../../platform/http/fault-codes.ts";
import { invalid, notFound } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { lockContractorRows, updateContractors } from "../contractors/apply-sql.ts";
import { findContractorsByName } from "../contractors/sql.ts";
import { lockDepartment, lockDepartmentRows, updateDepartments, type DepartmentRow } from "../departments/apply-sql.ts";
import { isBelowItself } from "../departments/below.ts";
import { findDepartmentsByName } from "../departments/sql.ts";
import { listGroupRows, lockGroupsNaming } from "../groups/apply-sql.ts";
import { storeGroups } from "../groups/store.ts";
import { moveMeanings, movePeople } from "../people/merge-sql.ts";
import { upsertMeaning } from "../people/unmatched-sql.ts";
import { listRuleRows, lockRulesNaming } from "../rules/apply-sql.ts";
import type { Conditions } from "../rules/conditions.ts";
import { queueEvaluation } from "../rules/queue-batch.ts";
import { storeRules } from "../rules/store.ts";
import type { Merged } from "./schema.ts";
import { allowLongStatements } from "./sql.ts";

/** How long everybody of a department or company may take to go over. */
export const move_max_ms = 60_000;

type Field = "department" | "contractor";
type Duplicate = { field: Field; id: string; name: string; into_id: string };

export async function mergeDepartment(pool: Pool, context: Context, id: string, into_id: string): Promise<Static<typeof Merged>> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const all = await lockDepartmentRows(db, tenant_id);
    const from = all.find((row) => row.id === id);
    if (from === undefined) throw notFound("No such department.");
    const into = survivorOf(all, id, into_id);
    if (isBelow(all, into, from)) throw refused("BELOW_ITSELF", "lies below the department that would be merged into it");
    await lockDepartment(db, tenant_id, id);
    const children = all.filter((row) => row.parent_id === id).map((row) => ({ ...row, parent_id: into_id }));
    await updateDepartments(db, tenant_id, [...children, { ...from, active: false }]);
    return moveBelongings(db, context, { field: "department", id, name: from.name, into_id }, children.length);
  });
}

export async function mergeContractor(pool: Pool, context: Context, id: string, into_id: string): Promise<Static<typeof Merged>> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const both = await lockContractorRows(db, tenant_id, [id, into_id]);
    const from = both.find((row) => row.id === id);
    if (from === undefined) throw notFound("No such contractor.");
    survivorOf(both, id, into_id);
    await updateContractors(db, tenant_id, [{ ...from, active: false }]);
    return moveBelongings(db, context, { field: "contractor", id, name: from.name, into_id }, 0);
  });
}

function survivorOf<Row extends { id: string; active: boolean }>(rows: readonly Row[], id: string, into_id: string): Row {
  const into = rows.find((row) => row.id === into_id);
  if (into === undefined) throw refused("UNKNOWN_TARGET", "is not known here");
  if (!into.active) throw refused("OUT_OF_USE", "is out of use");
  if (into.id === id) throw refused("SAME", "is the same");
  return into;
}

function refused(code: FaultCode, detail: string) {
  return invalid([{ pointer: "#/into_id", code, detail }]);
}

/** Whether `into` would be below itself, once the children of `from` are below it. */
function isBelow(all: readonly DepartmentRow[], into: DepartmentRow, from: DepartmentRow): boolean {
  const by_id = new Map(all.map((row) => [row.id, row]));
  return isBelowItself({ ...from, parent_id: into.id }, (id) => by_id.get(id));
}

async function moveBelongings(
  db: Db,
  context: Context,
  duplicate: Duplicate,
  departments: number,
): Promise<Static<typeof Merged>> {
  const { id: tenant_id } = context.tenant;
  const { field, id, into_id } = duplicate;
  const batch_id = newId();
  await allowLongStatements(db, move_max_ms);
  const groups = await renameInGroups(db, tenant_id, duplicate);
  const rules = await renameInRules(db, tenant_id, duplicate);
  const people = await movePeople(db, tenant_id, field, id, into_id);
  const aliases = (await moveMeanings(db, tenant_id, id, into_id)) + (await keepName(db, context, duplicate));
  await queueEvaluation(db, context, batch_id);
  const moved = { people, departments, rules, groups, aliases };
  const counts = Object.fromEntries(Object.entries(moved).map(([name, count]) => [name, [null, count]]));
  const changes = { merged_into: [null, into_id], ...counts };
  await record(db, context, { operation: `${field}.merge`, target_type: field, target_id: id, changes, batch_id });
  return { into_id, ...moved };
}

/** The duplicate's name, unless others in use have it: then it means those. */
async function keepName(db: Db, context: Context, { field, name, into_id }: Duplicate): Promise<number> {
  const { id: tenant_id } = context.tenant;
  const find = field === "department" ? findDepartmentsByName : findContractorsByName;
  if ((await find(db, tenant_id, name)).length > 0) return 0;
  await upsertMeaning(db, tenant_id, { field, value: name }, into_id, context.now.toString());
  return 1;
}

async function renameInRules(db: Db, tenant_id: string, duplicate: Duplicate): Promise<number> {
  const held = new Set(await lockRulesNaming(db, tenant_id, members[duplicate.field], duplicate.id));
  if (held.size === 0) return 0;
  const naming = (await listRuleRows(db, tenant_id)).filter(({ id }) => held.has(id));
  await storeRules(
    db,
    tenant_id,
    naming.map((row) => ({ ...row, conditions: renamed(row.conditions, duplicate) })),
  );
  return naming.length;
}

async function renameInGroups(db: Db, tenant_id: string, duplicate: Duplicate): Promise<number> {
  const held = new Set(await lockGroupsNaming(db, tenant_id, members[duplicate.field], duplicate.id));
  if (held.size === 0) return 0;
  const naming = (await listGroupRows(db, tenant_id)).filter(({ id }) => held.has(id));
  await storeGroups(
    db,
    tenant_id,
    naming.map((row) => ({ ...row, conditions: renamed(row.conditions as Conditions, duplicate) })),
  );
  return naming.length;
}

const members = { department: "department_ids", contractor: "contractor_ids" } as const;

function renamed(conditions: Conditions, { field, id, into_id }: Duplicate): Conditions {
  const ids = conditions[members[field]]!.map((one) => (one === id ? into_id : one));
  return { ...conditions, [members[field]]: [...new Set(ids)] };
}
