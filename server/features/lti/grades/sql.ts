import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Score } from "./rules.ts";

/** Stores that an assertion was used. Returns whether this is its first use. */
export async function useAssertion(
  db: Db,
  tenant_id: string,
  { tool_id, jti_hash, expires_us }: { tool_id: string; jti_hash: Buffer; expires_us: number },
): Promise<boolean> {
  const count = await db.count(sql`
    insert into lti_used_assertion (tenant_id, tool_id, jti_hash, expires_us)
    values (${tenant_id}, ${tool_id}, ${jti_hash}, ${expires_us}::bigint)
    on conflict (tenant_id, tool_id, jti_hash) do nothing`);
  return count === 1;
}

/** Deletes expired assertions, at most one batch. */
export async function deleteLateAssertions(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  await db.count(sql`
    delete from lti_used_assertion
    where (tenant_id, tool_id, jti_hash) in (
      select tenant_id, tool_id, jti_hash from lti_used_assertion
      where tenant_id = ${tenant_id} and expires_us <= infra.now_us()
      order by expires_us
      limit ${batch_max}
      for update skip locked
    )`);
}

export type LineItem = { id: string; label: string };

/**
 * An item from which the tool was launched, with its title in the newest list that contains it; undefined: the tool was not
 * launched from it.
 */
export async function findLaunchedItem(
  db: Db,
  tenant_id: string,
  { tool_id, item_id }: Pick<ScoreKey, "tool_id" | "item_id">,
): Promise<LineItem | undefined> {
  return db.row(sql`
    select i->>'id' as id, i->>'title' as label
    from course_item_list l
    cross join lateral jsonb_array_elements(l.items) i
    where l.tenant_id = ${tenant_id} and l.course_id = (
        select r.course_id
        from course_run_tool k
        join course_run r on r.tenant_id = k.tenant_id and r.id = k.run_id
        where k.tenant_id = ${tenant_id} and k.tool_id = ${tool_id} and k.item_id = ${item_id}
        limit 1
      )
      and i->>'id' = ${item_id} and i->>'tool_id' = ${tool_id}
    order by l.version desc
    limit 1`);
}

/** An item in the present list of a course that launches the tool. */
export async function findListedItem(
  db: Db,
  tenant_id: string,
  { tool_id, item_id }: Pick<ScoreKey, "tool_id" | "item_id">,
): Promise<LineItem | undefined> {
  return db.row(sql`
    select i->>'id' as id, i->>'title' as label
    from course c
    join course_item_list l on l.tenant_id = c.tenant_id and l.course_id = c.id and l.version = (c.content->>'version')::int
    cross join lateral jsonb_array_elements(l.items) i
    where c.tenant_id = ${tenant_id} and c.content->>'kind' = 'items' and i->>'id' = ${item_id} and i->>'tool_id' = ${tool_id}
    limit 1`);
}

/** The items in the present list of a course that launch the tool. */
export async function listLineItems(
  db: Db,
  tenant_id: string,
  { tool_id, course_id }: { tool_id: string; course_id: string },
): Promise<LineItem[]> {
  return db.rows(sql`
    select i->>'id' as id, i->>'title' as label
    from course c
    join course_item_list l on l.tenant_id = c.tenant_id and l.course_id = c.id and l.version = (c.content->>'version')::int
    cross join lateral jsonb_array_elements(l.items) with ordinality as x(i, place)
    where c.tenant_id = ${tenant_id} and c.id = ${course_id} and c.content->>'kind' = 'items' and i->>'tool_id' = ${tool_id}
    order by place`);
}

export type Scored = {
  run_id: string;
  enrollment_id: string;
  person_id: string;
  pass_score: number | null;
  /** Whether the stored score is as late as the new one, or later. */
  is_late: boolean;
  /** Whether the new score's time is in the future. */
  is_early: boolean;
};

/**
 * The run to which a learner's score belongs: the one from which the tool was last launched. Undefined: the learner has not
 * launched it.
 */
export async function findScored(
  db: Db,
  tenant_id: string,
  { tool_id, item_id, subject, scored_at, ahead_max_us }: ScoreKey & { scored_at: string; ahead_max_us: number },
): Promise<Scored | undefined> {
  return db.row(sql`
    select k.run_id, e.id as enrollment_id, e.person_id, c.pass_score, coalesce(k.scored_at >= ${scored_at}::timestamptz, false) as is_late,
      extract(epoch from ${scored_at}::timestamptz) * 1000000 > infra.now_us() + ${ahead_max_us}::bigint as is_early
    from course_run_tool k
    join course_run r on r.tenant_id = k.tenant_id and r.id = k.run_id
    join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    where k.tenant_id = ${tenant_id} and k.tool_id = ${tool_id} and k.item_id = ${item_id} and k.subject = ${subject}
    order by k.launched_us desc
    limit 1`);
}

export type ScoreKey = { tool_id: string; item_id: string; subject: string };

/** Stores a score if it is later than the stored one; returns whether it was. */
export async function updateScore(
  db: Db,
  tenant_id: string,
  { run_id, item_id, scored_at }: { run_id: string; item_id: string; scored_at: string },
  { score_given, score_maximum, activity_progress, grading_progress }: Score,
): Promise<boolean> {
  const count = await db.count(sql`
    update course_run_tool
    set scored_at = ${scored_at}::timestamptz, score_given = ${score_given}::float8, score_maximum = ${score_maximum}::float8,
      activity_progress = ${activity_progress}, grading_progress = ${grading_progress}
    where tenant_id = ${tenant_id} and run_id = ${run_id} and item_id = ${item_id}
      and (scored_at is null or scored_at < ${scored_at}::timestamptz)`);
  return count === 1;
}

export type ResultRow = { subject: string; score_given: number; score_maximum: number };

/**
 * Results of learners in a line item that have points, each from the run of the last launch; only those after `after`, in the
 * order of ids.
 */
export async function listResults(
  db: Db,
  tenant_id: string,
  { tool_id, item_id }: Pick<ScoreKey, "tool_id" | "item_id">,
  { subject, after, limit }: { subject: string | null; after: string; limit: number },
): Promise<ResultRow[]> {
  return db.rows(sql`
    select o.subject, o.score_given, o.score_maximum
    from (
      select distinct on (k.subject) k.subject, k.score_given, k.score_maximum
      from course_run_tool k
      where k.tenant_id = ${tenant_id} and k.tool_id = ${tool_id} and k.item_id = ${item_id}
        and k.subject > ${after}::uuid and k.subject = coalesce(${subject}::uuid, k.subject)
      order by k.subject, k.launched_us desc
    ) o
    where o.score_given is not null
    order by o.subject
    limit ${limit}::int`);
}
