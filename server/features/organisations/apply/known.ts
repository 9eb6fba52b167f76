import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../../platform/text.ts";
import { listAdministrators, type AdministratorRow } from "../../administrators/sql.ts";
import { listContractorRows, type ContractorRow } from "../../contractors/apply-sql.ts";
import { listLicenseRows, type LicenseRow } from "../../courses/apply-licenses-sql.ts";
import { listCourseRows, type CourseRow } from "../../courses/apply-sql.ts";
import { listDepartmentRows, type DepartmentRow } from "../../departments/apply-sql.ts";
import { listGroupRows, type GroupRow } from "../../groups/apply-sql.ts";
import { listAttributeRows, type AttributeRow } from "../../people/apply-sql.ts";
import { listRuleRows, type RuleRow } from "../../rules/apply-sql.ts";
import { findRule } from "../../sign-in/doors/rule-sql.ts";

/** The records that the organisation has, except people and clients. Planning adds those that the file will create. */
export type Known = {
  attributes: Map<string, AttributeRow>;
  /** Keys of attributes whose description in the file is wrong. Records that use them get no further fault for that. */
  excused_attributes: Set<string>;
  departments: Register<DepartmentRow>;
  contractors: Register<ContractorRow>;
  courses: Register<CourseRow>;
  licenses: Map<string, LicenseRow>;
  groups: Register<GroupRow>;
  rules: Map<string, RuleRow>;
  administrators: Map<string, AdministratorRow>;
  /** The administrator who can sign in with a password when the identity provider fails; null: none. */
  break_glass_id: string | null;
};

export async function loadKnown(db: Db, tenant_id: string): Promise<Known> {
  return {
    attributes: new Map((await listAttributeRows(db, tenant_id)).map((row) => [row.key, row])),
    excused_attributes: new Set(),
    departments: new Register(await listDepartmentRows(db, tenant_id)),
    contractors: new Register(await listContractorRows(db, tenant_id)),
    courses: new Register(await listCourseRows(db, tenant_id)),
    licenses: new Map((await listLicenseRows(db, tenant_id)).map((row) => [nameNorm(row.name), row])),
    groups: new Register(await listGroupRows(db, tenant_id)),
    rules: new Map((await listRuleRows(db, tenant_id)).map((row) => [nameNorm(row.name), row])),
    break_glass_id: (await findRule(db, tenant_id)).break_glass_id,
    administrators: new Map((await listAdministrators(db, tenant_id)).map((row) => [caseNorm(row.email), row])),
  };
}

/** Records by code and by name. */
export class Register<Row extends { id: string; code: string; name?: string }> {
  readonly #by_code = new Map<string, Row>();
  readonly #by_id = new Map<string, Row>();
  readonly #codes_by_name = new Map<string, Set<string>>();
  readonly #excused = new Set<string>();

  constructor(rows: readonly Row[]) {
    for (const row of rows) this.set(row);
  }

  set(row: Row): void {
    const code = caseNorm(row.code);
    const before = this.#by_code.get(code);
    if (before?.name !== undefined) this.#codes_by_name.get(nameNorm(before.name))?.delete(code);
    this.#by_code.set(code, row);
    this.#by_id.set(row.id, row);
    if (row.name === undefined) return;
    const name = nameNorm(row.name);
    this.#codes_by_name.set(name, (this.#codes_by_name.get(name) ?? new Set()).add(code));
  }

  get(code: string): Row | undefined {
    return this.#by_code.get(caseNorm(code));
  }

  byId(id: string): Row | undefined {
    return this.#by_id.get(id);
  }

  /** The record with this code, or else the records with this name: more than one is ambiguous. */
  find(code_or_name: string): Row[] {
    const by_code = this.get(code_or_name);
    if (by_code) return [by_code];
    return [...(this.#codes_by_name.get(nameNorm(code_or_name)) ?? [])].map((code) => this.#by_code.get(code)!);
  }

  get size(): number {
    return this.#by_id.size;
  }

  /** All codes and names, from which a suggestion is chosen. */
  callings(): string[] {
    return [...this.#by_id.values()].flatMap(({ code, name }) => (name === undefined ? [code] : [code, name]));
  }

  /** Notes code and name of an entry with a fault, so that references to it get no further fault. */
  excuse(entry: { code?: unknown; name?: unknown } | null): void {
    if (typeof entry?.code === "string") this.#excused.add(caseNorm(entry.code));
    if (typeof entry?.name === "string") this.#excused.add(nameNorm(entry.name));
  }

  isExcused(code_or_name: string): boolean {
    return this.#excused.has(caseNorm(code_or_name)) || this.#excused.has(nameNorm(code_or_name));
  }
}
