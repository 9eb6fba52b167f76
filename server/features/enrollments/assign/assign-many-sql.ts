import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { ChangedField } from "../events.ts";
import { changed_row, type ChangedRow } from "../lifecycle/change-sql.ts";

export type SourceRow = { enrollment_id: string; source: "rule" | "group" | "own"; ref_id: string };

/** The active sources of enrollments. */
export async function listActiveSources(db: Db, tenant_id: string, enrollment_ids: readonly string[]): Promise<SourceRow[]> {
  return db.rows(sql`
    select enrollment_id, source, ref_id
    from enrollment_source
    where tenant_id = ${tenant_id} and enrollment_id = any (${enrollment_ids}::uuid[]) and lapsed_at is null`);
}

/** The members that may change when a further source requires an existing enrollment. */
export type JoinedEnrollment = { id: string; due_date: string | null; requirement_active: boolean; mandatory: boolean };

/** Returns the enrollments that have changed, in the form of events. The caller has locked the people. */
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

/** How an existing enrollment is required: `by_own` for a reason that never lapses, `by_others` by a rule or group. */
export type Asked = { enrollment_id: string; by_own: boolean; by_others: boolean };

/**
 * Adds the source `own`, which never lapses, to enrollments that had no sources until a rule or group required them too, and to
 * enrollments of rules and groups that are now required for themselves. `insertSources` must follow.
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

/** Adds distinct sources; one that had lapsed becomes active again. */
export async function insertSources(db: Db, tenant_id: string, at: string, rows: readonly SourceRow[]): Promise<void> {
  await db.count(sql`
    insert into enrollment_source as s (tenant_id, enrollment_id, source, ref_id, since)
    select ${tenant_id}, r.enrollment_id, r.source, r.ref_id, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(enrollment_id uuid, source text, ref_id uuid)
    on conflict (tenant_id, enrollment_id, source, ref_id) do update
    set since = excluded.since, lapsed_at = null
    where s.lapsed_at is not null`);
}
