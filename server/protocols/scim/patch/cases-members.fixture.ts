import { manager_path, set_manager, no_manager, type Case } from "./cases.fixture.ts";
import { patch_urn, patchBody } from "./patch.fixture.ts";

/** Requests about members and managers, and requests that change nothing. */
export const member_cases: readonly Case[] = [
  // Members.
  ...[[{ $ref: null, value: "u-1" }], [{ value: "u-1" }], { value: "u-1" }, "u-1", ["u-1"]].map((value) => ({
    title: `remove members with ${JSON.stringify(value)}`,
    of: "group" as const,
    body: patchBody({ op: "remove", path: "members", value }),
    all: { remove: ["u-1"] },
    ...(JSON.stringify(value).includes("value") ? {} : { strict: "invalidValue" as const }),
  })),
  {
    title: "Remove members with a value",
    of: "group",
    body: patchBody({ op: "Remove", path: "members", value: [{ value: "u-1" }] }),
    all: { remove: ["u-1"] },
    strict: "invalidSyntax",
  },
  {
    title: "remove members with an empty list removes no member",
    of: "group",
    body: patchBody({ op: "remove", path: "members", value: [] }),
    all: {},
  },
  { title: "remove members", of: "group", body: patchBody({ op: "remove", path: "members" }), all: { replace: [] } },
  {
    title: "remove members with null",
    of: "group",
    body: patchBody({ op: "remove", path: "members", value: null }),
    all: { replace: [] },
  },
  {
    title: "remove a member by filter",
    of: "group",
    body: patchBody({ op: "remove", path: 'members[value eq "u-1"]' }),
    all: { remove: ["u-1"] },
  },
  {
    title: "add and remove in one PATCH",
    of: "group",
    body: patchBody(
      { op: "add", path: "members", value: [{ value: "u-1" }, { value: "u-2" }] },
      { op: "remove", path: 'members[value eq "u-1" or value eq "u-3"]' },
    ),
    all: { add: ["u-2"], remove: ["u-1", "u-3"] },
  },
  {
    title: "replace members with all",
    of: "group",
    body: patchBody({ op: "replace", path: "members", value: [{ value: "u-1" }, { value: "u-1" }, { value: "u-2" }] }),
    all: { replace: ["u-1", "u-2"] },
  },
  {
    title: "replace members with none",
    of: "group",
    body: patchBody({ op: "replace", path: "members", value: [] }),
    all: { replace: [] },
  },
  {
    title: "members without a path",
    of: "group",
    body: patchBody({ op: "add", value: { members: [{ value: "u-1" }], displayName: "Pilots" } }),
    all: { add: ["u-1"], displayName: "Pilots" },
  },
  {
    title: "a member as a bare id",
    of: "group",
    body: patchBody({ op: "add", path: "members", value: "string id 1" }),
    all: { add: ["string id 1"] },
    strict: "invalidValue",
  },
  {
    title: "a single member",
    of: "group",
    body: patchBody({ op: "add", path: "members", value: { value: "u-1" } }),
    all: { add: ["u-1"] },
  },
  {
    title: "a member with what no schema has",
    of: "group",
    body: patchBody({ name: "addMember", op: "add", path: "members", value: [{ displayName: "new User", value: "u-1" }] }),
    all: { add: ["u-1"] },
    strict: "invalidValue",
  },
  {
    title: "a member without an id",
    of: "group",
    body: patchBody({ op: "add", path: "members", value: [{ type: "User" }] }),
    all: "invalidValue",
  },
  {
    title: "members by anything but ids",
    of: "group",
    body: patchBody({ op: "remove", path: 'members[type eq "User"]' }),
    all: "invalidFilter",
  },
  {
    title: "a change of a member",
    of: "group",
    body: patchBody({ op: "replace", path: 'members[value eq "u-1"].value', value: "u-2" }),
    all: "mutability",
  },
  // Entra's requests about managers.
  {
    title: "manager as a bare id",
    body: patchBody({ op: "add", path: manager_path, value: "p-2" }),
    all: set_manager,
    strict: "invalidValue",
  },
  {
    title: "manager as an array",
    body: patchBody({ op: "add", path: manager_path, value: [{ $ref: "../Users/p-2", value: "p-2" }] }),
    all: { ...set_manager, [`${manager_path}.$ref`]: "../Users/p-2" },
    strict: "invalidValue",
  },
  {
    title: "manager as an array of a bare id",
    body: patchBody({ op: "add", path: manager_path, value: ["p-2"] }),
    all: set_manager,
    strict: "invalidValue",
  },
  {
    title: "manager by its sub-attribute",
    body: patchBody({ op: "replace", path: `${manager_path}.value`, value: "p-2" }),
    all: set_manager,
  },
  {
    title: "manager without a URN",
    body: patchBody({ op: "replace", path: "manager", value: "p-2" }),
    all: set_manager,
    strict: "invalidPath",
  },
  {
    title: "manager in a value without a path",
    body: patchBody({ op: "replace", value: { [manager_path]: "p-2" } }),
    all: set_manager,
    strict: "invalidPath",
  },
  {
    title: "manager as an object",
    body: patchBody({ op: "replace", path: manager_path, value: { value: "p-2" } }),
    all: set_manager,
  },
  ...["", null, { value: "" }, { value: null }].map((value) => ({
    title: `manager as ${JSON.stringify(value)}`,
    body: patchBody({ op: "replace", path: manager_path, value }),
    all: no_manager,
  })),
  { title: "manager as []", body: patchBody({ op: "replace", path: manager_path, value: [] }), all: no_manager },
  { title: "remove manager", body: patchBody({ op: "remove", path: manager_path }), all: no_manager },
  // Requests that change nothing.
  { title: "empty Operations", body: { schemas: [patch_urn], Operations: [] }, all: {}, strict: "invalidSyntax" },
  ...[null, ""].map((value) => ({
    title: `${JSON.stringify(value)} for an optional attribute`,
    body: patchBody({ op: "replace", path: "title", value }),
    all: { title: null },
  })),
  {
    title: "null for a sub-attribute",
    body: patchBody({ op: "replace", path: "name", value: { givenName: null } }),
    all: { "name.givenName": null },
  },
  { title: "null for a list", body: patchBody({ op: "replace", path: "emails", value: null }), all: { emails: null } },
  { title: "adding an empty list", body: patchBody({ op: "add", path: "emails", value: [] }), all: {} },
  ...[null, ""].map((value) => ({
    title: `${JSON.stringify(value)} for what is required`,
    body: patchBody({ op: "replace", path: "userName", value }),
    all: "invalidValue" as const,
  })),
  { title: "removal of what is required", body: patchBody({ op: "remove", path: "userName" }), all: "mutability" },
  { title: "removal without a path", body: patchBody({ op: "remove", value: { title: "Driver" } }), all: "noTarget" },
  { title: "no value", body: patchBody({ op: "replace", path: "title" }), all: "invalidValue" },
];
