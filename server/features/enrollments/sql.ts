import { byCreation, pageStatement, readPage, type PagedList, type PagePlace, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, rowByKey, sql, type Fragment, type Statement } from "../../platform/db/sql.ts";
import { readFew, type Db } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm } from "../../platform/text.ts";
import { certificateOfEnrollment } from "../certificates/sql.ts";
import { flagOn } from "../compliance/sql.ts";
import type { Flag } from "../compliance/flag/status.ts";
import type { EventParts, Reference } from "./events.ts";
import type { EnrollmentSource, EnrollmentState } from "./schema.ts";

/** A person by id or employee number. */
export type PersonRef = { user_id: string } | { employee_no: string };

/** A person in the form of events, and the state of the account. */
export type PersonRow = EventParts["user"] & { state: string };

/**
 * Finds a person and locks the row until the transaction ends. Every change of a person's enrollments takes this lock first, so
 * that changes are made one after the other, and none can be made after the account has ended.
 */
export async function lockPerson(db: Db, tenant_id: string, person: PersonRef): Promise<PersonRow | undefined> {
  return db.row(
    lockedPerson(
      tenant_id,
      "user_id" in person ? part`p.id = ${person.user_id}` : part`p.employee_no_norm = ${caseNorm(person.employee_no)}`,
    ),
  );
}

/**
 * Locks many people in ascending order of ids, which is the order of all transactions that lock several people. `free_only`:
 * leaves out people whom another transaction has locked, instead of waiting.
 */
export async function lockPeople(
  db: Db,
  tenant_id: string,
  named: { ids: readonly string[]; employee_nos: readonly string[] },
  free_only = false,
): Promise<PersonRow[]> {
  return db.rows(sql`${personRows(tenant_id, isNamed(tenant_id, named))}
    order by p.id
    for no key update ${free_only ? part`skip locked` : part``}`);
}

function isNamed(
  tenant_id: string,
  { ids, employee_nos }: { ids: readonly string[]; employee_nos: readonly string[] },
): Fragment {
  const with_number = part`employee_no_norm = any (${employee_nos.map(caseNorm)}::text[])`;
  if (ids.length === 0) return with_number;
  if (employee_nos.length === 0) return part`p.id = any (${ids}::uuid[])`;
  // A union, so that each kind of name uses its own index: for a condition with `or` a planner without statistics reads all
  // people.
  return part`p.id in (
      select unnest(${ids}::uuid[])
      union
      select id from person where tenant_id = ${tenant_id} and ${with_number}
    )`;
}

/** Finds the person of an enrollment, and locks the row. */
export async function lockPersonOf(db: Db, tenant_id: string, enrollment_id: string): Promise<PersonRow | undefined> {
  return db.row(
    lockedPerson(
      tenant_id,
      part`p.id = (select person_id from enrollment where tenant_id = ${tenant_id} and id = ${enrollment_id})`,
    ),
  );
}

function lockedPerson(tenant_id: string, is_it: Fragment): Statement {
  return sql`${personRows(tenant_id, is_it)}
    for no key update`;
}

function personRows(tenant_id: string, is_it: Fragment): Fragment {
  return part`
    select p.id, p.employee_no, p.department_id,
      (select d.name from department d where d.tenant_id = p.tenant_id and d.id = p.department_id) as department_name,
      p.worker_type, p.contractor_id, p.state
    from person p
    where p.tenant_id = ${tenant_id} and ${is_it}`;
}

export type NewEnrollment = {
  id: string;
  person_id: string;
  course_id: string;
  cycle_year: number;
  cycle_seq: number;
  source: EnrollmentSource;
  source_ref: Reference;
  mandatory: boolean;
  due_date: string | null;
  assigned_at: string;
  attempts_allowed: number;
  renewal_of: string | null;
  parent_enrollment_id: string | null;
  license_id: string | null;
};

export async function insertEnrollments(db: Db, tenant_id: string, rows: readonly NewEnrollment[]): Promise<void> {
  await db.count(sql`${insertion(tenant_id, rows)}`);
}

/**
 * Inserts enrollments and returns their records, except those of items of a path. `flags`: by enrollment id, the flags that this
 * transaction gives their pairs.
 */
export async function insertEnrollmentsForRecords(
  db: Db,
  tenant_id: string,
  rows: readonly NewEnrollment[],
  flags: Readonly<Record<string, Flag | null>>,
  today: string,
): Promise<{ id: string; record: string }[]> {
  const flag = part`(${JSON.stringify(flags)}::jsonb ->> e.id::text)`;
  // Rows are found by key, whatever the statistics are: the plan is made for one row and then used for many.
  const by_key = part`
    cross join lateral ${rowByKey("*", "person", tenant_id, "e.person_id")} p
    cross join lateral ${rowByKey("*", "course", tenant_id, "e.course_id")} c`;
  return db.rows(sql`
    with e as (${insertion(tenant_id, rows)}
      returning *
    )
    select r.id, row_to_json(r)::text as record
    from (select ${columns(today, flag, part`null`)} from e ${by_key} where e.parent_enrollment_id is null) r`);
}

function insertion(tenant_id: string, rows: readonly NewEnrollment[]): Fragment {
  return part`
      insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, cycle_seq, source, source_ref, mandatory, due_date,
        assigned_at, attempts_allowed, renewal_of, parent_enrollment_id, license_id)
      select ${tenant_id}, r.id, r.person_id, r.course_id, r.cycle_year, r.cycle_seq, r.source, r.source_ref, r.mandatory, r.due_date,
        r.assigned_at, r.attempts_allowed, r.renewal_of, r.parent_enrollment_id, r.license_id
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(id uuid, person_id uuid, course_id uuid, cycle_year integer, cycle_seq integer, source text, source_ref json,
          mandatory boolean, due_date date, assigned_at timestamptz, attempts_allowed integer, renewal_of uuid,
          parent_enrollment_id uuid, license_id uuid)`;
}

