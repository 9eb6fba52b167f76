import type { Pool } from "../../db/pool.ts";
import { plannedEachTime, sql } from "../../db/sql.ts";
import { readInfrastructure } from "../../db/transaction.ts";
import { hour_us } from "../../instants.ts";
import type { RequestLoad } from "./pace.ts";

/** Reports older than this are ignored. */
const report_age_max_us = 2_500_000;
/** A process that has not announced background work for so long counts as idle. */
const announcement_age_max_us = 3_000_000;
/** A process that works announces it between two parts. A part may take longer; then the process does not count during that part. */
const working_age_max_us = 2_000_000;
/** Rows older than this are deleted. */
const row_age_max_us = hour_us;

/**
 * Reports how slow this process finds the database. Returns whether any process does work in parts now. The statement is unnamed,
 * so `slowness.ts` does not measure it.
 */
export async function reportLoad(pool: Pool, process_id: string, { answers, slowness }: RequestLoad): Promise<boolean> {
  const [row] = await readInfrastructure<{ works: boolean }>(
    pool,
    plannedEachTime(sql`
      with report as (
        insert into infra.neighbour as n (process_id, told_us, works, answers, slowness)
        values (${process_id}, infra.now_us(), false, ${answers}, ${slowness})
        on conflict (process_id) do update
        set told_us = excluded.told_us, answers = excluded.answers, slowness = excluded.slowness
      )
      select exists (
        select from infra.neighbour n where n.works and n.told_us > infra.now_us() - ${announcement_age_max_us}
      ) as works`),
  );
  return row!.works;
}

/**
 * The summary of all recent reports; `reported_us`: time of the latest, 0: there is none. `others`: other processes that work in parts at the
 * moment.
 */
export type ReportedLoad = RequestLoad & { reported_us: number; others: number };

/**
 * Announces that this process does work in parts. Returns the reports of processes that answer requests, weighted by their number
 * of answers.
 */
export async function readReportedLoad(pool: Pool, process_id: string): Promise<ReportedLoad> {
  const [row] = await readInfrastructure<ReportedLoad>(
    pool,
    sql`
      with announcement as (
        insert into infra.neighbour as n (process_id, told_us, works)
        values (${process_id}, infra.now_us(), true)
        on conflict (process_id) do update
        set told_us = excluded.told_us
      ), gone as (
        -- Without "skip locked", two processes that were both silent for long would wait for each other's row.
        delete from infra.neighbour
        where process_id in (
          select process_id from infra.neighbour
          where told_us < infra.now_us() - ${row_age_max_us} and process_id <> ${process_id}
          for update skip locked
        )
      )
      select coalesce(max(n.told_us) filter (where not n.works), 0) as reported_us, coalesce(sum(n.answers), 0) as answers,
        sum(n.answers * n.slowness) / nullif(sum(n.answers) filter (where n.slowness is not null), 0) as slowness,
        count(*) filter (
          where n.works and n.process_id <> ${process_id} and n.told_us > infra.now_us() - ${working_age_max_us}
        ) as others
      from infra.neighbour n
      where n.told_us > infra.now_us() - ${report_age_max_us}`,
  );
  return row!;
}
