import { sql, type Statement } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { AccountKey } from "../accounts-sql.ts";

/** The authenticator's data of a passkey. */
export type Credential = {
  credential_id: Buffer;
  /** The public key in COSE form. */
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  backup_eligible: boolean;
  backed_up: boolean;
};

export type PasskeyRow = Credential & { id: string; account_id: string; name: string; blocked: boolean };

export type NewPasskey = Credential & { id: string; account: AccountKey; name: string; discoverable: boolean | null };

/** Inserts a passkey; returns false if an account has this credential already. */
export async function insertPasskey(db: Db, tenant_id: string, row: NewPasskey): Promise<boolean> {
  const { kind, id } = row.account;
  const [administrator_id, person_id] = kind === "administrator" ? [id, null] : [null, id];
  const count = await db.count(sql`
    insert into passkey (tenant_id, id, administrator_id, person_id, name, credential_id, public_key, sign_count, transports, discoverable,
      backup_eligible, backed_up, created_at)
    values (${tenant_id}, ${row.id}, ${administrator_id}, ${person_id}, ${row.name}, ${row.credential_id}, ${row.public_key},
      ${row.sign_count}::bigint, ${row.transports}, ${row.discoverable}, ${row.backup_eligible}, ${row.backed_up}, now())
    on conflict (tenant_id, credential_id) do nothing`);
  return count === 1;
}

/** A passkey of an account by its credential id, locked until the transaction ends. */
export async function lockPasskey(
  db: Db,
  tenant_id: string,
  account_id: string,
  credential_id: Buffer,
): Promise<PasskeyRow | undefined> {
  return db.row(sql`
    select id, account_id, name, credential_id, public_key, sign_count::float8 as sign_count, transports, backup_eligible, backed_up,
      blocked_at is not null as blocked
    from passkey
    where tenant_id = ${tenant_id} and account_id = ${account_id} and credential_id = ${credential_id}
    for update`);
}

/** The passkeys of an account that are not blocked, the most recently used first. */
export async function listUsable(
  db: Db,
  tenant_id: string,
  account_id: string,
): Promise<Pick<PasskeyRow, "id" | "credential_id" | "transports">[]> {
  return db.rows(sql`
    select id, credential_id, transports
    from passkey
    where tenant_id = ${tenant_id} and account_id = ${account_id} and blocked_at is null
    order by last_used_at desc nulls last, created_at, id`);
}

/** All passkeys of an account, including blocked ones. */
export async function listAll(
  db: Db,
  tenant_id: string,
  account_id: string,
): Promise<Pick<PasskeyRow, "credential_id" | "transports">[]> {
  return db.rows(sql`
    select credential_id, transports
    from passkey
    where tenant_id = ${tenant_id} and account_id = ${account_id}
    order by created_at, id`);
}

/** The number of passkeys of an account, including blocked ones. */
export async function countPasskeys(db: Db, tenant_id: string, account_id: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from passkey where tenant_id = ${tenant_id} and account_id = ${account_id}`);
  return row!.count;
}

/** Whether a passkey that has just authenticated its account still exists and is not blocked. */
export async function isUsable(db: Db, tenant_id: string, account_id: string, id: string): Promise<boolean> {
  const row = await db.row(sql`
    select from passkey
    where tenant_id = ${tenant_id} and account_id = ${account_id} and id = ${id} and blocked_at is null`);
  return row !== undefined;
}

export async function updateUsed(
  db: Db,
  tenant_id: string,
  id: string,
  { sign_count, backed_up }: Pick<Credential, "sign_count" | "backed_up">,
): Promise<void> {
  await db.count(sql`
    update passkey set sign_count = ${sign_count}::bigint, backed_up = ${backed_up}, last_used_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function updateBlocked(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`update passkey set blocked_at = now() where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Renames a passkey; returns the previous name, undefined: the account has no such passkey. */
export async function updateName(
  db: Db,
  tenant_id: string,
  { account_id, id, name }: { account_id: string; id: string; name: string },
): Promise<string | undefined> {
  const row = await db.row<{ before: string }>(sql`
    update passkey k set name = ${name}
    from (
      select id, name from passkey
      where tenant_id = ${tenant_id} and account_id = ${account_id} and id = ${id}
      for update
    ) b
    where k.tenant_id = ${tenant_id} and k.id = b.id
    returning b.name as before`);
  return row?.before;
}

/** Deletes a passkey of an account; returns its name, undefined: there was none. */
export async function deletePasskey(db: Db, tenant_id: string, account_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ name: string }>(sql`
    delete from passkey where tenant_id = ${tenant_id} and account_id = ${account_id} and id = ${id} returning name`);
  return row?.name;
}

/** Removes all passkeys of an account. */
export async function deletePasskeys(db: Db, tenant_id: string, account_id: string): Promise<number> {
  return db.count(sql`delete from passkey where tenant_id = ${tenant_id} and account_id = ${account_id}`);
}

/** The passkeys of an account for the panel, the oldest first, as a JSON list. */
export function passkeysStatement(tenant_id: string, account_id: string): Statement {
  return sql`
    select coalesce(json_agg(row_to_json(r) order by r.created_at, r.id), '[]')::text as json
    from (
      select id, name, discoverable, backed_up as synchronised, blocked_at is not null as blocked,
        infra.iso(created_at) as created_at, infra.iso(last_used_at) as last_used_at
      from passkey
      where tenant_id = ${tenant_id} and account_id = ${account_id}
    ) r`;
}

/** One passkey for the panel, as JSON text. */
export async function findRecord(db: Db, tenant_id: string, id: string): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select row_to_json(r)::text as json
    from (
      select id, name, discoverable, backed_up as synchronised, blocked_at is not null as blocked,
        infra.iso(created_at) as created_at, infra.iso(last_used_at) as last_used_at
      from passkey
      where tenant_id = ${tenant_id} and id = ${id}
    ) r`);
  return row!.json;
}

/** Stores that a challenge was answered; returns false if it was answered before. */
export async function spendChallenge(
  db: Db,
  tenant_id: string,
  { hash, expires_us }: { hash: Buffer; expires_us: number },
): Promise<boolean> {
  const count = await db.count(sql`
    insert into passkey_challenge (tenant_id, challenge_hash, expires_us)
    values (${tenant_id}, ${hash}, ${expires_us}::bigint)
    on conflict do nothing`);
  return count === 1;
}

/** Deletes a batch of expired challenges. */
export async function deleteEndedChallenges(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  await db.count(sql`
    delete from passkey_challenge
    where tenant_id = ${tenant_id} and challenge_hash = any (array(
      select challenge_hash from passkey_challenge
      where tenant_id = ${tenant_id} and expires_us <= infra.now_us()
      order by expires_us
      limit ${batch_max}
      for update skip locked
    ))`);
}
