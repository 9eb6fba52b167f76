import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf, mapBeside, mapOf, mapText, readMapText } from "./node-map.ts";

const at = (node: string, ...organisations: [string, string | null][]) => ({
  node,
  organisations: organisations.map(([code, state]) => ({ code, state })),
});

test("an organisation is on the node that serves it; on its way it is where it leaves, until that node has let it go", () => {
  const steps: [string | null, string | null | undefined, string | undefined][] = [
    [null, undefined, "n1"],
    ["copying", "moving_in", "n1"],
    ["closing", "moving_in", "n1"],
    ["paused", "moving_in", "n1"],
    // The organisation has arrived at the new node before the old node has noted it, or after.
    ["paused", null, "n2"],
    ["moved", "moving_in", "n2"],
    ["moved", null, "n2"],
    ["moved", undefined, undefined],
  ];
  for (const [from, to, expected] of steps) {
    const { map, claimed } = mapOf([
      at("n1", ["ACME", from]),
      at("n2", ...(to === undefined ? [] : [["ACME", to] as [string, typeof to]])),
    ]);
    assert.deepEqual([map.get("ACME"), claimed], [expected, []], `${from}, ${to}`);
  }
});

test("what two nodes serve is told, and its entry stays as it was; so do those of nodes that cannot be asked", () => {
  const found = mapOf([at("n1", ["ACME", null], ["BETA", null]), at("n2", ["ACME", null])]);
  assert.deepEqual(found.claimed, ["ACME"]);
  const before = new Map([
    ["ACME", "n2"],
    ["FAR", "n3"],
    ["GONE", "n1"],
  ]);
  const whole = { ...found, unreachable: new Map([["n3", "no answer"]]) };
  const expected = new Map([
    ["ACME", "n2"],
    ["BETA", "n1"],
    ["FAR", "n3"],
  ]);
  assert.deepEqual(mapBeside(before, whole), expected);
});

test("a map is written by code, read as it was written, and changed by its differences", () => {
  const map = new Map([
    ["BETA", "n2"],
    ["ACME", "n1"],
  ]);
  assert.equal(mapText(map), "ACME n1\nBETA n2\n");
  assert.deepEqual(
    readMapText(`# by hand\n\n  ACME   n1\nBETA n2\n`),
    new Map([
      ["ACME", "n1"],
      ["BETA", "n2"],
    ]),
  );
  assert.equal(mapText(new Map()), "");
  assert.deepEqual(changesOf(map, map), []);
  assert.deepEqual(
    changesOf(
      map,
      new Map([
        ["ACME", "n2"],
        ["NEW", "n1"],
      ]),
    ),
    [
      { key: "ACME", before: "n1", value: "n2" },
      { key: "NEW", before: null, value: "n1" },
      { key: "BETA", before: "n2", value: null },
    ],
  );
});
