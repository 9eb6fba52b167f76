import type { Pool } from "../../db/pool.ts";
import { part, sql } from "../../db/sql.ts";
import { rests } from "../../db/moving/placement.ts";
import { readInfrastructure } from "../../db/transaction.ts";
import { is_silent } from "../take-over.ts";

/** A row of infra.due that a worker has claimed. */
export type Due = {
  id: string;
  tenant_id: string;
  subject_id: string;
  due_us: number;
  /**
   * Transactions no longer rely on this row to announce their work, and those that did have ended. Work that the worker does not
   * see now does not exist.
   */
  is_closed: boolean;
};

/** What a worker found about a closed row: when it will be due again; null: the row is deleted. */
export type Settled = { id: string; next_us: number | null };

/**
 * No transaction that relied on the row is still running. A `closing` above all current ids comes from another cluster
 * (docs/decisions/0036).
 */
const is_closed = part`(d.closing > '0'::xid8 and (d.closing <= pg_snapshot_xmin(pg_current_snapshot())
  or d.closing > pg_snapshot_xmax(pg_current_snapshot())))`;

const is_free = part`(d.due_us <= clock.us and d.claimed_until_us <= clock.us
  and (d.closing is null or d.closing = '0'::xid8 or ${is_closed}) and not ${rests("d.tenant_id")})`;

/** The result of one look for work. */
export type Looked = {
  /** Kinds of work with a due row. */
  kinds: string[];
  /** Queues with jobs that may begin. */
  queues: string[];
  /** Some job's process has stopped sending heartbeats (take-over.ts). */
  has_silent: boolean;
  /** How long until the next row is due, in µs; null: no row waits for its time. */
  next_in_us: number | null;
};

/** Looks for everything that a worker may have to do. This is the one statement that an idle worker repeats. */
export async function lookForWork(pool: Pool, kinds: readonly string[], queues: readonly string[]): Promise<Looked> {
  const [looked] = await readInfrastructure<Looked>(
    pool,
    sql`
      with clock as materialized (select infra.now_us() as us)
      select
        array(
          select k.kind
          from unnest(${kinds}::text[]) k(kind)
          cross join clock
          cross join lateral (select from infra.due d where d.kind = k.kind and ${is_free} order by d.due_us limit 1) due
        ) as kinds,
        array(
          select q.name
          from unnest(${queues}::text[]) q(name)
          cross join lateral (
            select from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after <= now() limit 1
          ) job
        ) as queues,
        exists (select from pgboss.job j where ${is_silent}) as has_silent,
        (
          select min(next.due_us) - min(clock.us)
          from unnest(${kinds}::text[]) k(kind)
          cross join clock
          cross join lateral (
            select d.due_us from infra.due d where d.kind = k.kind and d.due_us > clock.us order by d.due_us limit 1
          ) next
        ) as next_in_us`,
  );
  return looked!;
}

export type Claim = { kind: string; claim_id: string; lease_us: number; rows_max: number };

/** Claims the rows that have been due longest and are not claimed. */
export function claimRows(pool: Pool, { kind, claim_id, lease_us, rows_max }: Claim): Promise<Due[]> {
  return readInfrastructure(
    pool,
    sql`
      with clock as materialized (select infra.now_us() as us),
      chosen as materialized (
        select d.id
        from infra.due d
        cross join clock
        where d.kind = ${kind} and ${is_free}
        order by d.due_us
        limit ${rows_max}::int
        for update of d skip locked
      )
      update infra.due d
      set claim_id = ${claim_id}::uuid, claimed_until_us = clock.us + ${lease_us}::bigint
      from chosen, clock
      where d.id = chosen.id
      returning d.id, d.tenant_id, d.subject_id, d.due_us, coalesce(${is_closed}, false) as is_closed`,
  );
}

/** Extends claims by another lease. */
export async function extendClaims(pool: Pool, claim_id: string, ids: readonly string[], lease_us: number): Promise<void> {
  await readInfrastructure(
    pool,
    sql`
      update infra.due set claimed_until_us = infra.now_us() + ${lease_us}::bigint
      where id = any (${ids}::uuid[]) and claim_id = ${claim_id}`,
  );
}

