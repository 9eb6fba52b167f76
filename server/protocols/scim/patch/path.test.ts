import assert from "node:assert/strict";
import { test } from "node:test";
import type { ResourceType } from "../attributes.ts";
import { matches } from "../filter/evaluate.ts";
import { parsePath } from "./path.ts";
import { ScimSyntax } from "./path-fault.ts";
import { group_type, userType } from "../schemas.ts";

const user_type = userType([{ key: "langs", type: "string_array" }]);
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const training = "urn:ietf:params:scim:schemas:extension:training-platform:2.0:User";

/** The path, then extension, attribute, whether it has a filter, sub-attribute. */
const paths: [string, string | null, string | null, boolean, string | null][] = [
  ["userName", null, "userName", false, null],
  ["USERNAME", null, "userName", false, null],
  ["id", null, "id", false, null],
  ["meta.location", null, "meta", false, "location"],
  ["name.familyname", null, "name", false, "familyName"],
  ["addresses", null, "addresses", false, null],
  ['addresses[type eq "work"]', null, "addresses", true, null],
  ['emails[type eq "work" and value ew "example.com"].display', null, "emails", true, "display"],
  [' emails[ not (type eq "work") ].VALUE ', null, "emails", true, "value"],
  ["groups.$ref", null, "groups", false, "$ref"],
  ["password", null, "password", false, null],
  ["urn:ietf:params:scim:schemas:core:2.0:User:name.givenName", null, "name", false, "givenName"],
  [`${enterprise}:manager`, enterprise, "manager", false, null],
  [`${enterprise.toLowerCase()}:manager.value`, enterprise, "manager", false, "value"],
  [enterprise, enterprise, null, false, null],
  [training.toUpperCase(), training, null, false, null],
  [`${training}:langs[value eq "pl"]`, training, "langs", true, null],
];

test("a path is the attribute that it names, in any letter case and with the URN of its schema", () => {
  for (const [text, extension, attribute, filters, sub] of paths) {
    const path = parsePath(text, user_type);
    const { attribute: found = null, filter = null, sub: part = null } = path.kind === "attribute" ? path : {};
    assert.deepEqual(
      [path.extension?.id ?? null, found?.name ?? null, filter !== null, part?.name ?? null],
      [extension, attribute, filters, sub],
      text,
    );
  }
});

test("the longest URN of a schema is taken, also when another one is its beginning", () => {
  const core = { ...user_type.core, id: "urn:x:1.0:User" };
  const shorter = { ...user_type.core, id: "urn:x:1.0:User:title" };
  const type: ResourceType = { ...user_type, core, extensions: [shorter] };
  const path = parsePath("urn:x:1.0:User:title:nickName", type);
  assert.deepEqual([path.extension?.id, path.kind === "attribute" && path.attribute.name], [shorter.id, "nickName"]);
  assert.equal(parsePath("urn:x:1.0:User:title", type).kind, "extension");
  assert.equal(
    parsePath("urn:x:1.0:User:titles", { ...type, core: { ...core, attributes: [{ ...core.attributes[0]!, name: "titles" }] } })
      .extension,
    null,
  );
});

test("the filter of a path chooses among elements as they were sent", () => {
  const path = parsePath('emails[type eq "WORK" and primary eq true].value', user_type);
  assert.ok(path.kind === "attribute" && path.filter);
  const elements = [{ type: "Work", primary: true }, { type: "work" }, { type: "home", primary: true }, "work", null];
  assert.deepEqual(
    elements.map((element) => matches(path.filter!, element)),
    [true, false, false, false, false],
  );
  const langs = parsePath(`${training}:langs[value eq "pl"]`, user_type);
  assert.ok(langs.kind === "attribute" && langs.filter);
  assert.deepEqual(
    ["pl", "PL", { value: "pl" }].map((element) => matches(langs.filter!, element)),
    [true, false, false],
  );
});

test("only a lenient reader takes True in quotes for a boolean", () => {
  assert.throws(() => parsePath('emails[primary eq "True"]', user_type), ScimSyntax);
  const path = parsePath('emails[primary eq "True"]', user_type, { lenient_booleans: true });
  assert.ok(path.kind === "attribute" && matches(path.filter!, { primary: true }));
});

/** The path, the position of the fault counted from 0, and what the error's sentence names. */
const faults: [string, number, string][] = [
  ["", 0, "an attribute"],
  [" ", 1, "an attribute"],
  [".value", 0, "an attribute"],
  ["emails.", 0, "an attribute"],
  ["emails..value", 0, "an attribute"],
  ["emails.value.x", 0, "an attribute"],
  ["emails .value", 7, '"["'],
  ["emails [type pr]", 7, "without a blank"],
  ["emails[]", 7, "an attribute"],
  ["emails[type]", 11, "one of eq"],
  ["emails[0]", 7, "an attribute"],
  ['emails[type eq "work"', 21, '"]"'],
  ['emails[type eq "work"]value', 22, "a sub-attribute such as .value"],
  ['emails[type eq "work"] .value', 23, "a sub-attribute such as .value"],
  ['emails[type eq "work"].value.x', 22, "a sub-attribute such as .value"],
  ['emails[type eq "work"].value x', 29, "nothing more"],
  ['emails[type eq "work"].shoe', 23, "no sub-attribute of emails"],
  ['  emails[shoe eq "work"]', 9, "no sub-attribute of emails"],
  ["emails[primary gt true]", 15, '"gt" cannot compare primary'],
  ["emails[primary eq yes]", 18, '"yes"'],
  ["emails.value[value pr]", 0, "no list"],
  ["name[givenName pr]", 0, "no list"],
  ['userName[value eq "x"]', 0, "no list"],
  ["members", 0, "no attribute of User"],
  ["  shoes", 2, "no attribute of User"],
  ["name.shoe", 5, "no sub-attribute of name"],
  ["userName.value", 9, "no sub-attribute of userName"],
  ["urn:example:shoes", 0, "begins with no schema"],
  ["urn:ietf:params:scim:schemas:core:2.0:User", 0, "is a schema"],
  [`${enterprise}[a pr]`, 0, "is a schema"],
  [`${enterprise}:shoes`, enterprise.length + 1, "no attribute of"],
  ["__proto__", 0, "an attribute"],
  ["constructor", 0, "no attribute"],
  ["name.__proto__", 0, "an attribute"],
  ["emails[__proto__ pr]", 7, "an attribute"],
  ["emails[type pr].__proto__", 15, "a sub-attribute such as .value"],
  ["emails[constructor pr]", 7, "no sub-attribute"],
  ["emails[type pr].constructor", 16, "no sub-attribute"],
  ["x".repeat(9_000), 8_192, "8192 bytes"],
];

test("a malformed path is refused as invalidPath, with the place and what is wrong there", () => {
  for (const [text, position, words] of faults) {
    assert.throws(
      () => parsePath(text, user_type),
      (error) => {
        assert.ok(error instanceof ScimSyntax, `${text}: ${String(error)}`);
        assert.deepEqual([error.scimType, error.position], ["invalidPath", position], `${text}: ${error.detail}`);
        assert.ok(
          error.detail.startsWith(`Path, character ${position + 1}: `) && error.detail.includes(words),
          `${text}: ${error.detail}`,
        );
        return true;
      },
    );
  }
});

test("members of a group are found by their ids in any letter case", () => {
  const path = parsePath('members[value eq "019A"]', group_type);
  assert.ok(path.kind === "attribute" && matches(path.filter!, { value: "019a" }));
});
