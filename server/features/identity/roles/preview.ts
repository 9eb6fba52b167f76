// Shows whose role the configured lines would change, from the values of the latest sign-ins. It uses the same functions without
// writing.
import type { Static } from "typebox";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../../platform/context.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { keepsRole } from "../../administrators/by-provider.ts";
import { isLimitable } from "../../administrators/departments.ts";
import { listStored, type StoredAdministrator } from "../../administrators/sql.ts";
import { findProvider } from "../provider-sql.ts";
import type { IdentityOptions } from "../start.ts";
import { lineFor } from "./read-roles.ts";
import { listShown, type Shown } from "./roles-sql.ts";
import type { IdentityRolePreview, RoleEffect } from "./schema.ts";
import type { RoleLine, RoleSettings } from "./settings.ts";

const listed_max = 50;

export async function previewRoles(
  { pool }: Pick<IdentityOptions, "pool">,
  { tenant }: Context,
): Promise<Static<typeof IdentityRolePreview>> {
  return withTenant(pool, tenant.id, async (db) => {
    const roles = (await findProvider(db, tenant.id))?.roles ?? null;
    if (roles === null) return { people: [] };
    const all = await listStored(db, tenant.id);
    const people: Static<typeof IdentityRolePreview>["people"] = [];
    for (const shown of await listShown(db, tenant.id, listed_max))
      people.push(await rowOf(db, tenant.id, { shown, roles, all }));
    return { people };
  });
}

type Judged = { shown: Shown; roles: RoleSettings; all: readonly StoredAdministrator[] };

async function rowOf(db: Db, tenant_id: string, { shown, roles, all }: Judged) {
  const { id: sign_in_id, at, subject, name, administrator_id, values, fault } = shown;
  const now = all.find(({ id, disabled }) => id === administrator_id && !disabled) ?? null;
  const line = values === null ? null : lineFor(values, roles);
  const is_kept = now !== null && (await keepsRole(db, tenant_id, all, now.id));
  const effect = effectOf({ now, line, is_unreadable: values === null, is_kept });
  const then = effect === "given" || effect === "changed" ? line!.role : effect === "taken" ? null : (now?.role ?? null);
  const said = { values: values ?? [], fault, value: line?.value ?? null };
  return { sign_in_id, at, subject, name, ...said, role_now: now?.role ?? null, role_then: then, effect };
}

type Known = { now: StoredAdministrator | null; line: RoleLine | null; is_unreadable: boolean; is_kept: boolean };

/** What a sign-in would do with the role. */
export function effectOf({ now, line, is_unreadable, is_kept }: Known): RoleEffect {
  if (is_unreadable) return now === null || is_kept ? "nothing" : "refused";
  if (now === null) return line === null ? "nothing" : "given";
  if (line !== null && isAs(now, line)) return "nothing";
  if (is_kept && line?.role !== "it_admin") return "kept";
  return line === null ? "taken" : "changed";
}

function isAs({ role, department_ids }: StoredAdministrator, line: RoleLine): boolean {
  const wanted = isLimitable(line.role) ? (line.department_ids?.toSorted() ?? null) : null;
  return role === line.role && isDeepStrictEqual(department_ids, wanted);
}
