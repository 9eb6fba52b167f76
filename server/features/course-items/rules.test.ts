import assert from "node:assert/strict";
import { test } from "node:test";
import type { Item } from "./item.ts";
import { askedOf, carriedOver, faultsOfConditions, scoreOf, shuffled, verdictOf } from "./rules.ts";

const first = () => 0;
const at_once = { required: true, opens: "at_once" as const, after: null };
const previous = { required: true, opens: "after_previous" as const, after: null };
const behind = (after: number | null) => ({ required: true, opens: "after_item" as const, after });

test("conditions on nothing, on oneself, in a circle and beyond the list are found", () => {
  const of = (...items: Parameters<typeof faultsOfConditions>[0]) => faultsOfConditions(items).map(({ detail }) => detail);
  assert.deepEqual(of(at_once, previous, behind(0)), []);
  assert.deepEqual(of(behind(1), at_once), []);
  assert.deepEqual(of(at_once, behind(null)), ["is required"]);
  assert.deepEqual(of(at_once, behind(1)), ["must be another item"]);
  assert.deepEqual(of(at_once, behind(2)), ["must be a place from 0 to 1"]);
  assert.deepEqual(of(behind(1), previous), ["waits for an item that waits for this one"]);
  assert.deepEqual(of(at_once, behind(3), previous, previous), ["waits for an item that waits for this one"]);
  assert.deepEqual(of({ ...at_once, after: 0 }), ['belongs to "after_item" only']);
  assert.deepEqual(of({ ...at_once, required: false }), ["must have one item that is required"]);
});

test("a run ends with the first required item that fails, or with the last that is done; optional ones do not count", () => {
  const items = [
    { id: "a", required: true },
    { id: "b", required: true },
    { id: "c", required: false },
  ];
  const done = (item_id: string, score: number | null = null) => ({ item_id, state: "done" as const, score });
  const failed = (item_id: string, score: number) => ({ item_id, state: "failed" as const, score });
  assert.deepEqual(verdictOf(items, [], null), { result: null, score: null });
  assert.deepEqual(verdictOf(items, [done("a")], null), { result: null, score: null });
  assert.deepEqual(verdictOf(items, [failed("c", 10), done("a")], null), { result: null, score: null });
  assert.deepEqual(verdictOf(items, [done("a"), failed("b", 33)], null), { result: "failed", score: 33 });
  assert.deepEqual(verdictOf(items, [done("a"), done("b")], 80), { result: "passed", score: null });
  assert.deepEqual(verdictOf(items, [done("a", 80), done("b", 91), failed("c", 0)], 85), { result: "passed", score: 85 });
  assert.deepEqual(verdictOf(items, [done("a", 80), done("b", 91)], 86), { result: "failed", score: 85 });
});

test("a question counts when exactly the right options are chosen, and the percentage is rounded down", () => {
  const asked = [
    { id: "a", correct: [0] },
    { id: "b", correct: [1, 2] },
    { id: "c", correct: [0] },
  ];
  assert.equal(scoreOf(asked, { a: [0], b: [2, 1], c: [0] }), 100);
  assert.equal(scoreOf(asked, { a: [0], b: [1], c: [0] }), 66);
  assert.equal(scoreOf(asked, { a: [0], b: [0, 1, 2] }), 33);
  assert.equal(scoreOf(asked, {}), 0);
});

test("shuffling loses nothing, and the right options stay the right ones", () => {
  assert.deepEqual(shuffled([1, 2, 3], first), [1, 2, 3]);
  assert.deepEqual(
    shuffled([1, 2, 3], (n) => n - 1),
    [3, 2, 1],
  );
  const question = { id: "q", text: "?", options: ["x", "y", "z"], correct: [0, 2] };
  assert.deepEqual(
    askedOf(question, (n) => Math.min(1, n - 1)),
    { id: "q", text: "?", options: ["y", "z", "x"], correct: [2, 1] },
  );
});

test("the next run begins with what was read and is the same as before; quizzes are sat again", () => {
  const text = (id: string, words: string): Item => ({ ...at_once, id, title: id, kind: "text", text: words });
  const quiz: Item = { ...at_once, id: "q", title: "q", kind: "quiz", draws: [], pass_percent: null };
  const done = (item_id: string) => ({ item_id, state: "done" as const, score: null });
  const states = ["a", "b", "q"].map(done);
  const before = { items: [text("a", "1"), text("b", "2"), quiz, text("c", "3")], states };
  assert.deepEqual(carriedOver([text("a", "1"), text("b", "new"), quiz, text("c", "3")], before), [done("a")]);
});
