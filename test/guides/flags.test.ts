import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { severity_order } from "../../server/features/compliance/flag/status.ts";

test("the guide explains each compliance flag, the worst first", () => {
  const guide = readFileSync(path.join(import.meta.dirname, "../../docs/guides/compliance.md"), "utf8");
  const explained = [...guide.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, flag]) => flag!);
  assert.deepEqual(explained, severity_order);
});
