import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { insertContractors, updateContractors, type ContractorRow } from "../contractors/apply-sql.ts";
import { insertDepartments, updateDepartments, type DepartmentRow } from "../departments/apply-sql.ts";
import { insertAttributes, updateAttributes, type AttributeRow } from "../people/apply-sql.ts";
import { bringAbout, mentioned, type Kind, type Run } from "./bring-about.ts";
import type { Known } from "./known.ts";
import type { Entry } from "./schema.ts";
import { insertAdministrators, updateAdministrators, type AdministratorRow } from "./sql.ts";

const attributes: Kind<AttributeRow> = {
  target_type: "attribute",
  personal: [],
  insert: insertAttributes,
  update: updateAttributes,
};

export async function applyAttributes(run: Run, known: Known, entries: readonly Entry<"attributes">[]): Promise<void> {
  const wishes = entries.map((entry) => {
    const stands = known.attributes.get(entry.key);
    return { stands, wanted: { ...(stands ?? { key: entry.key, type: "string" as const }), ...mentioned({ type: entry.type }) } };
  });
  await bringAbout(run, attributes, wishes);
  for (const { wanted } of wishes) known.attributes.set(wanted.key, wanted);
}

const departments: Kind<DepartmentRow> = {
  target_type: "department",
  personal: [],
  insert: insertDepartments,
  update: updateDepartments,
};

export async function applyDepartments(run: Run, known: Known, entries: readonly Entry<"departments">[]): Promise<void> {
  const ids = new Map(entries.map((entry) => [caseNorm(entry.code), known.departments.get(entry.code)?.id ?? newId()]));
  const idOf = (code: string) => ids.get(caseNorm(code)) ?? known.departments.get(code)!.id;
  const wishes = entries.map((entry) => {
    const stands = known.departments.get(entry.code);
    const { name, code, active } = entry;
    const parent_id = entry.parent && idOf(entry.parent);
    const base = stands ?? { id: idOf(code), name, code, parent_id: null, active: true };
    return { stands, wanted: { ...base, ...mentioned({ name, code, active, parent_id }) } };
  });
  await bringAbout(run, departments, wishes);
  for (const { wanted } of wishes) known.departments.set(wanted);
}

const contractors: Kind<ContractorRow> = {
  target_type: "contractor",
  personal: [],
  insert: insertContractors,
  update: updateContractors,
};

export async function applyContractors(run: Run, known: Known, entries: readonly Entry<"contractors">[]): Promise<void> {
  const wishes = entries.map((entry) => {
    const stands = known.contractors.get(entry.code);
    const { name, code, tax_id, country, active, contract_valid_until } = entry;
    const base = stands ?? { id: newId(), name, code, tax_id: null, country: null, active: true, contract_valid_until: null };
    return { stands, wanted: { ...base, ...mentioned({ name, code, tax_id, country, active, contract_valid_until }) } };
  });
  await bringAbout(run, contractors, wishes);
  for (const { wanted } of wishes) known.contractors.set(wanted);
}

/** An administrator of the file. */
export type AppliedAdministrator = { email: string; created: boolean };

const administrators: Kind<AdministratorRow> = {
  target_type: "administrator",
  personal: ["email", "name"],
  insert: insertAdministrators,
  update: updateAdministrators,
};

export async function applyAdministrators(
  run: Run,
  known: Known,
  entries: readonly Entry<"admins">[],
): Promise<AppliedAdministrator[]> {
  const wishes = entries.map((entry) => {
    const stands = known.administrators.get(caseNorm(entry.email));
    const { email, name, role } = entry;
    const base = stands ?? { id: newId(), email, name: email, role: "it_admin" as const };
    return { stands, wanted: { ...base, ...mentioned({ email, name, role }) } };
  });
  await bringAbout(run, administrators, wishes);
  return wishes.map(({ stands, wanted }) => ({ email: wanted.email, created: stands === undefined }));
}
