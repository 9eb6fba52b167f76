import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/**
 * How full a node's database is. `people` is an estimate from PostgreSQL's statistics; connections are those of the whole server.
 */
export type NodeFacts = {
  migration: number;
  key_versions: number[];
  organisations: number;
  people: number;
  database_bytes: number;
  connections: number;
  connections_max: number;
  oldest_due_s: number;
};

/** Of infra.due only one row per kind is read, found by its index. */
export async function readFacts(pool: Pool): Promise<NodeFacts> {
  const [row] = await readInfrastructure<NodeFacts>(
    pool,
    sql`
      with recursive kinds as (
        (select kind from infra.due order by kind limit 1)
        union all
        select (select d.kind from infra.due d where d.kind > k.kind order by d.kind limit 1) from kinds k where k.kind is not null
      )
      select
        (select max(number) from infra.migration)::int as migration,
        array(select version::int from infra.secret_key where retired_us is null order by version desc) as key_versions,
        infra.tenant_count()::float8 as organisations,
        (select greatest(reltuples, 0)::float8 from pg_class where oid = 'public.person'::regclass) as people,
        pg_database_size(current_database())::float8 as database_bytes,
        (select sum(numbackends)::int from pg_stat_database) as connections,
        current_setting('max_connections')::int as connections_max,
        (
          select coalesce(greatest(0, max(infra.now_us() - first.due_us)), 0)::float8 / 1000000
          from kinds k
          cross join lateral (select due_us from infra.due d where d.kind = k.kind order by due_us limit 1) first
          where k.kind is not null
        ) as oldest_due_s`,
  );
  return row!;
}

/** `state`, `node` and `since`: its row of infra.placement; null: there is none, the organisation is here. */
export type Organisation = { code: string; name: string; state: string | null; node: string | null; since: string | null };

/** Organisations whose rows a node has and whose code begins with a prefix: a page of them after a code. */
export async function listOrganisations(
  pool: Pool,
  { after, begins, rows_max }: { after: string; begins: string; rows_max: number },
): Promise<Organisation[]> {
  return readInfrastructure(
    pool,
    sql`select code, name, state, node, since from infra.organisations_here(${after}, ${begins}, ${rows_max}::int)`,
  );
}

/** Rows of a node's infra.placement, the latest first. `node`: the other node of the move. */
export type Move = { code: string; state: string; node: string; since: string };

export async function listMoves(pool: Pool, rows_max: number): Promise<Move[]> {
  return readInfrastructure(
    pool,
    sql`select code, state, node, since from infra.placement order by since desc, code limit ${rows_max}::int`,
  );
}
