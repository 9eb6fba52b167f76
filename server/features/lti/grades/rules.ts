// What a score means for an item: a pure function (docs/decisions/0093).

export const activity_progresses = ["Initialized", "Started", "InProgress", "Submitted", "Completed"] as const;
export const grading_progresses = ["FullyGraded", "Pending", "PendingManual", "Failed", "NotReady"] as const;

/** As a tool sends it (LTI-AGS 2.0 §3.4.1), the parts that count. */
export type Score = {
  score_given: number | null;
  score_maximum: number | null;
  activity_progress: (typeof activity_progresses)[number];
  grading_progress: (typeof grading_progresses)[number];
};

/** What 0.29 of 1 becomes by binary fractions, is 29 all the same. */
const rounding = 1e-9;

/** null: the item goes on. A score that is not final, or of somebody who has not finished, ends nothing. */
export function resultOf(score: Score, pass_score: number | null): { passed: boolean; score: number | null } | null {
  if (score.activity_progress !== "Completed" || score.grading_progress !== "FullyGraded") return null;
  const percent = percentOf(score);
  return { passed: percent === null || pass_score === null || percent >= pass_score, score: percent };
}

/** In whole per cent, rounded down; points beyond the maximum (LTI-AGS 2.0 §3.4.5) count as all of it. */
function percentOf({ score_given, score_maximum }: Score): number | null {
  if (score_given === null || score_maximum === null) return null;
  return Math.min(100, Math.floor((score_given / score_maximum) * 100 + rounding));
}
