import { within } from "../within.ts";
import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { lanesAnswer, readInfrastructure } from "./transaction.ts";

const answer_max_ms = 1_000;

/**
 * Whether users of a pool get answers, tested as they ask: over the pool, with its role and its settings. A busy pool counts
 * as answering while any of its requests is answered.
 */
export async function poolAnswers(pool: Pool): Promise<boolean> {
  if (!lanesAnswer(pool, answer_max_ms)) return false;
  const heard = pool.heard();
  try {
    await within(readInfrastructure(pool, sql`select 1`), answer_max_ms);
    return true;
  } catch {
    return pool.heard() > heard;
  }
}
