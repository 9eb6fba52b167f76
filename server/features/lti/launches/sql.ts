import { deleteLate } from "../../../platform/late-sql.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/** The id by which the tool knows the person; the first launch creates it. */
export async function ensureSubject(
  db: Db,
  tenant_id: string,
  { tool_id, person_id }: { tool_id: string; person_id: string },
): Promise<string> {
  await db.count(sql`
    insert into lti_subject (tenant_id, tool_id, subject, person_id)
    values (${tenant_id}, ${tool_id}, gen_random_uuid(), ${person_id})
    on conflict (tenant_id, tool_id, person_id) do nothing`);
  const row = await db.row<{ subject: string }>(sql`
    select subject from lti_subject where tenant_id = ${tenant_id} and tool_id = ${tool_id} and person_id = ${person_id}`);
  return row!.subject;
}

export type Placed = { run_id: string; item_id: string; tool_id: string; subject: string };

/**
 * Stores that the tool was launched from this item of the run. From now on the learner's scores belong here, if they are later
 * than those sent before.
 */
export async function storeRunTool(db: Db, tenant_id: string, { run_id, item_id, tool_id, subject }: Placed): Promise<void> {
  await db.count(sql`
    insert into course_run_tool (tenant_id, run_id, item_id, tool_id, subject, launched_us, scored_at)
    select ${tenant_id}, ${run_id}, ${item_id}, ${tool_id}, ${subject}::uuid, infra.now_us(), max(k.scored_at)
    from course_run_tool k
    where k.tenant_id = ${tenant_id} and k.tool_id = ${tool_id} and k.item_id = ${item_id} and k.subject = ${subject}::uuid
    on conflict (tenant_id, run_id, item_id) do update
    set launched_us = excluded.launched_us, tool_id = excluded.tool_id, subject = excluded.subject`);
}

export type NewLaunch = {
  hint_hash: Buffer;
  id: string;
  tool_id: string;
  session_id: string;
  person_id: string;
  run_id: string;
  item_id: string;
};

/** Returns when the launch expires, in ms. */
export async function insertLaunch(db: Db, tenant_id: string, launch: NewLaunch, lasts_us: number): Promise<number> {
  const { hint_hash, id, tool_id, session_id, person_id, run_id, item_id } = launch;
  const row = await db.row<{ expires_ms: number }>(sql`
    insert into lti_launch (tenant_id, hint_hash, id, tool_id, session_id, person_id, run_id, item_id, expires_us)
    values (${tenant_id}, ${hint_hash}, ${id}, ${tool_id}, ${session_id}, ${person_id}, ${run_id}, ${item_id},
      infra.now_us() + ${lasts_us}::bigint)
    returning floor(expires_us / 1000)::float8 as expires_ms`);
  return row!.expires_ms;
}

/** Deletes expired launches, at most one batch. */
export function deleteLateLaunches(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  return deleteLate(db, tenant_id, { table: part`lti_launch`, key: part`hint_hash` }, batch_max);
}

export type TakenLaunch = { person_id: string; run_id: string; item_id: string };

/** Takes a launch of this tool and session, once; undefined: there is none, or it has expired. */
export async function takeLaunch(
  db: Db,
  tenant_id: string,
  { hint_hash, id, tool_id, session_id }: Pick<NewLaunch, "hint_hash" | "id" | "tool_id" | "session_id">,
): Promise<TakenLaunch | undefined> {
  const row = await db.row<TakenLaunch & { late: boolean }>(sql`
    delete from lti_launch
    where tenant_id = ${tenant_id} and hint_hash = ${hint_hash} and id = ${id} and tool_id = ${tool_id} and session_id = ${session_id}
    returning person_id, run_id, item_id, expires_us <= infra.now_us() as late`);
  if (row === undefined || row.late) return undefined;
  const { late: _, ...taken } = row;
  return taken;
}

export type Launched = {
  now_s: number;
  enrollment_id: string;
  subject: string;
  item: { id: string; title: string; url: string | null; custom: { name: string; value: string }[] };
  course: { id: string; code: string; title: string };
  organisation: string;
  person: { first_name: string | null; last_name: string | null; email: string | null };
};

/** The data of a launch for the tool; undefined: the run or its learner has ended meanwhile. */
export async function findLaunched(
  db: Db,
  tenant_id: string,
  { person_id, run_id, item_id }: TakenLaunch,
): Promise<Launched | undefined> {
  return db.row(sql`
    select floor(infra.now_us() / 1000000)::float8 as now_s, e.id as enrollment_id, k.subject, (
        select json_build_object('id', i->>'id', 'title', i->>'title', 'url', i->'url', 'custom', coalesce(i->'custom', '[]'))
        from jsonb_array_elements(l.items) i
        where i->>'id' = k.item_id::text
      ) as item, json_build_object('id', c.id, 'code', c.code, 'title', c.title) as course, t.name as organisation,
      json_build_object('first_name', p.first_name, 'last_name', p.last_name, 'email', p.email) as person
    from course_run_tool k
    join course_run r on r.tenant_id = k.tenant_id and r.id = k.run_id and r.ended_at is null
    join course_item_list l on l.tenant_id = r.tenant_id and l.course_id = r.course_id and l.version = r.version
    join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.state = 'in_progress'
    join person p on p.tenant_id = e.tenant_id and p.id = e.person_id and p.state in ('invited', 'active')
    join course c on c.tenant_id = r.tenant_id and c.id = r.course_id
    join tenant t on t.id = k.tenant_id
    where k.tenant_id = ${tenant_id} and k.run_id = ${run_id} and k.item_id = ${item_id} and p.id = ${person_id} and k.subject is not null`);
}
