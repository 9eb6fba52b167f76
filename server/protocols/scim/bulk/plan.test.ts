import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bulk_operations_max, planBulk, resolveReferences, type BulkPlan } from "./plan.ts";
import { ScimError } from "../errors.ts";
import { enterprise_urn, patch_urn } from "../patch/patch.fixture.ts";
import { profiles } from "../profile.ts";

const bulk_urn = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";

function plan(operations: unknown, more: object = {}): BulkPlan {
  return planBulk({ schemas: [bulk_urn], Operations: operations, ...more }, profiles.strict);
}

const user = (bulkId: string, more: object = {}) => ({
  method: "POST",
  path: "/Users",
  bulkId,
  data: { userName: bulkId, ...more },
});
const group = (bulkId: string, ...members: string[]) => ({
  method: "POST",
  path: "/Groups",
  bulkId,
  data: { displayName: bulkId, members: members.map((value) => ({ value })) },
});

const order = ({ steps }: BulkPlan) => steps.map(({ kind, index }) => `${kind} ${index}`);

test("operations run in the order of the request, each with what was sent", () => {
  const planned = plan([
    user("a"),
    { method: "PUT", path: "/Users/u-1", version: 'W/"3"', data: { userName: "b" } },
    { method: "PATCH", path: "/Groups/g-1", bulkId: "own", data: { schemas: [patch_urn], Operations: [] } },
    { method: "DELETE", path: "/Users/u-2", data: "ignored" },
  ]);
  assert.deepEqual(order(planned), ["run 0", "run 1", "run 2", "run 3"]);
  assert.deepEqual(planned.operations, [
    { index: 0, method: "POST", bulk_id: "a", resource: "Users", id: null, version: null },
    { index: 1, method: "PUT", bulk_id: null, resource: "Users", id: "u-1", version: 'W/"3"' },
    { index: 2, method: "PATCH", bulk_id: "own", resource: "Groups", id: "g-1", version: null },
    { index: 3, method: "DELETE", bulk_id: null, resource: "Users", id: "u-2", version: null },
  ]);
  assert.deepEqual(planned.steps[0], { kind: "run", index: 0, data: { userName: "a" } });
  assert.equal((planned.steps[3] as { data: unknown }).data, null);
});

test("an operation waits for what it refers to: in its data, its path, and the path of a PATCH", () => {
  const planned = plan([
    group("g", "bulkId:a", "u-1"),
    { method: "PATCH", path: "/Users/bulkId:b", data: { Operations: [{ op: "replace", path: "title", value: "x" }] } },
    { method: "PATCH", path: "/Groups/g-1", data: { Operations: [{ op: "remove", path: 'members[value eq "bulkId:c"]' }] } },
    user("a"),
    user("b"),
    user("c"),
  ]);
  assert.deepEqual(order(planned), ["run 3", "run 0", "run 4", "run 1", "run 5", "run 2"]);
});

test("references become the ids of what was created", () => {
  const ids = new Map([["a", "u-7"]]);
  const data = {
    members: [{ value: "bulkId:a" }, { value: "u-1" }],
    Operations: [{ op: "remove", path: 'members[value eq "bulkId:a"]' }],
  };
  assert.deepEqual(resolveReferences(data, ids, 0), {
    members: [{ value: "u-7" }, { value: "u-1" }],
    Operations: [{ op: "remove", path: 'members[value eq "u-7"]' }],
  });
  assert.equal(resolveReferences("bulkId:a", ids, 0), "u-7");
  assert.throws(
    () => resolveReferences({ value: "bulkId:b" }, ids, 4),
    (error) => error instanceof ScimError && error.status === 409 && error.detail.includes("Operations[4]"),
  );
});

test("a circle is created first and linked then (RFC 7644 §3.7.1)", () => {
  const manager = (of: string) => ({ [enterprise_urn]: { department: "D", manager: { value: `bulkId:${of}` } } });
  const planned = plan([user("a", manager("b")), user("b", manager("c")), user("x"), user("c", manager("a"))]);
  assert.deepEqual(order(planned), ["run 0", "run 1", "run 3", "link 0", "link 1", "run 2"]);
  const [first, , last, link] = planned.steps as readonly { data: unknown }[];
  assert.deepEqual(first!.data, { userName: "a", [enterprise_urn]: { department: "D" } });
  // The last of the circle can refer to the first, which is created by then.
  assert.deepEqual(last!.data, { userName: "c", ...manager("a") });
  assert.deepEqual(link!.data, {
    schemas: [patch_urn],
    Operations: [{ op: "add", path: `${enterprise_urn}:manager`, value: { value: "bulkId:b" } }],
  });
});

test("groups that have each other as members lose no other member", () => {
  const planned = plan([group("a", "u-1", "bulkId:b"), group("b", "bulkId:a", "u-2")]);
  assert.deepEqual(order(planned), ["run 0", "run 1", "link 0"]);
  const [first, second, link] = planned.steps as readonly { data: unknown }[];
  assert.deepEqual(first!.data, { displayName: "a", members: [{ value: "u-1" }] });
  assert.deepEqual(second!.data, { displayName: "b", members: [{ value: "bulkId:a" }, { value: "u-2" }] });
  assert.deepEqual(link!.data, {
    schemas: [patch_urn],
    Operations: [{ op: "add", path: "members", value: [{ value: "bulkId:b" }] }],
  });
});

