import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import type { PackageItem, Standard } from "../manifest/item.ts";
import type { FileRow } from "../sql.ts";
import type { Elements } from "./elements.ts";
import type { ItemStatus } from "./outcome.ts";
import type { LaunchKey } from "./token.ts";

/** The value of `launch_id` in an item's row whose last commit belongs to an earlier launch. */
const no_launch = "00000000-0000-0000-0000-000000000000";

/** The package of a learner's course, and the version of the open registration. */
export type OwnCourse = { package_id: string | null; version: number | null };

/** One of a learner's own courses; undefined: the learner does not have it. */
export async function findOwnCourse(db: Db, tenant_id: string, person_id: string, id: string): Promise<OwnCourse | undefined> {
  return db.row(sql`
    select p.id as package_id, p.version
    from enrollment e
    join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    left join content_package p on p.tenant_id = c.tenant_id and p.id::text = c.content->>'package_id' and p.removed_at is null
    where e.tenant_id = ${tenant_id} and e.person_id = ${person_id} and e.id = ${id}
      and e.state not in ('cancelled', 'withdrawn')`);
}

export type Registration = {
  id: string;
  enrollment_id: string;
  package_id: string;
  version: number;
  number: number;
  ended: boolean;
  launch_id: string | null;
  standard: Standard;
  items: PackageItem[];
  pass_score: number | null;
  person_id: string;
  person_name: string;
  is_active: boolean;
  /** Only set in a course of items. */
  run_id: string | null;
  item_id: string | null;
};

const columns = part`
  r.id, r.enrollment_id, r.package_id, r.version, r.number, r.ended_at is not null as ended, r.launch_id, v.standard, v.items, c.pass_score, n.id as person_id,
  concat_ws(', ', n.last_name, n.first_name) as person_name, n.state in ('invited', 'active') as is_active,
  k.run_id, k.item_id
  from content_registration r
  join content_version v on v.tenant_id = r.tenant_id and v.package_id = r.package_id and v.number = r.version
  join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
  join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
  join person n on n.tenant_id = e.tenant_id and n.id = e.person_id
  left join course_run_package k on k.tenant_id = r.tenant_id and k.registration_id = r.id`;

/**
 * Takes a lock for the launches of an enrollment, because a registration that does not exist yet cannot be locked. It comes
 * before all locks of rows.
 */
export async function lockLaunches(db: Db, tenant_id: string, enrollment_id: string): Promise<void> {
  await db.row(sql`select pg_advisory_xact_lock(hashtextextended(${`launch ${tenant_id} ${enrollment_id}`}, 0))`);
}

/**
 * The latest registration of an enrollment, locked; consequences of a learner's content are written under this lock. `item_id`:
 * for an item of the course; null: for a package that is the course's only content.
 */
export async function lockLatest(
  db: Db,
  tenant_id: string,
  enrollment_id: string,
  item_id: string | null,
): Promise<Registration | undefined> {
  return db.row(sql`
    select ${columns}
    where r.tenant_id = ${tenant_id} and r.enrollment_id = ${enrollment_id} and k.item_id is not distinct from ${item_id}::uuid
    order by r.number desc
    limit 1
    for no key update of r`);
}

/** A registration, locked, whether or not a launch is open. */
export async function lockRegistration(db: Db, tenant_id: string, id: string): Promise<Registration | undefined> {
  return db.row(sql`
    select ${columns}
    where r.tenant_id = ${tenant_id} and r.id = ${id}
    for no key update of r`);
}

/** The registration of a launch, locked. Undefined: it does not exist any more, or the launch has expired. */
export async function lockLaunched(
  db: Db,
  { tenant_id, registration_id, expires_ms }: LaunchKey,
): Promise<Registration | undefined> {
  return db.row(sql`
    select ${columns}
    where r.tenant_id = ${tenant_id} and r.id = ${registration_id} and infra.now_us() < ${expires_ms}::bigint * 1000
    for no key update of r`);
}

export type NewRegistration = {
  id: string;
  enrollment_id: string;
  package_id: string;
  version: number;
  began_at: string;
};

export async function insertRegistration(db: Db, tenant_id: string, registration: NewRegistration): Promise<void> {
  const { id, enrollment_id, package_id, version, began_at } = registration;
  await db.count(sql`
    insert into content_registration (tenant_id, id, enrollment_id, number, package_id, version, began_at)
    select ${tenant_id}, ${id}, ${enrollment_id}, coalesce(max(number), 0) + 1, ${package_id}, ${version}, ${began_at}
    from content_registration
    where tenant_id = ${tenant_id} and enrollment_id = ${enrollment_id}`);
}

/** Connects the registration to an item of a run. */
export async function insertPlace(
  db: Db,
  tenant_id: string,
  registration_id: string,
  { run_id, item_id }: { run_id: string; item_id: string },
): Promise<void> {
  await db.count(sql`
    insert into course_run_package (tenant_id, registration_id, run_id, item_id)
    values (${tenant_id}, ${registration_id}, ${run_id}, ${item_id})`);
}

/** The newest version of a package; undefined: the package was removed. */
export async function findNewest(db: Db, tenant_id: string, package_id: string): Promise<OwnCourse | undefined> {
  return db.row(sql`
    select id as package_id, version
    from content_package
    where tenant_id = ${tenant_id} and id = ${package_id} and removed_at is null`);
}

