import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { factsOf } from "../../compliance/sql.ts";
import { personOf, type GateFacts, type GatePersonRow } from "../sql.ts";

/** A work and the courses that it needs: the course itself, or those of a learning path (`coursesOf`). */
export type Work = { course_code: string; course_title: string; courses: string[] };

export type BadgeFacts = { person: GatePersonRow | null; courses: (GateFacts & { is_kept: boolean })[]; paths: Work[] };

/** The most learning paths that are considered for one badge. */
const paths_max = 200;

/** The person, the facts about them in all courses, and the learning paths that contain such a course. */
export async function findBadgeFacts(db: Db, tenant_id: string, person_id: string): Promise<BadgeFacts> {
  const mine = part`where tenant_id = ${tenant_id} and person_id = ${person_id}::uuid`;
  const row = await db.row<BadgeFacts>(sql`
    with one as (select * from person where tenant_id = ${tenant_id} and id = ${person_id}::uuid),
    wanted as (
      select person_id, course_id from compliance_status ${mine}
      union select person_id, course_id from certificate ${mine}
      union select person_id, course_id from enrollment ${mine}
    ),
    facts as (${factsOf(tenant_id, part`wanted w`)})
    select (${personOf(tenant_id)}) as person,
      (
        select coalesce(json_agg(row_to_json(r) order by r.code_norm), '[]')
        from (
          select f.*, c.code as course_code, c.title as course_title, c.code_norm
          from facts f
          join course c on c.tenant_id = ${tenant_id} and c.id = f.course_id and c.type = 'course' and c.active
        ) r
      ) as courses,
      (
        select coalesce(json_agg(json_build_object('course_code', r.code, 'course_title', r.title, 'courses', r.courses)
          order by r.code_norm), '[]')
        from (
          select p.code, p.title, p.code_norm, ${coursesOf(tenant_id)} as courses
          from course p
          where p.tenant_id = ${tenant_id} and p.type = 'learning_path' and p.active and p.id in (
            select i.path_id from path_item i where i.tenant_id = ${tenant_id} and i.course_id in (select course_id from wanted)
          )
          order by p.code_norm
          limit ${paths_max}::int
        ) r
      ) as paths`);
  return row!;
}

/** The codes of the courses that path `p` needs: the mandatory ones, or all if none is mandatory. */
function coursesOf(tenant_id: string) {
  return part`(
            select coalesce(json_agg(i.code order by i.code), '[]')
            from (
              select c.code, x.mandatory or not bool_or(x.mandatory) over () as counts
              from path_item x
              join course c on c.tenant_id = x.tenant_id and c.id = x.course_id
              where x.tenant_id = ${tenant_id} and x.path_id = p.id
            ) i
            where i.counts
          )`;
}

/** For how many hours badges are valid; undefined: nothing was set. */
export async function findBadgeHours(db: Db, tenant_id: string): Promise<number | undefined> {
  return (await db.row<{ badge_hours: number }>(sql`select badge_hours from gate_setting where tenant_id = ${tenant_id}`))
    ?.badge_hours;
}

export async function storeBadgeHours(db: Db, tenant_id: string, badge_hours: number): Promise<void> {
  await db.count(sql`
    insert into gate_setting (tenant_id, badge_hours) values (${tenant_id}, ${badge_hours})
    on conflict (tenant_id) do update set badge_hours = excluded.badge_hours`);
}

/** Stores until when the person has a valid badge. */
export async function noteHolder(db: Db, tenant_id: string, person_id: string, until: string): Promise<void> {
  await db.count(sql`
    insert into gate_badge_holder as h (tenant_id, person_id, badges_until) values (${tenant_id}, ${person_id}, ${until})
    on conflict (tenant_id, person_id) do update set badges_until = greatest(h.badges_until, excluded.badges_until)`);
}

/** Revokes the person's badges. Returns whether there were any. */
export async function revokeBadges(db: Db, tenant_id: string, person_id: string, now: string): Promise<boolean> {
  const changed = await db.count(sql`
    update gate_badge_holder
    set revoked_at = ${now}
    where tenant_id = ${tenant_id} and person_id = ${person_id}::uuid and badges_until > ${now}::timestamptz`);
  return changed > 0;
}

/**
 * People whose badges have not expired but are no longer valid. `before` null: all their badges, because the person may not
 * enter.
 */
export async function listEndedBadges(
  db: Db,
  tenant_id: string,
  { now, today }: { now: string; today: string },
): Promise<{ person_id: string; before: string | null }[]> {
  return db.rows(sql`
    select h.person_id, case when e.ended then null else infra.iso(h.revoked_at) end as before
    from gate_badge_holder h
    join person p on p.tenant_id = h.tenant_id and p.id = h.person_id
    left join contractor k on k.tenant_id = p.tenant_id and k.id = p.contractor_id
    cross join lateral (
      select p.state not in ('invited', 'active') or coalesce(p.employment_end_date < ${today}::date, false)
        or coalesce(k.contract_valid_until < ${today}::date, false) as ended
    ) e
    where h.tenant_id = ${tenant_id} and h.badges_until > ${now}::timestamptz and (e.ended or h.revoked_at is not null)
    order by h.person_id`);
}

/** Works, with the courses that each needs. */
export async function listWorksWithCourses(db: Db, tenant_id: string, works_max: number): Promise<Work[]> {
  return db.rows(sql`
    select p.code as course_code, p.title as course_title,
      case p.type when 'course' then json_build_array(p.code) else ${coursesOf(tenant_id)} end as courses
    from (
      select * from course
      where tenant_id = ${tenant_id} and active
      order by type desc, title_norm, code_norm
      limit ${works_max}::int
    ) p
    order by p.type desc, p.title_norm, p.code_norm`);
}
