import type { Static } from "typebox";
import { pageStatement, readPage, type PagedList, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, sql, type Fragment, type Statement } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import type { PanelCourseQuery, unassignable_reasons } from "./schema.ts";

/** A caller's reference to a course. */
export type CourseRef = { course_id: string } | { course_code: string };

/** A day in the tenant's calendar. */
export type Day = { today: string; time_zone: string };

/** A licence in force that covers the course directly. */
export type UsableLicense = {
  id: string;
  name: string;
  seat_unit: "person" | "enrollment";
  seats_total: number | null;
  seats_used: number;
};

/** The data of a course that an assignment needs; `licenses` in the order in which they are used. */
export type AssignableCourse = {
  id: string;
  code: string;
  title: string;
  type: "course" | "learning_path";
  mandatory: boolean;
  default_due_days: number | null;
  attempts_allowed: number;
  unassignable_reason: (typeof unassignable_reasons)[number] | null;
  path_codes: string[];
  licenses: UsableLicense[];
};

/** One page of the catalogue, in the order of the codes or of the changes. */
export async function listCoursePage(
  pool: Pool,
  tenant_id: string,
  day: Day,
  query: Static<typeof PanelCourseQuery>,
  walk: Walk,
): Promise<PageRow> {
  const list = courseList(query);
  const records = part`
      records as (
        select s.key, s.id, row_to_json(r)::text as record
        from shown s
        join catalogue c on c.id = s.id ${courseRecord}
      )`;
  return readPage(
    pool,
    tenant_id,
    pageStatement(list, walk, { records, first: part`${catalogue(tenant_id, day, part`true`)},` }),
  );
}

/** Courses judged on a day, as a common table expression `catalogue`. */
export function catalogue(tenant_id: string, day: Day, condition: Fragment): Fragment {
  return part`
      catalogue as (
        select c.*, k.usable[1] as license_id, ${reason} as unassignable_reason,
          greatest(c.updated_at, k.changed_at, o.changed_at) as changed_at
        from course c ${coverage(day)}
        where c.tenant_id = ${tenant_id} and ${condition}
      )`;
}

function courseList(query: Static<typeof PanelCourseQuery>): PagedList {
  const conditions = [part`true`];
  if (query.type !== undefined) conditions.push(part`c.type = ${query.type}`);
  if (query.unassignable_reason !== undefined) conditions.push(part`c.unassignable_reason = ${query.unassignable_reason}`);
  if (query.license_id !== undefined) {
    conditions.push(part`exists (
      select from license_item i
      where i.tenant_id = c.tenant_id and i.license_id = ${query.license_id}
        and (i.course_id = c.id or i.course_id in (
          select m.path_id from path_item m where m.tenant_id = c.tenant_id and m.course_id = c.id
        )))`);
  }
  if (query.active !== undefined) conditions.push(part`c.active = ${query.active}`);
  if (query.assignable !== undefined) conditions.push(part`(c.unassignable_reason is null) = ${query.assignable}`);
  if (query.q) {
    conditions.push(
      part`(position(${nameNorm(query.q)} in c.title_norm) > 0 or position(${caseNorm(query.q)} in c.code_norm) > 0)`,
    );
  }
  return {
    from: part`catalogue c`,
    conditions,
    id: part`c.id`,
    keys: {
      list: { column: part`c.code_norm`, kind: "name" },
      changes: { column: part`c.changed_at`, kind: "instant" },
    },
  };
}

/** Further data of a course that rules, groups and renewals need. */
export type PlannableCourse = AssignableCourse & {
  recurrence: "none" | "validity" | "cycle";
  /** Licences in force of paths that contain the course. */
  path_licenses: UsableLicense[];
};

/** A course by its code or id, judged on a day. */
export async function findPlannableCourse(
  db: Db,
  tenant_id: string,
  course: CourseRef,
  day: Day,
): Promise<PlannableCourse | undefined> {
  const is_it = "course_id" in course ? part`c.id = ${course.course_id}` : part`c.code_norm = ${caseNorm(course.course_code)}`;
  return db.row(plannable(tenant_id, day, is_it));
}

/** Courses, judged on a day. */
export async function listPlannableCourses(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
  day: Day,
): Promise<PlannableCourse[]> {
  return db.rows(plannable(tenant_id, day, part`c.id = any (${ids}::uuid[])`));
}

/** Courses by their ids and codes, judged on a day. */
export async function findPlannableCourses(
  db: Db,
  tenant_id: string,
  named: { ids: readonly string[]; codes: readonly string[] },
  day: Day,
): Promise<PlannableCourse[]> {
  const with_id = part`c.id = any (${named.ids}::uuid[])`;
  const with_code = part`c.code_norm = any (${named.codes.map(caseNorm)}::text[])`;
  if (named.ids.length === 0) return db.rows(plannable(tenant_id, day, with_code));
  if (named.codes.length === 0) return db.rows(plannable(tenant_id, day, with_id));
  return db.rows(plannable(tenant_id, day, part`(${with_id} or ${with_code})`));
}

function plannable(tenant_id: string, day: Day, condition: Fragment): Statement {
  return sql`
    select ${assignableColumns(part`c.mandatory`)}, c.recurrence, coalesce(k.path_licenses, '[]') as path_licenses
    from course c ${coverage(day)}
    where c.tenant_id = ${tenant_id} and ${condition}`;
}

/** A course as an item of a learning path; `mandatory`: within the path. */
export type PathItem = AssignableCourse & { path_id: string; recurrence: PlannableCourse["recurrence"] };

