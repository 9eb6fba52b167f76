import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { RolesFault } from "./read-roles.ts";
import { roles_faults } from "./read-roles.ts";
import type { RoleSettings } from "./settings.ts";

export async function updateRoleSettings(db: Db, tenant_id: string, settings: RoleSettings): Promise<void> {
  await db.count(sql`
    update identity_provider
    set roles = ${JSON.stringify(settings)}::jsonb, updated_at = now()
    where tenant_id = ${tenant_id}`);
}

/** Deletes the stored values of the previous claim, which say nothing about the new one. */
export async function forgetValues(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`
    update identity_sign_in set role_values = null where tenant_id = ${tenant_id} and role_values is not null`);
}

/** The values that the latest sign-in of a subject has shown. */
export type Shown = {
  id: string;
  at: string;
  subject: string;
  administrator_id: string | null;
  name: string | null;
  values: string[] | null;
  fault: RolesFault | null;
};

/** The latest sign-in or test of each subject that has values for roles, the latest first. */
export async function listShown(db: Db, tenant_id: string, rows_max: number): Promise<Shown[]> {
  return db.rows(sql`
    select r.id, infra.iso(r.at) as at, r.subject, r.administrator_id,
      coalesce(a.name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login) as name, r.role_values as values,
      case when r.note = any (${[...roles_faults]}::text[]) then r.note when r.outcome = any (${[...roles_faults]}::text[]) then r.outcome end as fault
    from (
      select distinct on (s.subject) s.*
      from identity_sign_in s
      where s.tenant_id = ${tenant_id} and s.subject is not null and s.purpose <> 'step_up'
        and (s.role_values is not null or s.note = any (${[...roles_faults]}::text[]) or s.outcome = any (${[...roles_faults]}::text[]))
      order by s.subject, s.id desc
    ) r
    left join administrator a on a.tenant_id = r.tenant_id and a.id = r.administrator_id
    left join person p on p.tenant_id = r.tenant_id and p.id = r.person_id
    order by r.id desc
    limit ${rows_max}`);
}
