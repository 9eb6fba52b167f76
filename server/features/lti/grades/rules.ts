// The meaning of a score for an item: pure functions (docs/decisions/0093).

export const activity_progresses = ["Initialized", "Started", "InProgress", "Submitted", "Completed"] as const;
export const grading_progresses = ["FullyGraded", "Pending", "PendingManual", "Failed", "NotReady"] as const;

/** The relevant members of a score (LTI-AGS 2.0 §3.4.1). */
export type Score = {
  score_given: number | null;
  score_maximum: number | null;
  activity_progress: (typeof activity_progresses)[number];
  grading_progress: (typeof grading_progresses)[number];
};

/** 0.29 of 1 becomes slightly less than 29 per cent in binary fractions, and must still be 29. */
const rounding = 1e-9;

/**
 * The result of an item; null: it is not finished. A score that is not final, or of a learner who has not completed, ends
 * nothing.
 */
export function resultOf(score: Score, pass_score: number | null): { passed: boolean; score: number | null } | null {
  if (score.activity_progress !== "Completed" || score.grading_progress !== "FullyGraded") return null;
  const percent = percentOf(score);
  return { passed: percent === null || pass_score === null || percent >= pass_score, score: percent };
}

/** Whole per cent, rounded down. Points above the maximum (LTI-AGS 2.0 §3.4.5) count as 100. */
function percentOf({ score_given, score_maximum }: Score): number | null {
  if (score_given === null || score_maximum === null) return null;
  return Math.min(100, Math.floor((score_given / score_maximum) * 100 + rounding));
}
