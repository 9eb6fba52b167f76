import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import type { FileType } from "./type.ts";

export type FileRow = {
  id: string;
  course_id: string;
  name: string;
  media_type: FileType | null;
  size_bytes: number;
  uploaded_by: string;
  uploaded_at: string | null;
};

const columns = part`
  f.id, f.course_id, f.name, f.media_type, f.size_bytes::float8 as size_bytes, f.uploaded_by_name as uploaded_by,
  infra.iso(f.uploaded_at) as uploaded_at`;

/**
 * Takes a lock for the organisation, so that the limit counts the bytes of all its files one upload at a time. It comes before
 * the lock of a course.
 */
export async function lockBeginnings(db: Db, tenant_id: string): Promise<void> {
  await db.row(sql`select pg_advisory_xact_lock(hashtextextended(${`course file ${tenant_id}`}, 0))`);
}

/**
 * Withdraws files that no version of the course refers to and that began to arrive before `unused_max_us`. The caller has locked
 * the course.
 */
export async function withdrawUnusedFiles(db: Db, tenant_id: string, course_id: string, unused_max_us: number): Promise<void> {
  await db.count(sql`
    update course_file f
    set uploaded_at = null
    where f.tenant_id = ${tenant_id} and f.course_id = ${course_id} and f.uploaded_at is not null
      and f.begun_us < infra.now_us() - ${unused_max_us}::bigint
      and not exists (
        select from course_item_list l
        where l.tenant_id = f.tenant_id and l.course_id = f.course_id and (
          l.items @> jsonb_build_array(jsonb_build_object('file_id', f.id)) or
          l.items @> jsonb_build_array(jsonb_build_object('captions_id', f.id)))
      )`);
}

/** Condition: the file has not been complete for so long since it began. It was withdrawn, or never finished. */
const leftOver = (tenant_id: string, course_id: string, unused_max_us: number) => part`
  f.tenant_id = ${tenant_id} and f.course_id = ${course_id} and f.uploaded_at is null
  and f.begun_us < infra.now_us() - ${unused_max_us}::bigint`;

export async function isLeftOver(db: Db, tenant_id: string, course_id: string, unused_max_us: number): Promise<boolean> {
  const row = await db.row(sql`select from course_file f where ${leftOver(tenant_id, course_id, unused_max_us)} limit 1`);
  return row !== undefined;
}

/** Locks one of the left-over files. */
export async function lockLeftOver(
  db: Db,
  tenant_id: string,
  course_id: string,
  unused_max_us: number,
): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    select f.id
    from course_file f
    where ${leftOver(tenant_id, course_id, unused_max_us)}
    order by f.begun_us, f.id
    limit 1
    for update`);
  return row?.id;
}

/** Deletes at most `chunks_max` chunks of a file; returns how many. */
export async function deleteChunks(db: Db, tenant_id: string, file_id: string, chunks_max: number): Promise<number> {
  return db.count(sql`
    delete from course_file_chunk
    where tenant_id = ${tenant_id} and file_id = ${file_id} and number in (
      select number from course_file_chunk where tenant_id = ${tenant_id} and file_id = ${file_id} order by number limit ${chunks_max}
    )`);
}

/** How many files the course has, and how many bytes the organisation. Abandoned uploads do not count. */
export async function countFiles(
  db: Db,
  tenant_id: string,
  course_id: string,
  unused_max_us: number,
): Promise<{ of_course: number; bytes: number }> {
  const row = await db.row<{ of_course: number; bytes: number }>(sql`
    select (count(*) filter (where course_id = ${course_id}))::int as of_course, coalesce(sum(size_bytes), 0)::float8 as bytes
    from course_file
    where tenant_id = ${tenant_id} and (uploaded_at is not null or begun_us >= infra.now_us() - ${unused_max_us}::bigint)`);
  return row!;
}

export type NewFile = { id: string; course_id: string; name: string; size_bytes: number; uploaded_by_name: string };

export async function insertFile(db: Db, tenant_id: string, file: NewFile): Promise<void> {
  const { id, course_id, name, size_bytes, uploaded_by_name } = file;
  await db.count(sql`
    insert into course_file (tenant_id, id, course_id, name, size_bytes, begun_us, uploaded_by_name)
    values (${tenant_id}, ${id}, ${course_id}, ${name}, ${size_bytes}, infra.now_us(), ${uploaded_by_name})`);
}

/** A file of a course; undefined: the course does not have it. */
export async function findFile(db: Db, tenant_id: string, course_id: string, id: string): Promise<FileRow | undefined> {
  return db.row(sql`
    select ${columns}
    from course_file f
    where f.tenant_id = ${tenant_id} and f.course_id = ${course_id} and f.id = ${id}`);
}

/** A file of a course, locked. */
export async function lockFile(db: Db, tenant_id: string, course_id: string, id: string): Promise<FileRow | undefined> {
  return db.row(sql`
    select ${columns}
    from course_file f
    where f.tenant_id = ${tenant_id} and f.course_id = ${course_id} and f.id = ${id}
    for no key update`);
}

/** The files of a course that have arrived completely, the oldest first. */
export async function listFiles(db: Db, tenant_id: string, course_id: string): Promise<FileRow[]> {
  return db.rows(sql`
    select ${columns}
    from course_file f
    where f.tenant_id = ${tenant_id} and f.course_id = ${course_id} and f.uploaded_at is not null
    order by f.begun_us, f.id`);
}

export async function updateType(
  db: Db,
  tenant_id: string,
  id: string,
  { name, media_type }: { name: string; media_type: FileType },
): Promise<void> {
  await db.count(sql`
    update course_file set name = ${name}, media_type = ${media_type} where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function deleteFile(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`delete from course_file where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Writes chunks from a number on, and replaces those with the same numbers. */
export async function storeChunks(
  db: Db,
  tenant_id: string,
  file_id: string,
  first: number,
  chunks: readonly Buffer[],
): Promise<void> {
  await db.count(sql`
    insert into course_file_chunk (tenant_id, file_id, number, bytes)
    select ${tenant_id}, ${file_id}, ${first}::int + c.place - 1, c.bytes
    from unnest(${chunks}::bytea[]) with ordinality as c(bytes, place)
    on conflict (tenant_id, file_id, number) do update set bytes = excluded.bytes`);
}

/** Marks the file as complete if all its bytes have arrived; returns whether they have. */
export async function updateUploaded(db: Db, tenant_id: string, id: string, at: string): Promise<boolean> {
  const changed = await db.count(sql`
    update course_file f
    set uploaded_at = ${at}
    where f.tenant_id = ${tenant_id} and f.id = ${id} and f.media_type is not null
      and f.size_bytes = (
        select coalesce(sum(octet_length(k.bytes)), 0) from course_file_chunk k where k.tenant_id = f.tenant_id and k.file_id = f.id
      )`);
  return changed === 1;
}

/** Chunks of a file by a range of numbers, in order. */
export async function listChunks(pool: Pool, tenant_id: string, id: string, first: number, last: number): Promise<Buffer[]> {
  const rows = await readTenant<{ bytes: Buffer }>(
    pool,
    tenant_id,
    sql`
      select bytes
      from course_file_chunk
      where tenant_id = ${tenant_id} and file_id = ${id} and number between ${first} and ${last}
      order by number`,
  );
  return rows.map(({ bytes }) => bytes);
}
