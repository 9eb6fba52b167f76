import { work, emails, no_manager, type Case } from "./cases.fixture.ts";
import { core_urn, enterprise_urn, patchBody } from "./patch.fixture.ts";
import { training_urn } from "../schemas.ts";

/** Requests with the operations, values and paths that providers write beside RFC 7644. */
export const shape_cases: readonly Case[] = [
  // Operation names.
  ...["Add", "Replace", "REPLACE", "aDD"].map((op) => ({
    title: `the operation ${op}`,
    body: patchBody({ op, path: "title", value: "Chief" }),
    all: { title: "Chief" },
    strict: "invalidSyntax" as const,
  })),
  {
    title: "the operation Remove",
    body: patchBody({ op: "Remove", path: "title" }),
    all: { title: null },
    strict: "invalidSyntax",
  },
  { title: "the operation move", body: patchBody({ op: "move", path: "title", value: "x" }), all: "invalidSyntax" },
  { title: "no operation", body: patchBody({ path: "title", value: "x" }), all: "invalidSyntax" },
  // Booleans in quotes.
  ...["False", "false", "FALSE"].map((value) => ({
    title: `"${value}" for a boolean`,
    body: patchBody({ op: "replace", path: "active", value }),
    all: { active: false },
    strict: "invalidValue" as const,
  })),
  {
    title: '"True" for a boolean that is true',
    body: patchBody({ op: "replace", path: "active", value: "True" }),
    all: {},
    strict: "invalidValue",
  },
  { title: '"no" for a boolean', body: patchBody({ op: "replace", path: "active", value: "no" }), all: "invalidValue" },
  {
    title: '"True" in a filter',
    body: patchBody({ op: "replace", path: 'emails[primary eq "True"].value', value: "n@home.example" }),
    all: { emails: [{ ...emails[0], value: "n@home.example" }, emails[1]] },
    strict: "invalidPath",
  },
  {
    title: "a number for a string",
    body: patchBody({ op: "replace", path: "title", value: 7 }),
    all: { title: "7" },
    strict: "invalidValue",
  },
  {
    title: "digits for a number",
    body: patchBody({ op: "add", path: `${training_urn}:points`, value: "12.5" }),
    all: { [`${training_urn}:points`]: 12.5, [training_urn]: undefined },
    strict: "invalidValue",
  },
  // A filter that matches nothing.
  ...["add", "replace"].map((op) => ({
    title: `${op} emails[type eq "work"].value without such an element`,
    body: patchBody({ op, path: 'emails[type eq "work"].value', value: work.value }),
    all: { emails: [...emails, work] },
    strict: "noTarget" as const,
  })),
  {
    title: "a filter of two equalities creates both",
    body: patchBody({ op: "add", path: 'emails[type eq "work" and primary eq true].value', value: work.value }),
    all: { emails: [{ ...emails[0], primary: false }, emails[1], { ...work, primary: true }] },
    strict: "noTarget",
  },
  {
    title: "a filter that describes no value creates nothing",
    body: patchBody({ op: "replace", path: 'emails[type ne "home" and type ne "other"].value', value: work.value }),
    all: "noTarget",
  },
  {
    title: "a contradictory filter creates nothing",
    body: patchBody({ op: "replace", path: 'emails[type eq "work" and type eq "fax"].value', value: work.value }),
    all: "noTarget",
  },
  {
    title: "remove behind a filter that nothing matches",
    body: patchBody({ op: "remove", path: 'emails[type eq "work"]' }),
    all: {},
    strict: "noTarget",
  },
  {
    title: "an element for a filter that nothing matches",
    body: patchBody({ op: "replace", path: 'emails[type eq "work"]', value: { value: work.value } }),
    all: { emails: [...emails, work] },
    strict: "noTarget",
  },
  {
    title: "the letter case of the literal is kept in what is created",
    body: patchBody({ op: "replace", path: 'emails[type eq "Work"].value', value: work.value }),
    all: { emails: [...emails, { type: "Work", value: work.value }] },
    strict: "noTarget",
  },
  // Keys that are paths.
  {
    title: "dotted keys without a path",
    body: patchBody({ op: "replace", value: { "name.givenName": "Ana", title: "Chief" } }),
    all: { "name.givenName": "Ana", title: "Chief" },
    strict: "invalidPath",
  },
  {
    title: "URN-qualified keys without a path",
    body: patchBody({ op: "add", value: { [`${enterprise_urn}:department`]: "Sales", [`${core_urn}:title`]: "Chief" } }),
    all: { [`${enterprise_urn}:department`]: "Sales", title: "Chief" },
    strict: "invalidPath",
  },
  {
    title: "a key with a filter",
    body: patchBody({ op: "replace", value: { 'emails[type eq "work"].value': work.value } }),
    all: { emails: [...emails, work] },
    strict: "invalidPath",
  },
  {
    title: "a key with a filter that is none",
    body: patchBody({ op: "replace", value: { "emails[type eq].value": "x" } }),
    all: "invalidPath",
  },
  {
    title: "the object of an extension under its URN, in any letter case",
    body: patchBody({ op: "replace", value: { [enterprise_urn.toUpperCase()]: { department: "Sales", costCenter: "" } } }),
    all: { [`${enterprise_urn}:department`]: "Sales" },
  },
  {
    title: "an object of the core schema under its URN",
    body: patchBody({ op: "replace", value: { [core_urn]: { title: "Chief" } } }),
    all: { title: "Chief" },
    strict: "invalidPath",
  },
  {
    title: "an attribute of an extension without its URN",
    body: patchBody({ op: "replace", path: "department", value: "Sales" }),
    all: { [`${enterprise_urn}:department`]: "Sales" },
    strict: "invalidPath",
  },
  {
    title: "a URN as the path",
    body: patchBody({ op: "replace", path: enterprise_urn, value: { department: "Sales" } }),
    all: { [`${enterprise_urn}:department`]: "Sales" },
  },
  {
    title: "remove by a URN",
    body: patchBody({ op: "remove", path: enterprise_urn }),
    all: { [`${enterprise_urn}:department`]: null, ...no_manager },
  },
  {
    title: "an attribute qualified by the core schema",
    body: patchBody({ op: "replace", path: `${core_urn}:title`, value: "Chief" }),
    all: { title: "Chief" },
  },
  {
    title: "names in other letters",
    body: patchBody({ op: "replace", value: { USERNAME: "b", Name: { GIVENNAME: "B" } } }),
    all: { userName: "b", "name.givenName": "B" },
  },
];
