// For an administrator of some departments (platform/db/limit/limit.ts): whether the caller may see a person.
import type { Pool } from "../../../platform/db/pool.ts";
import { join, part, sql } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { caseNorm } from "../../../platform/text.ts";

/** Compares the id and number, as far as they are given; false if neither is. */
export async function isPersonSeen(
  pool: Pool,
  tenant_id: string,
  { user_id, employee_no }: { user_id?: string | undefined; employee_no?: string | undefined },
): Promise<boolean> {
  if (user_id !== undefined && !isUuid(user_id)) return false;
  const names = [
    ...(user_id === undefined ? [] : [part`id = ${user_id}::uuid`]),
    ...(employee_no === undefined ? [] : [part`employee_no_norm = ${caseNorm(employee_no)}`]),
  ];
  if (names.length === 0) return false;
  const found = await readTenant(
    pool,
    tenant_id,
    sql`select from person where tenant_id = ${tenant_id} and ${join(names, " and ")}`,
  );
  return found.length > 0;
}
