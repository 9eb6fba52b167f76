// Numbers of the matrix at the end of a day (compliance_digest).
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { countedSince } from "../flag/delta-sql.ts";
import { worstOfAll } from "../flag/severity-sql.ts";
import { lastLines, lastPlace } from "./history-sql.ts";
import { no_id } from "../../../platform/ids.ts";

/**
 * Notes that a day is to be counted, if the matrix shows at least `people_min` people. Returns false if there are fewer, or the
 * day is noted already.
 */
export async function insertDigest(db: Db, tenant_id: string, at: string, people_min: number): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into compliance_digest (tenant_id, at)
    select ${tenant_id}, ${at}
    from (
      select sum(people) as people
      from (
        select people from compliance_count where tenant_id = ${tenant_id} and course_id = infra.no_id()
        union all
        select people from ${countedSince(tenant_id)} d where course_id = infra.no_id()
      ) k
    ) k
    where k.people >= ${people_min}::int
    on conflict (tenant_id, at) do nothing`);
  return inserted === 1;
}

/** Locks a day whose count is not finished; undefined: it is finished, or was never requested. */
export async function lockDigest(db: Db, tenant_id: string, at: string): Promise<{ people_after: string | null } | undefined> {
  return db.row(sql`
    select people_after
    from compliance_digest
    where tenant_id = ${tenant_id} and at = ${at}::timestamptz and finished_at is null
    for update`);
}

/**
 * Counts the next people by their flags at that instant; returns how many were read. Fewer than `people_max` means that no more
 * are left.
 */
export async function countPart(
  db: Db,
  tenant_id: string,
  { at, after, people_max, now }: { at: string; after: string | null; people_max: number; now: string },
): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    with people as materialized (
      select id from person
      where tenant_id = ${tenant_id} and id > ${after ?? no_id}::uuid
      order by id
      limit ${people_max}::int
    ),
    placed as materialized (
      select p.id as person_id, w.worker_type
      from people p
      cross join lateral (${lastPlace(tenant_id, part`p.id`, at)}) w
      where w.in_scope
    ),
    lines as materialized (
      select w.person_id, w.worker_type, s.course_id, s.status
      from placed w
      cross join lateral (${lastLines(tenant_id, {}, at, part`w.person_id`, part`h.course_id, h.status`)}) s
      where s.status is not null
    ),
    counted as (
      select course_id, worker_type, status, count(*)::int as people from lines group by 1, 2, 3
      union all
      select infra.no_id(), w.worker_type, coalesce(l.worst, 'NONE'), count(*)::int
      from placed w
      left join (select person_id, ${worstOfAll(part`status`)} as worst from lines group by person_id) l on l.person_id = w.person_id
      group by 2, 3
    ),
    kept as (
      insert into compliance_digest_count as c (tenant_id, at, course_id, worker_type, status, people)
      select ${tenant_id}::uuid, ${at}::timestamptz, course_id, worker_type, status, people from counted
      on conflict (tenant_id, at, course_id, worker_type, status) do update
      set people = c.people + excluded.people
    ),
    noted as (
      update compliance_digest d
      set people_after = coalesce((select id from people order by id desc limit 1), d.people_after),
        people_done = d.people_done + n.people, finished_at = case when n.people < ${people_max}::int then ${now}::timestamptz end
      from (select count(*)::int as people from people) n
      where d.tenant_id = ${tenant_id} and d.at = ${at}::timestamptz
    )
    select count(*) as people from people`);
  return row!.people;
}

/** People by flag at the end of a day: the worst flag, or the flag for a course; undefined: that day was not counted. */
export async function findCountsThen(
  db: Db,
  tenant_id: string,
  at: string,
  { course_id, worker_type }: { course_id: Fragment; worker_type: string | undefined },
): Promise<Readonly<Record<string, number>> | undefined> {
  const row = await db.row<{ counted: Record<string, number> }>(sql`
    select coalesce((
      select json_object_agg(k.status, k.people)
      from (
        select status, sum(people)::int as people
        from compliance_digest_count
        where tenant_id = ${tenant_id} and at = ${at}::timestamptz and course_id = ${course_id}
          ${worker_type === undefined ? part`` : part`and worker_type = ${worker_type}`}
        group by status
      ) k
    ), '{}') as counted
    from compliance_digest
    where tenant_id = ${tenant_id} and at = ${at}::timestamptz and finished_at is not null`);
  return row?.counted;
}
