// What follows when one department or company becomes part of another: people, and names that identity providers send.
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { peopleCounted } from "./count/count-sql.ts";
import type { PersonState } from "./definition.ts";
import type { UnmatchedValue } from "./unmatched-sql.ts";

type Field = UnmatchedValue["field"];
export type PlaceField = Field;

/** People who go over from one department or company into another, so many at most. */
export type Move = { from_id: string; into_id: string; people_max: number };

/**
 * Moves so many people, those who have left too, and returns them with their states; they are locked in ascending order of ids, as
 * everywhere. The first are taken in the order of an index, so that a part costs the same whatever the number of the others.
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

/** Everybody in a department or company, those who have left too. */
export async function countEverybodyIn(db: Db, tenant_id: string, field: Field, id: string): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    select ${peopleCounted(tenant_id, [part`k.${columnOf(field)} = ${id}`])} as people`);
  return row!.people;
}

/** People in use who stand in a department or company: they keep it in use. */
export async function countPeopleIn(db: Db, tenant_id: string, field: Field, id: string): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    select count(*) as people
    from person
    where tenant_id = ${tenant_id} and ${columnOf(field)} = ${id} and state in ('invited', 'active', 'suspended')`);
  return row!.people;
}

/** Named, so that the index of it serves. */
function columnOf(field: Field): Fragment {
  return field === "department" ? part`department_id` : part`contractor_id`;
}

/** Lets names that meant one department or company mean another. */
export async function moveMeanings(db: Db, tenant_id: string, from_id: string, into_id: string): Promise<number> {
  return db.count(sql`
    update name_meaning
    set department_id = case when department_id = ${from_id} then ${into_id} else department_id end,
      contractor_id = case when contractor_id = ${from_id} then ${into_id} else contractor_id end
    where tenant_id = ${tenant_id} and (department_id = ${from_id} or contractor_id = ${from_id})`);
}

/** Whether a name meant this department or company; from now on it is unknown. */
export async function deleteMeaning(db: Db, tenant_id: string, id: string, value_norm: string): Promise<boolean> {
  const deleted = await db.count(sql`
    delete from name_meaning
    where tenant_id = ${tenant_id} and value_norm = ${value_norm} and (department_id = ${id} or contractor_id = ${id})`);
  return deleted > 0;
}
