// Statements for a department or company that is merged into another one: they move people, and the meanings of names that
// identity providers send.
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { peopleCounted } from "./count/count-sql.ts";
import type { PersonState } from "./definition.ts";
import type { UnmatchedValue } from "./unmatched-sql.ts";

type Field = UnmatchedValue["field"];
export type PlaceField = Field;

/** A move of at most `people_max` people from one department or company into another one. */
export type Move = { from_id: string; into_id: string; people_max: number };

/**
 * Moves at most `people_max` people, including those who have left, and returns them with their states. They are locked in
 * ascending order of ids. The first ones come from an index, so that the cost of a batch does not depend on how many are left.
 */
export async function moveRows(
  db: Db,
  tenant_id: string,
  field: Field,
  { from_id, into_id, people_max }: Move,
): Promise<{ id: string; state: PersonState }[]> {
  return db.rows(sql`
    with moved as (
      select id from person
      where tenant_id = ${tenant_id} and ${columnOf(field)} = ${from_id} and id = any (array(
        select id from person
        where tenant_id = ${tenant_id} and ${columnOf(field)} = ${from_id}
        order by created_at, id
        limit ${people_max}::int
      ))
      order by id
      for no key update
    )
    update person p
    set ${columnOf(field)} = ${into_id}, updated_at = greatest(now(), p.updated_at)
    from moved m
    where p.tenant_id = ${tenant_id} and p.id = m.id
    returning p.id, p.state`);
}

/** The number of people in a department or company, including those who have left. */
export async function countEverybodyIn(db: Db, tenant_id: string, field: Field, id: string): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    select ${peopleCounted(tenant_id, [part`k.${columnOf(field)} = ${id}`])} as people`);
  return row!.people;
}

/** The number of people in a department or company whose accounts have not ended. While there are any, it stays in use. */
export async function countPeopleIn(db: Db, tenant_id: string, field: Field, id: string): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    select count(*) as people
    from person
    where tenant_id = ${tenant_id} and ${columnOf(field)} = ${id} and state in ('invited', 'active', 'suspended')`);
  return row!.people;
}

/** The column's name, written into the statement so that its index is used. */
function columnOf(field: Field): Fragment {
  return field === "department" ? part`department_id` : part`contractor_id`;
}

/** Makes names that meant one department or company mean another one. */
export async function moveMeanings(db: Db, tenant_id: string, from_id: string, into_id: string): Promise<number> {
  return db.count(sql`
    update name_meaning
    set department_id = case when department_id = ${from_id} then ${into_id} else department_id end,
      contractor_id = case when contractor_id = ${from_id} then ${into_id} else contractor_id end
    where tenant_id = ${tenant_id} and (department_id = ${from_id} or contractor_id = ${from_id})`);
}

/** Removes the meaning of a name; returns whether it meant this department or company. */
export async function deleteMeaning(db: Db, tenant_id: string, id: string, value_norm: string): Promise<boolean> {
  const deleted = await db.count(sql`
    delete from name_meaning
    where tenant_id = ${tenant_id} and value_norm = ${value_norm} and (department_id = ${id} or contractor_id = ${id})`);
  return deleted > 0;
}
