import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { listGroupRows } from "../groups/apply-sql.ts";
import { lockNaming } from "../groups/asking-sql.ts";
import { storeGroups } from "../groups/store.ts";
import { listRuleRows } from "../rules/apply-sql.ts";
import type { Conditions } from "../rules/conditions.ts";
import { storeRules } from "../rules/store.ts";
import { nameSurvivorInFilters } from "../webhooks/subscriptions/filters-sql.ts";

export type Field = "department" | "contractor";
/** The duplicate and the survivor of a merge. */
export type Duplicate = { field: Field; id: string; into_id: string };

/**
 * Puts the survivor into rules, groups and filters of subscriptions that name the duplicate: in place of it, or `beside` it while
 * both have people, so that no one loses a training and no receiver misses an event meanwhile. Returns how many rules and groups
 * name the duplicate; the next evaluation applies the change. `now`: on the tenant's clock.
 */
export async function nameSurvivor(
  db: Db,
  { tenant, now }: Pick<Context, "tenant" | "now">,
  duplicate: Duplicate,
  how: "instead" | "beside",
): Promise<{ rules: number; groups: number }> {
  const { id: tenant_id } = tenant;
  const groups = await renameIn(db, tenant_id, duplicate, how, {
    table: "person_group",
    list: listGroupRows,
    store: storeGroups,
  });
  const rules = await renameIn(db, tenant_id, duplicate, how, { table: "rule", list: listRuleRows, store: storeRules });
  if (duplicate.field === "department") await nameSurvivorInFilters(db, tenant_id, duplicate, how, now.toString());
  return { rules, groups };
}

type How = Parameters<typeof nameSurvivor>[3];

/** A kind of record that names departments and companies, and how it is read and stored. */
type Naming<Row> = {
  table: Parameters<typeof lockNaming>[2];
  list: (db: Db, tenant_id: string) => Promise<Row[]>;
  store: (db: Db, tenant_id: string, rows: readonly Row[]) => Promise<unknown>;
};

async function renameIn<Row extends { id: string; conditions: unknown }>(
  db: Db,
  tenant_id: string,
  duplicate: Duplicate,
  how: How,
  { table, list, store }: Naming<Row>,
): Promise<number> {
  const held = new Set(await lockNaming(db, tenant_id, table, members[duplicate.field], duplicate.id));
  if (held.size === 0) return 0;
  const naming = (await list(db, tenant_id)).filter(({ id }) => held.has(id));
  await store(
    db,
    tenant_id,
    naming.map((row) => ({ ...row, conditions: renamed(row.conditions as Conditions, duplicate, how) })),
  );
  return naming.length;
}

const members = { department: "department_ids", contractor: "contractor_ids" } as const;

function renamed(conditions: Conditions, { field, id, into_id }: Duplicate, how: How): Conditions {
  const named = how === "beside" ? [id, into_id] : [into_id];
  const ids = conditions[members[field]]!.flatMap((one) => (one === id ? named : [one]));
  return { ...conditions, [members[field]]: [...new Set(ids)] };
}
