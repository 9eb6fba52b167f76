import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, type Db } from "../../../platform/db/transaction.ts";
import type { AccountKey } from "../accounts-sql.ts";

export type LinkPurpose = "first" | "reset";

/** Inserts a link; returns when it expires. */
export async function insertLink(
  db: Db,
  tenant_id: string,
  link: { id: string; account: AccountKey; token_hash: Buffer; purpose: LinkPurpose; lasts_us: number },
): Promise<string> {
  const { kind, id } = link.account;
  const [administrator_id, person_id] = kind === "administrator" ? [id, null] : [null, id];
  const row = await db.row<{ expires_at: string }>(sql`
    insert into sign_in_link (tenant_id, id, administrator_id, person_id, token_hash, purpose, expires_us)
    values (${tenant_id}, ${link.id}, ${administrator_id}, ${person_id}, ${link.token_hash}, ${link.purpose},
      infra.now_us() + ${link.lasts_us}::bigint)
    returning infra.iso(to_timestamp(expires_us / 1000000.0)) as expires_at`);
  return row!.expires_at;
}

/** Deletes the links of an account, except the newest `kept`. */
export async function deleteLinks(db: Db, tenant_id: string, account_id: string, kept = 0): Promise<void> {
  await db.count(sql`
    delete from sign_in_link
    where tenant_id = ${tenant_id} and id = any (array(
      select id from sign_in_link
      where tenant_id = ${tenant_id} and account_id = ${account_id}
      order by id desc
      offset ${kept}
    ))`);
}

/** The organisation of a valid link. */
export async function findTenantOfLink(pool: Pool, token_hash: Buffer): Promise<string | null> {
  const [row] = await readInfrastructure<{ id: string | null }>(
    pool,
    sql`select infra.tenant_of_sign_in_link(${token_hash}) as id`,
  );
  return row?.id ?? null;
}

/** A valid link, locked; of two concurrent requests with it the second finds it deleted. */
export async function findLink(db: Db, tenant_id: string, token_hash: Buffer): Promise<AccountKey | undefined> {
  return db.row(sql`
    select case when administrator_id is null then 'person' else 'administrator' end as kind, account_id as id
    from sign_in_link
    where tenant_id = ${tenant_id} and token_hash = ${token_hash} and expires_us > infra.now_us()
    for update`);
}

/** An IT administrator without a password, of the given organisation, or of each organisation. */
export async function listAdministratorsWithoutPassword(
  pool: Pool,
  code: string | null,
): Promise<{ tenant_id: string; tenant_code: string; administrator_id: string; email: string }[]> {
  return readInfrastructure(
    pool,
    sql`select tenant_id, tenant_code, administrator_id, email from infra.it_administrators_without_password(${code})`,
  );
}
