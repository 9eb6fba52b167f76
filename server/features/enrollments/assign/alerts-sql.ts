import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Pair } from "../../compliance/sql.ts";
import { no_id } from "../../../platform/ids.ts";

export type AlertKind = "assignment_blocked" | "renewal_blocked";

export type NewAlert = Pair & {
  id: string;
  kind: AlertKind;
  reason: string;
  /** The assignment or renewal that could not be made, in the form in which it is tried again. */
  assignment: object;
};

/** `assignments`: the assignments to try again, as input of `assignMany`. */
export type AlertRow = Pair & { id: string; kind: AlertKind; reason: string; assignments: unknown[]; raised_at: string };

/**
 * Raises an alert if the pair has no open one of the kind. An open alert gets the new reason, and the assignment if it is not in
 * it yet.
 */
export async function raiseAlerts(db: Db, tenant_id: string, at: string, alerts: readonly NewAlert[]): Promise<void> {
  await db.count(sql`
    insert into alert as a (tenant_id, id, kind, person_id, course_id, reason, wishes, raised_at)
    select ${tenant_id}, (array_agg(r.id))[1], r.kind, r.person_id, r.course_id, (array_agg(r.reason))[1], jsonb_agg(distinct r.assignment), ${at}
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb)
      as r(id uuid, kind text, person_id uuid, course_id uuid, reason text, assignment jsonb)
    group by r.kind, r.person_id, r.course_id
    on conflict (tenant_id, kind, person_id, course_id) where resolved_at is null do update
    set reason = excluded.reason,
      wishes = (select jsonb_agg(distinct w) from jsonb_array_elements(a.wishes || excluded.wishes) w)
    where a.reason <> excluded.reason or not a.wishes @> excluded.wishes`);
}

/** Resolves all open alerts of pairs. */
export async function resolveAlerts(db: Db, tenant_id: string, at: string, pairs: readonly Pair[]): Promise<void> {
  await db.count(sql`
    update alert a
    set resolved_at = ${at}
    from unnest(${pairs.map((pair) => pair.person_id)}::uuid[], ${pairs.map((pair) => pair.course_id)}::uuid[])
      as w(person_id, course_id)
    where a.tenant_id = ${tenant_id} and a.person_id = w.person_id and a.course_id = w.course_id and a.resolved_at is null`);
}

/** The next open alerts after an id, in ascending order of ids. */
export async function listOpenAlerts(db: Db, tenant_id: string, after: string | null, limit: number): Promise<AlertRow[]> {
  return db.rows(sql`
    select id, kind, person_id, course_id, reason, wishes as assignments, infra.iso(raised_at) as raised_at
    from alert
    where tenant_id = ${tenant_id} and resolved_at is null and id > ${after ?? no_id}::uuid
    order by id
    limit ${limit}`);
}
