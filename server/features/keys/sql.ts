import type { Pool } from "../../platform/db/pool.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { listTenants } from "../../platform/db/tenants.ts";
import { readInfrastructure, withInfrastructure, type Db } from "../../platform/db/transaction.ts";

/** What the database knows of a version of SECRET_KEY; instants in µs on the infrastructure's clock. */
export type KnownKey = {
  version: number;
  check_value: Buffer;
  /** Since when a process signs and encrypts with it; null: none does. */
  first_us: number | null;
  retired_us: number | null;
};

export function listKnownKeys(pool: Pool): Promise<KnownKey[]> {
  return readInfrastructure(
    pool,
    sql`select version, check_value, first_us, retired_us from infra.secret_key order by version desc`,
  );
}

/** Notes versions that the database has not heard of, and that from now on one of them signs and encrypts; null: none begins to. */
export async function noteKeys(
  pool: Pool,
  keys: readonly { version: number; check_value: Buffer }[],
  first_version: number | null,
): Promise<void> {
  const [versions, values] = [keys.map((key) => key.version), keys.map((key) => key.check_value)];
  await withInfrastructure(pool, async (db) => {
    await db.count(sql`
      insert into infra.secret_key (version, check_value, known_us)
      select k.version, k.check_value, infra.now_us()
      from unnest(${versions}::smallint[], ${values}::bytea[]) as k(version, check_value)
      order by k.version
      on conflict (version) do nothing`);
    if (first_version === null) return;
    await db.count(sql`
      update infra.secret_key set first_us = infra.now_us() where version = ${first_version}::smallint and first_us is null`);
  });
}

/** Versions with which anything is sealed, digested, or signed for good. */
export async function listVersionsInUse(pool: Pool): Promise<number[]> {
  const rows = await readInfrastructure<{ version: number }>(pool, sql`select infra.key_versions_in_use() as version`);
  return rows.map(({ version }) => version);
}

/** What is counted; see infra.key_use. */
export type Kind =
  | "api_key"
  | "webhook_secret"
  | "previous_webhook_secret"
  | "mail"
  | "second_factor"
  | "identity_provider"
  | "erasure"
  | "audit_key"
  | "audit_chain";

export type Use = { kind: Kind; version: number; count: number };

export function countUse(pool: Pool, versions: readonly number[]): Promise<Use[]> {
  return readInfrastructure(pool, sql`select kind, version, count from infra.key_use(${versions}::int[]) order by version, kind`);
}

export function listTenantsWithVersions(pool: Pool, versions: readonly number[]): Promise<string[]> {
  return listTenants(pool, part`select infra.tenants_with_key_versions(${versions}::int[]) as tenant_id`);
}

/** Organisations whose audit log ends with a seal of this version. */
export function listTenantsWithChainEnd(pool: Pool, version: number): Promise<string[]> {
  return listTenants(pool, part`select infra.tenants_with_chain_end(${version}::int) as tenant_id`);
}

/** One thing that was sealed with a version, to try a key on. */
export async function findSample(
  pool: Pool,
  version: number,
): Promise<
  { purpose: "webhook-secret" | "second-factor" | "identity-provider" | "mail"; about: string; sealed: Buffer } | undefined
> {
  const [row] = await readInfrastructure<NonNullable<Awaited<ReturnType<typeof findSample>>>>(
    pool,
    sql`select purpose, about, sealed from infra.sealed_sample(${version}::int)`,
  );
  return row;
}

/** Retires a version. `audit_key`: the key of its seals, sealed; null: it is lost. */
export async function updateRetired(pool: Pool, version: number, audit_key: Buffer | null): Promise<void> {
  await withInfrastructure(pool, (db) =>
    db.count(sql`
      update infra.secret_key
      set retired_us = infra.now_us(), audit_key = ${audit_key}
      where version = ${version}::smallint`),
  );
}

/** Notes as retired a version of which the database was never told; it cannot be checked against any key. */
export async function insertLost(pool: Pool, version: number): Promise<void> {
  await withInfrastructure(pool, (db) =>
    db.count(sql`
      insert into infra.secret_key (version, check_value, known_us, retired_us)
      select ${version}::smallint, decode(repeat('00', 32), 'hex'), infra.now_us(), infra.now_us()
      on conflict (version) do nothing`),
  );
}

/** The audit keys of retired versions that were sealed with some versions, locked. */
export async function lockAuditKeys(db: Db, versions: readonly number[]): Promise<{ version: number; sealed: Buffer }[]> {
  return db.rows(sql`
    select version, audit_key as sealed
    from infra.secret_key
    where infra.key_version(audit_key) = any (${versions}::int[])
    for update`);
}

export async function updateAuditKey(db: Db, version: number, sealed: Buffer): Promise<void> {
  await db.count(sql`update infra.secret_key set audit_key = ${sealed} where version = ${version}::smallint`);
}

/** All that the database keeps of a version of SECRET_KEY; bytes in hexadecimal digits. */
export type KeyRecord = {
  version: number;
  check_value: string;
  known_us: number;
  first_us: number | null;
  retired_us: number | null;
  /** Of a retired version: its key for the audit log, sealed with a later version. */
  audit_key: string | null;
};

export async function listKeyRecords(db: Db): Promise<KeyRecord[]> {
  return db.rows(sql`
    select version, encode(check_value, 'hex') as check_value, known_us, first_us, retired_us, encode(audit_key, 'hex') as audit_key
    from infra.secret_key
    order by version`);
}

/** Retired versions that this installation has not known. */
export async function insertRetiredKeys(db: Db, keys: readonly KeyRecord[]): Promise<void> {
  await db.count(sql`
    insert into infra.secret_key (version, check_value, known_us, first_us, retired_us, audit_key)
    select version, decode(check_value, 'hex'), known_us, first_us, retired_us, decode(audit_key, 'hex')
    from json_to_recordset(${JSON.stringify(keys)}::json)
      k(version smallint, check_value text, known_us bigint, first_us bigint, retired_us bigint, audit_key text)`);
}
