import type { Pool } from "../../platform/db/pool.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import type { PackageItem, Standard } from "./manifest/item.ts";

/** The key of a package's version, by which its bytes are found. */
export type VersionKey = { package_id: string; number: number };

/** Condition: a package is an item in the present list of a course `c`. */
const isItemOf = (package_id: Fragment) => part`exists (
  select from course_item_list l
  where l.tenant_id = c.tenant_id and l.course_id = c.id and c.content->>'kind' = 'items' and l.version = (c.content->>'version')::int
    and l.items @> jsonb_build_array(jsonb_build_object('package_id', ${package_id})))`;

const record = part`json_build_object(
  'id', p.id, 'title', p.title, 'version', p.version, 'standard', v.standard, 'items', jsonb_array_length(v.items), 'files', v.files,
  'archive_bytes', v.archive_bytes, 'unpacked_bytes', v.unpacked_bytes, 'file_name', v.file_name, 'uploaded_by', v.uploaded_by_name,
  'uploaded_at', infra.iso(v.uploaded_at), 'courses', (
    select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'title', c.title) order by c.code_norm), '[]')
    from course c
    where c.tenant_id = p.tenant_id and (c.content->>'package_id' = p.id::text or ${isItemOf(part`p.id`)})))`;

const shown = part`
  from content_package p
  join content_version v on v.tenant_id = p.tenant_id and v.package_id = p.id and v.number = p.version`;

/** Packages in the order of their titles, as a JSON list. */
export async function listPackageRecords(pool: Pool, tenant_id: string, packages_max: number): Promise<string> {
  const [row] = await readTenant<{ list: string }>(
    pool,
    tenant_id,
    sql`
      select coalesce(json_agg(o.record), '[]')::text as list
      from (
        select ${record} as record
        ${shown}
        where p.tenant_id = ${tenant_id} and p.removed_at is null
        order by p.title, p.id
        limit ${packages_max}
      ) o`,
  );
  return row!.list;
}

