import type { Context } from "../../../platform/context.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { invalid, notFound, type ErrorItem } from "../../../platform/http/problem.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { isLimitable } from "../../administrators/departments.ts";
import { listKnownDepartments } from "../../administrators/sql.ts";
import { providerNotTested, rolesNotSeen } from "../errors.ts";
import { lockProvider } from "../provider-sql.ts";
import type { IdentitySetUp } from "../schema.ts";
import { setUpWithin } from "../set-up.ts";
import type { IdentityOptions } from "../start.ts";
import { forgetValues, listShown, updateRoleSettings } from "./roles-sql.ts";
import type { IdentityRolesGiven } from "./schema.ts";
import type { RoleLine, RoleSettings } from "./settings.ts";

const target_type = "identity_provider";

/**
 * Saves the lines that map values to roles. Changed lines are switched off until an administrator has seen the preview and
 * switches them on.
 */
export async function saveRoles(options: IdentityOptions, context: Context, given: IdentityRolesGiven): Promise<IdentitySetUp> {
  const { tenant } = context;
  return withTenant(options.pool, tenant.id, async (db) => {
    const provider = await lockProvider(db, tenant.id);
    if (provider === undefined) throw notFound("No identity provider is set up.");
    const lines = given.lines.map(lowered);
    const wanted = [...new Set(lines.flatMap(({ department_ids }) => department_ids ?? []))];
    refuseFaults(lines, new Set(await listKnownDepartments(db, tenant.id, wanted)));
    const before = provider.roles;
    const mapping = { claim: given.claim, lines };
    const changes = changesBetween(before === null ? undefined : { claim: before.claim, lines: before.lines }, mapping);
    if (Object.keys(changes).length > 0) {
      const after: RoleSettings = { on: false, ...mapping };
      await updateRoleSettings(db, tenant.id, after);
      if (before !== null && before.claim !== after.claim) await forgetValues(db, tenant.id);
      const switched = before?.on ? { on: [true, false] } : {};
      await record(db, context, {
        operation: "identity_provider.set_roles",
        target_type,
        target_id: provider.id,
        changes: { ...changes, ...switched },
      });
    }
    return setUpWithin(db, options, tenant);
  });
}

/** Switches roles from the provider on or off. Existing roles stay until the next sign-in. */
export async function switchRoles(options: IdentityOptions, context: Context, on: boolean): Promise<IdentitySetUp> {
  const { tenant } = context;
  return withTenant(options.pool, tenant.id, async (db) => {
    const provider = await lockProvider(db, tenant.id);
    if (provider?.roles == null) throw notFound("It is not said yet which claim roles follow from.");
    if (on && provider.state === "draft") throw providerNotTested("Make a test sign-in first.");
    if (on && (await listShown(db, tenant.id, 1)).length === 0) throw rolesNotSeen("No sign-in has shown the claim yet.");
    if (provider.roles.on !== on) {
      await updateRoleSettings(db, tenant.id, { ...provider.roles, on });
      await record(db, context, {
        operation: "identity_provider.switch_roles",
        target_type,
        target_id: provider.id,
        changes: { on: [provider.roles.on, on] },
      });
    }
    return setUpWithin(db, options, tenant);
  });
}

function lowered({ department_ids, ...line }: RoleLine): RoleLine {
  return { ...line, department_ids: department_ids === null ? null : [...new Set(department_ids.map((id) => id.toLowerCase()))] };
}

function refuseFaults(lines: readonly RoleLine[], known: ReadonlySet<string>): void {
  const faults = lines.flatMap(({ value, role, department_ids }, place): ErrorItem[] => {
    const pointer = `#/lines/${place}`;
    if (lines.findIndex((one) => one.value === value) < place)
      return [{ pointer: `${pointer}/value`, code: "SAME", detail: "has a line already" }];
    if (department_ids === null) return [];
    if (!isLimitable(role))
      return [{ pointer: `${pointer}/department_ids`, code: "NOT_ALLOWED", detail: `is not for the role ${role}: send null` }];
    return department_ids.some((id) => !known.has(id))
      ? [{ pointer: `${pointer}/department_ids`, code: "UNKNOWN_DEPARTMENT", detail: "names no department of this organisation" }]
      : [];
  });
  if (faults.length > 0) throw invalid(faults);
}
