import assert from "node:assert/strict";
import { test } from "node:test";
import { doorOf, sign_in_rules } from "./rule.ts";

test("who is required to come by the company's door does, apart from the administrator who is named", () => {
  const doors = sign_in_rules.map((rule) =>
    (
      [
        ["administrator", "ada"],
        ["administrator", "bea"],
        ["person", "ada"],
      ] as const
    ).map(([kind, id]) => doorOf({ rule, break_glass_id: "ada" }, { kind, id })),
  );
  assert.deepEqual(doors, [
    ["own", "own", "own"],
    ["break_glass", "company", "own"],
    ["break_glass", "company", "company"],
  ]);
});
