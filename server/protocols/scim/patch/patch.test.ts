import assert from "node:assert/strict";
import { test } from "node:test";
import { ScimError } from "../errors.ts";
import type { JsonObject } from "./merge-json.ts";
import { attempt, core_urn, enterprise_urn, patchBody, person, send, user_type } from "./patch.fixture.ts";
import { profile_names } from "../profile.ts";

const babs: JsonObject = {
  schemas: [core_urn],
  id: "b-1",
  userName: "babs",
  emails: [
    { type: "work", value: "babs@work.example" },
    { type: "home", value: "babs@home.example", primary: true },
  ],
  addresses: [
    { type: "work", streetAddress: "1 Long Road", locality: "Leeds", primary: true },
    { type: "home", streetAddress: "2 Short Road" },
  ],
};
const [work, home] = babs["emails"] as [JsonObject, JsonObject];
const [office, house] = babs["addresses"] as [JsonObject, JsonObject];

/** Operations, and the named attributes after them; undefined: unassigned. These hold for every profile. */
type Example = { promise: string; of?: JsonObject; operations: readonly unknown[]; after: { [name: string]: unknown } };

const examples: Example[] = [
  // RFC 7644 §3.5.2.1.
  {
    promise: "a value without a path is a set of attributes to add",
    operations: [{ op: "add", value: { emails: [{ value: "b@other.example", type: "other" }], nickName: "Babs" } }],
    after: { emails: [work, home, { value: "b@other.example", type: "other" }], nickName: "Babs" },
  },
  {
    promise: "adding to a single value replaces it",
    operations: [{ op: "add", path: "userName", value: "barbara" }],
    after: { userName: "barbara" },
  },
  {
    promise: "adding sub-attributes leaves the others",
    of: { ...babs, name: { givenName: "B", familyName: "J" } },
    operations: [{ op: "add", path: "name", value: { givenName: "Barbara", middleName: "Jane" } }],
    after: { name: { givenName: "Barbara", familyName: "J", middleName: "Jane" } },
  },
  {
    promise: "adding an attribute of an extension names its schema",
    operations: [{ op: "add", path: `${enterprise_urn}:department`, value: "Sales" }],
    after: { schemas: [core_urn, enterprise_urn], [enterprise_urn]: { department: "Sales" } },
  },
  {
    promise: "a value that becomes primary ends that of the others",
    operations: [{ op: "add", path: "emails", value: [{ value: "new@work.example", type: "work", primary: true }] }],
    after: { emails: [work, { ...home, primary: false }, { value: "new@work.example", type: "work", primary: true }] },
  },
  {
    promise: "a value that is made primary by a filter ends that of the others",
    operations: [{ op: "replace", path: 'emails[type eq "work"].primary', value: true }],
    after: {
      emails: [
        { ...work, primary: true },
        { ...home, primary: false },
      ],
    },
  },
  {
    promise: "adding a value with the type and value of another one merges the two",
    operations: [{ op: "add", path: "emails", value: [{ type: "WORK", value: "BABS@work.example", display: "Babs" }] }],
    after: { emails: [{ type: "WORK", value: "BABS@work.example", display: "Babs" }, home] },
  },
  {
    promise: "a value that is given twice is there once",
    operations: [{ op: "replace", path: "roles", value: [{ value: "a" }, { value: "b" }, { value: "A", display: "A" }] }],
    after: { roles: [{ value: "A", display: "A" }, { value: "b" }] },
  },
  {
    promise: "adding behind a filter adds sub-attributes to what matches",
    operations: [{ op: "add", path: 'addresses[type eq "work"]', value: { country: "GB" } }],
    after: { addresses: [{ ...office, country: "GB" }, house] },
  },
  // RFC 7644 §3.5.2.2.
  {
    promise: "removing what a filter chooses leaves the others",
    operations: [{ op: "remove", path: 'emails[type eq "work" and value ew "work.example"]' }],
    after: { emails: [home] },
  },
  {
    promise: "removing the last value makes the attribute unassigned",
    operations: [{ op: "remove", path: 'emails[type eq "work" or type eq "home"]' }],
    after: { emails: undefined },
  },
  {
    promise: "removing a sub-attribute of what a filter chooses leaves the rest",
    operations: [{ op: "remove", path: 'addresses[type eq "work"].locality' }],
    after: { addresses: [{ type: "work", streetAddress: "1 Long Road", primary: true }, house] },
  },
  {
    promise: "a value goes with its last sub-attribute",
    of: { ...babs, roles: [{ value: "a" }, { value: "b" }] },
    operations: [{ op: "remove", path: 'roles[value eq "a"].value' }],
    after: { roles: [{ value: "b" }] },
  },
  {
    promise: "removing the last attribute of an extension takes its schema away",
    of: { ...babs, schemas: [core_urn, enterprise_urn], [enterprise_urn]: { department: "Sales" } },
    operations: [{ op: "remove", path: `${enterprise_urn}:department` }],
    after: { schemas: [core_urn], [enterprise_urn]: undefined },
  },
  {
    promise: "removing with a value removes this value",
    operations: [{ op: "remove", path: "emails", value: [{ value: "BABS@work.example" }] }],
    after: { emails: [home] },
  },
  {
    promise: "removing with the value of another type removes nothing",
    operations: [{ op: "remove", path: "emails", value: [{ value: "babs@work.example", type: "home" }] }],
    after: { emails: [work, home] },
  },
  {
    promise: "removing with a value that has no type removes it under every type, and the other way about",
    of: { ...babs, roles: [{ type: "a", value: "x" }, { type: "b", value: "X" }, { value: "y" }, { value: "z" }] },
    operations: [{ op: "remove", path: "roles", value: [{ value: "x" }, { value: "y", type: "a" }] }],
    after: { roles: [{ value: "z" }] },
  },
  {
    promise: "removing with a value that has no id removes what has all of it",
    operations: [{ op: "remove", path: "addresses", value: [{ type: "home", streetAddress: "2 Short Road" }] }],
    after: { addresses: [office] },
  },
  { promise: "what is not there can be removed", operations: [{ op: "remove", path: "title" }], after: { title: undefined } },
  // RFC 7644 §3.5.2.3.
  {
    promise: "replacing without a path replaces each attribute, and sub-attributes that are not given stay",
    of: { ...babs, name: { givenName: "B", familyName: "J" } },
    operations: [{ op: "replace", value: { emails: [work], name: { givenName: "Barbara" } } }],
    after: { emails: [work], name: { givenName: "Barbara", familyName: "J" } },
  },
  {
    promise: "replacing a list replaces all of it",
    operations: [{ op: "replace", path: "emails", value: [{ value: "x@y.example" }] }],
    after: { emails: [{ value: "x@y.example" }] },
  },
  {
    promise: "replacing what a filter chooses replaces the whole value",
    operations: [{ op: "replace", path: 'addresses[type eq "work"]', value: { type: "work", streetAddress: "3 New Road" } }],
    after: { addresses: [{ type: "work", streetAddress: "3 New Road" }, house] },
  },
  {
    promise: "replacing a sub-attribute behind a filter replaces it in all that match",
    operations: [{ op: "replace", path: "addresses[streetAddress pr].locality", value: "York" }],
    after: {
      addresses: [
        { ...office, locality: "York" },
        { ...house, locality: "York" },
      ],
    },
  },
  {
    promise: "replacing a sub-attribute of a list without a filter replaces it in all values",
    operations: [{ op: "replace", path: "addresses.country", value: "GB" }],
    after: {
      addresses: [
        { ...office, country: "GB" },
        { ...house, country: "GB" },
      ],
    },
  },
  {
    promise: "replacing what is not there adds it",
    operations: [{ op: "replace", path: "phoneNumbers.value", value: "1" }],
    after: { phoneNumbers: [{ value: "1" }] },
  },
  {
    promise: "values that become equal become one",
    of: {
      ...babs,
      roles: [
        { type: "a", value: "x" },
        { type: "b", value: "x" },
      ],
    },
    operations: [{ op: "replace", path: 'roles[type eq "b"].type', value: "a" }],
    after: { roles: [{ type: "a", value: "x" }] },
  },
  {
    promise: "operations see what those before them did",
    operations: [
      { op: "remove", path: "emails" },
      { op: "add", path: "emails", value: [{ type: "work", value: "z@work.example" }] },
      { op: "replace", path: 'emails[type eq "work"].display', value: "Z" },
    ],
    after: { emails: [{ type: "work", value: "z@work.example", display: "Z" }] },
  },
  {
    promise: "a list of plain values knows each once",
    of: { ...babs, [user_type.extensions[1]!.id]: { skills: ["crane"] } },
    operations: [{ op: "add", path: `${user_type.extensions[1]!.id}:skills`, value: ["crane", "lift", "lift"] }],
    after: { [user_type.extensions[1]!.id]: { skills: ["crane", "lift"] } },
  },
];

