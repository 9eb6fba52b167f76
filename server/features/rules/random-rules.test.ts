import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "../organisations/file/schema.ts";
import { openRuled, type Ruled } from "../../../test/harness/organisation/rules.ts";
import { matches, type Ancestry, type Conditions, type Subject } from "./conditions.ts";

const departments = ["OPS", "LOG", "NORTH", "HR"];
const ancestry_by_code = { OPS: ["OPS"], LOG: ["LOG", "OPS"], NORTH: ["NORTH", "LOG", "OPS"], HR: ["HR"] };
const titles = ["Forklift operator", "Driver", "Shift leader"];

const when: fc.Arbitrary<NonNullable<Entry<"rules">["when"]>> = fc
  .record(
    {
      departments: fc.uniqueArray(fc.constantFrom(...departments), { minLength: 1, maxLength: 2 }),
      include_subdepartments: fc.boolean(),
      job_title: fc.constantFrom("er", "FORK", "shift  leader"),
      attributes: fc.record({ shift: fc.constantFrom("A", "B") }),
    },
    { requiredKeys: [] },
  )
  .filter((given) => given.departments !== undefined || given.job_title !== undefined || given.attributes !== undefined);

const step = fc.record({
  rules: fc.tuple(when, when, fc.boolean()),
  group: when,
  people: fc.array(
    fc.record({
      department: fc.constantFrom(null, ...departments),
      job_title: fc.constantFrom(null, ...titles),
      shift: fc.constantFrom(null, "A", "B"),
    }),
    { minLength: 12, maxLength: 12 },
  ),
});

test("whatever rules, groups and people become, whom each applies to is whom its conditions mean, and a repetition writes nothing", async () => {
  const ruled = await openRuled({
    attributes: [{ key: "shift" }],
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "Logistics", code: "LOG", parent: "OPS" },
      { name: "North", code: "NORTH", parent: "LOG" },
      { name: "People", code: "HR" },
    ],
    courses: ["C1", "C2", "C3"].map((code) => ({ code, title: code })),
  });
  const count = async () =>
    ruled.query(
      "select (select count(*) from event) as events, (select count(*) from audit_log) as audit, (select count(*) from enrollment) as n",
    );
  try {
    await fc.assert(
      fc.asyncProperty(step, async ({ rules: [one, two, active], group, people }) => {
        await ruled.apply({
          rules: [
            { name: "One", when: one, assign: ["C1", "C2"] },
            { name: "Two", when: two, assign: ["C2", "C3"], active },
          ],
          groups: [{ code: "G", name: "Group", when: group, courses: ["C1"] }],
          people: people.map(({ department, job_title, shift }, index) => ({
            employee_no: `P${index}`,
            first_name: "A",
            last_name: "B",
            email: `p${index}@acme.example`,
            department,
            job_title,
            attributes: { shift },
          })),
        });
        assert.deepEqual(await found(ruled), await expected(ruled));
        const before = await count();
        await ruled.apply({ departments: [{ name: `Human ${before[0].audit}`, code: "HR" }] });
        const [{ events, n }] = await count();
        assert.deepEqual([events, n], [before[0].events, before[0].n]);
      }),
      { numRuns: 25 },
    );
  } finally {
    await ruled.close();
  }
});

/** Matches and memberships of people, and the open enrollments that follow from them. */
async function found(ruled: Ruled): Promise<string[]> {
  const rows = await ruled.query(
    `select r.name || ' ' || p.employee_no as line from rule_match m join rule r on r.id = m.rule_id join person p on p.id = m.person_id
     union all
     select g.name || ' ' || p.employee_no from group_member m join person_group g on g.id = m.group_id join person p on p.id = m.person_id
     where m.left_at is null
     union all
     select c.code || ' ' || p.employee_no from enrollment e join course c on c.id = e.course_id join person p on p.id = e.person_id
     where e.state = 'assigned'`,
  );
  return rows.map(({ line }) => line as string).toSorted();
}

async function expected(ruled: Ruled): Promise<string[]> {
  const [sources, people, units] = await Promise.all([
    ruled.query(
      `select r.name, r.conditions, array(select c.code from rule_course x join course c on c.id = x.course_id where x.rule_id = r.id) as codes
       from rule r where r.active
       union all
       select g.name, g.conditions, array(select c.code from group_course x join course c on c.id = x.course_id where x.group_id = g.id)
       from person_group g`,
    ),
    ruled.query("select * from person"),
    ruled.query("select id, code from department"),
  ]);
  const ids = new Map(units.map(({ id, code }) => [code as string, id as string]));
  const ancestry: Ancestry = new Map(
    Object.entries(ancestry_by_code).map(([code, above]) => [ids.get(code)!, above.map((one) => ids.get(one)!)]),
  );
  const lines = new Set<string>();
  for (const { name, conditions, codes } of sources) {
    for (const person of people as (Subject & { employee_no: string })[]) {
      if (!matches(conditions as Conditions, person, ancestry)) continue;
      for (const what of [name, ...codes]) lines.add(`${what} ${person.employee_no}`);
    }
  }
  return [...lines].toSorted();
}
