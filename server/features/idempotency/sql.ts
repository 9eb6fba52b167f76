import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** A key of a client, with the hash of its request. */
export type KeyedRequest = { client_id: string; key: string; request_hash: Buffer };

/** The claim of a request that is being carried out; only its holder may store the answer. */
export type Claim = KeyedRequest & { claim_id: string };

export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

/** The result of a request, stored in the request's own transaction. */
export type Committed = { value: unknown };

/**
 * Claims a key for one request. A repetition of the same request takes over a claim that was released, or whose owner must have
 * ended, together with its result. An expired key can be taken over by any request. Undefined: another request holds the claim.
 */
export async function claimKey(
  db: Db,
  tenant_id: string,
  claim: Claim,
  ages: { abandoned_us: number; lifetime_us: number },
): Promise<{ committed: Committed | null } | undefined> {
  return db.row(sql`
    insert into idempotency_key as k (tenant_id, client_id, key, claim_id, request_hash, claimed_us)
    values (${tenant_id}, ${claim.client_id}, ${claim.key}, ${claim.claim_id}, ${claim.request_hash}, infra.now_us())
    on conflict (tenant_id, client_id, key) do update
    set claim_id = excluded.claim_id, request_hash = excluded.request_hash, claimed_us = excluded.claimed_us,
      result = case when k.claimed_us > excluded.claimed_us - ${ages.lifetime_us}::bigint then k.result end,
      response_status = null, response_headers = null, response_body = null
    where k.claimed_us <= excluded.claimed_us - ${ages.lifetime_us}::bigint
      or (k.response_status is null and k.request_hash = excluded.request_hash
        and (k.claim_id = infra.no_id() or k.claimed_us <= excluded.claimed_us - ${ages.abandoned_us}::bigint))
    returning result as committed`);
}

/** Stores the result of a claim; false when another request has taken it over. */
export async function updateResult(db: Db, tenant_id: string, claim: Claim, committed: Committed): Promise<boolean> {
  const count = await db.count(sql`
    update idempotency_key
    set result = ${JSON.stringify(committed)}::jsonb
    where tenant_id = ${tenant_id} and client_id = ${claim.client_id} and key = ${claim.key} and claim_id = ${claim.claim_id}`);
  return count === 1;
}

export type KeyRow = {
  request_hash: Buffer;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
};

export async function findKey(db: Db, tenant_id: string, client_id: string, key: string): Promise<KeyRow | undefined> {
  return db.row(sql`
    select request_hash, response_status, response_headers, response_body
    from idempotency_key
    where tenant_id = ${tenant_id} and client_id = ${client_id} and key = ${key}`);
}

/** Stores the answer of a claim; nothing happens when another request has taken the claim over. */
export async function updateAnswer(db: Db, tenant_id: string, claim: Claim, answer: StoredAnswer): Promise<void> {
  await db.count(sql`
    update idempotency_key
    set result = null, response_status = ${answer.status}, response_headers = ${JSON.stringify(answer.headers)}::jsonb, response_body = ${answer.body}
    where tenant_id = ${tenant_id} and client_id = ${claim.client_id} and key = ${claim.key} and claim_id = ${claim.claim_id}`);
}

/** Releases a claim without an answer; the result of a committed operation stays. False: the claim was not found. */
export async function releaseClaim(db: Db, tenant_id: string, claim: Claim): Promise<boolean> {
  const mine = part`tenant_id = ${tenant_id} and client_id = ${claim.client_id} and key = ${claim.key} and claim_id = ${claim.claim_id}`;
  // Both statements wait for a transaction of the claim that is still open; afterwards the row has its result.
  const deleted = await db.count(sql`delete from idempotency_key where ${mine} and result is null`);
  const given_back = await db.count(sql`update idempotency_key set claim_id = infra.no_id() where ${mine}`);
  return deleted + given_back > 0;
}

/** Deletes keys of an organisation that were claimed before an instant, at most one batch. Returns how many. */
export async function deleteKeysBefore(db: Db, tenant_id: string, before_us: number, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from idempotency_key
    where tenant_id = ${tenant_id} and (client_id, key) in (
      select client_id, key
      from idempotency_key
      where tenant_id = ${tenant_id} and claimed_us < ${before_us}::bigint
      limit ${batch_max})
      and claimed_us < ${before_us}::bigint`);
}