/** The record of an enrollment as JSON text. */
export async function findEnrollment(pool: Pool, tenant_id: string, id: string, today: string): Promise<string | undefined> {
  const [row] = await readFew<{ record: string }>(pool, tenant_id, recordOf(tenant_id, id, today));
  return row?.record;
}

/** The record of an enrollment as JSON text, read within the open transaction. */
export async function findEnrollmentWithin(db: Db, tenant_id: string, id: string, today: string): Promise<string | undefined> {
  return (await db.row<{ record: string }>(recordOf(tenant_id, id, today)))?.record;
}

function recordOf(tenant_id: string, id: string, today: string): Statement {
  return sql`
    select row_to_json(r)::text as record
    from (
      select ${columns(today, flagOn(today), certificateOfEnrollment(today))}
      from enrollment e ${relations} ${flagRow}
      where e.tenant_id = ${tenant_id} and e.id = ${id}
    ) r`;
}

export type EnrollmentFilters = {
  employee_no?: string | undefined;
  user_id?: string | undefined;
  course_code?: string | undefined;
  status?: EnrollmentState | undefined;
  source?: EnrollmentSource | undefined;
};

/** One page of enrollments in the order of their creation, or of their last change. */
export function listEnrollmentPage(
  pool: Pool,
  tenant_id: string,
  walk: Walk,
  filters: EnrollmentFilters,
  today: string,
): Promise<PageRow> {
  return readPage(pool, tenant_id, enrollmentPage(tenant_id, walk, filters, today));
}

export function enrollmentPage(tenant_id: string, place: PagePlace, filters: EnrollmentFilters, today: string): Statement {
  const list: PagedList = {
    from: part`enrollment e`,
    conditions: conditionsOf(tenant_id, filters),
    id: part`e.id`,
    keys: byCreation(part`e`),
  };
  const records = part`
    records as (
      select n.key, n.id, row_to_json(r)::text as record
      from shown n
      join enrollment e on e.tenant_id = ${tenant_id} and e.id = n.id ${relations} ${flagRow}
      cross join lateral (select ${columns(today, flagOn(today), certificateOfEnrollment(today))}) r
    )`;
  const page = pageStatement(list, place, { records });
  // Planned for each call: nearly all enrollments share one status or source and few have another. The value decides whether
  // reading the list in order or searching it is faster.
  const varies = filters.status !== undefined || filters.source !== undefined;
  return varies ? plannedEachTime(page) : page;
}

/** The conditions for these filters, for an enrollment `e`. */
export function conditionsOf(tenant_id: string, filters: EnrollmentFilters): Fragment[] {
  const conditions: Fragment[] = [part`e.tenant_id = ${tenant_id}`];
  if (filters.user_id !== undefined) conditions.push(part`e.person_id = ${filters.user_id}`);
  if (filters.employee_no !== undefined) {
    conditions.push(
      part`e.person_id = (select id from person where tenant_id = ${tenant_id} and employee_no_norm = ${caseNorm(filters.employee_no)})`,
    );
  }
  if (filters.course_code !== undefined) {
    conditions.push(
      part`e.course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(filters.course_code)})`,
    );
  }
  if (filters.status !== undefined) conditions.push(part`e.state = ${filters.status}`);
  if (filters.source !== undefined) conditions.push(part`e.source = ${filters.source}`);
  return conditions;
}

const relations = part`
  join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
  join course c on c.tenant_id = e.tenant_id and c.id = e.course_id`;

const flagRow = part`
  left join compliance_status s on s.tenant_id = e.tenant_id and s.person_id = e.person_id and s.course_id = e.course_id`;

/**
 * Joins, as `r`, the record of an enrollment `e`, with its person `p` and course `c`. They are read only if a column of them is
 * selected. `counts`: instants are not converted to text, because that would prevent a parallel plan.
 */
export function enrollmentRecord(today: string, counts = false): Fragment {
  return part`
    left join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
    left join course c on c.tenant_id = e.tenant_id and c.id = e.course_id ${flagRow}
    cross join lateral (select ${columns(today, flagOn(today), part`null`, counts ? plain : texts)}) r`;
}

/** Instants of an enrollment `e`: as texts for its record, and unconverted. */
const texts = {
  course: part`infra.iso(e.assigned_at) as assigned_at, infra.iso(e.started_at) as started_at, infra.iso(e.completed_at) as completed_at,
    infra.iso(e.failed_at) as failed_at, infra.iso(e.cancelled_at) as cancelled_at`,
  row: part`infra.iso(e.created_at) as created_at, infra.iso(e.updated_at) as updated_at`,
};
const plain: typeof texts = {
  course: part`e.assigned_at, e.started_at, e.completed_at, e.failed_at, e.cancelled_at`,
  row: part`e.created_at, e.updated_at`,
};

/** The members of the record, in order, for enrollment `e` with person `p` and course `c`. */
function columns(today: string, flag: Fragment, certificate: Fragment, instants = texts): Fragment {
  return part`
    e.id, e.person_id as user_id, p.employee_no, e.course_id, c.code as course_code, c.title as course_title, c.type,
    e.cycle_year, e.state as status,
    coalesce(e.state in ('assigned', 'in_progress', 'failed') and e.due_date + c.grace_days < ${today}::date, false) as overdue,
    e.source, e.source_ref, e.mandatory, e.due_date, ${instants.course},
    e.cancel_reason, e.progress_percent, e.score, e.passed, e.attempts_used, e.attempts_allowed, e.renewal_of, e.parent_enrollment_id,
    ${certificate} as certificate, e.license_id, ${flag} as compliance_status, ${instants.row}`;
}
