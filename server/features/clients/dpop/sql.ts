import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, readInTurn } from "../../../platform/db/transaction.ts";
import type { Admission, Presented } from "../sql.ts";
import type { Proof, ProofFlaw } from "./proof.ts";

/**
 * Admits a request by a token and the proof of its key, and marks the proof as used; see the function infra.admit_proof. `proof`
 * null: the token or the proof has a fault, so the request is refused and counted. One statement in its own transaction.
 */
export async function admitProof(
  pool: Pool,
  presented: Presented,
  proof: Proof | null,
  takes_token: boolean,
): Promise<Admission> {
  const [row] = await readInTurn<Admission>(
    pool,
    presented.key_id,
    sql`select * from infra.admit_proof(
      ${presented.address}::inet, ${presented.tenant_code}, ${presented.key_id},
      ${proof === null ? null : presented.token_expires_us}::bigint, ${proof?.from_us ?? null}::bigint,
      ${proof?.until_us ?? null}::bigint, ${proof?.digest ?? null}::bytea, ${takes_token})`,
  );
  return row!;
}

/** Marks a proof as used. Returns why it cannot be used, or null. */
export async function useProof(pool: Pool, proof: Proof): Promise<ProofFlaw | null> {
  const [row] = await readInfrastructure<{ flaw: ProofFlaw | null }>(
    pool,
    sql`select infra.use_proof(${proof.from_us}::bigint, ${proof.until_us}::bigint, ${proof.digest}::bytea) as flaw`,
  );
  return row!.flaw;
}
