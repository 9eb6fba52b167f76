import type { Db } from "pg-boss";
import type pg from "pg";
import { asFailure } from "../db/failures.ts";
import type { Pool } from "../db/pool.ts";
import { actAs, begin, type Bounds } from "../db/prelude.ts";

/**
 * Our pool in the form that pg-boss asks for. Each call is one statement, or several in one text without parameters, which
 * may open and close a transaction of their own.
 */
export function bossDatabase(pool: Pool): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        const result = await within(client, pool.bounds, text, values);
        client.release();
        return { rows: rowsOf(result) };
      } catch (error) {
        await giveBack(client, error);
        throw error;
      }
    },
  };
}

/** The role and its limits are set for each call. */
async function within(
  client: pg.PoolClient,
  bounds: Bounds,
  text: string,
  values: unknown[] | undefined,
): Promise<pg.QueryResult> {
  const opened = [begin, actAs(bounds)].map((opening) => client.query({ ...opening, values: [...opening.values] }));
  const [, , result] = await Promise.all([...opened, client.query(text, values)]);
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
