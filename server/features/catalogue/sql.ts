import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";
import { catalogue, courseRecord, type Day } from "../courses/sql.ts";

/** Locks a content package so that it is not removed while the transaction is open. Returns false when it does not exist. */
export async function holdPackage(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const row = await db.row(sql`
    select id
    from content_package
    where tenant_id = ${tenant_id} and id = ${id.toLowerCase()} and removed_at is null and version is not null
    for share`);
  return row !== undefined;
}

/** A course or path with all details that an administrator sees, judged on a day, as JSON text. */
export async function findCourseDetail(db: Db, tenant_id: string, id: string, day: Day): Promise<string | undefined> {
  const row = await db.row<{ detail: string }>(sql`
    with ${catalogue(tenant_id, day, part`c.id = ${id}`)}
    select row_to_json(t)::text as detail
    from (
      select row_to_json(r) as course, c.active, c.attempts_allowed, c.pass_score,
        coalesce(c.issues_certificates, c.validity_value is not null) as issues_certificates,
        c.issues_certificates as certificates_wanted, c.renewal_fixed_on, c.renewal_min_days, c.content, c.instructions, c.results_by_managers,
        ${list(part`
          select p.id, p.code, p.title, p.active, m.mandatory
          from path_item m join course p on p.tenant_id = m.tenant_id and p.id = m.course_id
          where m.tenant_id = ${tenant_id} and m.path_id = ${id}
          order by m.position`)} as items,
        ${list(part`
          select p.id, p.code, p.title, p.active
          from path_item m join course p on p.tenant_id = m.tenant_id and p.id = m.path_id
          where m.tenant_id = ${tenant_id} and m.course_id = ${id}
          order by p.code_norm`)} as paths,
        ${list(part`
          select u.id, u.name, u.active
          from rule_course k join rule u on u.tenant_id = k.tenant_id and u.id = k.rule_id
          where k.tenant_id = ${tenant_id} and k.course_id = ${id} and u.retired_at is null
          order by u.name_norm`)} as rules,
        ${list(part`
          select g.id, g.name
          from group_course k join person_group g on g.tenant_id = k.tenant_id and g.id = k.group_id
          where k.tenant_id = ${tenant_id} and k.course_id = ${id} and g.retired_at is null
          order by g.name_norm`)} as groups,
        ${list(part`
          select l.id, l.name, l.seats_total, l.seats_used, l.valid_from, l.valid_until,
            case when p.id <> ${id} then p.code end as via_path
          from license_item i
          join license l on l.tenant_id = i.tenant_id and l.id = i.license_id
          join course p on p.tenant_id = i.tenant_id and p.id = i.course_id
          where i.tenant_id = ${tenant_id} and (i.course_id = ${id} or i.course_id in (
            select path_id from path_item where tenant_id = ${tenant_id} and course_id = ${id}
          ))
          order by l.name_norm, p.code_norm`)} as licenses,
        (
          select row_to_json(n) from (
            select count(*) filter (where state = 'assigned') as assigned,
              count(*) filter (where state = 'in_progress') as in_progress,
              count(*) filter (where state = 'completed') as completed,
              count(*) filter (where state = 'failed') as failed,
              count(*) filter (where state = 'cancelled') as cancelled,
              count(*) filter (where state = 'withdrawn') as withdrawn
            from enrollment
            where tenant_id = ${tenant_id} and course_id = ${id}
          ) n
        ) as enrollments
      from catalogue c ${courseRecord}
    ) t`);
  return row?.detail;
}

function list(select: Fragment): Fragment {
  return part`coalesce((select json_agg(row_to_json(x)) from (${select}) x), '[]')`;
}

type Page = { limit: number; offset: number };
export type PageText = { items: string; total: number };

/** The most items that a licence shows. */
const items_shown_max = 100;

export type LicenseFilters = Page & { q?: string | undefined; state?: "in_force" | "to_come" | "ended" | undefined };

