import type { Pool } from "../../db/pool.ts";
import { plannedEachTime, sql } from "../../db/sql.ts";
import { readInfrastructure } from "../../db/transaction.ts";
import type { Felt } from "./pace.ts";

/** Reports older than this are ignored. */
const told_max_us = 2_500_000;
/** A process that has announced no work for so long counts as idle. */
const works_max_us = 3_000_000;
/** Rows older than this are deleted. */
const silent_max_us = 3_600_000_000;

/**
 * Reports how slow this process finds the database, and returns whether work in parts goes on in some process. The statement is unnamed, so
 * `slowness.ts` does not measure it.
 */
export async function tellFelt(pool: Pool, process_id: string, { answers, slowness }: Felt): Promise<boolean> {
  const [row] = await readInfrastructure<{ works: boolean }>(
    pool,
    plannedEachTime(sql`
      with told as (
        insert into infra.neighbour as n (process_id, told_us, works, answers, slowness)
        values (${process_id}, infra.now_us(), false, ${answers}, ${slowness})
        on conflict (process_id) do update
        set told_us = excluded.told_us, answers = excluded.answers, slowness = excluded.slowness
      )
      select exists (
        select from infra.neighbour n where n.works and n.told_us > infra.now_us() - ${works_max_us}
      ) as works`),
  );
  return row!.works;
}

/** What all recent reports say together; `told_us`: when the latest was made, 0: there is none. */
export type LatelyFelt = Felt & { told_us: number };

/** Announces that this process works in parts, and returns what processes that answer requests have reported, each weighted by its answers. */
export async function readFelt(pool: Pool, process_id: string): Promise<LatelyFelt> {
  const [row] = await readInfrastructure<LatelyFelt>(
    pool,
    sql`
      with told as (
        insert into infra.neighbour as n (process_id, told_us, works)
        values (${process_id}, infra.now_us(), true)
        on conflict (process_id) do update
        set told_us = excluded.told_us
      ), gone as (
        -- Two processes that both have been silent for long would wait for each other.
        delete from infra.neighbour
        where process_id in (
          select process_id from infra.neighbour
          where told_us < infra.now_us() - ${silent_max_us} and process_id <> ${process_id}
          for update skip locked
        )
      )
      select coalesce(max(n.told_us), 0) as told_us, coalesce(sum(n.answers), 0) as answers,
        sum(n.answers * n.slowness) / nullif(sum(n.answers) filter (where n.slowness is not null), 0) as slowness
      from infra.neighbour n
      where not n.works and n.told_us > infra.now_us() - ${told_max_us}`,
  );
  return row!;
}
