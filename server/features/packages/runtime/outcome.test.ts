// Results of packages, by test vectors for the rules of the standards.
import assert from "node:assert/strict";
import test from "node:test";
import { achieved, outcomeOf, verdictOf, type ItemState } from "./outcome.ts";
import { secondsOf, timeOf } from "./times.ts";

const item = { id: "A", speaks: true, passing_score: null, completion_threshold: null };
type Vector = [elements: Record<string, string>, more: object, status: string, score: number | null];

const vectors_12: readonly Vector[] = [
  [{}, {}, "incomplete", null],
  [{ "cmi.core.lesson_status": "browsed" }, {}, "incomplete", null],
  [{ "cmi.core.lesson_status": "completed", "cmi.core.score.raw": "55.9" }, {}, "completed", 55],
  [{ "cmi.core.lesson_status": "completed", "cmi.core.score.raw": "79" }, { passing_score: 80 }, "failed", 79],
  [{ "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "80" }, { passing_score: 80 }, "passed", 80],
  [{ "cmi.core.lesson_status": "incomplete", "cmi.core.score.raw": "100" }, { passing_score: 80 }, "incomplete", 100],
  [
    { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "29", "cmi.core.score.min": "0", "cmi.core.score.max": "100" },
    {},
    "passed",
    29,
  ],
  [
    { "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "15", "cmi.core.score.min": "10", "cmi.core.score.max": "20" },
    {},
    "passed",
    50,
  ],
  [{ "cmi.core.lesson_status": "passed", "cmi.core.score.raw": "500" }, {}, "passed", 100],
];
const vectors_2004: readonly Vector[] = [
  [{ "cmi.completion_status": "completed" }, {}, "completed", null],
  [{ "cmi.completion_status": "completed", "cmi.success_status": "failed", "cmi.score.scaled": "0.29" }, {}, "failed", 29],
  [{ "cmi.completion_status": "incomplete", "cmi.success_status": "passed" }, {}, "passed", null],
  [{ "cmi.success_status": "passed", "cmi.score.scaled": "0.69" }, { passing_score: 70 }, "failed", 69],
  [{ "cmi.success_status": "unknown", "cmi.score.scaled": "0.7" }, { passing_score: 70 }, "passed", 70],
  [{ "cmi.score.scaled": "-1" }, {}, "incomplete", 0],
  [{ "cmi.progress_measure": "0.5", "cmi.completion_status": "completed" }, { completion_threshold: "0.8" }, "incomplete", null],
  [{ "cmi.progress_measure": "0.8", "cmi.completion_status": "incomplete" }, { completion_threshold: "0.8" }, "completed", null],
];

for (const [standard, vectors] of [
  ["scorm_1.2", vectors_12],
  ["scorm_2004", vectors_2004],
] as const)
  for (const [elements, more, status, score] of vectors)
    test(`${standard}: ${JSON.stringify({ ...elements, ...more })} is ${status}, ${score}`, () => {
      assert.deepEqual(outcomeOf(standard, { ...item, ...more }, elements), { status, score });
    });

test("a page without a runtime is done when it was opened", () => {
  assert.equal(outcomeOf("scorm_1.2", { ...item, speaks: false }, {}).status, "completed");
});

test("what has been achieved does not fall back; what has failed may still be passed", () => {
  const passed = { status: "passed", score: 90 } as const;
  const failed = { status: "failed", score: 10 } as const;
  const open = { status: "incomplete", score: null } as const;
  assert.deepEqual(
    [achieved(passed, open), achieved(passed, failed), achieved(failed, passed), achieved(null, open)],
    [passed, passed, passed, open],
  );
});

const items = [item, { ...item, id: "B" }];
const state = (id: string, status: ItemState["status"], score: number | null, more: Partial<ItemState> = {}): ItemState => ({
  item: id,
  status,
  score,
  ended: true,
  suspended: false,
  ...more,
});

test("a package is done when every item is, and over when all have ended and one has failed", () => {
  const done = [state("A", "passed", 90), state("B", "completed", null)];
  assert.deepEqual(verdictOf(items, done, null), { state: "passed", score: 90 });
  assert.deepEqual(verdictOf(items, [done[0]!], null), { state: "incomplete", score: 90 });
  const failed = [state("A", "failed", 30), state("B", "passed", 61)];
  assert.deepEqual(verdictOf(items, failed, null), { state: "failed", score: 45 });
  assert.equal(verdictOf(items, [{ ...failed[0]!, ended: false }, failed[1]!], null).state, "incomplete");
  assert.equal(verdictOf(items, [{ ...failed[0]!, suspended: true }, failed[1]!], null).state, "incomplete");
  assert.equal(verdictOf(items, [failed[0]!, state("B", "incomplete", null)], null).state, "incomplete");
});

test("a score below the course's pass score fails once all have ended", () => {
  const done = [state("A", "passed", 70), state("B", "passed", 80)];
  assert.equal(verdictOf(items, done, 75).state, "passed");
  assert.equal(verdictOf(items, done, 76).state, "failed");
  assert.equal(verdictOf(items, [done[0]!, { ...done[1]!, ended: false }], 76).state, "incomplete");
  assert.equal(verdictOf(items, [state("A", "completed", null), state("B", "completed", null)], 76).state, "passed");
});

test("times of both standards are read and written", () => {
  assert.equal(secondsOf("scorm_1.2", "0001:02:03.40"), 3_723);
  assert.equal(secondsOf("scorm_2004", "PT1H2M3.4S"), 3_723);
  assert.equal(secondsOf("scorm_2004", "P1DT1S"), 86_400, "at most a day");
  assert.deepEqual([secondsOf("scorm_1.2", "soon"), secondsOf("scorm_2004", undefined)], [0, 0]);
  assert.deepEqual([timeOf("scorm_1.2", 3_723), timeOf("scorm_2004", 3_723)], ["0001:02:03", "PT1H2M3S"]);
});
