import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Language } from "../../platform/languages.ts";

/** A pack without progress for this time is shown as stopped. */
const still_max_s = 60;
const shown_max = 50;

export type NewPack = {
  id: string;
  person_ids: readonly string[];
  course_ids: readonly string[];
  period_from: string | null;
  as_of: string;
  language: Language;
  ordered_by: string;
  ordered_by_name: string;
  ordered_at: string;
};

/** A pack as a run sees it. Instants are texts. */
export type Pack = Omit<NewPack, "ordered_by"> & { organisation: string; organisation_code: string; is_sandbox: boolean };

export async function insertPack(db: Db, tenant_id: string, pack: NewPack): Promise<void> {
  await db.count(sql`
    insert into evidence_pack (tenant_id, id, person_ids, course_ids, period_from, as_of, language, ordered_by, ordered_by_name, ordered_at)
    values (${tenant_id}, ${pack.id}, ${pack.person_ids}::uuid[], ${pack.course_ids}::uuid[], ${pack.period_from}, ${pack.as_of},
      ${pack.language}, ${pack.ordered_by}, ${pack.ordered_by_name}, ${pack.ordered_at})`);
}

/** Counts the packs that are being made under a lock, so that concurrent orders cannot exceed the limit. */
export async function countUnderWay(db: Db, tenant_id: string): Promise<number> {
  await db.row(sql`select pg_advisory_xact_lock(hashtextextended(${`evidence pack ${tenant_id}`}, 0))`);
  const row = await db.row<{ packs: number }>(sql`
    select count(*)::int as packs from evidence_pack where tenant_id = ${tenant_id} and status in ('queued', 'running')`);
  return row!.packs;
}

/** The ids of people in the order of a pack, which is that of their names. */
export async function listInOrder(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from person where tenant_id = ${tenant_id} and id = any (${person_ids}::uuid[]) order by full_name_norm, id`);
  return rows.map(({ id }) => id);
}

/**
 * The ids of courses, in the order of their codes; null: all courses. A learning path has no flags, so its courses are listed
 * instead. `unknown`: how many ids do not exist.
 */
export async function listCourseIds(
  db: Db,
  tenant_id: string,
  course_ids: readonly string[] | null,
): Promise<{ ids: string[]; unknown: number }> {
  const chosen =
    course_ids === null
      ? part``
      : part`and (id = any (${course_ids}::uuid[]) or id in (
          select course_id from path_item where tenant_id = ${tenant_id} and path_id = any (${course_ids}::uuid[])))`;
  const rows = await db.rows<{ id: string }>(sql`
    select id from course where tenant_id = ${tenant_id} and type <> 'learning_path' ${chosen} order by code_norm`);
  const known = await db.row<{ count: number }>(sql`
    select count(*)::int as count from course where tenant_id = ${tenant_id} and id = any (${course_ids ?? []}::uuid[])`);
  return { ids: rows.map(({ id }) => id), unknown: new Set(course_ids ?? []).size - known!.count };
}

const record = part`json_build_object(
  'id', k.id, 'status', k.status, 'failure', k.failure, 'from', k.period_from, 'as_of', infra.iso(k.as_of), 'ordered_by', k.ordered_by_name,
  'ordered_at', infra.iso(k.ordered_at), 'people_total', cardinality(k.person_ids), 'people_done', k.people_done,
  'courses', cardinality(k.course_ids),
  'stopped', k.status in ('queued', 'running') and k.updated_at < now() - ${still_max_s}::integer * interval '1 second',
  'size_bytes', k.size_bytes, 'sha256', encode(k.sha256, 'hex'), 'finished_at', infra.iso(k.finished_at),
  'expires_at', infra.iso(k.expires_at))`;

/** A pack as JSON text. */
export async function findPackRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select ${record}::text as record from evidence_pack k where k.tenant_id = ${tenant_id} and k.id = ${id}`);
  return row?.record;
}

