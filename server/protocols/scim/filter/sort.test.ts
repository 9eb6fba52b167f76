import assert from "node:assert/strict";
import { test } from "node:test";
import { compareSortValues, parseSortBy, sortValueOf } from "./sort.ts";
import { ScimSyntax } from "../patch/path-fault.ts";
import { group_type, userType } from "../schemas.ts";

const user_type = userType([]);

test("a list is sorted by its primary element, or else by the first that has a value", () => {
  const cases: [unknown, unknown][] = [
    [[{ value: "B" }, { value: "A", primary: true }], "a"],
    [[{ type: "work" }, { value: "B" }, { value: "A" }], "b"],
    [[{ value: "B" }, { type: "work", primary: true }], "b"],
    [[{ type: "work" }], undefined],
    [[], undefined],
    ["A", undefined],
  ];
  const target = parseSortBy("emails", user_type)!;
  for (const [emails, expected] of cases) assert.equal(sortValueOf({ emails }, target), expected, JSON.stringify(emails));
});

test("what has no value comes last, texts by code points and without regard to case, and booleans false first", () => {
  const order = (name: string, values: unknown[]) => {
    const target = parseSortBy(name, user_type)!;
    return values.map((value) => sortValueOf({ [name]: value }, target)).sort(compareSortValues);
  };
  assert.deepEqual(order("title", [null, "b", "\u{1F600}", "A", "\uFFFD", ""]), [
    "a",
    "b",
    "\uFFFD",
    "\u{1F600}",
    undefined,
    undefined,
  ]);
  assert.deepEqual(order("externalId", ["b", "A", "a"]), ["A", "a", "b"]);
  assert.deepEqual(order("active", [true, null, false]), [false, true, undefined]);
});

test("sortBy names one value of the type, and a wrong name is an invalidPath with its place", () => {
  const cases: [string, number, string][] = [
    ["shoes", 0, "no attribute of User"],
    ["name", 0, "no single value"],
    ["name.shoe", 5, "no sub-attribute"],
    ["addresses", 0, "no single value"],
    ["password", 0, "never shown"],
    ["__proto__", 0, "no attribute"],
    ["urn:ietf:params:scim:schemas:core:2.0:User", 0, "is a schema"],
  ];
  for (const [text, position, words] of cases) {
    assert.throws(
      () => parseSortBy(text, user_type),
      (error: ScimSyntax) => error.scimType === "invalidPath" && error.position === position && error.detail.includes(words),
      text,
    );
  }
  assert.equal(parseSortBy("members", group_type, { others: [user_type] })?.name, "members.value");
  assert.equal(parseSortBy("members", user_type, { others: [group_type] }), null);
  assert.throws(() => parseSortBy("shoes", user_type, { others: [group_type] }), ScimSyntax);
});
