import type { Pool } from "../../platform/db/pool.ts";
import { join, part, sql, type Fragment } from "../../platform/db/sql.ts";
import { listTenants } from "../../platform/db/tenants.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { firstIdAt } from "../../platform/ids.ts";
import type { RetentionName } from "../../platform/retention.ts";

/** The days that an organisation has set, by kind; null: none. */
export type OwnDays = Readonly<Record<RetentionName, number | null>>;

export async function readOwnDays(db: Db, tenant_id: string): Promise<OwnDays> {
  return ownDays(await db.rows(sql`select kind, days from retention where tenant_id = ${tenant_id}`));
}

/** The days that an organisation has set, locked until the transaction ends. */
export async function lockOwnDays(db: Db, tenant_id: string): Promise<OwnDays> {
  return ownDays(await db.rows(sql`select kind, days from retention where tenant_id = ${tenant_id} order by kind for update`));
}

function ownDays(rows: readonly { kind: RetentionName; days: number | null }[]): OwnDays {
  return Object.fromEntries(rows.map(({ kind, days }) => [kind, days])) as OwnDays;
}

/** Sets how long a kind is kept and makes it due for the next clean-up. */
export async function updateOwnDays(db: Db, tenant_id: string, kind: RetentionName, days: number | null): Promise<void> {
  await db.count(sql`
    update retention set days = ${days}, look_us = 0 where tenant_id = ${tenant_id} and kind = ${kind}`);
}

/** Organisations that a clean-up must look at now. */
export function listTenantsToCleanUp(pool: Pool, kind: RetentionName, tenants_max: number): Promise<string[]> {
  return listTenants(pool, part`select infra.tenants_to_clean_up(${kind}, ${tenants_max}::int) as tenant_id`);
}

/** The days that an organisation has set for a kind, and the time on the infrastructure's clock and on its own, in µs. */
export async function findDue(
  db: Db,
  tenant_id: string,
  kind: RetentionName,
): Promise<{ days: number | null; now_us: number; tenant_now_us: number } | undefined> {
  return db.row(sql`
    select r.days, infra.now_us() as now_us, infra.now_us() + t.clock_offset_us as tenant_now_us
    from retention r
    join tenant t on t.id = r.tenant_id
    where r.tenant_id = ${tenant_id} and r.kind = ${kind} and r.look_us <= infra.now_us()`);
}

/** Sets the next instant of a clean-up, unless the setting was changed meanwhile. */
export async function updateLook(
  db: Db,
  tenant_id: string,
  { kind, days, look_us }: { kind: RetentionName; days: number | null; look_us: number },
): Promise<void> {
  await db.count(sql`
    update retention
    set look_us = ${look_us}::bigint
    where tenant_id = ${tenant_id} and kind = ${kind} and days is not distinct from ${days}::int`);
}

/** Where the records of a kind are stored, and how their age is found. */
type Source = {
  rows: Fragment;
  /** The column that orders rows by age, the oldest first. */
  age: Fragment;
  /** The value of that column for an instant in µs. */
  placeOf: (us: number) => Fragment;
  /** The age of a row as µs since 1970. */
  at_us: Fragment;
  /** How many records a row stands for. */
  records: Fragment;
};

const byId = (rows: Fragment, records: Fragment = part`1`): Source => ({
  rows,
  records,
  age: part`id`,
  placeOf: (us) => part`${firstIdAt(us)}::uuid`,
  // The first 48 bits of a UUIDv7 are milliseconds.
  at_us: part`('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint * 1000`,
});

const byInstant = (rows: Fragment, age: Fragment): Source => ({
  rows,
  records: part`1`,
  age,
  placeOf: (us) => part`to_timestamp(${us}::bigint / 1000000.0)`,
  at_us: part`(extract(epoch from ${age}) * 1000000)::bigint`,
});

const sourcesOf: Record<RetentionName, (tenant_id: string) => Source[]> = {
  // The age of a pack is that of its last request.
  request_log: (id) => [
    byId(part`request_log where tenant_id = ${id}`),
    byId(part`request_pack where tenant_id = ${id}`, part`count`),
  ],
  sync_log: (id) => [byId(part`scim_exchange where tenant_id = ${id}`)],
  // The row of a mail with a once-key stays, without its recipient, so that the mail is not sent again.
  mails: (id) => [byId(part`mail where tenant_id = ${id} and (once_key is null or recipient <> '')`)],
  import_reports: (id) => [byInstant(part`import where tenant_id = ${id}`, part`created_at`)],
  people_who_left: (id) => [
    byInstant(
      part`person where tenant_id = ${id} and state = 'deactivated' and deactivated_at is not null`,
      part`deactivated_at`,
    ),
  ],
  // Records of digests are deleted with reminders; their age is not looked at.
  reminders: (id) => [byInstant(part`reminder where tenant_id = ${id}`, part`sent_on`)],
  bulk_orders: (id) => [byId(part`bulk_operation where tenant_id = ${id} and finished_at is not null`)],
};

/** The time of the oldest record of a kind, in µs since 1970; null: there is none. */
export async function findOldest(db: Db, tenant_id: string, kind: RetentionName): Promise<number | null> {
  const oldest = sourcesOf[kind](tenant_id).map(
    ({ rows, age, at_us }) => part`(select ${at_us} from ${rows} order by ${age} limit 1)`,
  );
  const row = await db.row<{ at_us: number | null }>(sql`select least(${join(oldest, ", ")}) as at_us`);
  return row!.at_us;
}

/** How many records are older than an instant, counted up to `counted_max`, and the oldest of the others. */
export async function countBefore(
  db: Db,
  tenant_id: string,
  kind: RetentionName,
  { before_us, counted_max }: { before_us: number; counted_max: number },
): Promise<{ count: number; oldest_left: string | null }> {
  const sources = sourcesOf[kind](tenant_id);
  const old = sources.map(
    ({ rows, age, placeOf, records }) =>
      part`(select ${records} as records from ${rows} and ${age} < ${placeOf(before_us)} order by ${age} limit ${counted_max}::int)`,
  );
  const left = sources.map(
    ({ rows, age, placeOf, at_us }) =>
      part`(select ${at_us} from ${rows} and ${age} >= ${placeOf(before_us)} order by ${age} limit 1)`,
  );
  const row = await db.row<{ count: number; oldest_left: string | null }>(sql`
    select
      (select least(coalesce(sum(records), 0), ${counted_max}::int)::int from (${join(old, " union all ")}) old) as count,
      infra.iso(to_timestamp(least(${join(left, ", ")}) / 1000000.0)) as oldest_left`);
  return row!;
}

/** The time on the infrastructure's clock and on the organisation's, in µs. */
export async function findClocks(db: Db, tenant_id: string): Promise<{ now_us: number; tenant_now_us: number }> {
  const row = await db.row<{ now_us: number; tenant_now_us: number }>(sql`
    select infra.now_us() as now_us, infra.now_us() + clock_offset_us as tenant_now_us from tenant where id = ${tenant_id}`);
  return row!;
}
