import type pg from "pg";
import { within } from "../within.ts";
import { asFailure } from "./failures.ts";
import type { Pool } from "./pool.ts";
import { requireWriter } from "./servers/primary.ts";
import { lanesAnswer } from "./transaction.ts";

const answer_max_ms = 1_000;

/**
 * Whether users of a pool get answers from a server that accepts writes, tested over the pool itself with its role and limits. A
 * busy pool counts as answering while any of its requests is answered.
 */
export async function poolAnswers(pool: Pool): Promise<boolean> {
  if (!lanesAnswer(pool, answer_max_ms)) return false;
  const heard = pool.heard();
  try {
    await within(ask(pool), answer_max_ms);
    return true;
  } catch {
    return !pool.is_away && pool.heard() > heard;
  }
}

async function ask(pool: Pool): Promise<void> {
  const client: pg.PoolClient = await pool.connect();
  try {
    await requireWriter(client, pool.bounds);
    client.release();
  } catch (error) {
    client.release(asFailure(error) === error ? undefined : (error as Error));
    throw error;
  }
}
