import { byCreation, pageStatement, readPage, type PagedList, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readInfrastructure, readTenant } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm } from "../../platform/text.ts";
import type { CertificateSource, CertificateStatus } from "./schema.ts";
import { matches_max, searchCertificates, type Searched } from "./search-sql.ts";

/** The date for which the status holds, and the base address of verification pages. */
export type Place = { today: string; verified_at: string };

/** The record of a certificate as JSON text. */
export async function findCertificate(pool: Pool, tenant_id: string, id: string, place: Place): Promise<string | undefined> {
  const [row] = await readTenant<{ record: string }>(
    pool,
    tenant_id,
    sql`
      select row_to_json(r)::text as record
      from (
        select ${columns(place)}
        from certificate t ${relations}
        where t.tenant_id = ${tenant_id} and t.id = ${id}
      ) r`,
  );
  return row?.record;
}

/** The organisation and the id of the certificate with a code, and today's date in that organisation. */
export async function findPlaceOfCode(
  pool: Pool,
  code: string,
): Promise<{ tenant_id: string; certificate_id: string; today: string } | undefined> {
  const [row] = await readInfrastructure<{ tenant_id: string; certificate_id: string; today: string }>(
    pool,
    sql`select tenant_id, certificate_id, today from infra.certificate_by_code(${code})`,
  );
  return row;
}

/** What everyone with the code may see of a certificate: its printed data, and its status today. */
export type PublicFacts = {
  today: string;
  organisation: string;
  is_sandbox: boolean;
  course_title: string;
  number: string;
  status: CertificateStatus;
  source: CertificateSource;
  issuer: string | null;
  /** The holder's name; null: the data were erased. */
  holder: string | null;
  valid_from: string;
  valid_until: string | null;
};

export async function findPublicFacts(
  pool: Pool,
  tenant_id: string,
  id: string,
  today: string,
): Promise<PublicFacts | undefined> {
  const [row] = await readTenant<PublicFacts>(
    pool,
    tenant_id,
    sql`
      select ${today}::text as today, o.name as organisation, o.kind = 'sandbox' as is_sandbox, c.title as course_title, t.number,
        ${statusOn(today, part`c.expiring_soon_days`)} as status, t.source, t.issuer, nullif(concat_ws(' ', p.first_name, p.last_name), '') as holder,
        t.valid_from, t.valid_until
      from certificate t ${relations}
      join tenant o on o.id = t.tenant_id
      where t.tenant_id = ${tenant_id} and t.id = ${id}`,
  );
  return row;
}

export type CertificateFilters = {
  employee_no?: string | undefined;
  user_id?: string | undefined;
  course_code?: string | undefined;
  status?: CertificateStatus | undefined;
};

/** For the panel: names beside the ids of certificate `t`, and the file kept with it. */
export const names = part`, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name, c.title as course_title, (
  select json_build_object('name', f.name, 'media_type', f.media_type, 'size_bytes', f.size_bytes,
    'uploaded_at', infra.iso(f.uploaded_at))
  from evidence_file f
  where f.tenant_id = t.tenant_id and f.certificate_id = t.id
) as evidence`;

/** One page of certificates, in the order of their creation or of their changes. */
export async function listCertificatePage(
  pool: Pool,
  tenant_id: string,
  walk: Walk,
  /** A part of a name or number. */
  { q, ...filters }: CertificateFilters & { q?: string | undefined },
  place: Place,
  beside: Fragment = part``,
): Promise<PageRow> {
  const conditions = conditionsOf(tenant_id, filters, place.today);
  const searched = q === undefined ? null : await searchCertificates(pool, tenant_id, q, conditions);
  const { list, first } = listOf(tenant_id, conditions, searched);
  const records = part`
      records as (
        select n.key, n.id, row_to_json(r)::text as record
        from shown n
        join certificate t on t.tenant_id = ${tenant_id} and t.id = n.id ${relations}
        cross join lateral (select ${columns(place)}${beside}) r
      )`;
  const page = pageStatement(list, walk, { records, first });
  return readPage(pool, tenant_id, q === undefined ? page : plannedEachTime(page));
}

/** The rows from which a page is taken: those that a search has found, or all that meet the conditions. */
function listOf(
  tenant_id: string,
  conditions: readonly Fragment[],
  searched: Searched | null,
): { list: PagedList; first: Fragment } {
  const list = { from: part`certificate t`, conditions, id: part`t.id`, keys: byCreation(part`t`) };
  if (searched === null) return { list, first: part`` };
  if ("condition" in searched) {
    const narrowed = { ...list, conditions: [...conditions, searched.condition], counted: part`${matches_max}::bigint` };
    return { list: narrowed, first: part`` };
  }
  const first = part`found as materialized (
        select t.id, t.created_at, t.updated_at from certificate t
        where t.tenant_id = ${tenant_id} and t.id = any (${searched.ids}::uuid[])
      ),`;
  return { list: { ...list, from: part`found t`, conditions: [part`true`] }, first };
}

