// How records of each kind are written and audited.
import { insertAdministrators, updateAdministrators, type AdministratorRow } from "../../administrators/sql.ts";
import { insertClients, updateClients, type ClientRow } from "../../clients/manage-sql.ts";
import { insertContractors, updateContractors, type ContractorRow } from "../../contractors/apply-sql.ts";
import type { LicenseRow } from "../../courses/apply-licenses-sql.ts";
import type { CourseRow } from "../../courses/apply-sql.ts";
import { storeCourses, storeLicenses, storeNewCourses, storeNewLicenses } from "../../courses/store.ts";
import { insertDepartments, updateDepartments, type DepartmentRow } from "../../departments/apply-sql.ts";
import type { GroupRow } from "../../groups/apply-sql.ts";
import { storeGroups, storeNewGroups } from "../../groups/store.ts";
import { insertAttributes, updateAttributes, type AttributeRow } from "../../people/apply-sql.ts";
import type { RuleRow } from "../../rules/apply-sql.ts";
import { storeNewRules, storeRules } from "../../rules/store.ts";
import type { Kind } from "../apply/bring-about.ts";
import { insertTenant, updateTenant, type TenantRow } from "../sql.ts";

/** The organisation itself; with `sandbox_of` a new one is the sandbox of that organisation. */
export const organisationsOf = (sandbox_of: string | null): Kind<TenantRow> => ({
  target_type: "organisation",
  insert: async (db, _, [row]) => insertTenant(db, row!, sandbox_of),
  update: async (db, _, [row]) => updateTenant(db, row!),
});
export const organisations = organisationsOf(null);

export const attributes: Kind<AttributeRow> = {
  target_type: "attribute",
  insert: insertAttributes,
  update: updateAttributes,
};

export const departments: Kind<DepartmentRow> = {
  target_type: "department",
  insert: insertDepartments,
  update: updateDepartments,
};

export const contractors: Kind<ContractorRow> = {
  target_type: "contractor",
  insert: insertContractors,
  update: updateContractors,
};

export const courses: Kind<CourseRow> = {
  target_type: "course",
  insert: storeNewCourses,
  update: storeCourses,
};

export const licenses: Kind<LicenseRow> = {
  target_type: "license",
  insert: storeNewLicenses,
  update: storeLicenses,
};

export const groups: Kind<GroupRow> = {
  target_type: "group",
  insert: storeNewGroups,
  update: storeGroups,
};

export const rules: Kind<RuleRow> = {
  target_type: "rule",
  insert: storeNewRules,
  update: storeRules,
};

export const administrators: Kind<AdministratorRow> = {
  target_type: "administrator",
  personal: ["email", "name"],
  insert: insertAdministrators,
  update: updateAdministrators,
};

export const clients: Kind<ClientRow> = {
  target_type: "client",
  insert: insertClients,
  update: updateClients,
};
