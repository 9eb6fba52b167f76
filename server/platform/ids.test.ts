// Runs in a separate process: it compares ids with the clock, which other tests set to that of their database.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isUuid, newId } from "./ids.ts";

test("ids of a process grow strictly, within a millisecond too, and say when they were made", () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(isUuid(ids[0]!));
  const made = Number.parseInt(ids[0]!.replace("-", "").slice(0, 12), 16);
  assert.ok(made >= before && made <= Date.now());
});