/** Conditions on a certificate `t`, from the filters. */
export function conditionsOf(tenant_id: string, filters: CertificateFilters, today: string): Fragment[] {
  const conditions: Fragment[] = [part`t.tenant_id = ${tenant_id}`];
  if (filters.user_id !== undefined) conditions.push(part`t.person_id = ${filters.user_id}`);
  if (filters.employee_no !== undefined) {
    conditions.push(
      part`t.person_id = (select id from person where tenant_id = ${tenant_id} and employee_no_norm = ${caseNorm(filters.employee_no)})`,
    );
  }
  if (filters.course_code !== undefined) {
    conditions.push(
      part`t.course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(filters.course_code)})`,
    );
  }
  if (filters.status !== undefined) conditions.push(isOn(tenant_id, filters.status, today));
  return conditions;
}

/**
 * Whether certificate `t` has a status on a day. It says the same as `statusOn`, in conditions that avoid looking at other
 * certificates where they can.
 */
function isOn(tenant_id: string, status: CertificateStatus, today: string): Fragment {
  if (status === "revoked") return part`t.revoked_at is not null`;
  if (status === "superseded") return part`t.revoked_at is null and ${isSuperseded(today)}`;
  const counts = part`t.revoked_at is null and not ${isSuperseded(today)}`;
  if (status === "expired") return part`${counts} and t.valid_until < ${today}::date`;
  // No course has a longer window, so certificates that end later need no look at their course.
  const furthest = part`${today}::date + (select max(expiring_soon_days) from course where tenant_id = ${tenant_id})`;
  if (status === "expiring") {
    return part`${counts} and t.valid_until between ${today}::date and ${furthest} and ${isExpiring(today)}`;
  }
  return part`
    ${counts} and (t.valid_until is null or t.valid_until > ${furthest} or t.valid_until >= ${today}::date and not ${isExpiring(today)})`;
}

/** The window of certificate `t`'s course, as a subquery. */
const expiring_soon_days = part`(select w.expiring_soon_days from course w where w.tenant_id = t.tenant_id and w.id = t.course_id)`;

/**
 * The status of certificate `t` on a day. `soon_days`: the window of its course, where the course is joined already; the default
 * looks it up for each row.
 */
export function statusOn(today: string, soon_days = expiring_soon_days): Fragment {
  return part`
    case
      when t.revoked_at is not null then 'revoked'
      when ${isSuperseded(today)} then 'superseded'
      when t.valid_until < ${today}::date then 'expired'
      when ${isExpiring(today, soon_days)} then 'expiring'
      else 'valid'
    end`;
}

/**
 * A newer certificate that ends on the same day or later supersedes this one on the day on which it begins. The condition is
 * written so that the planner looks for newer ones only where there are some.
 */
function isSuperseded(today: string): Fragment {
  return part`
    case when t.has_newer then exists (
      select from certificate o
      where o.tenant_id = t.tenant_id and o.person_id = t.person_id and o.course_id = t.course_id and o.revoked_at is null
        and (o.issued_at, o.id) > (t.issued_at, t.id) and o.valid_from <= ${today}::date
        and (o.valid_until is null or o.valid_until >= t.valid_until)
    ) else false end`;
}

function isExpiring(today: string, soon_days = expiring_soon_days): Fragment {
  return part`(t.valid_until - ${today}::date <= ${soon_days})`;
}

/** The certificate of enrollment `e` as its record shows it: a JSON object or null. */
export function certificateOfEnrollment(today: string): Fragment {
  return part`
    (
      select row_to_json(r)
      from (
        select t.id, t.number, t.valid_from, t.valid_until, ${statusOn(today)} as status
        from certificate t
        where t.tenant_id = e.tenant_id and t.enrollment_id = e.id
        order by t.issued_at desc, t.id desc
        limit 1
      ) r
    )`;
}

const relations = part`
  join person p on p.tenant_id = t.tenant_id and p.id = t.person_id
  join course c on c.tenant_id = t.tenant_id and c.id = t.course_id`;

/**
 * Joins, as `r`, the record of a certificate `t` with names, its person `p` and its course `c`. Parts that are not selected are
 * not read. `counts`: without names and with plain instants, because the function that formats instants would keep the server
 * from using parallel processes.
 */
export function certificateRecord(place: Place, counts = false): Fragment {
  return part`
    left join person p on p.tenant_id = t.tenant_id and p.id = t.person_id
    left join course c on c.tenant_id = t.tenant_id and c.id = t.course_id
    cross join lateral (select ${counts ? columns(place, plain) : part`${columns(place)}${names}`}) r`;
}

/** Instants of a certificate `t`: formatted for its record, and plain. */
const texts = { issued: part`infra.iso(t.issued_at) as issued_at`, revoked: part`infra.iso(t.revoked_at) as revoked_at` };
const plain: typeof texts = { issued: part`t.issued_at`, revoked: part`t.revoked_at` };

/** The members of the record in their order, of certificate `t` with person `p` and course `c`. */
function columns({ today, verified_at }: Place, instants = texts): Fragment {
  return part`
    t.id, t.number, t.person_id as user_id, p.employee_no, t.course_id, c.code as course_code, t.enrollment_id, t.cycle_year,
    ${statusOn(today, part`c.expiring_soon_days`)} as status, t.source, t.issuer, ${instants.issued}, t.valid_from, t.valid_until,
    case when c.renewal_enabled then t.valid_until - coalesce(c.renewal_lead_days, c.expiring_soon_days) end as renewal_opens_on,
    t.previous_certificate_id, ${instants.revoked}, t.revoke_reason,
    ${verified_at}::text || t.verification_code as verification_url`;
}
