import { caseNorm } from "../../../platform/text.ts";
import { faultsOfConditions } from "../../rules/check-conditions.ts";
import { tidyConditions, type Conditions } from "../../rules/conditions.ts";
import { didYouMean } from "../file/explain.ts";
import type { Known, Register } from "./known.ts";
import type { Findings, Path } from "../file/problems.ts";
import type { Entry } from "../file/schema.ts";

type When = NonNullable<Entry<"rules">["when"]>;

/** Converts the conditions of a rule or dynamic group to ids; notes references that do not exist in the organisation. */
export function planConditions(known: Known, when: When, path: Path, findings: Findings): Conditions {
  const { department, departments, include_subdepartments = true, worker_type, contractor, job_title, attributes = {} } = when;
  const named = departments?.map((reference, index) => ({ reference, at: [...path, "departments", index] })) ?? [];
  if (department !== undefined) named.push({ reference: department, at: [...path, "department"] });
  const department_ids = named.flatMap(({ reference, at }) => idOf(known.departments, reference, "department", at, findings));
  const contractor_ids =
    contractor === undefined ? [] : idOf(known.contractors, contractor, "contractor company", [...path, "contractor"], findings);
  const conditions = tidyConditions({
    ...(named.length > 0 ? { department_ids, include_subdepartments } : {}),
    ...(worker_type === undefined ? {} : { worker_type }),
    ...(contractor === undefined ? {} : { contractor_ids }),
    ...(job_title === undefined ? {} : { job_title_contains: job_title }),
    attributes,
  });
  checkConditions(known, conditions, path, findings);
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

function checkConditions(known: Known, conditions: Conditions, path: Path, findings: Findings): void {
  const types = new Map([...known.attributes].map(([key, { type }]) => [key, type]));
  for (const { path: within, code, detail } of faultsOfConditions(conditions, types)) {
    const at = [...path, ...(within[0] === "job_title_contains" ? ["job_title"] : within)];
    const key = within.at(-1) ?? "";
    if (code !== "UNKNOWN_ATTRIBUTE") findings.value(at, detail);
    else if (!known.excused_attributes.has(key)) findings.key(at, `${detail}${didYouMean(key, [...types.keys()])}`);
  }
}

/** The ids of courses and learning paths with these codes, in ascending order; notes unknown codes. */
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

/** Returns `; did you mean …?` for an unknown code or name; an empty text once there are more findings than are stored. */
export function meant(
  reference: string,
  register: Register<{ id: string; code: string; name?: string }>,
  findings: Findings,
): string {
  return findings.left_out > 0 ? "" : didYouMean(caseNorm(reference), register.callings());
}
