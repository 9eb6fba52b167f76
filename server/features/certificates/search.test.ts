import assert from "node:assert/strict";
import { test } from "node:test";
import { beginnings_max, beginningsOf, endOf, type Numbered } from "./numbers.ts";

const known: Numbered = { codes: ["FORK-01", "Q12"], behind: { first_year: 2024, last_year: 2026, digits: 6 } };

/** Numbers of all forms that the organisation may have given. */
const numbers = known.codes.flatMap((code) =>
  [2024, 2025, 2026].flatMap((year) =>
    Array.from({ length: 1_300 }, (_, place) => `${code}-${year}-${String(place * 769).padStart(6, "0")}`),
  ),
);

test("the beginnings that a text may stand behind have all numbers with the text, and no others", () => {
  const texts = [
    "fork",
    "FORK-01",
    "rk-01-2026",
    "q12-2026",
    "Q12-2026-000769",
    "q12-2026-0",
    "12-20",
    "-01-",
    "-2025",
    "1-2024-00",
  ];
  const behind = [
    "2026",
    "26",
    "2",
    "0",
    "000769",
    "00076",
    "999",
    "2025-0",
    "26-0007",
    "-0007",
    "-",
    "9999999",
    "kowalska",
    "q13",
  ];
  for (const text of [...texts, ...behind]) {
    const beginnings = beginningsOf(text, known);
    if (beginnings === null) continue;
    const found = numbers.filter((number) => beginnings.some((one) => number >= one && number < endOf(one)));
    const meant = numbers.filter((number) => number.toLowerCase().includes(text.toLowerCase()));
    assert.deepEqual(found, meant, text);
  }
});

test("the end of a number is looked up, and each number is looked at only for a few digits or where little is known", () => {
  assert.equal(beginningsOf("123456", known)!.length, 4 * 3, "one beginning for each spelling of a code and year");
  assert.ok(beginningsOf("12345", known)!.length < beginnings_max);
  assert.equal(beginningsOf("47", known), null);
  assert.equal(beginningsOf("123456", { ...known, behind: null }), null);
  assert.deepEqual(beginningsOf("kowalska", { ...known, behind: null }), []);
});