/** The latest packs, the newest first, as a JSON list. */
export async function listPackRecords(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(r.record order by r.id desc), '[]')::text as json
    from (
      select k.id, ${record} as record from evidence_pack k where k.tenant_id = ${tenant_id} order by k.id desc limit ${shown_max}
    ) r`);
  return row!.json;
}

/**
 * Begins a pack from the start for one run, and deletes what another run has written. Undefined: the pack has ended or was
 * deleted.
 */
export async function beginPack(db: Db, tenant_id: string, id: string, run_id: string): Promise<Pack | undefined> {
  const begun = await db.count(sql`
    update evidence_pack
    set status = 'running', run_id = ${run_id}, people_done = 0, size_bytes = 0, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id} and status in ('queued', 'running')`);
  if (begun === 0) return undefined;
  await deleteChunks(db, tenant_id, id);
  return db.row(sql`
    select k.id, k.person_ids, k.course_ids, k.period_from::text as period_from, infra.iso(k.as_of) as as_of, k.language,
      k.ordered_by_name, infra.iso(k.ordered_at) as ordered_at, o.name as organisation, o.code as organisation_code,
      o.kind = 'sandbox' as is_sandbox
    from evidence_pack k
    join tenant o on o.id = k.tenant_id
    where k.tenant_id = ${tenant_id} and k.id = ${id}`);
}

/** A pack, and the run that may write it. */
export type Turn = { tenant_id: string; pack_id: string; run_id: string };

/** Stores the progress of a run and locks the pack. False: it was cancelled, or another run has taken it over. */
export async function advancePack(
  db: Db,
  { tenant_id, pack_id, run_id }: Turn,
  { people_done, size_bytes }: { people_done: number; size_bytes: number },
): Promise<boolean> {
  const advanced = await db.count(sql`
    update evidence_pack
    set people_done = ${people_done}, size_bytes = ${size_bytes}, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${pack_id} and run_id = ${run_id} and status = 'running'`);
  return advanced === 1;
}

/** Stores bytes in rows of `chunk_bytes`, the last one with the rest, numbered from `first` on. */
export async function insertChunks(
  db: Db,
  { tenant_id, pack_id }: Turn,
  { first, bytes, chunk_bytes }: { first: number; bytes: Buffer; chunk_bytes: number },
): Promise<number> {
  return db.count(sql`
    insert into evidence_pack_chunk (tenant_id, pack_id, number, bytes)
    select ${tenant_id}, ${pack_id}, ${first}::integer + place, substring(g.bytes from place * ${chunk_bytes}::integer + 1 for ${chunk_bytes}::integer)
    from (select ${bytes}::bytea as bytes) g
    cross join generate_series(0, (length(g.bytes) - 1) / ${chunk_bytes}::integer) place`);
}

/** Finishes a run. False: another run has taken over. */
export async function finishPack(
  db: Db,
  { tenant_id, pack_id, run_id }: Turn,
  outcome: { status: "ready"; sha256: Buffer; kept_days: number } | { status: "failed"; failure: "too_large" },
): Promise<boolean> {
  const is_ready = outcome.status === "ready";
  const finished = await db.count(sql`
    update evidence_pack
    set status = ${outcome.status}, failure = ${is_ready ? null : outcome.failure}, sha256 = ${is_ready ? outcome.sha256 : null},
      finished_at = to_timestamp(infra.now_us() / 1000000.0), updated_at = now(),
      expires_at = to_timestamp(infra.now_us() / 1000000.0) + ${is_ready ? outcome.kept_days : null}::integer * interval '1 day'
    where tenant_id = ${tenant_id} and id = ${pack_id} and run_id = ${run_id} and status = 'running'`);
  if (finished === 1 && !is_ready) await deleteChunks(db, tenant_id, pack_id);
  return finished === 1;
}

/** Cancels a pack that is being made, or deletes the file of a finished one. Returns whether there was either. */
export async function endPack(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const ended = await db.count(sql`
    update evidence_pack
    set status = case when status = 'ready' then 'removed' else 'cancelled' end, updated_at = now(),
      finished_at = coalesce(finished_at, to_timestamp(infra.now_us() / 1000000.0))
    where tenant_id = ${tenant_id} and id = ${id} and status in ('queued', 'running', 'ready')`);
  if (ended === 1) await deleteChunks(db, tenant_id, id);
  return ended === 1;
}

/** Deletes the files of packs that have expired. */
export async function endExpired(db: Db, tenant_id: string): Promise<void> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from evidence_pack
    where tenant_id = ${tenant_id} and status = 'ready' and expires_at <= to_timestamp(infra.now_us() / 1000000.0)`);
  for (const { id } of rows) await endPack(db, tenant_id, id);
}

export async function deleteChunks(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`delete from evidence_pack_chunk where tenant_id = ${tenant_id} and pack_id = ${id}`);
}

/** A file that can be downloaded; undefined: there is none. */
export async function findFile(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<{ size_bytes: number; as_of: string } | undefined> {
  return db.row(sql`
    select size_bytes::float8 as size_bytes, infra.iso(as_of) as as_of
    from evidence_pack
    where tenant_id = ${tenant_id} and id = ${id} and status = 'ready' and expires_at > to_timestamp(infra.now_us() / 1000000.0)`);
}

export async function listChunks(db: Db, tenant_id: string, id: string, from: number, count: number): Promise<Buffer[]> {
  const rows = await db.rows<{ bytes: Buffer }>(sql`
    select bytes from evidence_pack_chunk
    where tenant_id = ${tenant_id} and pack_id = ${id} and number >= ${from}::integer and number < ${from + count}::integer
    order by number`);
  return rows.map(({ bytes }) => bytes);
}

/** Packs that contain a person and have a file or are being made. */
export async function listPacksOf(db: Db, tenant_id: string, person_id: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from evidence_pack
    where tenant_id = ${tenant_id} and person_ids @> array[${person_id}::uuid] and status in ('queued', 'running', 'ready')`);
  return rows.map(({ id }) => id);
}
