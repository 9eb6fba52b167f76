import type { Db } from "pg-boss";
import type pg from "pg";
import { asFailure } from "../db/failures.ts";
import type { Pool } from "../db/pool.ts";
import { actAs, begin, type Bounds } from "../db/prelude.ts";
import { readInfrastructure } from "../db/transaction.ts";

/** Our pool with the interface that pg-boss expects. */
export function bossDatabase(pool: Pool): Db {
  return {
    async executeSql(text, values) {
      if (values === undefined && isSeveral(text)) return { rows: await runTexts(pool, text) };
      return { rows: await readInfrastructure(pool, { text, values: values ?? [], name: "" }) };
    },
  };
}

/**
 * Whether a text may contain several statements. A semicolon within a literal also counts; such a text is only sent in more
 * steps.
 */
function isSeveral(text: string): boolean {
  return text.replace(/[;\s]+$/, "").includes(";");
}

/** Runs several statements in one text without parameters; the text may begin and commit a transaction of its own. */
async function runTexts(pool: Pool, text: string): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    const result = await within(client, pool.bounds, text);
    client.release();
    return rowsOf(result);
  } catch (error) {
    await giveBack(client, error);
    throw error;
  }
}

/** Runs a text in a transaction with the pool's role and limits. */
async function within(client: pg.PoolClient, bounds: Bounds, text: string): Promise<pg.QueryResult> {
  const opened = [begin, actAs(bounds)].map((opening) => client.query({ ...opening, values: [...opening.values] }));
  const [, , result] = await Promise.all([...opened, client.query(text)]);
  // If the text has committed by itself, this commit only causes a notice.
  await client.query("commit");
  return result!;
}

/** `pg` returns an array of results for several statements; pg-boss expects the rows of all of them. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return [result].flat().flatMap((one) => one.rows);
}

async function giveBack(client: pg.PoolClient, error: unknown): Promise<void> {
  if (asFailure(error) !== error) return client.release(error as Error);
  try {
    // A text that failed may have left its transaction open.
    await client.query("rollback");
    client.release();
  } catch (rollback_error) {
    client.release(rollback_error as Error);
  }
}
