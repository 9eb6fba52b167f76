import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { PublicJwk } from "../../identity/key-pair.ts";

export type OwnKeyRow = { kid: string; private_key: Buffer; public_jwk: PublicJwk };
export type StoredOwnKey = OwnKeyRow & { age_us: number };

/** The organisation's keys, the newest first. */
export async function listOwnKeys(db: Db, tenant_id: string): Promise<StoredOwnKey[]> {
  return db.rows(sql`
    select kid, private_key, public_jwk, (infra.now_us() - made_us)::float8 as age_us
    from lti_key
    where tenant_id = ${tenant_id}
    order by made_us desc, kid`);
}

/** Adds a key that replaces the others. Deletes those that were replaced so long ago that nothing signed with them is valid. */
export async function insertOwnKey(db: Db, tenant_id: string, key: OwnKeyRow, kept_us: number): Promise<void> {
  await db.count(sql`
    insert into lti_key (tenant_id, kid, private_key, public_jwk, made_us)
    values (${tenant_id}, ${key.kid}, ${key.private_key}, ${JSON.stringify(key.public_jwk)}::jsonb, infra.now_us())`);
  await db.count(sql`
    update lti_key
    set replaced_us = infra.now_us()
    where tenant_id = ${tenant_id} and kid <> ${key.kid} and replaced_us is null`);
  await db.count(sql`
    delete from lti_key
    where tenant_id = ${tenant_id} and kid <> ${key.kid} and replaced_us < infra.now_us() - ${kept_us}::bigint`);
}
