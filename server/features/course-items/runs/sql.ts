import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Answers, Asked, Item } from "../item.ts";
import type { ItemState } from "../rules.ts";
import type { Stretch } from "./seen.ts";

export type Run = {
  id: string;
  number: number;
  result: "passed" | "failed" | null;
  score: number | null;
  items: Item[];
  states: ItemState[];
  /** Sittings that are still open. */
  sittings: { id: string; item_id: string }[];
  /** Items that were begun and have not ended: packages, videos of which a part was seen, and tools that were launched. */
  opened: string[];
};

/** A learner's own enrollment in a course of items. */
export type Own = {
  id: string;
  status: "assigned" | "in_progress" | "completed" | "failed";
  attempts_used: number;
  attempts_allowed: number;
  pass_score: number | null;
  course_id: string;
  /** The items for the next run; null: the course does not consist of items. */
  items: Item[] | null;
  run: Run | null;
};

/** Undefined: the person has no such enrollment. */
export async function findOwn(db: Db, tenant_id: string, person_id: string, id: string): Promise<Own | undefined> {
  return db.row(sql`
    select e.id, e.state as status, e.attempts_used, e.attempts_allowed, c.pass_score, c.id as course_id, l.items, (
        select json_build_object('id', r.id, 'number', r.number, 'result', r.result, 'score', r.score, 'items', v.items,
          'states', (
            select coalesce(json_agg(json_build_object('item_id', s.item_id, 'state', s.state, 'score', s.score)), '[]')
            from course_run_item s where s.tenant_id = r.tenant_id and s.run_id = r.id
          ),
          'sittings', (
            select coalesce(json_agg(json_build_object('id', q.id, 'item_id', q.item_id)), '[]')
            from quiz_sitting q where q.tenant_id = r.tenant_id and q.run_id = r.id and q.handed_in_at is null
          ),
          'opened', (
            select coalesce(json_agg(o.item_id), '[]')
            from (
              select k.item_id
              from course_run_package k
              join content_registration g on g.tenant_id = k.tenant_id and g.id = k.registration_id and g.ended_at is null
              where k.tenant_id = r.tenant_id and k.run_id = r.id
              union all
              select w.item_id from course_run_video w where w.tenant_id = r.tenant_id and w.run_id = r.id
              union all
              select l.item_id from course_run_tool l where l.tenant_id = r.tenant_id and l.run_id = r.id
            ) o
          ))
        from course_run r
        join course_item_list v on v.tenant_id = r.tenant_id and v.course_id = r.course_id and v.version = r.version
        where r.tenant_id = e.tenant_id and r.enrollment_id = e.id
        order by r.number desc
        limit 1
      ) as run
    from enrollment e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    left join course_item_list l
      on l.tenant_id = c.tenant_id and l.course_id = c.id and c.content->>'kind' = 'items' and l.version = (c.content->>'version')::int
    where e.tenant_id = ${tenant_id} and e.person_id = ${person_id} and e.id = ${id} and e.state not in ('cancelled', 'withdrawn')`);
}

