import type { Pool } from "../../../platform/db/pool.ts";
import { constant, sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, type Db } from "../../../platform/db/transaction.ts";

export type Removal = { id: string; began_at: string; removed: Record<string, number>; audit_checkpoint: string | null };

/** The organisation of a code; undefined: there is none. */
export async function findTenantId(pool: Pool, code: string): Promise<string | undefined> {
  const [row] = await readInfrastructure<{ id: string | null }>(pool, sql`select infra.tenant_by_code(${code}) as id`);
  return row?.id ?? undefined;
}

export type Size = { name: string; people: number; enrollments: number; certificates: number; audit_entries: number };

/** Data by which an operator recognises the organisation. */
export async function findSize(db: Db, tenant_id: string): Promise<Size | undefined> {
  return db.row(sql`
    select t.name,
      (select count(*) from person where tenant_id = t.id)::int as people,
      (select count(*) from enrollment where tenant_id = t.id)::int as enrollments,
      (select count(*) from certificate where tenant_id = t.id)::int as certificates,
      (select count(*) from audit_log where tenant_id = t.id)::int as audit_entries
    from tenant t
    where t.id = ${tenant_id}`);
}

/** The removal of an organisation that is in progress, or a new one. */
export async function beginRemoval(
  db: Db,
  tenant_id: string,
  { id, audit_checkpoint }: Pick<Removal, "id" | "audit_checkpoint">,
): Promise<Removal> {
  await db.count(sql`
    insert into infra.removal as r (id, tenant_id, tenant_code, began_at, audit_checkpoint)
    select ${id}, t.id, t.code, now(), ${audit_checkpoint}
    from tenant t
    where t.id = ${tenant_id}
    on conflict (tenant_id) where statement is null do nothing`);
  const row = await db.row<Removal>(sql`
    select id, infra.iso(began_at) as began_at, removed, audit_checkpoint
    from infra.removal
    where tenant_id = ${tenant_id} and statement is null`);
  return row!;
}

/** Ends all access and deletes waiting jobs. */
export async function closeOrganisation(db: Db, tenant_id: string): Promise<void> {
  await db.rows(sql`select infra.close_organisation(${tenant_id})`);
  await deleteJobs(db, tenant_id);
}

export async function deleteJobs(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`
    delete from pgboss.job
    where data->>'tenant_id' = ${tenant_id} and state <> 'active'`);
}

/** A table with rows of organisations, and the name under which its rows are counted; partitions count under their parent. */
export type Holder = { table: string; counted_as: string; self_columns: string[] };

/**
 * The tables with rows of organisations, referring tables before those that they refer to. They are read from the catalogue, so
 * that none is forgotten. `self_columns` refer to rows of the same table.
 */
export async function listHolders(db: Db): Promise<Holder[]> {
  const tables = await db.rows<Holder & { oid: string; root: string; refers_to: string[] }>(sql`
    select c.oid::text, c.oid::regclass::text as table, coalesce(p.relname, c.relname) as counted_as,
      coalesce(p.oid, c.oid)::text as root,
      coalesce((
        select json_agg(distinct k.confrelid::text)
        from pg_constraint k
        where k.contype = 'f' and k.conrelid = coalesce(p.oid, c.oid) and k.confrelid <> k.conrelid
      ), '[]') as refers_to,
      coalesce((
        select json_agg(distinct quote_ident(a.attname))
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.attnotnull
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = c.oid
      ), '[]') as self_columns
    from pg_class c
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`);
  const ordered: Holder[] = [];
  const waiting = new Map(tables.map((one) => [one.oid, one]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ root }) => ![...waiting.values()].some((other) => other.root !== root && other.refers_to.includes(root)),
    );
    if (free.length === 0) throw new Error("tables refer to each other in a circle");
    for (const { oid, table, counted_as, self_columns } of free) {
      ordered.push({ table, counted_as, self_columns });
      waiting.delete(oid);
    }
  }
  return ordered;
}

/** Deletes a batch of rows of a table. Before that, references to rows of the same table are set to null, also in batches. */
export async function deletePart(
  db: Db,
  tenant_id: string,
  { table, self_columns }: Holder,
  rows_max: number,
): Promise<{ deleted: number; more: boolean }> {
  const name = constant(table);
  for (const column of self_columns) {
    const own = constant(column);
    const freed = await db.count(sql`
      update ${name}
      set ${own} = null
      where ctid = any (array(
        select ctid from ${name} where tenant_id = ${tenant_id} and ${own} is not null limit ${rows_max}::int))`);
    if (freed > 0) return { deleted: 0, more: true };
  }
  const deleted = await db.count(sql`
    delete from ${name}
    where ctid = any (array(select ctid from ${name} where tenant_id = ${tenant_id} limit ${rows_max}::int))`);
  return { deleted, more: deleted === rows_max };
}

export async function updateRemoved(db: Db, id: string, removed: Readonly<Record<string, number>>): Promise<void> {
  await db.count(sql`update infra.removal set removed = ${JSON.stringify(removed)}::jsonb where id = ${id}`);
}

/** Deletes the organisation's own row, after all others. */
export async function deleteTenant(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`delete from tenant where id = ${tenant_id}`);
}

/**
 * Deletes rows of the request log that were written after the organisation was removed; the log has no foreign keys that would
 * prevent them.
 */
export async function deleteLateRequests(db: Db): Promise<void> {
  await db.rows(sql`select infra.forget_late_requests()`);
}

export type SignedStatement = { statement: string; key_version: number; signature: Buffer };

export async function updateSigned(db: Db, id: string, { statement, key_version, signature }: SignedStatement): Promise<void> {
  await db.count(sql`
    update infra.removal
    set statement = ${statement}, key_version = ${key_version}, signature = ${signature}
    where id = ${id}`);
}

/** Signed statements of removals, the oldest first. */
export async function listSigned(db: Db): Promise<SignedStatement[]> {
  return db.rows(sql`
    select statement, key_version, signature
    from infra.removal
    where statement is not null
    order by began_at, id`);
}
