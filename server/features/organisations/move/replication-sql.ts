import pg from "pg";
import type { Session } from "../../../platform/db/moving/session.ts";
import { constant, join, part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { isUuid } from "../../../platform/ids.ts";
import type { Table } from "../transfer/transfer-sql.ts";

/** The name of an organisation's publication and slot at the source, and of its subscription at the target. */
export function replicationName(tenant_id: string): string {
  if (!isUuid(tenant_id)) throw new TypeError("a tenant id is a uuid");
  return `${slot_prefix}${tenant_id.replaceAll("-", "")}`;
}

/** What the names of all publications, slots and subscriptions of moves begin with; the rest is the tenant id without hyphens. */
export const slot_prefix = "muster_move_";

/** Publishes the rows of an organisation, partitions as rows of their table, and keeps what is written from now on for its subscriber. */
export async function publish(source: Session, tenant_id: string, tables: readonly Table[]): Promise<void> {
  const name = constant(replicationName(tenant_id));
  const each = tables.map((table) => part`${constant(table.name)} where (${constant(`${table.key} = '${tenant_id}'`)})`);
  await source.rows(sql`
    create publication ${name} for table ${join(each, ", ")}
    with (publish = 'insert, update, delete', publish_via_partition_root = true)`);
  await source.rows(sql`select pg_create_logical_replication_slot(${replicationName(tenant_id)}, 'pgoutput')`);
}

/** Begins to copy, and then to follow. The target's server connects to the source's by `source_url`. */
export async function subscribe(target: Session, tenant_id: string, source_url: string, version: number): Promise<void> {
  const name = constant(replicationName(tenant_id));
  // Since 16 a subscriber acts as the owner of each table, whom row-level security binds, unless it is told not to.
  const since_16 = version >= 160_000 ? part`, origin = none, run_as_owner = true` : part``;
  await target.rows(sql`
    create subscription ${name} connection ${constant(pg.escapeLiteral(source_url))} publication ${name}
    with (copy_data = true, create_slot = false, disable_on_error = true${since_16})`);
}

export type Copying = {
  /** false: something could not be written here; the server's log says what. */
  enabled: boolean;
  tables: number;
  /** Whose rows are all here and follow. */
  ready: number;
};

export async function findCopying(target: Session, tenant_id: string): Promise<Copying | undefined> {
  return target.row(sql`
    select s.subenabled as enabled, count(r.*)::int as tables, count(*) filter (where r.srsubstate = 'r')::int as ready
    from pg_subscription s
    left join pg_subscription_rel r on r.srsubid = s.oid
    where s.subname = ${replicationName(tenant_id)} and ${of_this_database}
    group by s.oid`);
}

/** Statistics of the rows that have come, so that the first statements after the move are planned for them. */
export async function analyze(target: Session, tables: readonly Table[]): Promise<void> {
  await target.rows(
    sql`analyze ${join(
      tables.map(({ name }) => constant(name)),
      ", ",
    )}`,
  );
}

/** Writes all that was committed so far to the source's log, and returns the log's end. */
export async function findLogEnd(source: Session): Promise<string> {
  await source.rows(sql`select pg_logical_emit_message(true, 'muster', '')`);
  const row = await source.row<{ place: string }>(sql`select pg_current_wal_flush_lsn()::text as place`);
  return row!.place;
}

/** Whether the target has written what stands in the source's log before a place. */
export async function hasFollowed(source: Session, tenant_id: string, place: string): Promise<boolean> {
  const row = await source.row<{ has: boolean }>(sql`
    select coalesce(bool_or(r.replay_lsn >= ${place}::pg_lsn), false) as has
    from pg_replication_slots s
    join pg_stat_replication r on r.pid = s.active_pid
    where s.slot_name = ${replicationName(tenant_id)}`);
  return row!.has;
}

/**
 * Ends the subscription, and what is kept for it at the source. Where the target's server does not reach the source's, the subscription
 * ends alone: returns the slots of single tables that may be left there.
 */
export async function unsubscribe(target: Session, tenant_id: string): Promise<string[]> {
  const slots = await target.rows<{ slot: string | null }>(sql`
    select format('pg_%s_sync_%s_%s', s.oid, r.srrelid, c.system_identifier) as slot
    from pg_control_system() c, pg_subscription s
    left join pg_subscription_rel r on r.srsubid = s.oid and r.srsubstate <> 'r'
    where s.subname = ${replicationName(tenant_id)} and ${of_this_database}`);
  if (slots.length === 0) return [];
  const name = constant(replicationName(tenant_id));
  await target.rows(sql`alter subscription ${name} disable`);
  try {
    await target.rows(sql`drop subscription ${name}`);
    return [];
  } catch {
    await target.rows(sql`alter subscription ${name} set (slot_name = none)`);
    await target.rows(sql`drop subscription ${name}`);
    return slots.flatMap(({ slot }) => slot ?? []);
  }
}

/** Removes the publication, its slot and other slots. */
export async function unpublish(source: Session, tenant_id: string, others: readonly string[]): Promise<void> {
  const name = replicationName(tenant_id);
  const slots = [name, ...others];
  await source.rows(sql`
    select pg_terminate_backend(active_pid, ${slot_wait_ms}::bigint)
    from pg_replication_slots
    where slot_name = any (${slots}) and active_pid is not null`);
  await source.rows(sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = any (${slots})`);
  await source.rows(sql`drop publication if exists ${constant(name)}`);
}

/** How long the sender of a slot that is removed may take to end. */
const slot_wait_ms = 5_000;

export type Abilities = {
  version: number;
  wal_level: string;
  is_superuser: boolean;
  system_identifier: string;
  database: string;
};

export async function findAbilities(session: Session): Promise<Abilities> {
  const row = await session.row<Abilities>(sql`
    select current_setting('server_version_num')::int as version, current_setting('wal_level') as wal_level,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      (select system_identifier::text from pg_control_system()) as system_identifier, current_database()::text as database`);
  return row!;
}

const of_this_database: Fragment = part`s.subdbid = (select oid from pg_database where datname = current_database())`;