for (const { promise, of = babs, operations, after } of examples) {
  test(promise, () => {
    for (const profile of profile_names) {
      const { resource } = send({ body: patchBody(...operations), profile, resource: of });
      const found = Object.fromEntries(Object.keys(after).map((name) => [name, resource[name]]));
      assert.deepEqual(found, after, profile);
    }
  });
}

const unchanging: { promise: string; operations: readonly unknown[] }[] = [
  { promise: "adding a value that is there", operations: [{ op: "add", path: "emails", value: [{ ...home }] }] },
  {
    promise: "adding part of a value that is there",
    operations: [{ op: "add", path: "emails", value: [{ type: "home", value: home["value"] }] }],
  },
  { promise: "replacing by the same", operations: [{ op: "replace", path: "userName", value: "babs" }] },
  {
    promise: "replacing a list by the same values in another order",
    operations: [{ op: "replace", path: "emails", value: [home, work] }],
  },
  {
    promise: "undoing in one request",
    operations: [
      { op: "add", path: "title", value: "x" },
      { op: "remove", path: "title" },
    ],
  },
  { promise: "adding nothing", operations: [{ op: "add", value: {} }] },
  { promise: "adding no sub-attributes", operations: [{ op: "add", path: "name", value: {} }] },
];

for (const { promise, operations } of unchanging) {
  test(`${promise} is no change: the very same resource comes back`, () => {
    for (const profile of profile_names) {
      const { resource, changed, changes } = send({ body: patchBody(...operations), profile, resource: babs });
      assert.deepEqual([changed, changes], [false, []], profile);
      assert.equal(resource, babs);
    }
  });
}

