import type { Pool } from "../../platform/db/pool.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";

/** The members of an enrollment `e` in a course `c` that its learner sees. */
const columns = (today: string) => part`e.id, c.code as course_code, c.title as course_title, c.type = 'learning_path' as is_path,
  e.state as status, e.mandatory, e.due_date,
  e.state in ('assigned', 'in_progress', 'failed') and coalesce(e.due_date < ${today}::date, false) as overdue, c.estimated_minutes,
  e.attempts_used, e.attempts_allowed, e.score, infra.iso(e.completed_at) as completed_at, c.content->>'kind' as kind`;

/** A learner's courses and certificates, as JSON text. */
export async function readMyTraining(
  pool: Pool,
  tenant_id: string,
  person_id: string,
  { today, verified_at }: { today: string; verified_at: string },
): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select row_to_json(r)::text as json
      from (
        select
          (
            select coalesce(json_agg(row_to_json(o) order by o.status in ('assigned', 'in_progress') desc, o.due_date, o.id desc), '[]')
            from (
              select ${columns(today)}
              from enrollment e
              join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
              where e.tenant_id = ${tenant_id} and e.person_id = ${person_id} and e.state not in ('cancelled', 'withdrawn')
            ) o
          ) as courses,
          (
            select coalesce(json_agg(row_to_json(o) order by o.valid_from desc, o.id desc), '[]')
            from (
              select t.id, t.number, c.title as course_title, t.valid_from, t.valid_until,
                case
                  when t.revoked_at is not null then 'revoked'
                  when t.valid_until < ${today}::date then 'expired'
                  else 'valid'
                end as status,
                ${verified_at}::text || t.verification_code as verification_url
              from certificate t
              join course c on c.tenant_id = t.tenant_id and c.id = t.course_id
              where t.tenant_id = ${tenant_id} and t.person_id = ${person_id}
            ) o
          ) as certificates,
          exists (
            select from course_session s
            where s.tenant_id = ${tenant_id} and s.trainer_id = ${person_id} and s.cancelled_at is null
          ) as teaches,
          exists (select from person r where r.tenant_id = ${tenant_id} and r.manager_id = ${person_id}) as has_reports
      ) r`,
  );
  return row!.json;
}

export type Content =
  | { kind: "link"; url: string }
  | { kind: "document"; text: string }
  | { kind: "package"; package_id: string }
  | { kind: "items"; version: number }
  | { kind: "quiz"; questions: readonly { text: string; options: readonly string[]; correct: readonly number[] }[] };

export type MyCourseRow = {
  record: Record<string, unknown>;
  content: Content | null;
  pass_score: number | null;
  instructions: string | null;
};

/** Contacts for training: training administrators who can sign in, the longest-serving first. */
export async function listContacts(db: Db, tenant_id: string, contacts_max: number): Promise<{ name: string; email: string }[]> {
  return db.rows(sql`
    select name, email
    from administrator
    where tenant_id = ${tenant_id} and role = 'training_admin' and disabled_at is null
    order by created_at, id
    limit ${contacts_max}::int`);
}

/** One of a learner's own courses with its content; undefined: the learner does not have it. */
export async function findMyCourse(
  db: Db,
  tenant_id: string,
  person_id: string,
  id: string,
  today: string,
): Promise<MyCourseRow | undefined> {
  return db.row(sql`
    select (select row_to_json(r) from (select ${columns(today)}) r) as record, c.content, c.pass_score, c.instructions
    from enrollment e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    where e.tenant_id = ${tenant_id} and e.person_id = ${person_id} and e.id = ${id}
      and e.state not in ('cancelled', 'withdrawn')`);
}
