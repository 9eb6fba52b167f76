import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, type Db } from "../../../platform/db/transaction.ts";
import type { Standing } from "../sql.ts";
import type { Algorithm, PublicJwk } from "../../../platform/crypto/jws/algorithms.ts";
import type { PublicKey } from "./read-keys.ts";

/** The result of looking up an assertion's key, with the time in µs. Without a client or its key, the other members are null. */
export type Found = { now_us: number; tenant_id: string | null; client_id: string | null } & (
  | { key_id: string; algorithm: Algorithm; jwk: PublicJwk }
  | { key_id: null; algorithm: null; jwk: null }
);

/** Finds the key of a client of the organisation by its `kid`. Always one statement. */
export async function findClientKey(pool: Pool, tenant_code: string | null, client_id: string, kid: string): Promise<Found> {
  const [row] = await readInfrastructure<Found>(
    pool,
    sql`select * from infra.find_client_key(${tenant_code}, ${client_id}::uuid, ${kid})`,
  );
  return row!;
}

/** The data that infra.admit_assertion judges. `expires_us` null: the assertion has a fault. */
export type PresentedAssertion = {
  address: string;
  tenant_code: string | null;
  key_id: string;
  expires_us: number | null;
  client_id: string;
  jti_digest: Buffer;
};

/** Admits a client by its assertion and marks the assertion as used. One statement in its own transaction. */
export async function admitAssertion(pool: Pool, presented: PresentedAssertion): Promise<Standing> {
  const [row] = await readInfrastructure<Standing>(
    pool,
    sql`select * from infra.admit_assertion(
      ${presented.address}::inet, ${presented.tenant_code}, ${presented.key_id}, ${presented.expires_us}::bigint,
      ${presented.client_id}::uuid, ${presented.jti_digest}::bytea)`,
  );
  return row!;
}

/** The keys of a client, in the order in which they were added. */
export async function listKeys(
  db: Db,
  tenant_id: string,
  client_id: string,
): Promise<(Pick<PublicKey, "kid" | "thumbprint"> & { key_id: string })[]> {
  return db.rows(sql`
    select k.key_id, k.kid, k.thumbprint
    from client_key k
    join client_secret s on s.tenant_id = k.tenant_id and s.client_id = k.client_id and s.key_id = k.key_id
    where k.tenant_id = ${tenant_id} and k.client_id = ${client_id}
    order by s.created_at, k.kid`);
}

/** Inserts a key whose login exists already; see insertSecret. */
export async function insertKey(
  db: Db,
  tenant_id: string,
  { client_id, key_id, kid, algorithm, thumbprint, jwk }: PublicKey & { client_id: string; key_id: string },
): Promise<void> {
  await db.count(sql`
    insert into client_key (tenant_id, client_id, key_id, kid, algorithm, thumbprint, jwk)
    values (${tenant_id}, ${client_id}, ${key_id}, ${kid}, ${algorithm}, ${thumbprint}, ${JSON.stringify(jwk)}::jsonb)`);
}

/** Deletes a key, so that its `kid` can be used again. Its login remains and is ended by revokeKeyLogin. */
export async function deleteKey(db: Db, tenant_id: string, client_id: string, key_id: string): Promise<void> {
  await db.count(sql`
    delete from client_key
    where tenant_id = ${tenant_id} and client_id = ${client_id} and key_id = ${key_id}`);
}
