import { part, plannedEachTime, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { exemptionOf, isReminded, nameOf, reasonsOf, union, unsentOf, wasReminded, type Schedules } from "../sql.ts";

/** The most reasons that are counted. */
const reasons_max = 20_000;
/** The most people who are named. */
const examples_max = 20;

type Asked = { today: string; time_zone: string; course_id: string | null };

/** The people whom schedules would remind on a day, of one course or of all, as JSON text. */
export async function findPeopleReached(db: Db, tenant_id: string, schedules: Schedules, asked: Asked): Promise<string> {
  const { today, time_zone, course_id } = asked;
  const of = course_id === null ? part`true` : part`e.course_id = ${course_id}`;
  const found = union(reasonsOf(tenant_id, schedules, { today, time_zone, of })) ?? none;
  const row = await db.row<{ reach: string }>(
    plannedEachTime(sql`
      with pending as materialized (
        select r.person_id, ${nameOf(part`p`)} as name, r.course_id, r.kind, coalesce(r.due_date, r.about_on) as about_on, r.subject_id
        from (${found}) r
        join person p on p.tenant_id = ${tenant_id} and p.id = r.person_id
        cross join lateral (select ${unsentOf(tenant_id, schedules.setting)} as unsent) u
        where ${isReminded(today)} and not ${wasReminded(tenant_id)}
          and not exists (${exemptionOf(tenant_id, { person_id: part`r.person_id`, course_id: part`r.course_id` }, today)})
        limit ${reasons_max}::integer
      ),
      kinds as (
        select kind, count(distinct person_id) as people from pending group by kind
      ),
      examples as (
        select n.*, c.title
        from pending n
        join course c on c.tenant_id = ${tenant_id} and c.id = n.course_id
        order by n.about_on, n.name, n.subject_id
        limit ${examples_max}::integer
      )
      select json_build_object(
        'day', ${today}::date,
        'people', (select count(distinct person_id) from pending),
        'is_more', (select count(*) = ${reasons_max}::integer from pending),
        'kinds', (select coalesce(json_agg(json_build_object('kind', k.kind, 'people', k.people) order by k.kind), '[]') from kinds k),
        'examples', (
          select coalesce(json_agg(json_build_object(
            'person', json_build_object('id', x.person_id, 'name', x.name),
            'course', json_build_object('id', x.course_id, 'title', x.title),
            'kind', x.kind, 'about_on', x.about_on
          ) order by x.about_on, x.name, x.subject_id), '[]')
          from examples x
        )
      )::text as reach`),
  );
  return row!.reach;
}

const none = part`
  select null::uuid as person_id, null::uuid as subject_id, null::uuid as course_id, null::text as kind, null::date as about_on,
    null::integer as step, null::date as due_date, null::jsonb as session
  where false`;
