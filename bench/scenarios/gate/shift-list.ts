// The list that a guard downloads for a shift: its statements for 5,000 people and a work of ten courses, part by part.
import type { Pool } from "../../../server/platform/db/pool.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import { findNeeded, listNumbered, listPart } from "../../../server/features/gate/shift/sql.ts";
import { list_people_max } from "../../../server/features/gate/shift/schema.ts";

/** The size of a part, as in takeList. */
const part_people = 250;

/** The total time of all statements of one list, and its number of people. */
export async function takeListOnce(pool: Pool, tenant_id: string, work: string): Promise<{ ms: number; people: number }> {
  const began = performance.now();
  const course_ids = (await findNeeded(pool, tenant_id, work)) ?? [];
  const ids = await withTenant(pool, tenant_id, (db) => listNumbered(db, tenant_id, null, list_people_max));
  const today = new Date().toISOString().slice(0, 10);
  let people = 0;
  for (let from = 0; from < ids.length; from += part_people) {
    const person_ids = ids.slice(from, from + part_people);
    people += (await withTenant(pool, tenant_id, (db) => listPart(db, tenant_id, { person_ids, course_ids, today }))).length;
  }
  return { ms: performance.now() - began, people };
}
