import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/**
 * Deletes finished orders with ids before `before_id`, and their results by person; at most `rows_max` rows. Returns how many.
 */
export async function forgetOrdersBefore(db: Db, tenant_id: string, before_id: string, rows_max: number): Promise<number> {
  const people = await db.count(sql`
    delete from bulk_person where ctid = any (array(
      select p.ctid
      from bulk_operation o
      join bulk_person p on p.tenant_id = o.tenant_id and p.operation_id = o.id
      where o.tenant_id = ${tenant_id} and o.id < ${before_id} and o.finished_at is not null
      order by o.id
      limit ${rows_max}::int
    )) and tenant_id = ${tenant_id}`);
  if (people === rows_max) return people;
  const orders = await db.count(sql`
    delete from bulk_operation where id = any (array(
      select o.id
      from bulk_operation o
      where o.tenant_id = ${tenant_id} and o.id < ${before_id} and o.finished_at is not null
        and not exists (select from bulk_person p where p.tenant_id = o.tenant_id and p.operation_id = o.id)
      order by o.id
      limit ${rows_max}::int
    )) and tenant_id = ${tenant_id}`);
  return Math.max(people, orders);
}
