import type { Db } from "pg-boss";
import type pg from "pg";
import type { Pool } from "../db/pool.ts";

/**
 * Our pool in the form that pg-boss asks for. Each call is one statement, or several in one text without parameters, which
 * may open and close a transaction of their own.
 */
export function bossDatabase(pool: Pool): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        const result = await (pool.embedded ? asRole(client, pool.role, text, values) : client.query(text, values));
        client.release();
        return { rows: rowsOf(result) };
      } catch (error) {
        await giveBack(client);
        throw error;
      }
    },
  };
}

/** The embedded database has one session for all, so the role is set for each call; a server's connections begin with it. */
async function asRole(client: pg.PoolClient, role: string, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
  const begun = client.query(`begin; set local role ${role}`);
  begun.catch(() => undefined);
  const result = await client.query(text, values);
  await begun;
  // A text that committed by itself leaves nothing to commit, which is only a notice.
  await client.query("commit");
  return result;
}

/** `pg` answers several statements with an array of results; pg-boss wants the rows of all. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return [result].flat().flatMap((one) => one.rows);
}

async function giveBack(client: pg.PoolClient): Promise<void> {
  try {
    // A text that failed halfway may have left its transaction open.
    await client.query("rollback");
    client.release();
  } catch {
    client.release(true);
  }
}
