import { byName, pageStatement, readPage, type PagedList, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import type { group_kinds } from "./events.ts";

export type GroupFilters = { q?: string | undefined; kind?: (typeof group_kinds)[number] | undefined };

/** One page of groups in the order of their names. */
export async function listGroupPage(pool: Pool, tenant_id: string, filters: GroupFilters, walk: Walk): Promise<PageRow> {
  const list = groupList(tenant_id, filters, [isThere]);
  return readPage(
    pool,
    tenant_id,
    plannedEachTime(pageStatement(list, walk, { records: groupRecords(tenant_id, record(tenant_id)) })),
  );
}

/** The groups of a page, each as JSON text. `columns` are its members, in terms of person_group `g`. */
export function groupRecords(tenant_id: string, columns: Fragment): Fragment {
  return part`
      records as (
        select s.key, s.id, row_to_json(r)::text as record
        from shown s
        join person_group g on g.tenant_id = ${tenant_id} and g.id = s.id
        cross join lateral (select ${columns}) r
      )`;
}

/** A group as JSON text; retired groups are found too. */
export async function findGroupRecord(pool: Pool, tenant_id: string, id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ record: string }>(pool, tenant_id, recordStatement(tenant_id, id));
  return row?.record;
}

/** findGroupRecord within a transaction. */
export async function readGroupRecord(db: Db, tenant_id: string, id: string): Promise<string> {
  const row = await db.row<{ record: string }>(recordStatement(tenant_id, id));
  return row!.record;
}

function recordStatement(tenant_id: string, id: string) {
  return sql`
    select row_to_json(r)::text as record
    from person_group g
    cross join lateral (select ${record(tenant_id)}) r
    where g.tenant_id = ${tenant_id} and g.id = ${id}`;
}

function record(tenant_id: string): Fragment {
  return part`
    g.id, g.code, g.name, g.kind, g.conditions, ${namesOf(tenant_id, part`g.conditions`)} as names,
    ${coursesOf(tenant_id, part`select course_id from group_course where tenant_id = ${tenant_id} and group_id = g.id`)} as courses,
    g.due_days, g.on_leave,
    (
      select count(*) from group_member m where m.tenant_id = ${tenant_id} and m.group_id = g.id and m.left_at is null
    ) as members,
    ${lastBatchOf(tenant_id, "group", part`g.id`)} as last_batch, g.version, infra.iso(g.created_at) as created_at,
    infra.iso(g.updated_at) as updated_at, infra.iso(g.retired_at) as retired_at`;
}

/** The names of departments and companies in conditions, as a JSON object by id. */
export function namesOf(tenant_id: string, conditions: Fragment): Fragment {
  return part`
    coalesce((
      select json_object_agg(n.id, n.name)
      from (
        select d.id, d.name from department d
        where d.tenant_id = ${tenant_id} and d.id in (
          select named::uuid from jsonb_array_elements_text(${conditions} -> 'department_ids') as named
        )
        union all
        select c.id, c.name from contractor c
        where c.tenant_id = ${tenant_id} and c.id in (
          select named::uuid from jsonb_array_elements_text(${conditions} -> 'contractor_ids') as named
        )
      ) n
    ), '{}')`;
}

/** Courses and learning paths with these ids, ordered by title. */
export function coursesOf(tenant_id: string, ids: Fragment): Fragment {
  return part`
    coalesce((
      select json_agg(json_build_object('id', c.id, 'code', c.code, 'title', c.title, 'type', c.type, 'active', c.active)
        order by c.title_norm, c.id)
      from course c
      where c.tenant_id = ${tenant_id} and c.id in (${ids})
    ), '[]')`;
}

/** A batch without progress for this time has no worker: no part of an evaluation takes so long. */
const stalled_after_minutes = 15;

/** Condition on a batch `b`: it has stopped, because its last try failed or no worker continues it. */
export const stoppedBatch = part`
  b.finished_at is null and (b.failed_at is not null or b.updated_at < now() - make_interval(mins => ${stalled_after_minutes}::int))`;

/** A batch `b` as responses show it. */
export const batchRecord = part`
  json_build_object('id', b.id, 'people_total', b.people_total, 'people_done', b.people_done, 'done', b.done,
        'started_at', infra.iso(b.started_at), 'updated_at', infra.iso(b.updated_at), 'finished_at', infra.iso(b.finished_at),
        'state', case when b.finished_at is not null then 'finished' when b.failed_at is not null then 'failed'
          when ${stoppedBatch} then 'stalled' else 'running' end,
        'failed_at', infra.iso(b.failed_at), 'failure', b.failure)`;

/** The last evaluation that a change of this rule or group has started, found by its audit rows. */
export function lastBatchOf(tenant_id: string, target_type: "rule" | "group", id: Fragment): Fragment {
  return part`
    (
      select ${batchRecord}
      from audit_log a
      join rule_batch b on b.tenant_id = ${tenant_id} and b.id = a.batch_id
      where a.tenant_id = ${tenant_id} and a.target_type = ${target_type} and a.target_id = ${id}
      order by b.started_at desc, b.id desc
      limit 1
    )`;
}

/** Condition on a group `g`: it is neither retired nor deleted by the identity provider, which may restore it. */
export const isThere: Fragment = part`(g.retired_at is null and g.scim_deleted_at is null)`;

/** `about`: further conditions on group `g`. */
export function groupList(tenant_id: string, { q, kind }: GroupFilters, about: readonly Fragment[]): PagedList {
  const conditions = [part`g.tenant_id = ${tenant_id}`, ...about];
  if (kind !== undefined) conditions.push(part`g.kind = ${kind}`);
  if (q) {
    conditions.push(
      part`(position(nullif(${nameNorm(q)}, '') in g.name_norm) > 0 or position(${caseNorm(q)} in g.code_norm) > 0)`,
    );
  }
  return {
    from: part`person_group g`,
    conditions,
    id: part`g.id`,
    keys: byName(part`g`),
  };
}