/** A package as JSON text. */
export async function findPackageRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select ${record}::text as record
    ${shown}
    where p.tenant_id = ${tenant_id} and p.id = ${id} and p.removed_at is null`);
  return row?.record;
}

/** Takes a lock for the organisation, so that the limits count its uploads and packages one at a time. */
export async function lockBeginnings(db: Db, tenant_id: string): Promise<void> {
  await db.row(sql`select pg_advisory_xact_lock(hashtextextended(${`content package ${tenant_id}`}, 0))`);
}

/** Deletes uploads that began so long ago that their process must have died. */
export async function deleteLeftBehind(db: Db, tenant_id: string, arriving_max_us: number): Promise<void> {
  await db.count(sql`
    delete from content_version
    where tenant_id = ${tenant_id} and standard is null and begun_us < infra.now_us() - ${arriving_max_us}::bigint`);
  await db.count(sql`
    delete from content_package p
    where p.tenant_id = ${tenant_id} and p.version is null
      and not exists (select from content_version v where v.tenant_id = p.tenant_id and v.package_id = p.id)`);
}

export async function countPackages(db: Db, tenant_id: string): Promise<{ arriving: number; packages: number }> {
  const row = await db.row<{ arriving: number; packages: number }>(sql`
    select (select count(*)::int from content_version v where v.tenant_id = ${tenant_id} and v.standard is null) as arriving,
      (select count(*)::int from content_package p where p.tenant_id = ${tenant_id} and p.removed_at is null) as packages`);
  return row!;
}

export async function insertPackage(db: Db, tenant_id: string, id: string, title: string, at: string): Promise<void> {
  await db.count(sql`
    insert into content_package (tenant_id, id, title, created_at, updated_at)
    values (${tenant_id}, ${id}, ${title}, ${at}, ${at})`);
}

/** Locks a package; undefined: it does not exist or cannot be used. */
export async function lockPackage(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<{ title: string; version: number | null } | undefined> {
  return db.row(sql`
    select title, version
    from content_package
    where tenant_id = ${tenant_id} and id = ${id} and removed_at is null
    for no key update`);
}

export type NewVersion = { package_id: string; file_name: string; uploaded_by_name: string; uploaded_at: string };

/** Inserts a version; returns its number. */
export async function insertVersion(db: Db, tenant_id: string, version: NewVersion): Promise<number> {
  const row = await db.row<{ number: number }>(sql`
    insert into content_version (tenant_id, package_id, number, file_name, begun_us, uploaded_by_name, uploaded_at)
    select ${tenant_id}, ${version.package_id}, coalesce(max(number), 0) + 1, ${version.file_name}, infra.now_us(),
      ${version.uploaded_by_name}, ${version.uploaded_at}
    from content_version
    where tenant_id = ${tenant_id} and package_id = ${version.package_id}
    returning number`);
  return row!.number;
}

export async function insertChunks(
  pool: Pool,
  tenant_id: string,
  { package_id, number }: VersionKey,
  first: number,
  chunks: readonly Buffer[],
): Promise<void> {
  await readTenant(
    pool,
    tenant_id,
    sql`
      insert into content_chunk (tenant_id, package_id, version, number, bytes)
      select ${tenant_id}, ${package_id}, ${number}, ${first}::int + c.place - 1, c.bytes
      from unnest(${chunks}::bytea[]) with ordinality as c(bytes, place)`,
  );
}

/** Chunks of an archive by a range of numbers, in order. */
export async function listChunks(
  pool: Pool,
  tenant_id: string,
  { package_id, number }: VersionKey,
  first: number,
  last: number,
): Promise<Buffer[]> {
  const rows = await readTenant<{ bytes: Buffer }>(
    pool,
    tenant_id,
    sql`
      select bytes
      from content_chunk
      where tenant_id = ${tenant_id} and package_id = ${package_id} and version = ${number} and number between ${first} and ${last}
      order by number`,
  );
  return rows.map(({ bytes }) => bytes);
}

export type FileRow = { path: string; begins_at: number; packed_bytes: number; size_bytes: number; deflated: boolean };

export async function insertFiles(db: Db, tenant_id: string, version: VersionKey, files: readonly FileRow[]): Promise<void> {
  await db.count(sql`
    insert into content_file (tenant_id, package_id, version, path, begins_at, packed_bytes, size_bytes, deflated)
    select ${tenant_id}, ${version.package_id}, ${version.number}, f.*
    from unnest(
      ${files.map(({ path }) => path)}::text[], ${files.map(({ begins_at }) => begins_at)}::bigint[],
      ${files.map(({ packed_bytes }) => packed_bytes)}::bigint[], ${files.map(({ size_bytes }) => size_bytes)}::bigint[],
      ${files.map(({ deflated }) => deflated)}::boolean[]) as f`);
}

export type ReadyVersion = {
  standard: Standard;
  items: readonly PackageItem[];
  archive_bytes: number;
  unpacked_bytes: number;
  files: number;
  sha256: Buffer;
};

/** Marks a version as ready. Returns whether it was still arriving. */
export async function updateReady(
  db: Db,
  tenant_id: string,
  { package_id, number }: VersionKey,
  ready: ReadyVersion,
): Promise<boolean> {
  const { standard, items, archive_bytes, unpacked_bytes, files, sha256 } = ready;
  const changed = await db.count(sql`
    update content_version
    set standard = ${standard}, items = ${JSON.stringify(items)}::jsonb, archive_bytes = ${archive_bytes},
      unpacked_bytes = ${unpacked_bytes}, files = ${files}, sha256 = ${sha256}
    where tenant_id = ${tenant_id} and package_id = ${package_id} and number = ${number} and standard is null`);
  return changed === 1;
}

export async function updateVersion(
  db: Db,
  tenant_id: string,
  { package_id, number }: VersionKey,
  { title, at }: { title: string; at: string },
): Promise<void> {
  await db.count(sql`
    update content_package
    set version = greatest(version, ${number}::int), title = ${title}, updated_at = ${at}
    where tenant_id = ${tenant_id} and id = ${package_id}`);
}

/** Deletes a version that is not ready, and its package if it was the first version. */
export async function deleteVersion(db: Db, tenant_id: string, { package_id, number }: VersionKey): Promise<void> {
  await db.count(sql`
    delete from content_version
    where tenant_id = ${tenant_id} and package_id = ${package_id} and number = ${number} and standard is null`);
  await db.count(sql`
    delete from content_package p
    where p.tenant_id = ${tenant_id} and p.id = ${package_id} and p.version is null
      and not exists (select from content_version v where v.tenant_id = p.tenant_id and v.package_id = p.id)`);
}

/** Whether a course refers to the package, or a learner is still in it. */
export async function isInUse(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const row = await db.row<{ in_use: boolean }>(sql`
    select exists (
        select from course c
        where c.tenant_id = ${tenant_id} and (c.content->>'package_id' = ${id} or ${isItemOf(part`${id}::uuid`)})
      )
      or exists (
        select from course_run r
        join course_item_list l on l.tenant_id = r.tenant_id and l.course_id = r.course_id and l.version = r.version
        join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
        where r.tenant_id = ${tenant_id} and r.ended_at is null and e.state = 'in_progress'
          and l.items @> jsonb_build_array(jsonb_build_object('package_id', ${id}::uuid))
      )
      or exists (
        select from content_registration r
        join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
        where r.tenant_id = ${tenant_id} and r.package_id = ${id} and r.ended_at is null and e.state in ('assigned', 'in_progress')
      ) as in_use`);
  return row!.in_use;
}

/** Removes a package with all its bytes; registrations keep its title. */
export async function removePackage(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`delete from content_version where tenant_id = ${tenant_id} and package_id = ${id}`);
  await db.count(sql`
    update content_package set removed_at = ${at}, updated_at = ${at} where tenant_id = ${tenant_id} and id = ${id}`);
}
