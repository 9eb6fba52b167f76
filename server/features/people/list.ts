import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { listPersonPage, listPersonWithNumber } from "./list-sql.ts";
import type { PersonQuery } from "./schema.ts";

/** One page of people as JSON text. */
export async function listPeople(pool: Pool, tenant_id: string, query: Static<typeof PersonQuery>): Promise<string | Buffer> {
  const { employee_no, department_id, include_subdepartments, worker_type, contractor_id, status, email, q } = query;
  const { manager_id, include_indirect_reports } = query;
  const others = { employee_no, department_id, include_subdepartments, worker_type, contractor_id, status, email, q };
  // Cursors of walks without this filter go on as before.
  const filters = manager_id === undefined ? others : { ...others, manager_id, include_indirect_reports };
  const walk = readWalk(tenant_id, "users", query, filters);
  const from_start = walk.order === "list" && walk.after === null && walk.offset === 0;
  return walkPage(pool, walk, () =>
    employee_no !== undefined && from_start
      ? listPersonWithNumber(pool, tenant_id, query)
      : listPersonPage(pool, tenant_id, query, walk),
  );
}
