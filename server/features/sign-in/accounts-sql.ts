import type { PanelRole } from "../../platform/context.ts";
import { sealedRows, type Sealed, type SealedPart } from "../../platform/crypto/sealed-sql.ts";
import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Language } from "../../platform/languages.ts";

/** An account that may sign in, with its credentials. */
export type Account = {
  kind: "administrator" | "person";
  id: string;
  name: string;
  email: string | null;
  login: string;
  role: PanelRole;
  /** The language that the account has chosen, or else that of the person; null: unknown. */
  language: string | null;
  password_hash: string | null;
  totp_secret: Buffer | null;
  totp_confirmed: boolean;
  totp_step: number;
  /** Whether it has passkeys, including blocked ones, so that a second factor is required. */
  has_passkey: boolean;
};

export type AccountKey = Pick<Account, "kind" | "id">;

const administrators = (condition: ReturnType<typeof part>) => part`
  select 'administrator' as kind, a.id, a.name, a.email, a.email as login, a.role, c.language, c.password_hash, c.totp_secret,
    c.totp_confirmed_at is not null as totp_confirmed, coalesce(c.totp_step, 0)::float8 as totp_step,
    exists (select from passkey k where k.tenant_id = a.tenant_id and k.account_id = a.id) as has_passkey
  from administrator a
  left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
  where ${condition} and a.disabled_at is null`;

const people = (condition: ReturnType<typeof part>) => part`
  select 'person' as kind, p.id, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login) as name, p.email,
    p.login, 'learner' as role, coalesce(c.language, p.language) as language, c.password_hash, c.totp_secret,
    c.totp_confirmed_at is not null as totp_confirmed, coalesce(c.totp_step, 0)::float8 as totp_step,
    exists (select from passkey k where k.tenant_id = p.tenant_id and k.account_id = p.id) as has_passkey
  from person p
  left join credential c on c.tenant_id = p.tenant_id and c.account_id = p.id
  where ${condition} and p.state in ('invited', 'active')`;

/** The accounts with a login: an administrator, a person, or both. */
export async function listAccounts(db: Db, tenant_id: string, login_norm: string): Promise<Account[]> {
  return db.rows(sql`
    ${administrators(part`a.tenant_id = ${tenant_id} and a.email_norm = ${login_norm}`)}
    union all
    ${people(part`p.tenant_id = ${tenant_id} and p.login_norm = ${login_norm}`)}`);
}

export async function findAccount(db: Db, tenant_id: string, { kind, id }: AccountKey): Promise<Account | undefined> {
  return kind === "administrator"
    ? db.row(sql`${administrators(part`a.tenant_id = ${tenant_id} and a.id = ${id}`)}`)
    : db.row(sql`${people(part`p.tenant_id = ${tenant_id} and p.id = ${id}`)}`);
}

/** Inserts the row of an account's credentials if it is missing, and locks it until the transaction ends. */
export async function lockCredential(db: Db, tenant_id: string, { kind, id }: AccountKey): Promise<void> {
  const [administrator_id, person_id] = kind === "administrator" ? [id, null] : [null, id];
  await db.count(sql`
    insert into credential (tenant_id, administrator_id, person_id)
    values (${tenant_id}, ${administrator_id}, ${person_id})
    on conflict (tenant_id, account_id) do update set updated_at = now()`);
}

export async function updatePassword(db: Db, tenant_id: string, account_id: string, hash: string): Promise<void> {
  await db.count(sql`
    update credential set password_hash = ${hash}, password_set_at = now(), updated_at = now()
    where tenant_id = ${tenant_id} and account_id = ${account_id}`);
}

export async function updateLanguage(db: Db, tenant_id: string, account_id: string, language: Language): Promise<void> {
  await db.count(sql`
    update credential set language = ${language}, updated_at = now()
    where tenant_id = ${tenant_id} and account_id = ${account_id}`);
}

export async function updateTotpStep(db: Db, tenant_id: string, account_id: string, step: number): Promise<void> {
  await db.count(sql`
    update credential set totp_step = ${step}::bigint, updated_at = now()
    where tenant_id = ${tenant_id} and account_id = ${account_id}`);
}

/** Stores a secret that counts once it is confirmed; null: removes the secret. */
export async function updateTotpSecret(db: Db, tenant_id: string, account_id: string, sealed: Buffer | null): Promise<void> {
  await db.count(sql`
    update credential set totp_secret = ${sealed}, totp_confirmed_at = null, updated_at = now()
    where tenant_id = ${tenant_id} and account_id = ${account_id}`);
}

export async function updateTotpConfirmed(db: Db, tenant_id: string, account_id: string): Promise<void> {
  await db.count(sql`
    update credential set totp_confirmed_at = now(), updated_at = now()
    where tenant_id = ${tenant_id} and account_id = ${account_id}`);
}

/**
 * Locks a batch of one-time-code secrets, by account, that were encrypted with certain versions of the key. Rows that another
 * transaction has locked are left out.
 */
export async function lockSealedTotpSecrets(db: Db, tenant_id: string, wanted: SealedPart): Promise<Sealed[]> {
  return db.rows(sql`
    select account_id as id, totp_secret as sealed
    from credential
    where tenant_id = ${tenant_id} and account_id > ${wanted.after} and totp_secret is not null
      and infra.key_version(totp_secret) = any (${wanted.versions}::int[])
    order by account_id
    limit ${wanted.rows_max}::int
    for no key update skip locked`);
}

export async function updateSealedTotpSecrets(db: Db, tenant_id: string, rows: readonly Sealed[]): Promise<void> {
  await db.count(sql`
    update credential c
    set totp_secret = r.sealed
    from (${sealedRows(rows)}) r
    where c.tenant_id = ${tenant_id} and c.account_id = r.id`);
}
