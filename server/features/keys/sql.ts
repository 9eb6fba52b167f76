import type { Pool } from "../../platform/db/pool.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { listTenants } from "../../platform/db/tenants.ts";
import { readInfrastructure, withInfrastructure, type Db } from "../../platform/db/transaction.ts";

/** A version of SECRET_KEY as the database knows it; instants in µs on the infrastructure's clock. */
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

/**
 * Stores versions that the database does not know yet and, if `first_version` is given, that it signs and encrypts from now on.
 */
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

/** Versions with which any data are encrypted, hashed or permanently signed. */
export async function listVersionsInUse(pool: Pool): Promise<number[]> {
  const rows = await readInfrastructure<{ version: number }>(pool, sql`select infra.key_versions_in_use() as version`);
  return rows.map(({ version }) => version);
}

/** The kinds of data that are counted; see infra.key_use. */
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

/** One value that was encrypted with a version, to try a key on. */
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

/** Retires a version. `audit_key`: its key for seals, encrypted; null: it is lost. */
export async function updateRetired(pool: Pool, version: number, audit_key: Buffer | null): Promise<void> {
  await withInfrastructure(pool, (db) =>
    db.count(sql`
      update infra.secret_key
      set retired_us = infra.now_us(), audit_key = ${audit_key}
      where version = ${version}::smallint`),
  );
}

/** Stores as retired a version that the database never knew; no key can be compared with it. */
export async function insertLost(pool: Pool, version: number): Promise<void> {
  await withInfrastructure(pool, (db) =>
    db.count(sql`
      insert into infra.secret_key (version, check_value, known_us, retired_us)
      select ${version}::smallint, decode(repeat('00', 32), 'hex'), infra.now_us(), infra.now_us()
      on conflict (version) do nothing`),
  );
}

/** The audit keys of retired versions that are encrypted with one of these versions, locked. */
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

/** The stored data of a version of SECRET_KEY; bytes in hexadecimal. */
export type KeyRecord = {
  version: number;
  check_value: string;
  known_us: number;
  first_us: number | null;
  retired_us: number | null;
  /** For a retired version: its key for the audit log, encrypted with a later version. */
  audit_key: string | null;
};

export async function listKeyRecords(db: Db): Promise<KeyRecord[]> {
  return db.rows(sql`
    select version, encode(check_value, 'hex') as check_value, known_us, first_us, retired_us, encode(audit_key, 'hex') as audit_key
    from infra.secret_key
    order by version`);
}

/** Inserts retired versions that this installation does not know. */
export async function insertRetiredKeys(db: Db, keys: readonly KeyRecord[]): Promise<void> {
  await db.count(sql`
    insert into infra.secret_key (version, check_value, known_us, first_us, retired_us, audit_key)
    select version, decode(check_value, 'hex'), known_us, first_us, retired_us, decode(audit_key, 'hex')
    from json_to_recordset(${JSON.stringify(keys)}::json)
      k(version smallint, check_value text, known_us bigint, first_us bigint, retired_us bigint, audit_key text)`);
}
