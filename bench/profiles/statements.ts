import type pg from "pg";

const lines_max = 10;
const width_max = 130;

/** Resets the server's statement statistics. Returns why there are none, or null. */
export async function forgetStatements(superuser: pg.Pool): Promise<string | null> {
  try {
    await superuser.query("create extension if not exists pg_stat_statements");
    await superuser.query("select pg_stat_statements_reset()");
    return null;
  } catch (error) {
    return `the server does not load pg_stat_statements: ${(error as Error).message}`;
  }
}

/**
 * The statements with the most server time since then, in all databases, as text. Time in functions and triggers counts for the
 * statement that called them.
 */
export async function renderStatements(superuser: pg.Pool): Promise<string> {
  const { rows } = await superuser.query<{ calls: number; us: number; share: number; query: string }>(
    `select calls::float8 as calls, mean_exec_time * 1000 as us, total_exec_time / nullif(sum(total_exec_time) over (), 0) as share, query
     from pg_stat_statements
     where toplevel and query !~* '^\\s*(create|drop|vacuum|alter|begin|commit|checkpoint|select pg_stat_statements_reset)'
     order by total_exec_time desc
     limit ${lines_max}`,
  );
  return rows
    .map(
      ({ calls, us, share, query }) =>
        `  ${((share ?? 0) * 100).toFixed(1).padStart(5)} %  ${us.toFixed(0).padStart(7)} µs  ${calls.toFixed(0).padStart(7)} calls  ${oneLine(query)}`,
    )
    .join("\n");
}

function oneLine(query: string): string {
  return query.replaceAll(/\s+/g, " ").trim().slice(0, width_max);
}
