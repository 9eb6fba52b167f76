import type { Pool } from "../../platform/db/pool.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";

/**
 * Condition: an attempt may still follow from registration `r` with its enrollment `e`, learner `n` and the run `u` of its item.
 */
const is_under_way = part`
  (r.ended_at is null and e.state in ('assigned', 'in_progress') and n.state in ('invited', 'active') and u.ended_at is null)`;

export async function isUnderWay(db: Db, tenant_id: string, registration_id: string): Promise<boolean> {
  const row = await db.row<{ under_way: boolean }>(sql`
    select ${is_under_way} as under_way
    from content_registration r
    join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
    join person n on n.tenant_id = e.tenant_id and n.id = e.person_id
    left join course_run_package k on k.tenant_id = r.tenant_id and k.registration_id = r.id
    left join course_run u on u.tenant_id = k.tenant_id and u.id = k.run_id
    where r.tenant_id = ${tenant_id} and r.id = ${registration_id}`);
  return row?.under_way ?? false;
}

/**
 * The enrollment's packages as JSON, each with its latest registration: the package of the course, or those of its items.
 * Undefined: no such enrollment.
 */
export async function findProgress(pool: Pool, tenant_id: string, enrollment_id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ packages: string }>(
    pool,
    tenant_id,
    sql`
      select (
        select coalesce(json_agg(json_build_object('registration_id', r.id, 'title', p.title, 'standard', v.standard,
          'result', r.result, 'items', i.items) order by r.number), '[]')
        from content_registration r
        join content_package p on p.tenant_id = r.tenant_id and p.id = r.package_id
        join content_version v on v.tenant_id = r.tenant_id and v.package_id = r.package_id and v.number = r.version
        left join course_run_package k on k.tenant_id = r.tenant_id and k.registration_id = r.id
        left join course_run u on u.tenant_id = k.tenant_id and u.id = k.run_id
        cross join lateral (
          select coalesce(json_agg(json_build_object('id', a.item->>'id', 'title', a.item->>'title', 'status', coalesce(s.status, 'not_begun'),
            'score', s.score, 'waived', coalesce(s.elements ? 'cmi5.waived', false),
            'can_be_waived', v.standard = 'cmi5' and ${is_under_way} and coalesce(s.status, '') not in ('passed', 'completed'))
            order by a.place), '[]') as items
          from jsonb_array_elements(v.items) with ordinality a (item, place)
          left join content_item_state s on s.tenant_id = r.tenant_id and s.registration_id = r.id and s.item = a.item->>'id'
          -- An erasure has deleted the launch and the elements of the items, so their state is not known.
          where r.launch_id is not null
        ) i
        where r.tenant_id = e.tenant_id and r.enrollment_id = e.id and not exists (
          select from content_registration l
          left join course_run_package o on o.tenant_id = l.tenant_id and o.registration_id = l.id
          where l.tenant_id = r.tenant_id and l.enrollment_id = r.enrollment_id and l.number > r.number
            and o.item_id is not distinct from k.item_id
        )
      )::text as packages
      from enrollment e
      join person n on n.tenant_id = e.tenant_id and n.id = e.person_id
      where e.tenant_id = ${tenant_id} and e.id = ${enrollment_id}`,
  );
  return row?.packages;
}
