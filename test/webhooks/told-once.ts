// Causes and the events that they emit, as a table that is tested row by row.
import assert from "node:assert/strict";
import { test } from "node:test";

/** A cause: the state before it, the action, and its events. `again`: repeating the action emits nothing. */
export type Cause = {
  name: string;
  given?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  tells: string[];
  again?: boolean;
};

/** A test for each cause. `told`: the new events since the last call; `order`: how they are sorted for the comparison. */
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
