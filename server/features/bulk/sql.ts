import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Belonging } from "../groups/people-sql.ts";
import type { SelectedPeople } from "./selected-sql.ts";

/** An order as its worker knows it. */
export type Operation = {
  id: string;
  course_id: string;
  due_date: string | null;
  selection: SelectedPeople;
  ordered_by: string;
  ordered_by_name: string;
  before_id: string;
  after_id: string | null;
  counts: Record<string, number>;
  is_finished: boolean;
  /** What is left of it is done among people of these departments; null: everybody. */
  department_ids: string[] | null;
};

type NewOperation = Omit<Operation, "after_id" | "counts" | "is_finished"> & { people_total: number };

/** The departments of an administrator who is limited to some, with all below them. */
export async function listDepartmentsOf(db: Db, administrator_id: string): Promise<string[]> {
  const row = await db.row<{ ids: string[] }>(sql`
    select infra.departments_of_administrator(${administrator_id}::uuid) as ids`);
  return row!.ids;
}

/** Of an order for which nothing was done for so long it is said that it has stopped; asked for again, it goes on. */
const still_max_s = 60;

/** Returns whether it is new: nobody has ordered anything under its id. */
export async function insertOperation(db: Db, tenant_id: string, row: NewOperation, at: string): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into bulk_operation (tenant_id, id, course_id, due_date, selection, ordered_by, ordered_by_name, ordered_at, before_id,
      people_total, of_departments)
    values (${tenant_id}, ${row.id}, ${row.course_id}, ${row.due_date}, ${JSON.stringify(row.selection)}::jsonb, ${row.ordered_by},
      ${row.ordered_by_name}, ${at}, ${row.before_id}, ${row.people_total}, ${row.department_ids !== null})
    on conflict (tenant_id, id) do nothing`);
  return inserted === 1;
}

/** Holds an order to the end of the transaction. Its departments are those that its administrator has now; who is gone has none. */
export async function lockOperation(db: Db, tenant_id: string, id: string): Promise<Operation | undefined> {
  return db.row(sql`
    select o.id, o.course_id, o.due_date::text as due_date, o.selection, o.ordered_by, o.ordered_by_name, o.before_id, o.after_id,
      o.counts, o.finished_at is not null as is_finished,
      case
        when coalesce(
          (select a.of_departments from administrator a where a.tenant_id = o.tenant_id and a.id = o.ordered_by),
          o.of_departments
        )
        then infra.departments_of_administrator(o.ordered_by)
      end as department_ids
    from bulk_operation o
    where o.tenant_id = ${tenant_id} and o.id = ${id}
    for no key update of o`);
}

/** Notes what has become of people, each once. */
export async function insertOutcomes(
  db: Db,
  tenant_id: string,
  operation_id: string,
  at: string,
  outcomes: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...outcomes].map(([person_id, outcome]) => ({ person_id, outcome }));
  await db.count(sql`
    insert into bulk_person (tenant_id, operation_id, person_id, outcome, done_at)
    select ${tenant_id}, ${operation_id}, r.person_id, r.outcome, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(person_id uuid, outcome text)`);
}

/** How far an order is; people who have come to fit its filter meanwhile are no more than all. */
export async function advanceOperation(
  db: Db,
  tenant_id: string,
  id: string,
  { after_id, people, counts }: { after_id: string; people: number; counts: Record<string, number> },
): Promise<void> {
  await db.count(sql`
    update bulk_operation
    set after_id = ${after_id}, people_done = people_done + ${people},
      people_total = greatest(people_total, people_done + ${people}), counts = ${JSON.stringify(counts)}::jsonb, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Ends an order, and forgets what was searched for: it may name people. */
export async function finishOperation(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update bulk_operation
    set finished_at = ${at}, people_total = people_done, updated_at = now(),
      selection = selection #- '{filter,q}' #- '{filter,email}' #- '{filter,employee_no}'
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Whether an order has stood still; who asks next is told that it has not. */
export async function reviveOperation(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const revived = await db.count(sql`
    update bulk_operation
    set updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id} and finished_at is null
      and updated_at < now() - ${still_max_s}::integer * interval '1 second'`);
  return revived === 1;
}

/** An order as JSON text. */
export async function findOperationRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select json_build_object(
      'id', o.id,
      'course', json_build_object('id', c.id, 'code', c.code, 'title', c.title),
      'due_date', o.due_date,
      'ordered_by', o.ordered_by_name,
      'ordered_at', infra.iso(o.ordered_at),
      'people_total', o.people_total,
      'people_done', o.people_done,
      'counts', o.counts,
      'stopped', o.finished_at is null and o.updated_at < now() - ${still_max_s}::integer * interval '1 second',
      'finished_at', infra.iso(o.finished_at),
      'updated_at', infra.iso(o.updated_at)
    )::text as record
    from bulk_operation o
    join course c on c.tenant_id = o.tenant_id and c.id = o.course_id
    where o.tenant_id = ${tenant_id} and o.id = ${id}`);
  return row?.record;
}

/** Whether an order is among those that the caller sees. */
export async function isOrderSeen(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const row = await db.row(sql`select from bulk_operation where tenant_id = ${tenant_id} and id = ${id}`);
  return row !== undefined;
}

/** Those of an order of whom the same has become. */
export function peopleOf(operation_id: string, outcome: string): Belonging {
  return {
    from: part`bulk_person m`,
    conditions: [part`m.operation_id = ${operation_id}`, part`m.outcome = ${outcome}`],
    since: part`m.done_at`,
  };
}
