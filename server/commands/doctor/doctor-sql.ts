import pg from "pg";
import { slot_prefix } from "../../features/organisations/move/replication-sql.ts";
import { createPool, type Role } from "../../platform/db/pool.ts";
import { answer_max_ms } from "./finding.ts";

/** A connection with the login's own rights, without a role of the program. */
export async function connectAsLogin(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answer_max_ms,
    query_timeout: answer_max_ms,
    application_name: "muster_doctor",
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Opens a connection as the processes do. Rejects if it is refused or leads to a read-only server. */
export async function openAsProcess(url: string, role: Role): Promise<void> {
  const connection = { kind: "server" as const, url };
  const pool = createPool({
    connection,
    role,
    connections_max: 1,
    statement_timeout_ms: answer_max_ms,
    onIdleError: () => undefined,
  });
  try {
    const client = await pool.connect();
    client.release();
  } finally {
    await pool.close();
  }
}

export type ServerFacts = {
  version_number: number;
  version: string;
  is_standby: boolean;
  is_encrypted: boolean;
  database: string;
  encoding: string;
  login: string;
  is_superuser: boolean;
  bypasses_walls: boolean;
  /** The settings that the login may read, by name. */
  settings: Record<string, string>;
  /** Connections to all databases of the server. */
  connections: number;
  size_bytes: number;
};

export async function readServer(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version_number, current_setting('server_version') as version,
      pg_is_in_recovery() as is_standby, current_database() as database,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
      current_setting('server_encoding') as encoding, r.rolname as login, r.rolsuper as is_superuser,
      r.rolbypassrls as bypasses_walls,
      (
        select json_object_agg(name, setting)
        from pg_settings
        where name in ('autovacuum', 'track_counts', 'fsync', 'full_page_writes', 'synchronous_commit', 'max_connections',
          'superuser_reserved_connections', 'reserved_connections', 'default_transaction_isolation',
          'default_transaction_read_only', 'data_directory')
      ) as settings,
      (select sum(numbackends)::int from pg_stat_database) as connections,
      pg_database_size(current_database())::float8 as size_bytes
    from pg_roles r
    where r.rolname = current_user`);
  return rows[0];
}

/** A role of the program: whether the login may act as it, and whether the role has rights that it must not have. */
export type RoleFacts = { name: string; may_act: boolean; is_powerful: boolean; may_own: boolean };

export async function readRoles(client: pg.Client): Promise<RoleFacts[]> {
  const { rows } = await client.query(`
    select rolname as name, pg_has_role(current_user, oid, 'member') as may_act,
      rolsuper or rolbypassrls or rolcreaterole as is_powerful,
      rolname <> 'muster_owner' and pg_has_role(oid, (select oid from pg_roles where rolname = 'muster_owner'), 'member') as may_own
    from pg_roles
    where rolname in ('muster_owner', 'muster_app', 'muster_worker', 'muster_delivery', 'muster_limited', 'muster_auth')
    order by rolname`);
  return rows;
}

/** Tables that belong to another role, and tables whose row-level security is switched off. */
export async function readTables(client: pg.Client): Promise<{ foreign: string[]; open: string[] }> {
  const { rows } = await client.query(`
    select
      array(
        select c.relname::text from pg_class c join pg_roles r on r.oid = c.relowner
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and r.rolname <> 'muster_owner'
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        order by 1
      ) as foreign,
      array(
        select c.relname::text from pg_class c
        where c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)
          and exists (select from pg_policy p where p.polrelid = c.oid)
        order by 1
      ) as open`);
  return rows[0];
}

export type AppliedMigration = { number: number; name: string; sha256: string };

/** null: no migration was ever applied. */
export async function readMigrations(client: pg.Client): Promise<AppliedMigration[] | null> {
  const { rows } = await client.query("select to_regclass('infra.migration') is not null as is_prepared");
  if (!rows[0].is_prepared) return null;
  return (await client.query("select number, name, sha256 from infra.migration order by number")).rows;
}

/** How many ms this machine's clock is ahead of the clock used for limits and ids. */
export async function readSkew(client: pg.Client): Promise<number> {
  const asked_ms = Date.now();
  const { rows } = await client.query("select infra.now_us()::float8 / 1000 as ms");
  return Math.round((asked_ms + Date.now()) / 2 - rows[0].ms);
}

/** Unused replication slots in this database that moves of organisations have left, with how much of the log each retains. */
export async function listIdleMoveSlots(client: pg.Client): Promise<{ name: string; kept_bytes: number }[]> {
  const { rows } = await client.query(`
    select slot_name::text as name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as kept_bytes
    from pg_replication_slots
    where database = current_database() and not active and starts_with(slot_name, '${slot_prefix}')
    order by slot_name`);
  return rows;
}
