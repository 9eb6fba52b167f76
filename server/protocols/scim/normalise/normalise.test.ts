import assert from "node:assert/strict";
import { test } from "node:test";
import { ScimError } from "../errors.ts";
import { limit_cases } from "../patch/cases-limits.fixture.ts";
import { member_cases } from "../patch/cases-members.fixture.ts";
import { shape_cases } from "../patch/cases-shapes.fixture.ts";
import type { Change } from "../patch/changes.ts";
import { attempt, group, patchBody, user_type } from "../patch/patch.fixture.ts";
import { profile_names, profiles } from "../profile.ts";
import { group_type } from "../schemas.ts";
import { normalisePatch } from "./normalise.ts";

for (const each of [...shape_cases, ...member_cases, ...limit_cases]) {
  for (const profile of profile_names) {
    const expected = each[profile] ?? each.all;
    const meaning = typeof expected === "string" ? `is refused with ${expected}` : "means what it should";
    test(`${profile}: ${each.title} ${meaning}`, () => {
      const outcome = attempt({
        body: each.body,
        profile,
        ...(each.of === "group" ? { resource: group, type: group_type } : {}),
      });
      if (typeof expected === "string") {
        assert.ok(outcome instanceof ScimError, JSON.stringify(outcome));
        assert.deepEqual([outcome.status, outcome.scimType], [400, expected], outcome.detail);
        if (each.body !== null && typeof each.body === "object" && JSON.stringify(each.body).includes('"op":')) {
          assert.match(outcome.detail, /Operations|schemas/);
        }
      } else {
        assert.ok(!(outcome instanceof ScimError), JSON.stringify(outcome));
        const { add, remove, replace } = outcome.members;
        const planned = { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }), ...(replace && { replace }) };
        assert.deepEqual({ ...afterOf(outcome.changes), ...planned }, definedOf(expected));
      }
    });
  }
}

for (const [path, type] of [
  ["members", group_type],
  ["emails", user_type],
  ["roles", user_type],
] as const) {
  test(`an object with an id and nothing else is read in ${path} like any other object`, () => {
    for (const profile of profile_names) {
      const read = (further: object) => {
        const value = [id, id.toUpperCase(), id].map((each) => ({ value: each, ...further }));
        return (["add", "replace", "remove"] as const).map((op) =>
          normalisePatch(patchBody({ op, path, value }), { type, profile: profiles[profile], id }),
        );
      };
      assert.deepEqual(read({}), read({ type: null }), profile);
    }
  });
}

const id = "0190c5a2-0000-7000-8000-00000000abcd";

function afterOf(changes: readonly Change[]): Record<string, unknown> {
  return Object.fromEntries(changes.map(({ path, after }) => [path, after]));
}

function definedOf(expected: { [path: string]: unknown }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined));
}

test("a refusal names the operation and its path", () => {
  const body = patchBody(
    { op: "replace", path: "title", value: "x" },
    { op: "replace", path: 'emails[type eq "work"].value', value: "x" },
  );
  const outcome = attempt({ body, profile: "strict" });
  assert.ok(outcome instanceof ScimError);
  assert.equal(outcome.detail, 'Operations[1] (emails[type eq "work"].value): no value of emails matches the filter.');
});

test("the sync log is told what was forgiven, and a long list of members is not told member by member", () => {
  const sent = { op: "Replace", value: { active: "False", id: "p-1", groups: [] } };
  const outcome = attempt({ body: patchBody(sent), profile: "entra" });
  assert.ok(!(outcome instanceof ScimError));
  assert.deepEqual(
    outcome.notes.map(({ place }) => place),
    ["Operations[0].op", "Operations[0] (value.active)", "Operations[0] (value.id)", "Operations[0] (value.groups)"],
  );
  const many = patchBody({ op: "add", path: "members", value: Array.from({ length: 1_000 }, (_, index) => `u-${index}`) });
  const told = attempt({ body: many, profile: "entra", resource: group, type: group_type });
  assert.ok(!(told instanceof ScimError) && told.notes.length <= 100 && told.members.add.length === 1_000);
});
