import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, type Db } from "../../../platform/db/transaction.ts";

export type Outcome = "found" | "missing" | "unreachable";

export type DomainRow = {
  id: string;
  domain: string;
  token: string;
  verified_at: string | null;
  checked_at: string | null;
  outcome: Outcome | null;
  missing_since: string | null;
};

const columns = part`id, domain, token, infra.iso(verified_at) as verified_at, infra.iso(checked_at) as checked_at, outcome,
      infra.iso(missing_since) as missing_since`;

export async function listDomains(db: Db, tenant_id: string): Promise<DomainRow[]> {
  return db.rows(sql`
    select ${columns} from identity_domain where tenant_id = ${tenant_id} order by domain`);
}

export async function findDomain(db: Db, tenant_id: string, id: string): Promise<DomainRow | undefined> {
  return db.row(sql`
    select ${columns} from identity_domain where tenant_id = ${tenant_id} and id = ${id}`);
}

/** A domain, locked until the transaction ends. */
export async function lockDomain(db: Db, tenant_id: string, id: string): Promise<DomainRow | undefined> {
  return db.row(sql`
    select ${columns} from identity_domain where tenant_id = ${tenant_id} and id = ${id} for update`);
}

/** Adds a domain; returns false if the organisation has it already. */
export async function insertDomain(
  db: Db,
  tenant_id: string,
  { id, domain, token }: Pick<DomainRow, "id" | "domain" | "token">,
): Promise<boolean> {
  const count = await db.count(sql`
    insert into identity_domain (tenant_id, id, domain, token)
    values (${tenant_id}, ${id}, ${domain}, ${token})
    on conflict (tenant_id, domain) do nothing`);
  return count === 1;
}

export async function deleteDomain(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`delete from identity_domain where tenant_id = ${tenant_id} and id = ${id}`);
}

/**
 * Stores the result of a DNS look-up. `verified`: the domain counts as verified from now on, and is checked again after
 * `look_after_us`.
 */
export async function updateLook(
  db: Db,
  tenant_id: string,
  id: string,
  { outcome, verified, look_after_us }: { outcome: Outcome; verified: boolean; look_after_us: number },
): Promise<void> {
  await db.count(sql`
    update identity_domain d
    set outcome = ${outcome}, checked_at = n.at,
      verified_at = case when ${verified}::boolean then coalesce(d.verified_at, n.at) end,
      missing_since = case when ${verified}::boolean and ${outcome}::text <> 'found' then
        case when ${outcome}::text = 'missing' then coalesce(d.missing_since, n.at) else d.missing_since end end,
      look_us = case when ${verified}::boolean then n.us + ${look_after_us}::bigint end
    from (select infra.now_us() as us, to_timestamp(infra.now_us() / 1000000.0) as at) n
    where d.tenant_id = ${tenant_id} and d.id = ${id}`);
}

/** Whether the record of a verified domain has been missing for at least `gone_us`. */
export async function isGone(db: Db, tenant_id: string, id: string, gone_us: number): Promise<boolean> {
  const row = await db.row<{ gone: boolean }>(sql`
    select coalesce(extract(epoch from missing_since) * 1000000 + ${gone_us}::bigint <= infra.now_us(), false) as gone
    from identity_domain
    where tenant_id = ${tenant_id} and id = ${id}`);
  return row?.gone ?? false;
}

/** Verified domains that are due for a check, and when the next one is due; null: none. */
export async function listDue(db: Db, tenant_id: string, rows_max: number): Promise<{ ids: string[]; next_us: number | null }> {
  const row = await db.row<{ ids: string[] | null; next_us: number | null }>(sql`
    select
      (select json_agg(d.id) from (
        select id from identity_domain
        where tenant_id = ${tenant_id} and look_us <= infra.now_us()
        order by look_us
        limit ${rows_max}
      ) d) as ids,
      (select min(look_us)::float8 from identity_domain where tenant_id = ${tenant_id}) as next_us`);
  return { ids: row!.ids ?? [], next_us: row!.next_us };
}

/** Whether the organisation has verified the domain. */
export async function isVerified(db: Db, tenant_id: string, domain: string): Promise<boolean> {
  const row = await db.row(sql`
    select id from identity_domain where tenant_id = ${tenant_id} and domain = ${domain} and verified_at is not null`);
  return row !== undefined;
}

/** The code of the organisation that has verified a domain and whose identity provider is switched on; null: none. */
export async function findOrganisationOf(pool: Pool, domain: string): Promise<string | null> {
  const [row] = await readInfrastructure<{ code: string | null }>(
    pool,
    sql`select infra.organisation_of_domain(${domain}) as code`,
  );
  return row?.code ?? null;
}
