import type { Db } from "../../platform/db/transaction.ts";
import { part, sql } from "../../platform/db/sql.ts";

/**
 * Condition: the row of client_secret belongs to a secret. Rows of public keys have the pepper version 0 (docs/decisions/0055).
 */
const ofSecret = part`pepper_version > 0`;

/** A secret that still works, by its public id. `expires_at` is set when an end is planned. */
export type LiveSecret = { key_id: string; expires_at: string | null };

/** The secrets of a client that still work, newest first, by the clock that also judges requests. */
export async function listLiveSecrets(db: Db, tenant_id: string, client_id: string): Promise<LiveSecret[]> {
  return db.rows(sql`
    select key_id, expires_at
    from client_secret
    where tenant_id = ${tenant_id} and client_id = ${client_id} and revoked_at is null and ${ofSecret}
      and (expires_at is null or extract(epoch from expires_at) * 1000000 > infra.now_us())
    order by expires_at is null desc, created_at desc, key_id`);
}

/** Stores a secret's digest, or a key's login with pepper version 0. Returns false when any organisation has the public id. */
export async function insertSecret(
  db: Db,
  tenant_id: string,
  secret: { client_id: string; key_id: string; pepper_version: number; digest: Buffer; expires_at: string | null },
): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into client_secret (tenant_id, client_id, key_id, pepper_version, digest, expires_at)
    values (${tenant_id}, ${secret.client_id}, ${secret.key_id}, ${secret.pepper_version}, ${secret.digest},
      ${secret.expires_at}::timestamptz)
    on conflict (key_id) do nothing`);
  return inserted === 1;
}

/** Ends a secret in `left_s` seconds, or earlier if its end is earlier. Returns its end. */
export async function updateSecretEnd(db: Db, tenant_id: string, key_id: string, left_s: number): Promise<string> {
  const row = await db.row<{ expires_at: string }>(sql`
    update client_secret
    set expires_at = least(expires_at, to_timestamp(infra.now_us() / 1000000.0 + ${left_s}::integer))
    where tenant_id = ${tenant_id} and key_id = ${key_id}
    returning expires_at`);
  return row!.expires_at;
}

/** Revokes secrets at once. Returns how many. */
export async function revokeSecrets(db: Db, tenant_id: string, client_id: string, key_ids: readonly string[]): Promise<number> {
  return db.count(sql`
    update client_secret
    set revoked_at = now()
    where tenant_id = ${tenant_id} and client_id = ${client_id} and key_id = any (${key_ids}::text[]) and revoked_at is null
      and ${ofSecret}`);
}

/** Revokes the login of a public key at once. */
export async function revokeKeyLogin(db: Db, tenant_id: string, client_id: string, key_id: string): Promise<void> {
  await db.count(sql`
    update client_secret
    set revoked_at = now()
    where tenant_id = ${tenant_id} and client_id = ${client_id} and key_id = ${key_id} and revoked_at is null`);
}

/** A secret that can still be used, and its client. */
export type UsableSecret = { tenant_code: string; client_name: string; key_id: string };

/** Some of the organisation's usable secrets whose digest uses this version of the pepper. */
export async function listSecretsOfPepper(
  db: Db,
  tenant_id: string,
  pepper_version: number,
  rows_max: number,
): Promise<UsableSecret[]> {
  return db.rows(sql`
    select t.code as tenant_code, c.name as client_name, s.key_id
    from client_secret s
    join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
    join tenant t on t.id = s.tenant_id
    cross join (select infra.now_us() as us) n
    where s.tenant_id = ${tenant_id} and s.pepper_version = ${pepper_version} and s.revoked_at is null and c.revoked_at is null
      and coalesce(extract(epoch from s.expires_at) * 1000000 > n.us, true)
      and coalesce(extract(epoch from c.expires_at) * 1000000 > n.us, true)
    order by c.name, s.key_id
    limit ${rows_max}::int`);
}
