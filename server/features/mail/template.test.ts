import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsIn, filled, tidy } from "./template.ts";

const known = ["first_name", "course_title"];
const told = (text: string) => faultsIn(text, known).map(({ code, detail }) => `${code} ${detail}`);

test("a text with known fields, quotes, arrows and sums has no fault", () => {
  for (const text of [
    "Dear {first_name}, {course_title} is due.",
    "5 < 6 and 7 > 3, a <3 for safety",
    "Line one\n\nLine two – “quoted” & 100 %",
    "Zażółć gęślą jaźń {first_name}",
  ])
    assert.deepEqual(told(text), [], text);
});

test("an unknown field is refused by its name, once, with those that are known", () => {
  const [fault, ...others] = told("{due_on} and {due_on}");
  assert.match(fault!, /^UNKNOWN_FIELD has no field \{due_on\} here; it has \{first_name\}, \{course_title\}$/);
  assert.deepEqual(others, []);
  for (const text of ["{}", "{ first_name }", "{FIRST_NAME}", "{constructor}", "{__proto__}", "{first_name.length}", "{7*7}"])
    assert.match(told(text)[0]!, /^UNKNOWN_FIELD/, text);
  assert.ok(told(`{${"x".repeat(2_000)}}`)[0]!.length < 200, "a long name is told shortened");
});

test("braces that enclose no field, markup and unseen characters are refused", () => {
  for (const text of ["{first_name", "first_name}", "{{first_name}}", "${first_name}}", "}{"])
    assert.ok(
      told(text).some((fault) => fault.includes("brace")),
      text,
    );
  for (const [text, name] of [
    ["<script>alert(1)</script>", "<script"],
    ["a <b>bold</b>", "<b"],
    ["</p>", "</p"],
    ["<img src=x onerror=alert(1)>", "<img"],
    ["<!-- x -->", "<!--"],
    ["<?php", "<?php"],
    ["<svg/onload=1>", "<svg"],
  ] as const)
    assert.ok(
      told(text).some((fault) => fault.includes(`markup ${name}`)),
      text,
    );
  for (const text of ["a\u0000b", "a\tb", "a\u202eb", "a\u2028b", "a\rb"])
    assert.match(told(text)[0]!, /control characters/, JSON.stringify(text));
});

test("values are filled in as they are: a brace in one of them is no field", () => {
  assert.equal(
    filled("{first_name}: {course_title}", { first_name: "{course_title}", course_title: "$& <b>" }),
    "{course_title}: $& <b>",
  );
});

test("paragraphs are tidied: line ends, blanks at ends and more than one empty line", () => {
  assert.equal(tidy(" a  \r\n\r\n\r\n\r\nb\t\nc\n\n"), "a\n\nb\nc");
});
