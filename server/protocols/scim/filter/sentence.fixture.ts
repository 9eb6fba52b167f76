// Random filters as trees, their texts, and texts with typing errors.
import fc from "fast-check";
import type { Tree } from "./parser.ts";

export type Plain = { kind: string; of?: Plain | Plain[]; path?: string; operator?: string; value?: unknown };

export const name = fc.constantFrom(
  "a",
  "userName",
  "emails.value",
  "urn:x:2.0:User:b-1",
  "urn:x:2.0:User:m.$ref",
  "not",
  "and",
  "pr",
  "B_$2",
);
const value = fc.oneof(
  fc.constantFrom(true, false, null, 0, -1, 1.5, 1e21, "", "x", 'a"b', "\\", "and (a pr)", "é😀", "\u0001"),
  fc.string({ maxLength: 6 }),
);
const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
const condition: fc.Arbitrary<Plain> = fc.oneof(
  fc.record({ kind: fc.constant("present"), path: name }),
  fc.record({ kind: fc.constant("compare"), path: name, operator: fc.constantFrom(...operators), value }),
);
export const element_tree = treeOver(condition, 2);
export const any_tree = treeOver(
  fc.oneof(condition, fc.record({ kind: fc.constant("element"), path: name, of: element_tree })),
  3,
);

function treeOver(leaf: fc.Arbitrary<Plain>, depth: number): fc.Arbitrary<Plain> {
  if (depth === 0) return leaf;
  const inner = treeOver(leaf, depth - 1);
  return fc.oneof(
    leaf,
    fc.record({ kind: fc.constant("not"), of: inner }),
    fc.record({ kind: fc.constantFrom("and", "or"), of: fc.array(inner, { minLength: 2, maxLength: 3 }) }),
  );
}

const precedence: Readonly<Record<string, number>> = { or: 0, and: 1 };

/** Writes a tree as text, with no more parentheses than it needs around chains. */
export function write(tree: Plain, around = 0): string {
  const level = precedence[tree.kind];
  if (level !== undefined) {
    const text = (tree.of as Plain[]).map((part) => write(part, level + 1)).join(` ${tree.kind} `);
    return level < around ? `(${text})` : text;
  }
  if (tree.kind === "not") return `not (${write(tree.of as Plain)})`;
  if (tree.kind === "element") return `${tree.path}[${write(tree.of as Plain)}]`;
  return tree.kind === "present" ? `${tree.path} pr` : `${tree.path} ${tree.operator} ${JSON.stringify(tree.value)}`;
}

/** A tree without positions. */
export function bare(tree: Tree | Plain): Plain {
  const { kind, of, path, operator, value } = tree as Plain;
  const inner = Array.isArray(of) ? of.map(bare) : of && bare(of);
  return JSON.parse(JSON.stringify({ kind, of: inner, path, operator, value })) as Plain;
}

const slip = fc.record({
  at: fc.nat(200),
  cut: fc.constantFrom(0, 0, 1, 1, 2, 5),
  put: fc.constantFrom(
    "",
    "",
    " ",
    " ",
    "  ",
    "(",
    ")",
    "[",
    "]",
    '"',
    "\\",
    "\\u00",
    ".",
    ":",
    "$",
    "-",
    "0",
    "e1",
    "a",
    "é",
    "\t",
    "not",
    " and ",
    "eq",
    " pr",
    ".x",
  ),
});

/** A few random typing errors in a text; most are so small that the text is sometimes still valid. */
export const slips = fc.array(slip, { minLength: 1, maxLength: 3 }).map(
  (all) => (text: string) =>
    all.reduce((before, { at, cut, put }) => {
      const place = at % (before.length + 1);
      return before.slice(0, place) + put + before.slice(place + cut);
    }, text),
);
