import assert from "node:assert/strict";
import { test } from "node:test";
import { partOfCode } from "./search-sql.ts";

test("what a text says of the course's code ends where the year and the number may begin", () => {
  const texts: [string, string][] = [
    ["kowalska", "kowalska"],
    ["fork-01-2026-000123", "fork"],
    ["rk-01b-2026", "rk-01b"],
    ["000123", ""],
    ["-2026-", ""],
    ["2026-00 12", "2026-00 "],
    ["", ""],
  ];
  for (const [text, part] of texts) assert.equal(partOfCode(text), part, text);
});
