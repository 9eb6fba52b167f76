import assert from "node:assert/strict";
import { test } from "node:test";
import { spanOf } from "./ranges.ts";

test("one range of bytes is read as RFC 9110 says: from, from and to, the last ones; beyond the end is none, the rest is all", () => {
  const vectors: [string | undefined, ReturnType<typeof spanOf>][] = [
    [undefined, null],
    ["bytes=0-0", { from: 0, to: 1 }],
    ["bytes=0-499", { from: 0, to: 500 }],
    ["bytes=500-", { from: 500, to: 1_000 }],
    ["bytes=999-5000", { from: 999, to: 1_000 }],
    ["bytes=-1", { from: 999, to: 1_000 }],
    ["bytes=-5000", { from: 0, to: 1_000 }],
    ["bytes=1000-", "none"],
    ["bytes=5000-6000", "none"],
    ["bytes=-0", "none"],
    ["bytes=5-4", null],
    ["bytes=-", null],
    ["bytes=0-1,5-6", null],
    ["bytes=a-b", null],
    ["lines=0-1", null],
  ];
  for (const [range, expected] of vectors) assert.deepEqual(spanOf(range, 1_000), expected, String(range));
});