/**
 * A row that is still due. `due_us`: since when, null: since the same time as before. `rest_us`: how long until it may be claimed
 * again.
 */
export type Released = { id: string; due_us: number | null; rest_us: number };

/** Releases rows that are still due; they can be claimed again after their rest. */
export async function releaseRows(pool: Pool, claim_id: string, released: readonly Released[]): Promise<void> {
  await readInfrastructure(
    pool,
    sql`
      update infra.due d
      set claim_id = null, claimed_until_us = case when r.rest_us > 0 then infra.now_us() + r.rest_us else 0 end, closing = null,
        due_us = greatest(d.due_us, r.due_us)
      from jsonb_to_recordset(${JSON.stringify(released)}::jsonb) as r(id uuid, due_us bigint, rest_us bigint)
      where d.id = r.id and d.claim_id = ${claim_id}`,
  );
}

/**
 * Closes rows whose work is done. The first statement marks the rows as closed, so that new transactions do not rely on them. The
 * second notes which running transactions may still rely on them: their ids are below the next transaction id at that time. A row
 * of the same subject that was closed earlier is deleted: a transaction that relied on it has an id below the later row's
 * `closing`, so the second look of that row covers it.
 */
export async function closeRows(pool: Pool, claim_id: string, ids: readonly string[]): Promise<void> {
  await readInfrastructure(
    pool,
    sql`update infra.due set closing = '0' where id = any (${ids}::uuid[]) and claim_id = ${claim_id}`,
  );
  await readInfrastructure(
    pool,
    sql`
      with closed as (
        update infra.due set closing = pg_current_xact_id(), claim_id = null, claimed_until_us = 0
        where id = any (${ids}::uuid[]) and claim_id = ${claim_id} and closing = '0'
        returning id, kind, tenant_id, subject_id, closing
      )
      delete from infra.due o
      using closed c
      where o.tenant_id = c.tenant_id and o.kind = c.kind and o.subject_id = c.subject_id and o.id <> c.id
        and o.closing > '0' and o.closing < c.closing and o.claimed_until_us <= infra.now_us()`,
  );
}

/**
 * Gives closed rows their next due time, or deletes them. A row is also deleted if another row of the same subject is due no
 * later, and it replaces other rows that are due no earlier.
 */
export async function settleRows(pool: Pool, claim_id: string, settled: readonly Settled[]): Promise<void> {
  await readInfrastructure(
    pool,
    sql`
      with known as materialized (
        select d.id, d.tenant_id, d.kind, d.subject_id, r.next_us,
          r.next_us is null or exists (
            select from infra.due o
            where o.tenant_id = d.tenant_id and o.kind = d.kind and o.subject_id = d.subject_id and o.id <> d.id
              and o.closing is null and o.claimed_until_us <= infra.now_us() and o.due_us <= r.next_us
          ) as is_needless
        from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as r(id uuid, next_us bigint)
        join infra.due d on d.id = r.id and d.claim_id = ${claim_id}
      ),
      gone as (
        delete from infra.due d using known k where d.id = k.id and d.claim_id = ${claim_id} and k.is_needless
      ),
      covered as (
        delete from infra.due o
        using known k
        where not k.is_needless and o.tenant_id = k.tenant_id and o.kind = k.kind and o.subject_id = k.subject_id and o.id <> k.id
          and o.closing is null and o.claimed_until_us <= infra.now_us() and o.due_us >= k.next_us
      )
      update infra.due d
      set due_us = k.next_us, closing = null, claim_id = null, claimed_until_us = 0
      from known k
      where d.id = k.id and d.claim_id = ${claim_id} and not k.is_needless`,
  );
}

/** Checks the next organisations in turn and adds due rows that are missing. */
export async function lookOut(pool: Pool, tenants_max: number): Promise<void> {
  await readInfrastructure(pool, sql`select infra.look_out(${tenants_max}::int)`);
}
