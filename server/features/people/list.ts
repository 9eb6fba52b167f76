import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { listPersonPage, listPersonRecords, listPersonWithNumber } from "./list-sql.ts";
import type { PersonQuery } from "./schema.ts";

/** One page of people as JSON text. */
export async function listPeople(pool: Pool, tenant_id: string, query: Static<typeof PersonQuery>): Promise<string | Buffer> {
  const { employee_no, department_id, include_subdepartments, worker_type, contractor_id, status, email, q } = query;
  const { manager_id, include_indirect_reports } = query;
  const others = { employee_no, department_id, include_subdepartments, worker_type, contractor_id, status, email, q };
  // Without this filter the cursor has no member for it, so that existing cursors stay valid.
  const filters = manager_id === undefined ? others : { ...others, manager_id, include_indirect_reports };
  const walk = readWalk(tenant_id, "users", query, filters);
  const from_start = walk.order === "list" && walk.after === null && walk.offset === 0;
  return walkPage(pool, walk, () =>
    employee_no !== undefined && from_start
      ? listPersonWithNumber(pool, tenant_id, query)
      : listPersonPage(pool, tenant_id, query, walk),
  );
}

/** The given people as a single page, in the order of the list. Throws if an id does not exist. */
export async function listChosenPeople(pool: Pool, tenant_id: string, ids: readonly string[]): Promise<string> {
  const { items, known } = await listPersonRecords(pool, tenant_id, ids);
  const found = new Set(known);
  const faults = ids.flatMap((id, index): ErrorItem[] =>
    found.has(id.toLowerCase()) ? [] : [{ pointer: `#/person_ids/${index}`, code: "UNKNOWN_PERSON", detail: "names no person" }],
  );
  if (faults.length > 0) throw invalid(faults);
  return `{"users":${items},"pagination":{"next_cursor":null}}`;
}
