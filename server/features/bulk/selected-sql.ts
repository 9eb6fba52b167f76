import type { Static } from "typebox";
import { join, part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { conditionsOfPeople } from "../people/list-sql.ts";
import type { PersonFilter } from "../people/schema.ts";
import { no_id } from "../../platform/ids.ts";

/** A selection of people: chosen one by one, or all who match a filter of the list. */
export type SelectedPeople = {
  person_ids?: readonly string[] | undefined;
  filter?: Static<typeof PersonFilter> | undefined;
  /** People whom this order has changed. */
  of_order?: string | undefined;
  /** Only people of these departments; null: of all. */
  department_ids?: readonly string[] | null;
};

/** The ids of selected people in a range of ids, in ascending order. */
export async function listSelectedPeople(
  db: Db,
  tenant_id: string,
  selection: SelectedPeople,
  { after_id, before_id, people_max }: { after_id: string | null; before_id: string; people_max: number },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    plannedEachTime(sql`
      select p.id
      from person p
      where ${join(conditions(tenant_id, selection), " and ")}
        and p.id > ${after_id ?? no_id}::uuid and p.id < ${before_id}::uuid
      order by p.id
      limit ${people_max}::int`),
  );
  return rows.map(({ id }) => id);
}

/** How many people are selected, counted up to the bound. */
export async function countSelectedPeople(
  db: Db,
  tenant_id: string,
  selection: SelectedPeople,
  people_max: number,
): Promise<number> {
  const row = await db.row<{ people: number }>(
    plannedEachTime(sql`
      select count(*)::int as people
      from (select from person p where ${join(conditions(tenant_id, selection), " and ")} limit ${people_max}::int) s`),
  );
  return row!.people;
}

function conditions(tenant_id: string, { person_ids, filter, of_order, department_ids = null }: SelectedPeople): Fragment[] {
  const chosen = person_ids === undefined ? [] : [part`p.id = any (${person_ids}::uuid[])`];
  const found = filter === undefined ? [] : conditionsOfPeople(tenant_id, filter);
  const undone =
    of_order === undefined
      ? []
      : [
          part`p.id in (
            select m.person_id from bulk_person m
            where m.tenant_id = ${tenant_id} and m.operation_id = ${of_order} and m.was is not null
          )`,
        ];
  const within = department_ids === null ? [] : [part`p.department_id = any (${department_ids}::uuid[])`];
  return [part`p.tenant_id = ${tenant_id}`, ...chosen, ...found, ...undone, ...within];
}

/** Those of the ids that are people of the organisation. */
export async function listKnownIds(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from person where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
  return rows.map(({ id }) => id);
}
