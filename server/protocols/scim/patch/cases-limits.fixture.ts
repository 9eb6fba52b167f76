import { work, emails, type Case } from "./cases.fixture.ts";
import { core_urn, patch_urn, patchBody, person } from "./patch.fixture.ts";

/** Requests with attributes that are read-only or unknown, with values of the wrong shape, or malformed. */
export const limit_cases: readonly Case[] = [
  // Okta's requests, and read-only attributes.
  {
    title: "the group's own id in a value",
    of: "group",
    body: patchBody({ op: "replace", value: { id: "g-1", displayName: "T" } }),
    all: { displayName: "T" },
  },
  {
    title: "another id in a value",
    of: "group",
    body: patchBody({ op: "replace", value: { id: "g-2", displayName: "T" } }),
    all: "mutability",
  },
  {
    title: "the id of another resource by path",
    body: patchBody({ op: "replace", path: "id", value: "p-2" }),
    all: "mutability",
  },
  {
    title: "removal of the id",
    body: patchBody({ op: "remove", path: "id" }),
    all: {},
    strict: "mutability",
    generic: "mutability",
  },
  {
    title: "meta as it is",
    body: patchBody({ op: "replace", value: { meta: person["meta"], title: "Chief" } }),
    all: { title: "Chief" },
  },
  {
    title: "another meta in a value",
    body: patchBody({ op: "replace", value: { meta: { version: "2" }, title: "Chief" } }),
    all: { title: "Chief" },
    strict: "mutability",
  },
  {
    title: "groups by path",
    body: patchBody({ op: "replace", path: "groups", value: [] }),
    all: {},
    strict: "mutability",
    generic: "mutability",
  },
  {
    title: "a password",
    body: patchBody(
      { op: "replace", path: "password", value: "secret" },
      { op: "replace", value: { password: "x", title: "Chief" } },
    ),
    all: { title: "Chief" },
  },
  {
    title: "schemas in a value",
    body: patchBody({ op: "replace", value: { schemas: [core_urn], title: "Chief" } }),
    all: { title: "Chief" },
  },
  // Lists and single values.
  {
    title: "one value for a list",
    body: patchBody({ op: "replace", path: "emails", value: work }),
    all: { emails: [work] },
    strict: "invalidValue",
  },
  {
    title: "one value added to a list",
    body: patchBody({ op: "add", path: "emails", value: work }),
    all: { emails: [...emails, work] },
  },
  {
    title: "a list of one for a single value",
    body: patchBody({ op: "replace", path: "title", value: ["Chief"] }),
    all: { title: "Chief" },
    strict: "invalidValue",
  },
  {
    title: "a list of two for a single value",
    body: patchBody({ op: "replace", path: "title", value: ["Chief", "Driver"] }),
    all: "invalidValue",
  },
  {
    title: "Entra's older form of a plain value",
    of: "group",
    body: patchBody({ op: "Replace", path: "displayName", value: [{ $ref: null, value: "T" }] }),
    all: { displayName: "T" },
    strict: "invalidSyntax",
  },
  {
    title: "a filter that chooses two values and makes both primary",
    body: patchBody({ op: "replace", path: 'emails[value ew ".example"].primary', value: true }),
    all: {
      emails: [
        { ...emails[0], primary: false },
        { ...emails[1], primary: true },
      ],
    },
  },
  {
    title: "two primary values at once",
    body: patchBody({
      op: "replace",
      path: "emails",
      value: [
        { value: "a", primary: true },
        { value: "b", primary: true },
      ],
    }),
    all: {
      emails: [
        { value: "a", primary: false },
        { value: "b", primary: true },
      ],
    },
    strict: "invalidValue",
  },
  // Attributes that no schema has.
  {
    title: "an unknown path",
    body: patchBody({ op: "replace", path: "shoeSize", value: 43 }, { op: "replace", path: "title", value: "Chief" }),
    all: "invalidPath",
    entra: { title: "Chief" },
    okta: { title: "Chief" },
  },
  {
    title: "an unknown sub-attribute",
    body: patchBody({ op: "replace", path: "name.nick", value: "A" }),
    all: "invalidPath",
    entra: {},
    okta: {},
  },
  {
    title: "an unknown URN",
    body: patchBody({ op: "replace", path: "urn:example:2.0:User:tag", value: "A" }),
    all: "invalidPath",
    entra: {},
    okta: {},
  },
  {
    title: "an unknown attribute in a value",
    body: patchBody({ op: "replace", value: { shoeSize: [43] } }),
    all: { shoeSize: [43] },
    strict: "invalidPath",
  },
  {
    title: "an unknown extension in a value",
    body: patchBody({ op: "add", value: { "urn:example:2.0:User": { tag: 1 } } }),
    all: { "urn:example:2.0:User:tag": 1 },
    strict: "invalidPath",
  },
  // Malformed paths.
  ...[
    "emails[",
    "emails[type eq]",
    "emails[type eq work].value",
    ".title",
    "title.",
    "a b",
    "title]",
    'emails[type eq "work"]value',
    'name[givenName eq "A"]',
  ].map((path) => ({
    title: `the path ${path}`,
    body: patchBody({ op: "replace", path, value: "x" }),
    all: "invalidPath" as const,
  })),
  {
    title: "the empty path",
    body: patchBody({ op: "replace", path: "", value: { title: "Chief" } }),
    all: { title: "Chief" },
    strict: "invalidPath",
  },
  { title: "a path that is no string", body: patchBody({ op: "replace", path: 3, value: "x" }), all: "invalidPath" },
  { title: "a value without a path that is no object", body: patchBody({ op: "replace", value: "x" }), all: "invalidValue" },
  { title: "an object for a string", body: patchBody({ op: "replace", path: "title", value: { a: 1 } }), all: "invalidValue" },
  { title: "a string for an object", body: patchBody({ op: "replace", path: "name", value: "Anna Nowak" }), all: "invalidValue" },
  { title: "U+0000", body: patchBody({ op: "replace", path: "title", value: "a\0" }), all: "invalidValue" },
  { title: "half a surrogate pair", body: patchBody({ op: "replace", value: { title: "\ud800" } }), all: "invalidValue" },
  {
    title: "a sub-attribute named twice",
    body: patchBody({ op: "replace", path: "name", value: { givenName: "A", GivenName: "B" } }),
    all: "invalidSyntax",
  },
  { title: "no body", body: null, all: "invalidSyntax" },
  { title: "no Operations", body: { schemas: [patch_urn] }, all: "invalidSyntax" },
  { title: "Operations that is no array", body: { schemas: [patch_urn], Operations: {} }, all: "invalidSyntax" },
  { title: "an operation that is no object", body: patchBody("add"), all: "invalidSyntax" },
  {
    title: "no schemas",
    body: { Operations: [{ op: "replace", path: "title", value: "Chief" }] },
    all: { title: "Chief" },
    strict: "invalidSyntax",
  },
  {
    title: "schemas of another message",
    body: { schemas: [core_urn], Operations: [{ op: "replace", path: "title", value: "Chief" }] },
    all: "invalidSyntax",
  },
  {
    title: "schemas as a string",
    body: { schemas: patch_urn, Operations: [{ op: "replace", path: "title", value: "Chief" }] },
    all: { title: "Chief" },
    strict: "invalidSyntax",
  },
  {
    title: "names of the message in other letters",
    body: { SCHEMAS: [patch_urn], operations: [{ OP: "replace", Path: "title", VALUE: "Chief" }] },
    all: { title: "Chief" },
  },
  {
    title: "a member of the message named twice",
    body: { schemas: [patch_urn], operations: [], Operations: [] },
    all: "invalidSyntax",
  },
  {
    title: "too many operations",
    body: patchBody(...Array.from({ length: 1_001 }, () => ({ op: "remove", path: "title" }))),
    all: "invalidValue",
  },
  {
    title: "too many attributes without a path",
    body: patchBody({ op: "add", value: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`x${index}`, 1])) }),
    all: "invalidValue",
    strict: "invalidPath",
  },
  {
    title: "too many comparisons",
    body: patchBody(
      ...Array.from({ length: 21 }, () => ({
        op: "remove",
        path: `emails[${Array.from({ length: 100 }, () => 'value eq "x"').join(" or ")}]`,
      })),
    ),
    all: "invalidFilter",
  },
  {
    title: "a value nested too deep",
    body: patchBody({ op: "add", value: JSON.parse(`${'{"a":'.repeat(13)}1${"}".repeat(13)}`) }),
    all: "invalidValue",
  },
];
