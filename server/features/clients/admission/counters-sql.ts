import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/** Deletes counters that were not used for `idle_us`, at most one batch. Returns how many. */
export async function deleteIdleWindows(db: Db, idle_us: number, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from infra.sliding_window
    where (kind, key) in (
      select kind, key from infra.sliding_window where now_us < infra.now_us() - ${idle_us}::bigint limit ${batch_max}
    )
    and now_us < infra.now_us() - ${idle_us}::bigint`);
}

/** Deletes used assertions that have been too old to be accepted for `idle_us`, at most one batch. Returns how many. */
export async function deleteUsedAssertions(db: Db, idle_us: number, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from infra.used_assertion
    where (client_id, jti_digest) in (
      select client_id, jti_digest
      from infra.used_assertion
      where until_us < infra.now_us() - ${idle_us}::bigint
      order by until_us
      limit ${batch_max}
    )`);
}

/** Deletes used proofs that have been too old to be accepted for `idle_us`, at most one batch. Returns how many. */
export async function deleteUsedProofs(db: Db, idle_us: number, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from infra.used_proof
    where digest in (
      select digest from infra.used_proof where until_us < infra.now_us() - ${idle_us}::bigint order by until_us limit ${batch_max}
    )`);
}

/** Deletes addresses whose last failure and block ended `idle_us` ago, at most one batch. Returns how many. */
export async function deleteIdleFailures(db: Db, idle_us: number, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from infra.failed_authentication
    where address_key in (
      select address_key from infra.failed_authentication
      where greatest(blocked_until_us, at_us[cardinality(at_us)]) < infra.now_us() - ${idle_us}::bigint
      limit ${batch_max}
    )
    and greatest(blocked_until_us, at_us[cardinality(at_us)]) < infra.now_us() - ${idle_us}::bigint`);
}
