import assert from "node:assert/strict";
import { test } from "node:test";
import { seeded } from "../../../../test/input/seeded.ts";
import { circleOf, judgeTree } from "./circle.ts";

test("the way up from a person ends at the top, at the person, or in a circle of others", () => {
  const above = new Map([
    ["a", "b"],
    ["b", "c"],
    ["x", "y"],
    ["y", "x"],
    ["z", "x"],
    ["s", "s"],
  ]);
  assert.equal(circleOf("a", above), null);
  assert.deepEqual(circleOf("x", above), ["x", "y", "x"]);
  assert.equal(circleOf("z", above), null);
  assert.deepEqual(circleOf("s", above), ["s", "s"]);
});

test("a file may let two people change places, and no step on the way makes a circle", () => {
  const standing = new Map([["b", "a"]]);
  const { circles, order } = judgeTree(
    new Map([
      ["a", "b"],
      ["b", null],
    ]),
    standing,
  );
  assert.deepEqual([circles.size, order], [0, ["b", "a"]]);
});

test("a circle is told of those of its people whom the file moves, and of nobody below it", () => {
  const said = new Map([
    ["below", "a"],
    ["a", "b"],
    ["self", "self"],
  ]);
  const { circles } = judgeTree(said, new Map([["b", "a"]]));
  assert.deepEqual(Object.fromEntries(circles), { a: ["a", "b", "a"], self: ["self", "self"] });
});

test("of any file: those who are told are in a circle, the others are not, and everybody comes behind those above", () => {
  const random = seeded();
  for (let round = 0; round < 300; round += 1) {
    const people = Array.from({ length: 8 }, (_, number) => `p${number}`);
    const pick = () => (random.chance(1 / 4) ? null : random.pick(people));
    const standing = new Map(people.map((person, place) => [person, place === 0 ? null : random.pick(people.slice(0, place))]));
    const said = new Map(people.filter(() => random.chance(1 / 2)).map((person) => [person, pick()]));
    const final = new Map([...standing, ...said]);
    const { circles, order } = judgeTree(said, standing);
    const seed = `SEED=${random.seed}, round ${round}`;
    for (const person of said.keys()) assert.deepEqual(circles.get(person) ?? null, circleOf(person, final), seed);
    assert.deepEqual([...order].sort(), [...said.keys()].sort(), seed);
    if (circles.size > 0) continue;
    const step = new Map(standing);
    for (const person of order) {
      step.set(person, said.get(person)!);
      assert.equal(circleOf(person, step), null, seed);
    }
  }
});
