import { caseNorm, nameNorm } from "../../platform/text.ts";
import { hasCondition, type Conditions } from "../rules/conditions.ts";
import { didYouMean } from "./explain.ts";
import type { Known, Register } from "./known.ts";
import type { Findings, Path } from "./problems.ts";
import type { Entry } from "./schema.ts";

type When = NonNullable<Entry<"rules">["when"]>;

/** What the file says of whom a rule or dynamic group is for, by ids; notes what it refers to and the organisation lacks. */
export function planConditions(known: Known, when: When, path: Path, findings: Findings): Conditions {
  const { department, departments, include_subdepartments = true, worker_type, contractor, job_title, attributes = {} } = when;
  const named = departments?.map((reference, index) => ({ reference, at: [...path, "departments", index] })) ?? [];
  if (department !== undefined) named.push({ reference: department, at: [...path, "department"] });
  const department_ids = named.flatMap(({ reference, at }) => idOf(known.departments, reference, "department", at, findings));
  const contractor_ids =
    contractor === undefined ? [] : idOf(known.contractors, contractor, "contractor company", [...path, "contractor"], findings);
  if (job_title !== undefined && nameNorm(job_title) === "") {
    findings.value([...path, "job_title"], "must have a letter or digit");
  }
  checkAttributes(known, attributes, [...path, "attributes"], findings);
  const conditions: Conditions = {
    ...(named.length > 0 ? { department_ids: [...new Set(department_ids)].sort(), include_subdepartments } : {}),
    ...(worker_type === undefined ? {} : { worker_type }),
    ...(contractor === undefined ? {} : { contractor_ids }),
    ...(job_title === undefined ? {} : { job_title_contains: job_title }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
  if (!hasCondition(conditions)) findings.value(path, "needs a condition, such as department");
  return conditions;
}

function idOf(
  register: Register<{ id: string; code: string; name: string }>,
  reference: string,
  what: string,
  path: Path,
  findings: Findings,
): string[] {
  if (register.isExcused(reference)) return [];
  const found = register.find(reference);
  if (found.length === 0)
    findings.value(path, `names no ${what}: there is no code or name "${reference}"${meant(reference, register, findings)}`);
  if (found.length > 1)
    findings.value(path, `names ${found.length} of them; write the code: ${found.map((row) => row.code).join(", ")}`);
  return found.map((row) => row.id);
}

function checkAttributes(known: Known, attributes: NonNullable<When["attributes"]>, path: Path, findings: Findings): void {
  for (const [key, value] of Object.entries(attributes)) {
    const defined = known.attributes.get(key);
    const type = defined?.type === "string_array" ? "string" : defined?.type;
    if (defined && typeof value !== type) findings.value([...path, key], `must be a ${type}, as the attribute's values are`);
    else if (!defined && !known.excused_attributes.has(key)) {
      findings.key([...path, key], `is not a defined attribute${didYouMean(key, [...known.attributes.keys()])}`);
    }
  }
}

/** The ids of courses and learning paths with these codes, in ascending order; notes those that there are not. */
export function planCourseIds(known: Known, codes: readonly string[], path: Path, findings: Findings): string[] {
  const ids = codes.flatMap((code, index) => {
    const found = known.courses.get(code);
    if (found) return [found.id];
    if (!known.courses.isExcused(code)) {
      const message = `must be a course or learning path: there is no code "${code}"${meant(code, known.courses, findings)}`;
      findings.value([...path, index], message);
    }
    return [];
  });
  return [...new Set(ids)].sort();
}

/** `; did you mean …?` for a code or name that there is not, as long as findings are kept at all. */
export function meant(
  reference: string,
  register: Register<{ id: string; code: string; name?: string }>,
  findings: Findings,
): string {
  return findings.left_out > 0 ? "" : didYouMean(caseNorm(reference), register.callings());
}