/** The data of a tool that learners see. */
export async function findToolShown(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<{ name: string; sends_name: boolean; sends_email: boolean } | undefined> {
  return db.row(sql`select name, sends_name, sends_email from lti_tool where tenant_id = ${tenant_id} and id = ${id}`);
}

/** The present list of a course, locked until the transaction ends. Undefined: the course does not consist of items. */
export async function holdList(
  db: Db,
  tenant_id: string,
  course_id: string,
): Promise<{ version: number; items: Item[] } | undefined> {
  // A statement that waits for the lock would read the old list, so the next statement reads it.
  await db.count(sql`select from course where tenant_id = ${tenant_id} and id = ${course_id} for share`);
  return db.row(sql`
    select l.version, l.items
    from course c
    join course_item_list l on l.tenant_id = c.tenant_id and l.course_id = c.id and l.version = (c.content->>'version')::int
    where c.tenant_id = ${tenant_id} and c.id = ${course_id} and c.content->>'kind' = 'items'`);
}

export type NewRun = { id: string; enrollment_id: string; number: number; course_id: string; version: number; at: string };

export async function insertRun(
  db: Db,
  tenant_id: string,
  { id, enrollment_id, number, course_id, version, at }: NewRun,
): Promise<void> {
  await db.count(sql`
    insert into course_run (tenant_id, id, enrollment_id, number, course_id, version, began_at)
    values (${tenant_id}, ${id}, ${enrollment_id}, ${number}, ${course_id}, ${version}, ${at})`);
}

export async function updateRunEnded(
  db: Db,
  tenant_id: string,
  id: string,
  { result, score, at }: { result: "passed" | "failed"; score: number | null; at: string },
): Promise<void> {
  await db.count(sql`
    update course_run
    set result = ${result}, score = ${score}::integer, ended_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Stores the results of items; a later result replaces an earlier one. */
export async function storeItemStates(
  db: Db,
  tenant_id: string,
  run_id: string,
  states: readonly ItemState[],
  at: string,
): Promise<void> {
  if (states.length === 0) return;
  await db.count(sql`
    insert into course_run_item (tenant_id, run_id, item_id, state, score, ended_at)
    select ${tenant_id}, ${run_id}, s.item_id, s.state, s.score, ${at}
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s(item_id uuid, state text, score integer)
    on conflict (tenant_id, run_id, item_id) do update
    set state = excluded.state, score = excluded.score, ended_at = excluded.ended_at`);
}

export type Watched = { position_s: number; duration_s: number; seen: Stretch[] };

/** How much of a video was watched in a run. */
export async function findWatched(db: Db, tenant_id: string, run_id: string, item_id: string): Promise<Watched | undefined> {
  return db.row(sql`
    select position_s, duration_s, seen
    from course_run_video
    where tenant_id = ${tenant_id} and run_id = ${run_id} and item_id = ${item_id}`);
}

export async function storeWatched(
  db: Db,
  tenant_id: string,
  run_id: string,
  item_id: string,
  { position_s, duration_s, seen }: Watched,
  at: string,
): Promise<void> {
  await db.count(sql`
    insert into course_run_video (tenant_id, run_id, item_id, position_s, duration_s, seen, updated_at)
    values (${tenant_id}, ${run_id}, ${item_id}, ${position_s}, ${duration_s}, ${JSON.stringify(seen)}::jsonb, ${at})
    on conflict (tenant_id, run_id, item_id) do update
    set position_s = excluded.position_s, duration_s = excluded.duration_s, seen = excluded.seen, updated_at = excluded.updated_at`);
}

export type Sitting = {
  id: string;
  run_id: string;
  item_id: string;
  enrollment_id: string;
  asked: Asked[];
  answers: Answers;
  pass_percent: number;
  /** Whether answers still count: neither the sitting nor its run has ended. */
  is_open: boolean;
};

const own_sitting = (tenant_id: string, person_id: string, id: string) => part`
  select s.id, s.run_id, s.item_id, r.enrollment_id, s.asked, s.answers, s.pass_percent,
    s.handed_in_at is null and r.ended_at is null and e.state = 'in_progress' as is_open
  from quiz_sitting s
  join course_run r on r.tenant_id = s.tenant_id and r.id = s.run_id
  join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
  where s.tenant_id = ${tenant_id} and s.id = ${id} and e.person_id = ${person_id} and e.state not in ('cancelled', 'withdrawn')`;

/** A learner's own sitting; undefined: the person has no such sitting. */
export async function findSitting(db: Db, tenant_id: string, person_id: string, id: string): Promise<Sitting | undefined> {
  return db.row(sql`${own_sitting(tenant_id, person_id, id)}`);
}

/** A learner's own sitting, locked. */
export async function lockSitting(db: Db, tenant_id: string, person_id: string, id: string): Promise<Sitting | undefined> {
  return db.row(sql`${own_sitting(tenant_id, person_id, id)} for no key update of s`);
}

export type NewSitting = Pick<Sitting, "id" | "run_id" | "item_id" | "asked" | "pass_percent">;

export async function insertSitting(db: Db, tenant_id: string, sitting: NewSitting, at: string): Promise<void> {
  const { id, run_id, item_id, asked, pass_percent } = sitting;
  await db.count(sql`
    insert into quiz_sitting (tenant_id, id, run_id, item_id, number, asked, answers, pass_percent, began_at)
    select ${tenant_id}, ${id}, ${run_id}, ${item_id}, coalesce(max(number), 0) + 1, ${JSON.stringify(asked)}::jsonb, '{}', ${pass_percent}, ${at}
    from quiz_sitting
    where tenant_id = ${tenant_id} and run_id = ${run_id} and item_id = ${item_id}`);
}

export async function updateAnswers(db: Db, tenant_id: string, id: string, answers: Answers): Promise<void> {
  await db.count(sql`
    update quiz_sitting set answers = ${JSON.stringify(answers)}::jsonb where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function updateHandedIn(
  db: Db,
  tenant_id: string,
  id: string,
  { answers, score, at }: { answers: Answers; score: number; at: string },
): Promise<void> {
  await db.count(sql`
    update quiz_sitting
    set answers = ${JSON.stringify(answers)}::jsonb, score = ${score}, handed_in_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Deletes the seen parts of videos of a person. The run keeps which items are done. Returns the number of videos. */
export async function deleteWatched(db: Db, tenant_id: string, person_id: string): Promise<number> {
  return db.count(sql`
    delete from course_run_video w
    using course_run r, enrollment e
    where w.tenant_id = ${tenant_id} and r.tenant_id = w.tenant_id and r.id = w.run_id
      and e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.person_id = ${person_id}`);
}

/** Deletes the questions and answers of a person. The run keeps the results. Returns the number of sittings. */
export async function deleteSittings(db: Db, tenant_id: string, person_id: string): Promise<number> {
  return db.count(sql`
    delete from quiz_sitting s
    using course_run r, enrollment e
    where s.tenant_id = ${tenant_id} and r.tenant_id = s.tenant_id and r.id = s.run_id
      and e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.person_id = ${person_id}`);
}
