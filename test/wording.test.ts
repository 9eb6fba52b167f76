// Keeps phrases out of the product that a reader has to read twice (plain technical English).
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "..");
const read_files = [
  "{README,ARCHITECTURE,CHANGELOG}.md",
  "docs/**/*.md",
  "{server,panel/src,bench,test,scripts,sdk/typescript/src}/**/*.{ts,tsx,js,cjs}",
  "panel/src/locales/en/*.json",
];
/** Each phrase with the words to use instead. */
const refused: readonly [phrase: RegExp, instead: string][] = [
  [/\bwhoever\b/i, "the person who, the process that, the receiver that"],
  [/\bof before\b/i, "previous, earlier"],
  [/\bkept no more\b/i, "deleted"],
  [/\bsomebody new\b/i, "a new person"],
  [/\bhow an? [a-z]+ is called\b/i, "the name of"],
  [/\bis part of none\b/i, "is contained in no"],
  [/\bis none either\b/i, "is not one either"],
  [/\bhas none such\b/i, "does not have it"],
  [/(^|[*/]\s|\.\s)So (many|long|often) [^,]+\.( \*\/)?$/, "how many, how long, how often"],
];

test("no text has a phrase that has a plain one in its place", () => {
  const files = read_files.flatMap((pattern) => globSync(pattern, { cwd: root }));
  assert.ok(files.length > 1_000, `saw only ${files.length} files`);
  const found = files
    .filter((file) => path.resolve(root, file) !== import.meta.filename)
    .flatMap((file) =>
      readFileSync(path.join(root, file), "utf8")
        .split("\n")
        .flatMap((line, index) =>
          refused
            .filter(([phrase]) => phrase.test(line))
            // `of before` as a variable's name: `for (const item of before)`.
            .filter(() => !/\bof before[).\]]/.test(line))
            .map(([phrase, instead]) => `${file}:${index + 1}: ${phrase.source}, rather: ${instead}`),
        ),
    );
  assert.deepEqual(found, []);
});
