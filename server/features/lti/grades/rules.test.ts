import assert from "node:assert/strict";
import { test } from "node:test";
import { activity_progresses, grading_progresses, resultOf, type Score } from "./rules.ts";

const final = { activity_progress: "Completed", grading_progress: "FullyGraded" } as const;
const points = (score_given: number | null, score_maximum: number | null): Score => ({ ...final, score_given, score_maximum });

test("only a score that is fully graded, of a learner who has completed the activity, ends an item", () => {
  const ends = activity_progresses.flatMap((activity_progress) =>
    grading_progresses.flatMap((grading_progress) => {
      const result = resultOf({ ...points(10, 10), activity_progress, grading_progress }, null);
      return result === null ? [] : [`${activity_progress} ${grading_progress}`];
    }),
  );
  assert.deepEqual(ends, ["Completed FullyGraded"]);
});

test("a score is compared with the course's pass mark in whole per cent; without one of the two, what is completed is passed", () => {
  const vectors: [Score, number | null, { passed: boolean; score: number | null }][] = [
    [points(8, 10), 80, { passed: true, score: 80 }],
    [points(7.9, 10), 80, { passed: false, score: 79 }],
    [points(0.29, 1), 29, { passed: true, score: 29 }],
    [points(0, 10), 1, { passed: false, score: 0 }],
    [points(12, 10), 100, { passed: true, score: 100 }],
    [points(1, 10), null, { passed: true, score: 10 }],
    [points(null, null), 80, { passed: true, score: null }],
    [points(1e-9, 1e9), 0, { passed: true, score: 0 }],
  ];
  for (const [score, pass_score, expected] of vectors) assert.deepEqual(resultOf(score, pass_score), expected);
});
