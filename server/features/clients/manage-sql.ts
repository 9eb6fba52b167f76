import type { Scope } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";
import { nameNorm } from "../../platform/text.ts";

/** A client as those who manage it see it. A limit of null follows the organisation's contract. */
export type ClientRow = {
  id: string;
  name: string;
  scopes: Scope[];
  methods: ("api_key" | "oauth2")[];
  ip_allowlist: string[];
  webhook_hosts: string[];
  scim_profile: "generic" | "entra" | "okta";
  rate_per_minute: number | null;
  rate_burst: number | null;
  rate_per_day: number | null;
  expires_at: string | null;
  disabled: boolean;
};

/** Locks all clients of the organisation, so that what is read of them next is what will be changed. */
export async function lockClients(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`
    select id
    from client
    where tenant_id = ${tenant_id}
    order by id
    for no key update`);
}

export async function listClientRows(db: Db, tenant_id: string): Promise<(ClientRow & { revoked_at: string | null })[]> {
  return db.rows(sql`
    select id, name, scopes, methods, ip_allowlist::text[] as ip_allowlist, webhook_hosts, scim_profile, rate_per_minute,
      rate_burst, rate_per_day, expires_at, disabled_at is not null as disabled, revoked_at
    from client
    where tenant_id = ${tenant_id}`);
}

export async function insertClients(db: Db, tenant_id: string, rows: readonly ClientRow[]): Promise<void> {
  await db.count(sql`
    insert into client (tenant_id, id, name, name_norm, scopes, methods, ip_allowlist, webhook_hosts, scim_profile,
      rate_per_minute, rate_burst, rate_per_day, expires_at, disabled_at)
    select ${tenant_id}, r.id, r.name, r.name_norm, r.scopes, r.methods, r.ip_allowlist, r.webhook_hosts, r.scim_profile,
      r.rate_per_minute, r.rate_burst, r.rate_per_day, r.expires_at, case when r.disabled then now() end
    from jsonb_to_recordset(${withNorms(rows)}::jsonb)
      as r(id uuid, name text, name_norm text, scopes text[], methods text[], ip_allowlist cidr[], webhook_hosts text[],
        scim_profile text, rate_per_minute integer, rate_burst integer, rate_per_day integer, expires_at timestamptz,
        disabled boolean)`);
}

export async function updateClients(db: Db, tenant_id: string, rows: readonly ClientRow[]): Promise<void> {
  await db.count(sql`
    update client c
    set name = r.name, name_norm = r.name_norm, scopes = r.scopes, methods = r.methods, ip_allowlist = r.ip_allowlist,
      webhook_hosts = r.webhook_hosts, scim_profile = r.scim_profile, rate_per_minute = r.rate_per_minute,
      rate_burst = r.rate_burst, rate_per_day = r.rate_per_day, expires_at = r.expires_at,
      disabled_at = case when r.disabled then coalesce(c.disabled_at, now()) end, updated_at = now()
    from jsonb_to_recordset(${withNorms(rows)}::jsonb)
      as r(id uuid, name text, name_norm text, scopes text[], methods text[], ip_allowlist cidr[], webhook_hosts text[],
        scim_profile text, rate_per_minute integer, rate_burst integer, rate_per_day integer, expires_at timestamptz,
        disabled boolean)
    where c.tenant_id = ${tenant_id} and c.id = r.id`);
}

/** Stores a secret's digest; false when its public id is taken, by whichever organisation. */
export async function insertSecret(
  db: Db,
  tenant_id: string,
  secret: { client_id: string; key_id: string; pepper_version: number; digest: Buffer },
): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into client_secret (tenant_id, client_id, key_id, pepper_version, digest)
    values (${tenant_id}, ${secret.client_id}, ${secret.key_id}, ${secret.pepper_version}, ${secret.digest})
    on conflict (key_id) do nothing`);
  return inserted === 1;
}

function withNorms(rows: readonly ClientRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, name_norm: nameNorm(row.name) })));
}
