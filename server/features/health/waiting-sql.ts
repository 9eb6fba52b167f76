import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/** Waiting rows are counted up to this number. */
const counted_max = 10_000;

type Backlog = { waiting: number; oldest_s: number };

export type Waiting = {
  queues: { queue: string; due: number; oldest_s: number; running: number }[];
  mail: Backlog;
  import: Backlog;
  oldest_transaction_s: number;
  /** For each kind of infra.due: for how long the oldest row has been overdue. */
  overdue: { kind: string; oldest_s: number }[];
};

/** What is waiting in all organisations, read from rows that are due. Queues and kinds of work without any are listed with 0. */
export async function readWaiting(pool: Pool, kinds: readonly string[]): Promise<Waiting> {
  const [row] = await readInfrastructure<Waiting>(
    pool,
    sql`
      with due as materialized (
        select name, start_after
        from pgboss.job
        where state < 'active' and not blocked and start_after <= now()
        limit ${counted_max}::int
      ),
      running as materialized (
        select name from pgboss.job where state = 'active' and heartbeat_seconds is not null limit ${counted_max}::int
      ),
      work as materialized (
        select kind, waiting, coalesce(greatest(0, infra.now_us() - oldest_us), 0) / 1000000.0 as oldest_s
        from infra.waiting_work(${counted_max}::int)
      ),
      clock as materialized (select infra.now_us() as us),
      overdue as materialized (
        select k.kind, coalesce(max(c.us - d.due_us), 0) / 1000000.0 as oldest_s
        from unnest(${kinds}::text[]) k(kind)
        cross join clock c
        left join lateral (
          select due_us, closing
          from infra.due
          where kind = k.kind and due_us <= c.us
          order by due_us
          limit ${counted_max}::int
        ) d on d.closing is null
        group by k.kind
      )
      select
        (
          select json_agg(json_build_object('queue', q.name, 'due', d.due, 'oldest_s', d.oldest_s, 'running', r.running))
          from pgboss.queue q
          cross join lateral (
            select count(*)::int as due, coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as oldest_s
            from due
            where due.name = q.name
          ) d
          cross join lateral (select count(*)::int as running from running where running.name = q.name) r
        ) as queues,
        (select json_build_object('waiting', waiting, 'oldest_s', oldest_s::float8) from work where kind = 'mail') as mail,
        (select json_build_object('waiting', waiting, 'oldest_s', oldest_s::float8) from work where kind = 'import') as import,
        (select coalesce(json_agg(json_build_object('kind', kind, 'oldest_s', oldest_s::float8)), '[]') from overdue) as overdue,
        extract(epoch from clock_timestamp() - infra.settled_at())::float8 as oldest_transaction_s`,
  );
  return row!;
}

export async function readDatabaseSize(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ bytes: number }>(pool, sql`select pg_database_size(current_database()) as bytes`);
  return row!.bytes;
}
