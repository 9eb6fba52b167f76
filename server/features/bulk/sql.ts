import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Belonging } from "../groups/people-sql.ts";
import type { Asked, order_kinds } from "./schema.ts";
import type { SelectedPeople } from "./selected-sql.ts";

/** An order as the job reads it. */
export type Operation = {
  id: string;
  kind: (typeof order_kinds)[number];
  /** Only for `assign`; other kinds have theirs in `asked`. */
  course_id: string | null;
  asked: Asked;
  due_date: string | null;
  selection: SelectedPeople;
  ordered_by: string;
  ordered_by_name: string;
  before_id: string;
  after_id: string | null;
  counts: Record<string, number>;
  is_finished: boolean;
  /** The remaining work is limited to people of these departments; null: all people. */
  department_ids: string[] | null;
};

export type NewOperation = Omit<Operation, "after_id" | "counts" | "is_finished"> & { people_total: number };

/** The departments to which an administrator is limited, with all below them. */
export async function listDepartmentsOf(db: Db, administrator_id: string): Promise<string[]> {
  const row = await db.row<{ ids: string[] }>(sql`
    select infra.departments_of_administrator(${administrator_id}::uuid) as ids`);
  return row!.ids;
}

/** An order without progress for this time is shown as stopped. Sending it again continues it. */
const still_max_s = 60;

/** Returns false when an order with this id exists. */
export async function insertOperation(db: Db, tenant_id: string, row: NewOperation, at: string): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into bulk_operation (tenant_id, id, kind, asked, course_id, due_date, selection, ordered_by, ordered_by_name, ordered_at,
      before_id, people_total, of_departments)
    values (${tenant_id}, ${row.id}, ${row.kind}, ${JSON.stringify(row.asked)}::jsonb, ${row.course_id}, ${row.due_date}, ${JSON.stringify(row.selection)}::jsonb, ${row.ordered_by},
      ${row.ordered_by_name}, ${at}, ${row.before_id}, ${row.people_total}, ${row.department_ids !== null})
    on conflict (tenant_id, id) do nothing`);
  return inserted === 1;
}

/**
 * Locks an order until the transaction ends. Its departments are those that its administrator has now; a removed administrator
 * has none.
 */
export async function lockOperation(db: Db, tenant_id: string, id: string): Promise<Operation | undefined> {
  return db.row(sql`
    select o.id, o.kind, o.asked, o.course_id, o.due_date::text as due_date, o.selection, o.ordered_by, o.ordered_by_name, o.before_id, o.after_id,
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

/** Stores the results of people who are done; each person is done once. */
export async function insertOutcomes(
  db: Db,
  tenant_id: string,
  operation_id: string,
  at: string,
  outcomes: ReadonlyMap<string, { outcome: string; was?: object }>,
): Promise<void> {
  const rows = [...outcomes].map(([person_id, { outcome, was = null }]) => ({ person_id, outcome, was }));
  await db.count(sql`
    insert into bulk_person (tenant_id, operation_id, person_id, outcome, done_at, was)
    select ${tenant_id}, ${operation_id}, r.person_id, r.outcome, ${at}, r.was
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(person_id uuid, outcome text, was jsonb)`);
}

/** Stores the progress of an order. It never exceeds the total, although more people may match the filter now. */
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

/** Finishes an order and deletes its reason and the texts in its filter, which may name people. */
export async function finishOperation(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update bulk_operation
    set finished_at = ${at}, people_total = people_done, updated_at = now(),
      asked = asked - 'reason', selection = selection #- '{filter,q}' #- '{filter,email}' #- '{filter,employee_no}'
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Stores which order undoes another one. */
export async function updateUndone(db: Db, tenant_id: string, id: string, undone_by: string): Promise<void> {
  await db.count(sql`update bulk_operation set undone_by = ${undone_by} where tenant_id = ${tenant_id} and id = ${id}`);
}

/** The order that undoes an order, and how many people the latter has changed. */
export async function findUndone(db: Db, tenant_id: string, id: string): Promise<{ undone_by: string | null; people: number }> {
  const row = await db.row<{ undone_by: string | null; people: number }>(sql`
    select o.undone_by, (
      select count(*)::int from bulk_person m where m.tenant_id = o.tenant_id and m.operation_id = o.id and m.was is not null
    ) as people
    from bulk_operation o
    where o.tenant_id = ${tenant_id} and o.id = ${id}`);
  return row!;
}

/** Whether an order has made no progress for long. If so, its clock starts again, so that only one caller gets true. */
export async function reviveOperation(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const revived = await db.count(sql`
    update bulk_operation
    set updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id} and finished_at is null
      and updated_at < now() - ${still_max_s}::integer * interval '1 second'`);
  return revived === 1;
}

/** Kinds of orders that can be undone; a mail that was sent cannot. */
export const undoable_kinds = ["assign", "extend", "exempt", "join"] as const;

/** An order as JSON text. */
export async function findOperationRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select json_build_object(
      'id', o.id,
      'kind', o.kind,
      'course', case when c.id is not null then json_build_object('id', c.id, 'code', c.code, 'title', c.title) end,
      'group', case when o.asked ? 'group_id' then json_build_object('id', o.asked -> 'group_id', 'name', o.asked -> 'group_name') end,
      'due_date', coalesce(o.due_date, (o.asked ->> 'due_date')::date),
      'undoes', o.asked ->> 'order_id',
      'undone_by', o.undone_by,
      'can_undo', o.finished_at is not null and o.undone_by is null and o.kind = any (${undoable_kinds}::text[]),
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
    left join course c on c.tenant_id = o.tenant_id and c.id = coalesce(o.course_id, (o.asked ->> 'course_id')::uuid)
    where o.tenant_id = ${tenant_id} and o.id = ${id}`);
  return row?.record;
}

/** Whether the caller may see this order. */
export async function isOrderSeen(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const row = await db.row(sql`select from bulk_operation where tenant_id = ${tenant_id} and id = ${id}`);
  return row !== undefined;
}

/** The people of an order who have this result. */
export function peopleOf(operation_id: string, outcome: string): Belonging {
  return {
    from: part`bulk_person m`,
    conditions: [part`m.operation_id = ${operation_id}`, part`m.outcome = ${outcome}`],
    since: part`m.done_at`,
  };
}
