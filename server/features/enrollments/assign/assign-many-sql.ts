import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { ChangedField } from "../events.ts";
import { changed_row, type ChangedRow } from "../lifecycle/change-sql.ts";

export type SourceRow = { enrollment_id: string; source: "rule" | "group" | "own"; ref_id: string };

/** The reasons that enrollments live by. */
export async function listActiveSources(db: Db, tenant_id: string, enrollment_ids: readonly string[]): Promise<SourceRow[]> {
  return db.rows(sql`
    select enrollment_id, source, ref_id
    from enrollment_source
    where tenant_id = ${tenant_id} and enrollment_id = any (${enrollment_ids}::uuid[]) and lapsed_at is null`);
}

/** What may change of an enrollment that one reason more asks for. */
export type JoinedEnrollment = { id: string; due_date: string | null; requirement_active: boolean; mandatory: boolean };

/** Returns those that have changed, with what of it events name. The caller holds the people. */
export async function updateJoined(
  db: Db,
  tenant_id: string,
  rows: readonly JoinedEnrollment[],
): Promise<(ChangedRow & { changed_fields: ChangedField[] })[]> {
  return db.rows(sql`
    with e as (
      update enrollment e
      set due_date = r.due_date, requirement_active = r.requirement_active, mandatory = r.mandatory, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id uuid, due_date date, requirement_active boolean, mandatory boolean)
      cross join lateral (
        select due_date, mandatory from enrollment where tenant_id = ${tenant_id} and id = r.id offset 0
      ) b
      where e.tenant_id = ${tenant_id} and e.id = r.id
        and (e.due_date, e.requirement_active, e.mandatory) is distinct from (r.due_date, r.requirement_active, r.mandatory)
      returning e.*, array_remove(array[
        case when b.due_date is distinct from e.due_date then 'due_date' end,
        case when b.mandatory <> e.mandatory then 'mandatory' end
      ], null) as changed_fields
    )
    select ${changed_row}, e.changed_fields
    from e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    order by e.id`);
}

/** How an enrollment that is there already is asked for: for a reason that never lapses, and for one that can. */
export type Asked = { enrollment_id: string; by_own: boolean; by_others: boolean };

/**
 * Notes of enrollments that they live by themselves as well: those that had no rows until a rule or group joined them, and
 * those of rules and groups that were asked for besides. `insertSources` must follow.
 */
export async function insertOwnSources(db: Db, tenant_id: string, at: string, rows: readonly Asked[]): Promise<void> {
  await db.count(sql`
    insert into enrollment_source (tenant_id, enrollment_id, source, ref_id, since)
    select ${tenant_id}, r.enrollment_id, 'own', r.enrollment_id, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(enrollment_id uuid, by_own boolean, by_others boolean)
    where case
      when exists (select from enrollment_source s where s.tenant_id = ${tenant_id} and s.enrollment_id = r.enrollment_id)
      then r.by_own
      else r.by_others
    end
    on conflict (tenant_id, enrollment_id, source, ref_id) do nothing`);
}

/** Adds reasons, none of them twice; one that has lapsed begins anew. */
export async function insertSources(db: Db, tenant_id: string, at: string, rows: readonly SourceRow[]): Promise<void> {
  await db.count(sql`
    insert into enrollment_source as s (tenant_id, enrollment_id, source, ref_id, since)
    select ${tenant_id}, r.enrollment_id, r.source, r.ref_id, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(enrollment_id uuid, source text, ref_id uuid)
    on conflict (tenant_id, enrollment_id, source, ref_id) do update
    set since = excluded.since, lapsed_at = null
    where s.lapsed_at is not null`);
}