test("a refused operation takes those before it back", () => {
  const before = JSON.stringify(person);
  const body = patchBody({ op: "replace", path: "title", value: "Chief" }, { op: "remove", path: "userName" });
  for (const profile of profile_names) {
    const refused = attempt({ body, profile });
    assert.ok(refused instanceof ScimError && refused.scimType === "mutability");
    assert.equal(JSON.stringify(person), before);
  }
});

test("changes say what was and what is, attribute by attribute", () => {
  const { changes } = send({
    body: patchBody({
      op: "replace",
      value: { name: { givenName: "Ana" }, active: false, [enterprise_urn]: { department: "Sales" } },
    }),
    profile: "strict",
  });
  assert.deepEqual(changes, [
    { path: "name.givenName", before: "Anna", after: "Ana" },
    { path: "active", before: true, after: false },
    { path: `${enterprise_urn}:department`, before: "Transport", after: "Sales" },
  ]);
});

test("a list has a limit, which operations together cannot pass", () => {
  const addOnes = (from: number) => Array.from({ length: 300 }, (_, index) => ({ value: `r-${from + index}` }));
  const body = patchBody({ op: "add", path: "roles", value: addOnes(0) }, { op: "add", path: "roles", value: addOnes(300) });
  const refused = attempt({ body, profile: "generic" });
  assert.ok(refused instanceof ScimError && refused.scimType === "invalidValue");
  assert.match(refused.detail, /^Operations\[1\] \(roles\): roles would have more than 500 values/);
});

test("what is kept as sent has a limit, which requests together cannot pass", () => {
  const grow = (name: string, resource: JsonObject) =>
    send({ body: patchBody({ op: "add", value: { [name]: "x".repeat(130_000) } }), profile: "generic", resource }).resource;
  const grown = grow("one", person);
  assert.throws(() => grow("two", grown), /more than 250000 characters/);
});

test("what is immutable can be set once", () => {
  const badge = {
    ...user_type.core.attributes.find(({ name }) => name === "nickName")!,
    name: "badge",
    mutability: "immutable" as const,
  };
  const type = { ...user_type, core: { ...user_type.core, attributes: [...user_type.core.attributes, badge] } };
  const set = send({ body: patchBody({ op: "add", path: "badge", value: "7" }), profile: "strict", type });
  assert.equal(set.resource["badge"], "7");
  for (const operation of [
    { op: "replace", path: "badge", value: "8" },
    { op: "remove", path: "badge" },
  ]) {
    const refused = attempt({ body: patchBody(operation), profile: "generic", type, resource: set.resource });
    assert.ok(refused instanceof ScimError && refused.scimType === "mutability");
  }
  const same = send({
    body: patchBody({ op: "replace", path: "badge", value: "7" }),
    profile: "strict",
    type,
    resource: set.resource,
  });
  assert.equal(same.changed, false);
});
