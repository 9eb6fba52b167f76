import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { PeopleSettings } from "./settings.ts";

/** Whether the organisation has a client for SCIM, by which an identity provider creates people. */
export async function hasScim(db: Db, tenant_id: string): Promise<boolean> {
  const row = await db.row(sql`
    select id
    from client
    where tenant_id = ${tenant_id} and 'scim' = any (scopes) and revoked_at is null and disabled_at is null
    limit 1`);
  return row !== undefined;
}

/** Whether the organisation has a verified domain. */
export async function hasVerifiedDomain(db: Db, tenant_id: string): Promise<boolean> {
  const row = await db.row(sql`
    select id from identity_domain where tenant_id = ${tenant_id} and verified_at is not null limit 1`);
  return row !== undefined;
}

export async function updatePeopleSettings(db: Db, tenant_id: string, settings: PeopleSettings): Promise<void> {
  await db.count(sql`
    update identity_provider
    set people = ${JSON.stringify(settings)}::jsonb, updated_at = now()
    where tenant_id = ${tenant_id}`);
}
