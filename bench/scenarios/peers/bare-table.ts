import type pg from "pg";
import { startHelper, type Server } from "../../children.ts";
import { employeeNo } from "../../organisation.ts";
import { concurrency, type Bench } from "../../scenario.ts";
import { bare_table, type BarePlan, type LookUp } from "./bare-floor.ts";

/** Runs the bare handlers on a table of its own while `work` runs. */
export async function withBare<Result>(
  bench: Bench,
  look_up: LookUp | null,
  work: (floor: Server) => Promise<Result>,
): Promise<Result> {
  const { superuser, url: database_url } = bench.database;
  await superuser.query(`create table ${bare_table} (key text primary key, body text not null)`);
  const helper = startHelper<BarePlan, { url: string }>("scenarios/peers/bare-floor.ts");
  try {
    const { url } = await helper.ask({ database_url, connections: concurrency, look_up });
    return await work({ url, pid: helper.pid, stop: helper.stop });
  } finally {
    await helper.stop();
    await superuser.query(`drop table ${bare_table}`);
  }
}

/** Writes a row for each person of an organisation: the recorded answer of one person, with each person's own number. */
export async function fillBare(superuser: pg.Pool, people: number, number: string, answer: string): Promise<void> {
  await superuser.query(
    `insert into ${bare_table} (key, body)
     select n::text, replace($3, $4, n::text)
     from generate_series($1::int, $1::int + $2::int - 1) n`,
    [Number(employeeNo(0)), people, answer, number],
  );
  await superuser.query(`vacuum analyze ${bare_table}`);
}
