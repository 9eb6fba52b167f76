import type { Db } from "pg-boss";
import type pg from "pg";
import { asFailure } from "../db/failures.ts";
import type { Pool } from "../db/pool.ts";
import { actAs, begin, type Bounds } from "../db/prelude.ts";
import { readInfrastructure } from "../db/transaction.ts";

/** Our pool in the form that pg-boss asks for. */
export function bossDatabase(pool: Pool): Db {
  return {
    async executeSql(text, values) {
      if (values === undefined && isSeveral(text)) return { rows: await runTexts(pool, text) };
      return { rows: await readInfrastructure(pool, { text, values: values ?? [], name: "" }) };
    },
  };
}

/** Whether a text may be more than one statement. A semicolon within a literal counts as well: then it is only sent in more steps. */
function isSeveral(text: string): boolean {
  return text.replace(/[;\s]+$/, "").includes(";");
}

/** Several statements in one text without parameters, which may open and close a transaction of their own. */
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

/** The role and its limits are set for each call. */
async function within(client: pg.PoolClient, bounds: Bounds, text: string): Promise<pg.QueryResult> {
  const opened = [begin, actAs(bounds)].map((opening) => client.query({ ...opening, values: [...opening.values] }));
  const [, , result] = await Promise.all([...opened, client.query(text)]);
  // A text that committed by itself leaves nothing to commit, which is only a notice.
  await client.query("commit");
  return result!;
}

/** `pg` answers several statements with an array of results; pg-boss wants the rows of all. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return [result].flat().flatMap((one) => one.rows);
}

async function giveBack(client: pg.PoolClient, error: unknown): Promise<void> {
  if (asFailure(error) !== error) return client.release(error as Error);
  try {
    // A text that failed halfway may have left its transaction open.
    await client.query("rollback");
    client.release();
  } catch (rollback_error) {
    client.release(rollback_error as Error);
  }
}