/** The active courses of learning paths, in ascending order of ids. */
export async function listPathItems(db: Db, tenant_id: string, path_ids: readonly string[], day: Day): Promise<PathItem[]> {
  return db.rows(sql`
    select i.path_id, ${assignableColumns(part`c.mandatory and i.mandatory`)}, c.recurrence
    from path_item i
    join course c on c.tenant_id = i.tenant_id and c.id = i.course_id ${coverage(day)}
    where i.tenant_id = ${tenant_id} and i.path_id = any (${path_ids}::uuid[]) and c.active and c.type = 'course'
    order by c.id`);
}

/**
 * The rule of assignability, in two parts. `coverage` joins, as `k`, the licences that cover course `c`: direct ones, and those
 * on a path that contains it. `reason` judges them. A course without any licence is free. Valid licences are sorted in the order
 * of use: direct before a path's, unlimited first, then those with a free seat by their end, then the others by their end.
 * `changed_at`: when a licence was last edited, began or ended.
 *
 * A path without licences is assigned under those of its courses. `o` says whether one of these has licences but none in force.
 * The path counts as changed with its courses: a licence that drops one of them changes only that course.
 */
function coverage(day: Day): Fragment {
  return part`
    cross join lateral (
      select count(*) as covering, count(*) filter (where l.in_force) as in_force,
        count(*) filter (where l.in_force and l.direct) as direct,
        array_agg(l.id order by ${order_of_use}) filter (where l.in_force) as usable,
        json_agg(${usable} order by ${order_of_use}) filter (where l.in_force and l.direct) as licenses,
        json_agg(${usable} order by ${order_of_use}) filter (where l.in_force and not l.direct) as path_licenses,
        max(l.changed_at) as changed_at
      from ${licensesOf(part`c`, day)} l
    ) k
    cross join lateral (
      select coalesce(bool_or(i.active and n.has_ended), false) as has_ended, max(greatest(i.updated_at, n.changed_at)) as changed_at
      from path_item m
      join course i on i.tenant_id = m.tenant_id and i.id = m.course_id and i.type = 'course'
      cross join lateral (
        select count(*) > 0 and not bool_or(l.in_force) as has_ended, max(l.changed_at) as changed_at
        from ${licensesOf(part`i`, day)} l
      ) n
      where c.type = 'learning_path' and k.covering = 0 and m.tenant_id = c.tenant_id and m.path_id = c.id
    ) o`;
}

/** The licences that cover a course; `course` is its alias. */
function licensesOf(course: Fragment, { today, time_zone }: Day): Fragment {
  return part`(
        select l.*, x.course_id = ${course}.id as direct,
          coalesce(l.valid_from <= ${today}::date, true) and coalesce(${today}::date <= l.valid_until, true) as in_force,
          greatest(
            l.updated_at,
            case when l.valid_from <= ${today}::date then l.valid_from::timestamp at time zone ${time_zone} end,
            case when l.valid_until < ${today}::date then (l.valid_until + 1)::timestamp at time zone ${time_zone} end) as changed_at
        from license_item x
        join license l on l.tenant_id = x.tenant_id and l.id = x.license_id
        where x.tenant_id = ${course}.tenant_id
          and x.course_id in (
            select ${course}.id
            union all
            select p.path_id from path_item p where p.tenant_id = ${course}.tenant_id and p.course_id = ${course}.id
          )
      )`;
}

const usable = part`
  json_build_object('id', l.id, 'name', l.name, 'seat_unit', l.seat_unit, 'seats_total', l.seats_total, 'seats_used', l.seats_used)`;

const order_of_use = part`
  l.direct desc, (l.seats_total is null) desc, (l.seats_used < l.seats_total) desc, l.valid_until nulls last, l.id`;

const reason = part`
  case
    when not c.active then 'inactive'
    when k.covering > 0 and k.in_force = 0 or o.has_ended then 'license_expired'
    when k.in_force > 0 and k.direct = 0 then 'path_only'
  end`;

const pathCodes = part`
  array(
    select p.code
    from path_item m
    join course p on p.tenant_id = m.tenant_id and p.id = m.path_id
    where m.tenant_id = c.tenant_id and m.course_id = c.id and p.active
    order by p.code_norm
  )`;

const validity = part`
  case
    when c.validity_value is not null
    then (select row_to_json(v) from (select c.validity_value as value, c.validity_unit as unit) v)
  end`;

const renewal = part`
  (
    select row_to_json(w)
    from (select c.renewal_enabled as enabled, c.renewal_lead_days as lead_days, c.renewal_basis as basis) w
  )`;

const license = part`
  case
    when l.id is not null
    then (
      select row_to_json(u)
      from (
        select l.id, l.model, l.seats_total, l.seats_used,
          case l.model when 'seats' then greatest(l.seats_total - l.seats_used, 0) end as seats_free, l.valid_until
      ) u
    )
  end`;

/** Joins, as `r`, the record of a course `c` in the catalogue. */
export const courseRecord = part`
        left join license l on l.tenant_id = c.tenant_id and l.id = c.license_id
        cross join lateral (
          select c.id, c.code, c.title, c.type, c.languages, c.unassignable_reason is null as assignable, c.unassignable_reason,
            c.mandatory, c.estimated_minutes, c.recurrence, ${validity} as validity, ${renewal} as renewal, c.expiring_soon_days,
            c.grace_days, c.default_due_days, ${pathCodes} as path_codes, ${license} as license, infra.iso(c.changed_at) as updated_at
        ) r`;

function assignableColumns(mandatory: Fragment): Fragment {
  return part`
    c.id, c.code, c.title, c.type, ${mandatory} as mandatory, c.default_due_days, c.attempts_allowed,
    ${reason} as unassignable_reason, ${pathCodes} as path_codes, coalesce(k.licenses, '[]') as licenses`;
}
