import assert from "node:assert/strict";
import { test } from "node:test";
import { isAccepted } from "./accept.ts";

const cases: [accept: string, is_accepted: boolean][] = [
  ["", true],
  ["json", true],
  ['r@%/)n.Q");x', true],
  ["*/*", true],
  ["application/*", true],
  ["application/json", true],
  ["APPLICATION/JSON; charset=utf-8", true],
  ["text/html, application/xhtml+xml, */*;q=0.8", true],
  ["text/html", false],
  ["text/*, image/png", false],
  ["application/json;q=0", false],
  ["application/json;q=0.001", true],
  ["application/json; q=0.000, */*", false],
  ["*/*;q=0, application/json", true],
  ["application/json;q=0, application/*", false],
];

test("the most specific range of an Accept header decides", () => {
  for (const [accept, is_accepted] of cases) assert.equal(isAccepted("application/json", accept), is_accepted, accept);
});