test("who refers to themselves is created and then linked", () => {
  assert.deepEqual(order(plan([user("a", { [enterprise_urn]: { manager: "bulkId:a" } })])), ["run 0", "link 0"]);
});

const refused: { promise: string; operation: unknown; scimType: string }[] = [
  { promise: "no object", operation: "x", scimType: "invalidSyntax" },
  { promise: "no method", operation: { path: "/Users", bulkId: "a", data: {} }, scimType: "invalidSyntax" },
  { promise: "an unknown method", operation: { ...user("a"), method: "GET" }, scimType: "invalidSyntax" },
  { promise: "no path", operation: { ...user("a"), path: undefined }, scimType: "invalidPath" },
  { promise: "an unknown path", operation: { ...user("a"), path: "/Cars" }, scimType: "invalidPath" },
  { promise: "a POST with an id", operation: { ...user("a"), path: "/Users/u-1" }, scimType: "invalidPath" },
  { promise: "a DELETE without an id", operation: { method: "DELETE", path: "/Users" }, scimType: "invalidPath" },
  { promise: "a POST without a bulkId", operation: { ...user("a"), bulkId: undefined }, scimType: "invalidSyntax" },
  { promise: "a bulkId that is no string", operation: { ...user("a"), bulkId: 7 }, scimType: "invalidSyntax" },
  { promise: "a POST without data", operation: { ...user("a"), data: undefined }, scimType: "invalidSyntax" },
  {
    promise: "data nested too deep",
    operation: { ...user("a"), data: JSON.parse(`${'{"a":'.repeat(20)}1${"}".repeat(20)}`) },
    scimType: "invalidValue",
  },
  { promise: "a reference that no operation creates", operation: group("a", "bulkId:missing"), scimType: "invalidValue" },
  { promise: "a version that is no string", operation: { ...user("a"), version: 3 }, scimType: "invalidSyntax" },
];
for (const { promise, operation, scimType } of refused) {
  test(`${promise} refuses this operation and no other`, () => {
    const { steps } = plan([user("before"), operation, user("after")]);
    assert.deepEqual(
      steps.map(({ kind, index }) => `${kind} ${index}`),
      ["run 0", "refuse 1", "run 2"],
    );
    const { error } = steps[1] as { error: ScimError };
    assert.deepEqual([error.status, error.scimType], [400, scimType]);
    assert.match(error.detail, /^Operations\[1\]/);
  });
}

test("a second POST with the same bulkId is refused", () => {
  const { steps } = plan([user("a"), user("a")]);
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ["run", "refuse"],
  );
});

test("the request as a whole is refused where it cannot be understood", () => {
  const failures: [unknown, number, string | null][] = [
    [null, 400, "invalidSyntax"],
    [{ Operations: [] }, 400, "invalidSyntax"],
    [{ schemas: [bulk_urn] }, 400, "invalidSyntax"],
    [{ schemas: [bulk_urn], Operations: [], failOnErrors: -1 }, 400, "invalidValue"],
    [{ schemas: [bulk_urn], Operations: [], failOnErrors: "2" }, 400, "invalidValue"],
    [{ schemas: [bulk_urn], Operations: Array.from({ length: bulk_operations_max + 1 }, () => 0) }, 413, null],
  ];
  for (const [body, status, scimType] of failures) {
    assert.throws(
      () => planBulk(body, profiles.strict),
      (error) => error instanceof ScimError && error.status === status && error.scimType === scimType,
    );
  }
  assert.equal(planBulk({ Operations: [], failOnErrors: null }, profiles.generic).errors_max, null);
  assert.equal(plan([], { failOnErrors: 3 }).errors_max, 3);
});

test("whatever refers to what, each operation runs once, after all that it mentions", () => {
  const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
  const shuffled = fc.shuffledSubarray(names, { minLength: names.length });
  const request = fc.tuple(shuffled, fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 14 }));
  fc.assert(
    fc.property(request, ([created, references]) => {
      const operations = created.map((name) =>
        group(name, ...references.filter(([from]) => from === name).map(([, to]) => `bulkId:${to}`)),
      );
      const { steps } = plan(operations);
      const ids = new Map<string, string>();
      const linked = new Map<number, string[]>();
      for (const { kind, index, ...step } of steps as readonly { kind: string; index: number; data: any }[]) {
        // Throws if a step refers to a resource that is not created yet.
        const data = resolveReferences(step.data, ids, index);
        const members = kind === "run" ? data.members : data.Operations.flatMap(({ value }: { value: unknown }) => value);
        assert.equal(linked.has(index), kind === "link");
        linked.set(index, [...(linked.get(index) ?? []), ...members.map(({ value }: { value: string }) => value)]);
        if (kind === "run") ids.set(created[index]!, `id-${created[index]}`);
      }
      for (const [index, name] of created.entries()) {
        const due = references.filter(([from]) => from === name).map(([, to]) => `id-${to}`);
        assert.deepEqual(linked.get(index)?.sort(), due.sort());
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a chain of references as long as the request is planned", () => {
  const operations = Array.from({ length: bulk_operations_max }, (_, index) =>
    index === bulk_operations_max - 1 ? group(`n${index}`) : group(`n${index}`, `bulkId:n${index + 1}`),
  );
  const { steps } = plan(operations);
  assert.deepEqual([steps[0]!.index, steps.length], [bulk_operations_max - 1, bulk_operations_max]);
});
