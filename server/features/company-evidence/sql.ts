import type { Pool } from "../../platform/db/pool.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";

/** The most open enrollments, and the most submissions, that a link shows. */
const asked_max = 500;
const shown_max = 500;
const links_max = 50;

export type LinkRow = {
  id: string;
  contractor_id: string;
  contractor: string;
  organisation: string;
  tenant: { code: string; kind: "live" | "sandbox"; time_zone: string; fiscal_month: number };
  expires_at: string;
  /** On the organisation's clock, in µs. */
  now_us: number;
};

/** A link that is valid on the organisation's clock. `lock`: no other file can be submitted by it until the transaction ends. */
export async function findLink(db: Db, tenant_id: string, token_hash: Buffer, lock: boolean): Promise<LinkRow | undefined> {
  return db.row(sql`
    select l.id, l.contractor_id, k.name as contractor, t.name as organisation, infra.iso(l.expires_at) as expires_at,
      json_build_object('code', t.code, 'kind', t.kind, 'time_zone', t.time_zone, 'fiscal_month', t.fiscal_month) as tenant,
      (infra.now_us() + t.clock_offset_us)::float8 as now_us
    from evidence_link l
    join contractor k on k.tenant_id = l.tenant_id and k.id = l.contractor_id and k.active
    join tenant t on t.id = l.tenant_id
    where l.tenant_id = ${tenant_id} and l.token_hash = ${token_hash} and l.ended_at is null
      and extract(epoch from l.expires_at) * 1000000 > infra.now_us() + t.clock_offset_us
    ${lock ? part`for update of l` : part``}`);
}

export async function insertLink(
  db: Db,
  tenant_id: string,
  link: { id: string; contractor_id: string; token_hash: Buffer; created_by: string; expires_at: string },
  at: string,
): Promise<void> {
  await db.count(sql`
    insert into evidence_link (tenant_id, id, contractor_id, token_hash, created_at, created_by, expires_at)
    values (${tenant_id}, ${link.id}, ${link.contractor_id}, ${link.token_hash}, ${at}, ${link.created_by}, ${link.expires_at})`);
}

/** A company, locked against deletion; undefined: there is none. `active`: whether it is in use. */
export async function findCompany(db: Db, tenant_id: string, id: string): Promise<{ active: boolean } | undefined> {
  return db.row(sql`select active from contractor where tenant_id = ${tenant_id} and id = ${id} for key share`);
}

/** The links of a company, as JSON text; undefined: there is no such company. */
export async function listLinks(pool: Pool, tenant_id: string, contractor_id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select coalesce((
        select json_agg(json_build_object('id', l.id, 'contractor_id', l.contractor_id, 'created_at', infra.iso(l.created_at),
          'created_by_name', a.name, 'expires_at', infra.iso(l.expires_at), 'ended_at', infra.iso(l.ended_at),
          'submissions', (select count(*)::int from submission s where s.tenant_id = l.tenant_id and s.link_id = l.id))
          order by l.created_at desc, l.id desc)
        from (
          select * from evidence_link
          where tenant_id = ${tenant_id} and contractor_id = ${contractor_id}
          order by created_at desc, id desc
          limit ${links_max}::int
        ) l
        left join administrator a on a.tenant_id = l.tenant_id and a.id = l.created_by
      ), '[]')::text as json
      from contractor
      where tenant_id = ${tenant_id} and id = ${contractor_id}`,
  );
  return row?.json;
}

/** Ends a link. Returns its company; undefined: the link had ended or does not exist. */
export async function endLink(db: Db, tenant_id: string, id: string, at: string): Promise<string | undefined> {
  const row = await db.row<{ contractor_id: string }>(sql`
    update evidence_link set ended_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id} and ended_at is null
    returning contractor_id`);
  return row?.contractor_id;
}

/** Condition: the enrollment `e` is open, its person's account is in use, and the course is held outside this service. */
const is_asked = part`e.state in ('assigned', 'in_progress') and p.state in ('invited', 'active') and c.type = 'course' and c.content is null`;
const full_name = part`coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.employee_no, p.login, '')`;

/** The enrollments for which a company can hand in evidence, as JSON text. */
export async function listAsked(db: Db, tenant_id: string, contractor_id: string, time_zone: string): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(json_build_object('enrollment_id', r.id, 'full_name', r.full_name, 'course_title', r.title,
      'assigned_on', r.assigned_on, 'due_date', r.due_date, 'waits', r.waits) order by r.due_date nulls last, r.full_name, r.id), '[]')::text as json
    from (
      select e.id, ${full_name} as full_name, c.title, (e.assigned_at at time zone ${time_zone}::text)::date as assigned_on, e.due_date,
        exists (select from submission s where s.tenant_id = e.tenant_id and s.enrollment_id = e.id and s.state = 'waiting') as waits
      from person p
      join enrollment e on e.tenant_id = p.tenant_id and e.person_id = p.id
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where p.tenant_id = ${tenant_id} and p.contractor_id = ${contractor_id} and ${is_asked}
      order by e.due_date nulls last, e.id
      limit ${asked_max}::int
    ) r`);
  return row!.json;
}

/** One enrollment for which a company can hand in evidence. */
export async function findAsked(
  db: Db,
  tenant_id: string,
  contractor_id: string,
  enrollment_id: string,
  time_zone: string,
): Promise<{ person_id: string; assigned_on: string } | undefined> {
  return db.row(sql`
    select p.id as person_id, (e.assigned_at at time zone ${time_zone}::text)::date::text as assigned_on
    from enrollment e
    join person p on p.tenant_id = e.tenant_id and p.id = e.person_id
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    where e.tenant_id = ${tenant_id} and e.id = ${enrollment_id} and p.contractor_id = ${contractor_id} and ${is_asked}`);
}

