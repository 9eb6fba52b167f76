import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { filter_text, isSentence, path_text } from "./grammar.fixture.ts";
import { readFilter, readPath } from "./parser.ts";
import { any_tree, bare, element_tree, name, slips, write } from "./sentence.fixture.ts";
import { ScimSyntax } from "../patch/path-fault.ts";

test("a filter means what it was written to mean: not before and, and before or", () => {
  fc.assert(
    fc.property(any_tree, (tree) => {
      const text = write(tree);
      assert.deepEqual(bare(readFilter(text).tree), bare(tree), text);
    }),
    { numRuns: 2_000 },
  );
});

test("exactly the sentences of the grammar are filters", () => {
  const counts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(any_tree, slips, (tree, spoil) => {
      const text = spoil(write(tree));
      const taken = isTaken(() => readFilter(text), "invalidFilter");
      counts[taken ? "taken" : "refused"] += 1;
      assert.equal(taken, isSentence(text, filter_text), text);
    }),
    { numRuns: 10_000 },
  );
  assert.ok(counts.taken > 500 && counts.refused > 2_000, JSON.stringify(counts));
});

test("exactly the sentences of the grammar are paths", () => {
  const counts = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(name, fc.option(element_tree), fc.constantFrom("", "", ".value", ".a-b"), slips, (at, of, sub, spoil) => {
      const text = spoil(of ? `${at}[${write(of)}]${sub}` : at);
      const taken = isTaken(() => readPath(text), "invalidPath");
      counts[taken ? "taken" : "refused"] += 1;
      assert.equal(taken, isSentence(text, path_text), text);
    }),
    { numRuns: 10_000 },
  );
  assert.ok(counts.taken > 500 && counts.refused > 1_000, JSON.stringify(counts));
});

const bytes_max = 8_192;

test("the worst texts of 8 kB take steps in proportion to their length", () => {
  const fill = (unit: string, [before, after]: readonly [string, string] = ["", ""]) => {
    const room = bytes_max - before.length - after.length;
    return before + unit.repeat(Math.floor(room / unit.length)) + after;
  };
  const worst = [
    ...["(", "not(", "not ", " ", "a", "a.", "a:", "urn:a:", '"', "\\", "[", "a[", ")", "a eq ", "and ", "-", "1e", "é"].map(
      (unit) => fill(unit),
    ),
    ...["x", '\\"', "\\u0061", "%", "é", "\\\\"].map((unit) =>
      fill(unit, ['a eq "', '"']).slice(0, unit === "é" ? 4_000 : bytes_max),
    ),
    ...["1", "0", "e5"].map((unit) => fill(unit, ["a eq 1", ""])),
    ...["a pr and ", "a pr or ", "not (a pr) and "].map((unit) => fill(unit, ["", "a pr"])),
    fill(" ", ["a pr", "and a pr"]),
    fill(" ", ["a[", "a pr]"]),
  ];
  for (const text of worst) {
    for (const read of [readFilter, readPath]) {
      let steps = 0;
      try {
        steps = (read(text) as { steps?: number }).steps ?? 0;
      } catch (error) {
        assert.ok(error instanceof ScimSyntax, String(error));
        assert.ok(error.position <= bytes_max && error.detail.length < 300, error.detail);
      }
      assert.ok(steps <= 3 * text.length, `${steps} steps for ${text.slice(0, 20)}`);
    }
  }
});

test("reading a filter of twice the length takes twice the steps", () => {
  for (const write of [
    (n: number) => `a eq "${"x".repeat(n)}"`,
    (n: number) => `${"a".repeat(n)} pr`,
    (n: number) => `a pr${" ".repeat(n)}and a pr`,
    (n: number) => `a eq 1${"0".repeat(n)}`,
  ]) {
    const [once, twice] = [readFilter(write(2_000)).steps, readFilter(write(4_000)).steps];
    assert.ok(twice < 2.1 * once, `${once}, ${twice}`);
  }
});

test("limits are met to the last one and not passed", () => {
  const nested = (depth: number) => "(".repeat(depth) + "a pr" + ")".repeat(depth);
  const chain = (conditions: number) => Array(conditions).fill("a pr").join(" and ");
  const long = (bytes: number) => `a eq "${"x".repeat(bytes - 7)}"`;
  for (const text of [nested(32), `a[${nested(31)}]`, chain(100), `not (${chain(100)})`, long(bytes_max)]) readFilter(text);
  const refused: [string, number, RegExp][] = [
    [nested(33), 32, /32 levels/],
    [`a[${nested(32)}]`, 33, /32 levels/],
    [`not (not (${chain(100)}))`, 10 + 99 * 9, /200 comparisons/],
    [chain(101), 100 * 9, /200 comparisons/],
    [long(bytes_max + 1), bytes_max, /8192 bytes/],
    [`a eq "${"é".repeat(4_093)}"`, bytes_max, /8192 bytes/],
  ];
  for (const [text, position, sentence] of refused) {
    assert.throws(
      () => readFilter(text),
      (error: ScimSyntax) => error.scimType === "invalidFilter" && error.position === position && sentence.test(error.detail),
      `${text.slice(0, 30)} at ${position}`,
    );
  }
});

test("a text is what JSON says of its escapes, and a name may be a keyword", () => {
  const cases: [string, unknown][] = [
    ['a eq "\\u0041\\n\\/\\"\\\\\\ud83d\\ude00"', { kind: "compare", path: "a", operator: "eq", value: 'A\n/"\\😀' }],
    ["A EQ TRUE", { kind: "compare", path: "A", operator: "eq", value: true }],
    ["a ne Null", { kind: "compare", path: "a", operator: "ne", value: null }],
    ["a gt -1.5e+3", { kind: "compare", path: "a", operator: "gt", value: -1500 }],
    ["not pr", { kind: "present", path: "not" }],
    ["and eq 1", { kind: "compare", path: "and", operator: "eq", value: 1 }],
    ["pr PR", { kind: "present", path: "pr" }],
    ["NOT(a pr)", { kind: "not", of: { kind: "present", path: "a" } }],
    [" a.$ref pr ", { kind: "present", path: "a.$ref" }],
  ];
  for (const [text, tree] of cases) assert.deepEqual(bare(readFilter(text).tree), tree, text);
});

function isTaken(read: () => unknown, scimType: ScimSyntax["scimType"]): boolean {
  try {
    read();
    return true;
  } catch (error) {
    assert.ok(error instanceof ScimSyntax && error.scimType === scimType, String(error));
    return false;
  }
}
