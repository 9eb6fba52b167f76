import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planMembership, type MembershipPlan } from "./membership.ts";
import { normalisePatch } from "../normalise/normalise.ts";
import { patchBody } from "../patch/patch.fixture.ts";
import { profiles } from "../profile.ts";
import { group_type } from "../schemas.ts";

function plan(operations: readonly unknown[]): MembershipPlan {
  const { operations: strict } = normalisePatch(patchBody(...operations), {
    type: group_type,
    profile: profiles.entra,
    id: "g-1",
  });
  return planMembership(strict);
}

/** The members after the database has carried out a plan. */
function carryOut({ add, remove, replace }: MembershipPlan, members: ReadonlySet<string>): Set<string> {
  const kept = replace === null ? [...members].filter((id) => !remove.includes(id)) : replace;
  return new Set([...kept, ...add]);
}

// One operation as a client writes it, and the same change of a set.
type Step = { operation: unknown; apply: (members: Set<string>) => Set<string> };

const id = fc.constantFrom<string[]>("a", "b", "c", "d", "e");
const ids = fc.array(id, { maxLength: 4 });
const values = (of: readonly string[]) => of.map((value) => ({ $ref: null, value }));
const without = (members: Set<string>, gone: readonly string[]) => new Set([...members].filter((one) => !gone.includes(one)));

const step: fc.Arbitrary<Step> = fc.oneof(
  ids.map((of) => ({
    operation: { op: "Add", path: "members", value: values(of) },
    apply: (now: Set<string>) => new Set([...now, ...of]),
  })),
  ids.map((of) => ({
    operation: { op: "Remove", path: "members", value: values(of) },
    apply: (now: Set<string>) => without(now, of),
  })),
  ids.map((of) => ({ operation: { op: "Replace", path: "members", value: values(of) }, apply: () => new Set(of) })),
  fc.constant({ operation: { op: "Remove", path: "members" }, apply: () => new Set<string>() }),
  fc.tuple(id, id).map(([one, other]) => ({
    operation: { op: "remove", path: `members[value eq "${one}" or value eq "${other}"]` },
    apply: (now: Set<string>) => without(now, [one, other]),
  })),
  ids.map((of) => ({ operation: { op: "add", value: { members: of } }, apply: (now: Set<string>) => new Set([...now, ...of]) })),
);

test("a plan does to a group what its operations do one after the other", () => {
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.array(step, { maxLength: 8 }), (members, steps) => {
      const planned = plan(steps.map(({ operation }) => operation));
      const expected = steps.reduce((now, { apply }) => apply(now), new Set(members));
      assert.deepEqual([...carryOut(planned, new Set(members))].sort(), [...expected].sort());
      assert.deepEqual(
        planned.add.filter((one) => planned.remove.includes(one)),
        [],
      );
      assert.ok(planned.replace === null || planned.add.length + planned.remove.length === 0);
    }),
    { numRuns: 1_000 },
  );
});

test("operations on other attributes are handed on in their order", () => {
  const { others, add } = plan([
    { op: "replace", path: "displayName", value: "Pilots" },
    { op: "add", path: "members", value: "a" },
    { op: "add", path: "externalId", value: "x" },
  ]);
  assert.deepEqual(
    others.map(({ index, target }) => [index, target.attribute.name]),
    [
      [0, "displayName"],
      [2, "externalId"],
    ],
  );
  assert.deepEqual(add, ["a"]);
});

test("a plan of 100,000 members is linear work", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `u-${index}`);
  const { add, remove } = plan([
    { op: "add", path: "members", value: values(many) },
    { op: "remove", path: "members", value: values(many.slice(1)) },
  ]);
  assert.deepEqual([add, remove.length], [["u-0"], 99_999]);
});

test("a UUID is one member, whatever its case", () => {
  const upper = "0190A1B2-0000-7000-8000-00000000ABCD";
  const { add, remove } = plan([
    { op: "remove", path: `members[value eq "${upper}"]` },
    { op: "add", path: "members", value: values([upper.toLowerCase(), upper]) },
  ]);
  assert.deepEqual([add, remove], [[upper.toLowerCase()], []]);
});