/** One page of licences, in the order of their names. */
export async function listLicensePage(db: Db, tenant_id: string, filters: LicenseFilters, today: string): Promise<PageText> {
  const { limit, offset } = filters;
  const conditions = conditionsOfLicenses(tenant_id, filters, today);
  const row = await db.row<PageText>(sql`
    select (select count(*) from license l where ${conditions}) as total,
      '[' || coalesce(string_agg(r.record, ',' order by r.name_norm, r.id), '') || ']' as items
    from (
      select l.id, l.name_norm, row_to_json(x)::text as record
      from license l ${licenseRecord(tenant_id, today)}
      where ${conditions}
      order by l.name_norm, l.id
      limit ${limit}::int offset ${offset}::bigint
    ) r`);
  return row!;
}

/** Conditions on a licence `l`, from the filters. */
export function conditionsOfLicenses(tenant_id: string, { q, state }: Omit<LicenseFilters, keyof Page>, today: string): Fragment {
  return part`
    l.tenant_id = ${tenant_id}
    and (${q ?? null}::text is null or position(${nameNorm(q ?? "")} in l.name_norm) > 0)
    and (${state ?? null}::text is null or ${stateOn(today)} = ${state ?? null})`;
}

export async function findLicenseRecord(db: Db, tenant_id: string, id: string, today: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select row_to_json(x)::text as record
    from license l ${licenseRecord(tenant_id, today)}
    where l.tenant_id = ${tenant_id} and l.id = ${id}`);
  return row?.record;
}

function stateOn(today: string): Fragment {
  return part`
    case when l.valid_from > ${today}::date then 'to_come' when l.valid_until < ${today}::date then 'ended' else 'in_force' end`;
}

/** Joins, as `x`, the record of a licence `l`. */
export function licenseRecord(tenant_id: string, today: string): Fragment {
  return part`
    cross join lateral (
      select l.id, l.name, l.seats_total, l.seats_used, case when l.seats_total is not null then greatest(l.seats_total - l.seats_used, 0) end as seats_free, l.seat_unit,
        l.release, l.valid_from, l.valid_until, ${stateOn(today)} as state,
        ${list(part`
          select c.id, c.code, c.title, c.type
          from license_item i join course c on c.tenant_id = i.tenant_id and c.id = i.course_id
          where i.tenant_id = ${tenant_id} and i.license_id = l.id
          order by c.code_norm
          limit ${items_shown_max}::int`)} as items,
        (select count(*) from license_item i where i.tenant_id = ${tenant_id} and i.license_id = l.id) as items_total,
        infra.iso(l.updated_at) as updated_at
    ) x`;
}

/** Whether another licence has the name. */
export async function findLicenseByName(db: Db, tenant_id: string, name: string): Promise<{ id: string } | undefined> {
  return db.row(sql`
    select id
    from license
    where tenant_id = ${tenant_id} and name_norm = ${nameNorm(name)}`);
}

/** One page of the seats that are held, the latest first. */
export async function listSeatPage(db: Db, tenant_id: string, license_id: string, { limit, offset }: Page): Promise<PageText> {
  const held = part`s.tenant_id = ${tenant_id} and s.license_id = ${license_id} and s.state = 'held'`;
  const row = await db.row<PageText>(sql`
    select (select count(*) from license_seat s where ${held}) as total,
      '[' || coalesce(string_agg(row_to_json(x)::text, ',' order by x.taken_at desc, x.id), '') || ']' as items
    from (
      select s.id, s.person_id, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name, p.employee_no,
        s.enrollment_id, c.title as course_title, infra.iso(s.taken_at) as taken_at
      from license_seat s
      join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
      left join enrollment e on e.tenant_id = s.tenant_id and e.id = s.enrollment_id
      left join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where ${held}
      order by s.taken_at desc, s.id
      limit ${limit}::int offset ${offset}::bigint
    ) x`);
  return row!;
}
