import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { record } from "../audit/record.ts";
import { deleteMeaning } from "../people/merge-sql.ts";
import { normOfUnmatched } from "../people/unmatched-sql.ts";

/** Removes an alias. People placed by it stay; people who come with the name later are not placed. */
export async function removeAlias(
  pool: Pool,
  context: Context,
  field: "department" | "contractor",
  { id, value }: { id: string; value: string },
): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    if (!(await deleteMeaning(db, tenant_id, id, normOfUnmatched(value)))) throw notFound("It has no such alias.");
    const changes = { value: [value, null] };
    await record(db, context, { operation: `${field}.remove_alias`, target_type: field, target_id: id, changes });
  });
}
