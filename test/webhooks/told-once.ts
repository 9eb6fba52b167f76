// Causes and what is told of them, as a table that is tested row by row.
import assert from "node:assert/strict";
import { test } from "node:test";

/** A cause: what is there before it, what is done, and what is told of it. `again`: the same once more tells nothing. */
export type Cause = {
  name: string;
  given?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  tells: string[];
  again?: boolean;
};

/** A test for each cause. `told`: what was told since it was last asked for; `order`: how it is compared. */
export function testCauses(causes: readonly Cause[], told: () => Promise<string[]>, order = (lines: string[]) => lines): void {
  for (const { name, given, act, tells, again } of causes) {
    test(`told once: ${name}${tells.length === 0 ? " (nothing)" : ""}`, async () => {
      await given?.();
      await told();
      await act();
      assert.deepEqual(order(await told()), order(tells));
      if (!again) return;
      await act();
      assert.deepEqual(await told(), [], "the same once more");
    });
  }
}
