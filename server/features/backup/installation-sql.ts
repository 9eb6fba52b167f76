import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/** The migrations that were applied to a database; null: it is not a database of this program. */
export async function listApplied(pool: Pool): Promise<{ number: number; name: string; sha256: string }[] | null> {
  const [row] = await readInfrastructure<{ there: boolean }>(
    pool,
    sql`select to_regclass('infra.migration') is not null as there`,
  );
  if (!row!.there) return null;
  return readInfrastructure(pool, sql`select number, name, sha256 from infra.migration order by number`);
}

export type Order = {
  epoch: number;
  written_by: { system_identifier: string; timeline: number; database: string };
  here: { system_identifier: string; timeline: number; database: string } | null;
  /** For each table that is ordered by epoch, the epoch that its next row would have; 0: no epoch has begun. */
  writes_with: { table: string; epoch: number }[];
};

/** Which cluster wrote last, which cluster this is, and in which epoch rows would be written. */
export async function findOrder(pool: Pool): Promise<Order> {
  const [row] = await readInfrastructure<Order>(
    pool,
    sql`
      select l.epoch,
        json_build_object('system_identifier', l.system_identifier, 'timeline', l.timeline, 'database', l.database::text)
          as written_by,
        case when not pg_is_in_recovery() then
          (select json_build_object('system_identifier', system_identifier, 'timeline', timeline, 'database', database::text)
           from infra.here()) end as here,
        (select json_agg(json_build_object('table', t.name,
            'epoch', coalesce(substring(pg_get_expr(d.adbin, d.adrelid) from 'place\\((\\d+)')::int, 0)) order by t.name)
         from (values ('audit_log'), ('compliance_history'), ('event')) t(name)
         join pg_attribute a on a.attrelid = ('public.' || t.name)::regclass and a.attname = 'xid'
         join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum) as writes_with
      from (select * from infra.epoch order by epoch desc limit 1) l`,
  );
  return row!;
}

/** The number of indexes, and those that a restore has not finished. */
export async function findUnfinished(pool: Pool): Promise<{ looked_at: number; unfinished: string[] }> {
  const [row] = await readInfrastructure<{ looked_at: number; unfinished: string[] }>(
    pool,
    sql`
      select count(*)::int as looked_at,
        coalesce(array_agg(i.indexrelid::regclass::text order by 1) filter (where not (i.indisvalid and i.indisready)), '{}')
          as unfinished
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'infra', 'pgboss')`,
  );
  return row!;
}

/** The number of tenant tables, and those that lack forced row-level security. */
export async function findOpenTables(pool: Pool): Promise<{ looked_at: number; open: string[] }> {
  const [row] = await readInfrastructure<{ looked_at: number; open: string[] }>(
    pool,
    sql`
      select count(*)::int as looked_at, coalesce(array_agg(c.relname::text order by c.relname) filter (where not (
        c.relrowsecurity and c.relforcerowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'))), '{}') as open
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`,
  );
  return row!;
}

/** The last number that each identity column has given; 0: none. */
export async function listLastNumbers(pool: Pool): Promise<Record<string, number>> {
  const rows = await readInfrastructure<{ name: string; last: number }>(
    pool,
    sql`
      select c.relname::text as name, coalesce(pg_sequence_last_value(s.oid), 0) as last
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      join pg_class s on s.oid = pg_get_serial_sequence(format('%I', c.relname), a.attname)::regclass
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** All organisations, by code. */
export function listOrganisations(pool: Pool): Promise<{ id: string; code: string }[]> {
  return readInfrastructure(pool, sql`select id, code from tenant order by code`);
}
