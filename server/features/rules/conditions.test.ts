import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describe, hasCondition, matches, type Conditions, type Subject } from "./conditions.ts";

// NORTH is below LOG, which is below OPS; HR stands apart.
const ancestry = new Map([
  ["OPS", ["OPS"]],
  ["LOG", ["LOG", "OPS"]],
  ["NORTH", ["NORTH", "LOG", "OPS"]],
  ["HR", ["HR"]],
]);

const anna: Subject = {
  department_id: "NORTH",
  worker_type: "internal_payroll",
  contractor_id: null,
  job_title: "Senior  FORKLIFT Operátor",
  attributes: { shift: "B", level: 3, night: true, badges: ["fire", "crane"] },
};
const piotr: Subject = { ...anna, department_id: null, worker_type: "b2b_contractor", contractor_id: "BUD", job_title: null };

const vectors: [what: string, conditions: Conditions, person: Subject, matches: boolean][] = [
  ["the department itself", { department_ids: ["NORTH"] }, anna, true],
  ["a department above", { department_ids: ["OPS"] }, anna, true],
  ["a department above, without those below", { department_ids: ["OPS"], include_subdepartments: false }, anna, false],
  ["the department itself, without those below", { department_ids: ["NORTH"], include_subdepartments: false }, anna, true],
  ["a department below", { department_ids: ["NORTH"] }, { ...anna, department_id: "LOG" }, false],
  ["one of several departments", { department_ids: ["HR", "LOG"] }, anna, true],
  ["another department", { department_ids: ["OPS"] }, piotr, false],
  ["no department is enough", { department_ids: [] }, anna, false],
  ["the worker type", { worker_type: "internal_payroll" }, anna, true],
  ["another worker type", { worker_type: "b2b_contractor" }, anna, false],
  ["the company", { contractor_ids: ["TWIN", "BUD"] }, piotr, true],
  ["another company", { contractor_ids: ["TWIN"] }, piotr, false],
  ["a company, for a person without one", { contractor_ids: ["BUD"] }, anna, false],
  ["a job title, whatever its case, spaces and accents", { job_title_contains: "forklift operator" }, anna, true],
  ["another job title", { job_title_contains: "crane" }, anna, false],
  ["a text of spaces and accents alone", { job_title_contains: " \u0301 " }, anna, false],
  ["a job title, for a person without one", { job_title_contains: "forklift" }, piotr, false],
  ["a text attribute", { attributes: { shift: "B" } }, anna, true],
  ["a text attribute, whose case counts", { attributes: { shift: "b" } }, anna, false],
  ["a number", { attributes: { level: 3 } }, anna, true],
  ["a number as text", { attributes: { level: "3" } }, anna, false],
  ["a truth", { attributes: { night: true } }, anna, true],
  ["an untruth that is missing", { attributes: { day: false } }, anna, false],
  ["an entry of a list", { attributes: { badges: "crane" } }, anna, true],
  ["no entry of a list", { attributes: { badges: "water" } }, anna, false],
  ["a member that every object has", { attributes: { constructor: "x" } }, anna, false],
  ["all attributes", { attributes: { shift: "B", level: 3 } }, anna, true],
  ["one attribute of two", { attributes: { shift: "B", level: 4 } }, anna, false],
  ["all conditions", { department_ids: ["LOG"], worker_type: "internal_payroll", job_title_contains: "fork" }, anna, true],
  ["one condition of two", { department_ids: ["LOG"], worker_type: "b2b_contractor" }, anna, false],
  ["no condition at all", {}, anna, false],
  ["no attribute at all", { attributes: {} }, anna, false],
  ["only how departments count", { include_subdepartments: true }, anna, false],
];

for (const [what, conditions, person, expected] of vectors) {
  test(`${what} ${expected ? "matches" : "does not match"}`, () => {
    assert.equal(matches(conditions, person, ancestry), expected);
  });
}

test("conditions are described in words", () => {
  const names = new Map([
    ["OPS", "Operacje"],
    ["BUD", "Bud-Serwis"],
  ]);
  assert.equal(describe({ job_title_contains: "Forklift" }, names), 'job_title contains "Forklift"');
  assert.equal(
    describe({ department_ids: ["OPS", "HR"], worker_type: "b2b_contractor", contractor_ids: ["BUD"] }, names),
    'department is "Operacje" or "HR" or below and worker_type is b2b_contractor and contractor is "Bud-Serwis"',
  );
  assert.equal(
    describe({ department_ids: ["OPS"], include_subdepartments: false, attributes: { level: 3, shift: "B" } }, names),
    'department is "Operacje" and level is 3 and shift is "B"',
  );
});

const department = fc.constantFrom("OPS", "LOG", "NORTH", "HR");
const worker_type = fc.constantFrom("internal_payroll" as const, "b2b_contractor" as const);
const value = fc.oneof(fc.constantFrom("A", "B"), fc.constantFrom(1, 2), fc.boolean());
const anyone: fc.Arbitrary<Subject> = fc.record({
  department_id: fc.option(department),
  worker_type,
  contractor_id: fc.option(fc.constantFrom("BUD", "TWIN")),
  job_title: fc.option(fc.constantFrom("Forklift operator", "Driver")),
  attributes: fc.dictionary(fc.constantFrom("shift", "level"), fc.oneof(value, fc.array(fc.constantFrom("A", "B")))),
});
const any_conditions: fc.Arbitrary<Conditions> = fc.record(
  {
    department_ids: fc.uniqueArray(department, { minLength: 1 }),
    include_subdepartments: fc.boolean(),
    worker_type,
    contractor_ids: fc.uniqueArray(fc.constantFrom("BUD", "TWIN"), { minLength: 1 }),
    job_title_contains: fc.constantFrom("fork", "driver", "o"),
    attributes: fc.dictionary(fc.constantFrom("shift", "level"), value),
  },
  { requiredKeys: [] },
);

test("each condition alone decides with the others: all must hold", () => {
  fc.assert(
    fc.property(any_conditions, anyone, (conditions, person) => {
      const { include_subdepartments, ...others } = conditions;
      const alone = Object.entries(others)
        .map(([name, condition]): Conditions => ({ include_subdepartments, [name]: condition }))
        .filter(hasCondition);
      const all = alone.length > 0 && alone.every((one) => matches(one, person, ancestry));
      assert.equal(matches(conditions, person, ancestry), all);
    }),
  );
});

test("a further condition never adds a person, a further department never removes one", () => {
  fc.assert(
    fc.property(any_conditions, any_conditions, anyone, department, (conditions, more, person, another) => {
      if (matches({ ...more, ...conditions }, person, ancestry) && hasCondition(conditions)) {
        assert.ok(matches(conditions, person, ancestry));
      }
      const { department_ids } = conditions;
      if (department_ids && matches(conditions, person, ancestry)) {
        assert.ok(matches({ ...conditions, department_ids: [...department_ids, another] }, person, ancestry));
      }
    }),
  );
});