/**
 * Makes a launch the newest, which is the only one that counts. Returns when it began, in µs on the infrastructure's clock. It
 * waits for commits of the previous launch that are being written; later ones find that the row has no launch (commits-sql.ts).
 */
export async function updateLaunch(db: Db, tenant_id: string, id: string, launch_id: string): Promise<number> {
  db.send(sql`
    update content_item_state
    set launch_id = ${no_launch}
    where tenant_id = ${tenant_id} and registration_id = ${id} and launch_id <> ${no_launch}`);
  const row = await db.row<{ launched_us: number }>(sql`
    update content_registration
    set launch_id = ${launch_id}, launched_us = infra.now_us()
    where tenant_id = ${tenant_id} and id = ${id}
    returning launched_us::float8 as launched_us`);
  return row!.launched_us;
}

export async function updateEnded(
  db: Db,
  tenant_id: string,
  id: string,
  { result, score, at }: { result: "passed" | "failed" | "not_counted"; score: number | null; at: string },
): Promise<void> {
  await db.count(sql`
    update content_registration
    set result = ${result}, score = ${score}::integer, ended_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export type ItemRow = {
  item: string;
  elements: Elements;
  status: ItemStatus;
  score: number | null;
  ended: boolean;
  /** The launch of the last commit; `no_launch`: the course was opened again since. */
  launch_id: string;
  seq: number;
  opening: number;
  before_s: number;
  opening_s: number;
};

/** The states of the items, locked after the registration. */
export async function holdItemStates(db: Db, tenant_id: string, registration_id: string): Promise<ItemRow[]> {
  return db.rows(sql`
    select item, elements, status, score, ended, launch_id, seq, opening, before_s, opening_s
    from content_item_state
    where tenant_id = ${tenant_id} and registration_id = ${registration_id}
    order by item
    for no key update`);
}

export function storeItemState(db: Db, tenant_id: string, registration_id: string, row: ItemRow, at: string): void {
  const { item, elements, status, score, ended, launch_id, seq, opening, before_s, opening_s } = row;
  db.send(sql`
    insert into content_item_state (tenant_id, registration_id, item, elements, status, score, ended, launch_id, seq, opening, before_s,
      opening_s, updated_at)
    values (${tenant_id}, ${registration_id}, ${item}, ${JSON.stringify(elements)}::jsonb, ${status}, ${score}::integer, ${ended},
      ${launch_id}, ${seq}, ${opening}, ${before_s}, ${opening_s}, ${at})
    on conflict (tenant_id, registration_id, item) do update
    set elements = excluded.elements, status = excluded.status, score = excluded.score, ended = excluded.ended,
      launch_id = excluded.launch_id, seq = excluded.seq, opening = excluded.opening, before_s = excluded.before_s,
      opening_s = excluded.opening_s, updated_at = excluded.updated_at`);
}

export type OpenedPackage = {
  result: "passed" | "failed" | "not_counted" | null;
  standard: Standard;
  items: PackageItem[];
  title: string;
  person_id: string;
  person_name: string;
  states: { item: string; status: ItemStatus; elements: Elements | null; ended: boolean; total_s: number }[];
};

/**
 * The data of a launch; `place`: the position of the item whose elements are needed as well. Undefined: the launch has ended, or
 * the learner's account is not in use.
 */
export async function findOpened(
  pool: Pool,
  { tenant_id, registration_id, expires_ms }: LaunchKey,
  place: number | null,
): Promise<OpenedPackage | undefined> {
  const [row] = await readTenant<OpenedPackage>(
    pool,
    tenant_id,
    sql`
      select r.result, v.standard, v.items, c.title, n.id as person_id, concat_ws(', ', n.last_name, n.first_name) as person_name, (
          select coalesce(json_agg(json_build_object('item', s.item, 'status', s.status, 'ended', s.ended,
            'elements', case when s.item = v.items->${place}::int->>'id' then s.elements end, 'total_s', s.before_s + s.opening_s)), '[]')
          from content_item_state s
          where s.tenant_id = r.tenant_id and s.registration_id = r.id
        ) as states
      from content_registration r
      join content_version v on v.tenant_id = r.tenant_id and v.package_id = r.package_id and v.number = r.version
      join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      join person n on n.tenant_id = e.tenant_id and n.id = e.person_id and n.state in ('invited', 'active')
      where r.tenant_id = ${tenant_id} and r.id = ${registration_id} and r.launch_id is not null
        and infra.now_us() < ${expires_ms}::bigint * 1000`,
  );
  return row;
}

/** A file of the version that a launch has opened. */
export async function findFile(
  pool: Pool,
  { tenant_id, registration_id, expires_ms }: LaunchKey,
  path: string,
): Promise<(FileRow & { package_id: string; version: number }) | undefined> {
  const [row] = await readTenant<FileRow & { package_id: string; version: number }>(
    pool,
    tenant_id,
    sql`
      select f.path, f.begins_at::float8 as begins_at, f.packed_bytes::float8 as packed_bytes, f.size_bytes::float8 as size_bytes,
        f.deflated, f.package_id, f.version
      from content_registration r
      join content_file f on f.tenant_id = r.tenant_id and f.package_id = r.package_id and f.version = r.version and f.path = ${path}
      join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
      join person n on n.tenant_id = e.tenant_id and n.id = e.person_id and n.state in ('invited', 'active')
      where r.tenant_id = ${tenant_id} and r.id = ${registration_id} and r.launch_id is not null
        and infra.now_us() < ${expires_ms}::bigint * 1000`,
  );
  return row;
}
