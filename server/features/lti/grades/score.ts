// Theory of operation. A score names the learner by the id that the tool knows. It belongs to the run from which the tool was
// last launched. The transaction locks that run's person, as for everything that a learner does. Then it stores the score if it
// is later than the stored one; the statement itself compares them, so of two concurrent scores the later one stays. A score that
// ends the item ends it in the same transaction, and possibly also the run, as an attempt. A process that dies has stored
// nothing, and the tool sends the score again.
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { known } from "../../../platform/http/known.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { endOutside } from "../../course-items/runs/run.ts";
import { lockPersonOf } from "../../enrollments/sql.ts";
import { scoreNotNewer } from "../errors.ts";
import { resultOf, type Score } from "./rules.ts";
import { findScored, updateScore, type ScoreKey } from "./sql.ts";

/** How far the clock of a tool may be ahead. */
const ahead_max_us = 300_000_000;

const missing = "This learner has not been sent to this line item.";

export type NewScore = Score & { scored_at: string };

/** The tool that sends the score, by name, and its organisation. */
export type ScoreSender = { tenant_id: string; tool_name: string };

export async function takeScore(
  pool: Pool,
  { tenant_id, tool_name }: ScoreSender,
  key: ScoreKey,
  { scored_at, ...score }: NewScore,
): Promise<void> {
  await withTenant(pool, tenant_id, async (db) => {
    const asked = { ...key, scored_at, ahead_max_us };
    const found = known(await findScored(db, tenant_id, asked), missing);
    await lockPersonOf(db, tenant_id, found.enrollment_id);
    // Read again under the lock: another launch or an erasure may have come first.
    const scored = known(await findScored(db, tenant_id, asked), missing);
    const { run_id, enrollment_id, person_id, pass_score, is_late, is_early } = scored;
    const { item_id } = key;
    if (is_early)
      throw invalid([{ pointer: "#/timestamp", code: "OUT_OF_RANGE", detail: "must not be more than five minutes ahead" }]);
    if (is_late || !(await updateScore(db, tenant_id, { run_id, item_id, scored_at }, score)))
      throw scoreNotNewer("A score with this or a later timestamp was taken before.");
    const result = resultOf(score, pass_score);
    if (result === null) return;
    const context = (await contextWithin(db, tenant_id, { type: "system", id: null, name: tool_name }))!;
    await endOutside(db, context, { person_id, enrollment_id, run_id, item_id }, result);
  });
}
