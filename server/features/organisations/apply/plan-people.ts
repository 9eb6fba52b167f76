import { isDeepStrictEqual } from "node:util";
import { newId } from "../../../platform/ids.ts";
import { mentioned } from "../../../platform/mentioned.ts";
import { pick } from "../../../platform/pick.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { StandingPerson } from "../../people/apply-sql.ts";
import { initial_columns, namesOf, optional_fields, platform_columns, type PersonRow } from "../../people/definition.ts";
import { attributes_max } from "../../people/schema.ts";
import { rowOf } from "../../employment/bring-people.ts";
import { loginAfter } from "../../people/settle.ts";
import { didYouMean } from "../file/explain.ts";
import type { Known, Register } from "./known.ts";
import type { Findings, Path } from "../file/problems.ts";
import type { Entry } from "../file/schema.ts";
import type { TenantRow } from "../sql.ts";
import type { Target } from "./target.ts";

/** Plans a person. `checkReferences` must have been called before. */
export function planPerson(known: Known, entry: Entry<"people">, standing: StandingPerson | undefined): Target<PersonRow> {
  const base = standing ? rowOf(standing) : newPerson(entry);
  const { employee_no, first_name, last_name, email, login, worker_type } = entry;
  const wanted = {
    ...base,
    ...mentioned({ employee_no, first_name, last_name, email, login, worker_type }),
    ...mentioned(pick(entry, namesOf(optional_fields))),
    ...mentioned({
      department_id: idOf(known.departments, entry.department),
      contractor_id: idOf(known.contractors, entry.contractor),
    }),
    attributes: mergeAttributes(base.attributes, entry.attributes),
  };
  // Another manager is set later, after all people are written.
  if (entry.manager === null) wanted.manager_id = null;
  if (worker_type === "internal_payroll" && entry.contractor === undefined) wanted.contractor_id = null;
  if (login === undefined) wanted.login = loginAfter(standing, wanted);
  return { stands: standing && base, wanted };
}

function newPerson({ employee_no, first_name, last_name }: Entry<"people">): PersonRow {
  return { ...pick(initial_columns, namesOf(platform_columns)), id: newId(), employee_no, first_name, last_name };
}

function idOf(
  register: Register<{ id: string; code: string; name: string }>,
  reference: string | null | undefined,
): string | null | undefined {
  return reference && (register.find(reference)[0]?.id ?? null);
}

/** Merges attributes key by key; null removes one. */
function mergeAttributes(before: PersonRow["attributes"], changes: Entry<"people">["attributes"]): PersonRow["attributes"] {
  if (changes === undefined) return before;
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
}

/** Notes references of a person that do not exist in the organisation. */
export function checkReferences(known: Known, entry: Entry<"people">, path: Path, findings: Findings): void {
  checkReference(known.departments, entry.department, "department", [...path, "department"], findings);
  checkReference(known.contractors, entry.contractor, "contractor company", [...path, "contractor"], findings);
  for (const [key, value] of Object.entries(entry.attributes ?? {})) {
    const defined = known.attributes.get(key);
    if (defined && value !== null && attributeType(value) !== defined.type) {
      findings.value([...path, "attributes", key], `must be of the attribute's type, ${defined.type}`);
    } else if (!defined && !known.excused_attributes.has(key)) {
      findings.key([...path, "attributes", key], `is not a defined attribute${didYouMean(key, [...known.attributes.keys()])}`);
    }
  }
}

function attributeType(value: unknown): string {
  return Array.isArray(value) ? "string_array" : typeof value;
}

function checkReference(
  register: Register<{ id: string; code: string; name: string }>,
  reference: string | null | undefined,
  what: string,
  path: Path,
  findings: Findings,
): void {
  if (typeof reference !== "string" || register.isExcused(reference)) return;
  const found = register.find(reference);
  if (found.length === 0) findings.value(path, `names no ${what}: there is no code or name "${reference}"`);
  if (found.length > 1)
    findings.value(path, `names ${found.length} of them; write the code: ${found.map((row) => row.code).join(", ")}`);
}

/** Whether the file gives the person another manager, who is set after all people are written. */
export function isRelinked({ manager }: Entry<"people">, standing: StandingPerson | undefined): boolean {
  return manager != null && caseNorm(manager) !== caseNorm(standing?.manager_employee_no ?? "");
}

/** Notes faults of the resulting person; faults that the stored person already had are ignored. */
export function checkPerson(
  tenant: TenantRow,
  entry: Entry<"people">,
  standing: StandingPerson | undefined,
  { stands, wanted }: Target<PersonRow>,
  path: Path,
  findings: Findings,
): void {
  if (stands && isDeepStrictEqual(stands, wanted) && !isRelinked(entry, standing)) return;
  if (standing?.managed_by === "scim") {
    findings.value(path, "is managed by the identity provider, which alone may change it");
    return;
  }
  const at = (member: keyof Entry<"people">) => (entry[member] === undefined ? path : [...path, member]);
  const is_contractor = wanted.worker_type === "b2b_contractor";
  if (is_contractor && !entry.contractor && wanted.contractor_id === null) {
    findings.value(at("contractor"), 'needs "contractor": worker_type is b2b_contractor');
  }
  if (!is_contractor && entry.contractor) findings.value(at("contractor"), "is only for worker_type b2b_contractor");
  if (wanted.email === null && stands?.email !== null && tenant.email_required) {
    findings.value(at("email"), 'needs "email": settings.email_required is true');
  }
  if (Object.keys(wanted.attributes).length > attributes_max) {
    findings.value(at("attributes"), `must be at most ${attributes_max}, those that stand included`);
  }
  const { employment_start_date: start, employment_end_date: end } = wanted;
  const same = start === stands?.employment_start_date && end === stands.employment_end_date;
  if (!same && start !== null && end !== null && end < start) {
    findings.value(at("employment_end_date"), `ends the employment before its start, ${start}`);
  }
}
