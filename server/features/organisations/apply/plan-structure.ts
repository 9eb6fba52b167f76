import { newId } from "../../../platform/ids.ts";
import { mentioned } from "../../../platform/mentioned.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { AdministratorRow } from "../../administrators/sql.ts";
import type { ContractorRow } from "../../contractors/apply-sql.ts";
import type { DepartmentRow } from "../../departments/apply-sql.ts";
import { isBelowItself } from "../../departments/below.ts";
import type { AttributeRow } from "../../people/apply-sql.ts";
import type { Draft } from "../file/draft.ts";
import type { Known } from "./known.ts";
import { pathText, type Findings, type Path } from "../file/problems.ts";
import type { Target } from "./target.ts";

/** Keys of attributes whose stored type differs from the file's. */
export function attributesOfOtherType(draft: Draft, known: Known): string[] {
  return [...draft.entries("attributes")].flatMap(({ entry, sound }) => {
    const stands = sound ? known.attributes.get(entry.key) : undefined;
    return stands && entry.type !== undefined && entry.type !== stands.type ? [entry.key] : [];
  });
}

/** Plans the attributes of the file; those `in_use` have values of people and cannot change their type. */
export function planAttributes(draft: Draft, known: Known, in_use: ReadonlySet<string>): Target<AttributeRow>[] {
  const once = onlyOnce(draft.findings, (row: AttributeRow) => row.key, "key");
  const targets: Target<AttributeRow>[] = [];
  for (const { entry, path, sound } of draft.entries("attributes")) {
    if (!sound) {
      if (typeof entry?.key === "string") known.excused_attributes.add(entry.key);
      continue;
    }
    const stands = known.attributes.get(entry.key);
    const wanted = {
      ...(stands ?? { key: entry.key, type: "string" as const, label: null }),
      ...mentioned({ type: entry.type, label: entry.label }),
    };
    if (!once(wanted, path)) continue;
    if (stands && in_use.has(entry.key)) {
      draft.findings.value([...path, "type"], `is ${stands.type}, and people have values of that type`);
    }
    targets.push({ stands, wanted });
  }
  for (const { wanted } of targets) known.attributes.set(wanted.key, wanted);
  return targets;
}

export function planDepartments(draft: Draft, known: Known): Target<DepartmentRow>[] {
  const once = onlyOnce(draft.findings, (row: DepartmentRow) => caseNorm(row.code), "code");
  const targets: (Target<DepartmentRow> & { path: Path; parent: string | null | undefined })[] = [];
  for (const { entry, path, sound } of draft.entries("departments")) {
    if (!sound) {
      known.departments.excuse(entry);
      continue;
    }
    const stands = known.departments.get(entry.code);
    const { name, code, active, parent } = entry;
    const base = stands ?? { id: newId(), name, code, parent_id: null, active: true };
    const wanted = { ...base, ...mentioned({ name, code, active }) };
    if (once(wanted, path)) targets.push({ stands, wanted, path, parent });
  }
  for (const { wanted } of targets) known.departments.set(wanted);
  for (const { wanted, path, parent } of targets) {
    if (parent === undefined) continue;
    const above = parent === null ? null : known.departments.get(parent);
    if (above === undefined && !known.departments.isExcused(parent!)) {
      draft.findings.value([...path, "parent"], `names no department: there is no code "${parent}"`);
    }
    wanted.parent_id = above?.id ?? null;
  }
  for (const { wanted, path } of targets) {
    if (isBelowItself(wanted, (id) => known.departments.byId(id)))
      draft.findings.value([...path, "parent"], `puts "${wanted.code}" below itself`);
  }
  return targets.map(({ stands, wanted }) => ({ stands, wanted }));
}

export function planContractors(draft: Draft, known: Known): Target<ContractorRow>[] {
  const once = onlyOnce(draft.findings, (row: ContractorRow) => caseNorm(row.code), "code");
  const targets: Target<ContractorRow>[] = [];
  for (const { entry, path, sound } of draft.entries("contractors")) {
    if (!sound) {
      known.contractors.excuse(entry);
      continue;
    }
    const stands = known.contractors.get(entry.code);
    const { name, code, tax_id, country, active, contract_valid_until } = entry;
    const base = stands ?? { id: newId(), name, code, tax_id: null, country: null, active: true, contract_valid_until: null };
    const wanted = { ...base, ...mentioned({ name, code, tax_id, country, active, contract_valid_until }) };
    if (once(wanted, path)) targets.push({ stands, wanted });
  }
  for (const { wanted } of targets) known.contractors.set(wanted);
  return targets;
}

export function planAdministrators(draft: Draft, known: Known): Target<AdministratorRow>[] {
  const once = onlyOnce(draft.findings, (row: AdministratorRow) => caseNorm(row.email), "email");
  const targets: Target<AdministratorRow>[] = [];
  for (const { entry, path, sound } of draft.entries("admins")) {
    if (!sound) continue;
    const stands = known.administrators.get(caseNorm(entry.email));
    const { email, name, role } = entry;
    const base = stands ?? { id: newId(), email, name: email, role: "it_admin" as const };
    const wanted = { ...base, ...mentioned({ email, name, role }) };
    if (stands !== undefined && stands.id === known.break_glass_id && wanted.role !== "it_admin")
      draft.findings.value(
        [...path, "role"],
        "is that of the administrator for emergencies, who stays an IT administrator; name another one in the panel first",
      );
    if (once(wanted, path)) targets.push({ stands, wanted });
  }
  return targets;
}

/** Returns a function that notes a record which the file describes a second time, and returns whether it is the first. */
export function onlyOnce<Row>(findings: Findings, keyOf: (row: Row) => string, member: string) {
  const first = new Map<string, Path>();
  return (row: Row, path: Path): boolean => {
    const key = keyOf(row);
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    else findings.value([...path, member], `is that of ${pathText(before)} already`);
    return before === undefined;
  };
}
