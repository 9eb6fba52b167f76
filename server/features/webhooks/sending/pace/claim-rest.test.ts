import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { claim_rest_max_ms, claim_rest_min_ms, gathered_enough, restAfterClaim } from "./claim-rest.ts";

const took = fc.double({ min: 0, max: 60_000, noNaN: true });
const taken = fc.nat({ max: 100 });

test("a worker that finds few deliveries pauses for as long as the claim took, within bounds", () => {
  assert.equal(restAfterClaim(7, 1), 7);
  assert.equal(restAfterClaim(0.5, 0), claim_rest_min_ms);
  assert.equal(restAfterClaim(1_000, 0), claim_rest_max_ms);
});

test("a worker that finds many pauses for the shortest time, however long the claim took", () => {
  assert.equal(restAfterClaim(300, gathered_enough), claim_rest_min_ms);
  assert.equal(restAfterClaim(300, 100), claim_rest_min_ms);
});

test("the more deliveries a claim found, the shorter is the pause", () => {
  fc.assert(
    fc.property(took, taken, taken, (took_ms, one, other) => {
      const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(restAfterClaim(took_ms, more) <= restAfterClaim(took_ms, fewer));
    }),
  );
});
