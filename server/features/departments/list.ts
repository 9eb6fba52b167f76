import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import type { DepartmentQuery } from "./schema.ts";
import { listDepartmentPage } from "./sql.ts";

/** One page of departments as JSON text. */
export async function listDepartments(
  pool: Pool,
  tenant_id: string,
  query: Static<typeof DepartmentQuery>,
): Promise<string | Buffer> {
  const walk = readWalk(tenant_id, "departments", query, { q: query.q, active: query.active }, "name");
  return walkPage(pool, walk, () => listDepartmentPage(pool, tenant_id, query, walk));
}
