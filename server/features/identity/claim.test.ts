import assert from "node:assert/strict";
import { test } from "node:test";
import { claimAt } from "./claim.ts";

test("a claim is found by its name, which may hold dots, and else by its path; what every object has is no claim", () => {
  const claims = {
    groups: ["a"],
    "https://acme.example/roles": ["b"],
    realm_access: { roles: ["c"] },
    "realm_access.roles": ["d"],
    resource_access: { muster: { roles: ["e"] } },
    list: [{ roles: ["f"] }],
  };
  const found = (name: string) => claimAt(claims, name);
  assert.deepEqual(found("groups"), ["a"]);
  assert.deepEqual(found("https://acme.example/roles"), ["b"]);
  assert.deepEqual(found("realm_access.roles"), ["d"], "the name before the path");
  assert.deepEqual(found("resource_access.muster.roles"), ["e"]);
  for (const name of [
    "nothing",
    "resource_access.other.roles",
    "groups.0",
    "list.0.roles",
    "constructor",
    "realm_access.constructor",
    "__proto__",
    "",
  ])
    assert.equal(found(name), undefined, name);
});