/** How many files were submitted by a link in total, and how many since an instant. */
export async function countSubmissions(
  db: Db,
  tenant_id: string,
  link_id: string,
  since: string,
): Promise<{ all: number; since: number }> {
  const row = await db.row<{ all: number; since: number }>(sql`
    select count(*)::int as "all", (count(*) filter (where submitted_at > ${since}))::int as since
    from submission
    where tenant_id = ${tenant_id} and link_id = ${link_id}`);
  return row!;
}

type NewSubmission = {
  id: string;
  link_id: string;
  person_id: string;
  enrollment_id: string;
  name: string;
  media_type: string;
  size_bytes: number;
  sha256: Buffer;
  completed_on: string;
};

/** False: another submission for this enrollment is waiting. */
export async function insertSubmission(db: Db, tenant_id: string, row: NewSubmission, at: string): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into submission (tenant_id, id, link_id, person_id, enrollment_id, name, media_type, size_bytes, sha256, completed_on, submitted_at)
    values (${tenant_id}, ${row.id}, ${row.link_id}, ${row.person_id}, ${row.enrollment_id}, ${row.name}, ${row.media_type},
      ${row.size_bytes}, ${row.sha256}, ${row.completed_on}, ${at})
    on conflict (tenant_id, enrollment_id) where state = 'waiting' do nothing`);
  return inserted === 1;
}

export async function insertChunk(
  db: Db,
  tenant_id: string,
  submission_id: string,
  number: number,
  bytes: Buffer,
): Promise<void> {
  await db.count(sql`
    insert into submission_chunk (tenant_id, submission_id, number, bytes)
    values (${tenant_id}, ${submission_id}, ${number}, ${bytes})`);
}

const record = part`'id', s.id, 'state', s.state, 'full_name', ${full_name}, 'course_title', c.title, 'completed_on', s.completed_on,
        'file_name', s.name, 'submitted_at', infra.iso(s.submitted_at), 'reason', s.reason`;

/** The submissions of a link, as JSON text. */
export async function listOfLink(db: Db, tenant_id: string, link_id: string): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(json_build_object(${record}) order by s.submitted_at desc, s.id desc), '[]')::text as json
    from (
      select * from submission where tenant_id = ${tenant_id} and link_id = ${link_id} order by submitted_at desc, id desc limit ${shown_max}::int
    ) s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    join enrollment e on e.tenant_id = s.tenant_id and e.id = s.enrollment_id
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id`);
  return row!.json;
}

/** A page of submissions as JSON text, and their number. */
export async function listSubmissions(
  pool: Pool,
  tenant_id: string,
  { state, limit, offset }: { state?: string | undefined; limit: number; offset: number },
): Promise<{ total: number; json: string }> {
  const conditions = part`s.tenant_id = ${tenant_id} ${state === undefined ? part`` : part`and s.state = ${state}`}`;
  const [row] = await readTenant<{ total: number; json: string }>(
    pool,
    tenant_id,
    sql`
      select (select count(*)::int from submission s where ${conditions}) as total,
        coalesce(json_agg(json_build_object(${record}, 'user_id', s.person_id, 'enrollment_id', s.enrollment_id, 'contractor_id', k.id,
          'contractor_name', k.name, 'employee_no', p.employee_no, 'course_code', c.code, 'due_date', e.due_date,
          'decided_at', infra.iso(s.decided_at), 'decided_by_name', a.name) order by s.submitted_at, s.id), '[]')::text as json
      from (
        select * from submission s where ${conditions} order by submitted_at, id limit ${limit}::int offset ${offset}
      ) s
      join evidence_link l on l.tenant_id = s.tenant_id and l.id = s.link_id
      join contractor k on k.tenant_id = l.tenant_id and k.id = l.contractor_id
      join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
      join enrollment e on e.tenant_id = s.tenant_id and e.id = s.enrollment_id
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      left join administrator a on a.tenant_id = s.tenant_id and a.id = s.decided_by`,
  );
  return row!;
}

export type SubmissionRow = { enrollment_id: string; state: string; completed_on: string };

/** A submission, locked until the transaction ends. */
export async function lockSubmission(db: Db, tenant_id: string, id: string): Promise<SubmissionRow | undefined> {
  return db.row(sql`
    select enrollment_id, state, completed_on::text from submission where tenant_id = ${tenant_id} and id = ${id} for update`);
}

export async function decideSubmission(
  db: Db,
  tenant_id: string,
  id: string,
  { state, reason, by, at }: { state: "accepted" | "refused"; reason: string | null; by: string; at: string },
): Promise<void> {
  await db.count(sql`
    update submission set state = ${state}, reason = ${reason}, decided_by = ${by}, decided_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function deleteChunks(db: Db, tenant_id: string, submission_id: string): Promise<void> {
  await db.count(sql`delete from submission_chunk where tenant_id = ${tenant_id} and submission_id = ${submission_id}`);
}

/** A file with its bytes in order; null: a refusal has deleted it. */
export async function findFile(
  pool: Pool,
  tenant_id: string,
  id: string,
): Promise<{ name: string; media_type: string; bytes: Buffer[] | null } | undefined> {
  const [row] = await readTenant<{ name: string; media_type: string; bytes: Buffer[] | null }>(
    pool,
    tenant_id,
    sql`
      select s.name, s.media_type, (
          select array_agg(k.bytes order by k.number) from submission_chunk k where k.tenant_id = s.tenant_id and k.submission_id = s.id
        ) as bytes
      from submission s
      where s.tenant_id = ${tenant_id} and s.id = ${id}`,
  );
  return row;
}
