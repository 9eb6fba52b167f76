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

/** The prefix of the names of all publications, slots and subscriptions of moves; the tenant id without hyphens follows. */
export const slot_prefix = "muster_move_";

/** Publishes the rows of an organisation; rows of partitions are published under their parent table. */
export async function publish(source: Session, tenant_id: string, tables: readonly Table[]): Promise<void> {
  const name = constant(replicationName(tenant_id));
  const each = tables.map((table) => part`${constant(table.name)} where (${constant(`${table.key} = '${tenant_id}'`)})`);
  await source.rows(sql`
    create publication ${name} for table ${join(each, ", ")}
    with (publish = 'insert, update, delete', publish_via_partition_root = true)`);
}

/**
 * Creates a replication slot, which keeps all later changes, and exports a snapshot of the earlier rows. The snapshot is valid
 * until the session is used again or ends. This command of the replication protocol needs capital letters.
 */
export async function createSlot(replicating: Session, tenant_id: string): Promise<string> {
  const row = await replicating.row<{ snapshot_name: string }>(
    sql`CREATE_REPLICATION_SLOT ${constant(replicationName(tenant_id))} LOGICAL pgoutput (SNAPSHOT 'export')`,
  );
  return row!.snapshot_name;
}

/** Starts to replicate from the slot. The target's server connects to the source's by `source_url`. */
export async function subscribe(target: Session, tenant_id: string, source_url: string, version: number): Promise<void> {
  const name = constant(replicationName(tenant_id));
  // From PostgreSQL 16 on, a subscription applies changes as each table's owner, to whom row-level security applies, unless
  // `run_as_owner` is set.
  const since_16 = version >= 160_000 ? part`, origin = none, run_as_owner = true` : part``;
  await target.rows(sql`
    create subscription ${name} connection ${constant(pg.escapeLiteral(source_url))} publication ${name}
    with (copy_data = false, create_slot = false, disable_on_error = true${since_16})`);
}

/** Whether the subscription is enabled; false: a change could not be written here, and the server's log says why. */
export async function isFollowing(target: Session, tenant_id: string): Promise<boolean> {
  const row = await target.row<{ enabled: boolean }>(sql`
    select s.subenabled as enabled from pg_subscription s where s.subname = ${replicationName(tenant_id)} and ${of_this_database}`);
  return row?.enabled ?? false;
}

/** Flushes all commits so far to the source's log, and returns the log's end. */
export async function findLogEnd(source: Session): Promise<string> {
  await source.rows(sql`select pg_logical_emit_message(true, 'muster', '')`);
  const row = await source.row<{ place: string }>(sql`select pg_current_wal_flush_lsn()::text as place`);
  return row!.place;
}

/** Whether the target has applied the source's log up to a position. */
export async function hasFollowed(source: Session, tenant_id: string, place: string): Promise<boolean> {
  const row = await source.row<{ has: boolean }>(sql`
    select coalesce(bool_or(r.replay_lsn >= ${place}::pg_lsn), false) as has
    from pg_replication_slots s
    join pg_stat_replication r on r.pid = s.active_pid
    where s.slot_name = ${replicationName(tenant_id)}`);
  return row!.has;
}

/**
 * Drops the subscription and its slot at the source. If the target's server cannot reach the source's, only the subscription is
 * dropped.
 */
export async function unsubscribe(target: Session, tenant_id: string): Promise<void> {
  const found = await target.row(
    sql`select from pg_subscription s where s.subname = ${replicationName(tenant_id)} and ${of_this_database}`,
  );
  if (found === undefined) return;
  const name = constant(replicationName(tenant_id));
  await target.rows(sql`alter subscription ${name} disable`);
  try {
    await target.rows(sql`drop subscription ${name}`);
  } catch {
    await target.rows(sql`alter subscription ${name} set (slot_name = none)`);
    await target.rows(sql`drop subscription ${name}`);
  }
}

/** Drops the publication and its slot. */
export async function unpublish(source: Session, tenant_id: string): Promise<void> {
  const name = replicationName(tenant_id);
  await source.rows(sql`
    select pg_terminate_backend(active_pid, ${process_end_ms}::bigint)
    from pg_replication_slots
    where slot_name = ${name} and active_pid is not null`);
  await source.rows(sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${name}`);
  await source.rows(sql`drop publication if exists ${constant(name)}`);
}

/** Ends sessions that copy, including those of a killed command. Their open transactions are rolled back. */
export async function endCopying(session: Session, tenant_id: string): Promise<void> {
  const copying = part`
    from pg_stat_activity
    where application_name = ${replicationName(tenant_id)} and backend_type in ('client backend', 'walsender')
      and datname = current_database()`;
  await session.rows(sql`select pg_terminate_backend(pid, ${process_end_ms}::bigint) ${copying}`);
  const left = await session.row<{ pid: number }>(sql`select pid ${copying} limit 1`);
  if (left !== undefined) throw new Error(`process ${left.pid} of the server copies, and does not end`);
}

/** How long to wait for a server process to terminate. */
const process_end_ms = 5_000;

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
