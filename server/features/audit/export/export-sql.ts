import type { Pool } from "../../../platform/db/pool.ts";
import { isAway, rests } from "../../../platform/db/moving/placement.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readInfrastructure, readTenant } from "../../../platform/db/transaction.ts";
import { text as sealed_text } from "../seal-sql.ts";

/** An organisation with sealed rows that have not been sent, claimed by one sender. */
export type Claimed = { tenant_id: string; sent_seq: number };

/** Claims the organisations that have waited longest. `tenants_max` bounds the cost, however many organisations there are. */
export async function claimUnsent(
  pool: Pool,
  { claim_id, lease_us, tenants_max }: { claim_id: string; lease_us: number; tenants_max: number },
): Promise<Claimed[]> {
  return readInfrastructure(
    pool,
    sql`
      with clock as materialized (select infra.now_us() as us),
      due as (
        select e.tenant_id
        from infra.audit_export e
        where e.sent_seq < e.sealed_seq and e.claimed_until_us <= (select us from clock) and not ${rests("e.tenant_id")}
        order by e.waiting_since_us
        limit ${tenants_max}::int
        for update skip locked
      )
      update infra.audit_export e
      set claim_id = ${claim_id}, claimed_until_us = clock.us + ${lease_us}::bigint
      from due, clock
      where e.tenant_id = due.tenant_id
      returning e.tenant_id, e.sent_seq::int`,
  );
}

export type ExportRow = {
  tenant_code: string;
  seq: number;
  audit_id: string;
  previous: string | null;
  hash: string;
  personal_hash: string;
  key_version: number;
  /** States that the row matched its seal before its actor's name was erased; null: no name was erased. */
  erasure: { key_version: number; hash: string } | null;
  /** The sealed text as the row has it now; null: the row is missing. */
  text: string | null;
  occurred_at: string | null;
  actor_type: string | null;
  actor_id: string | null;
  actor_name: string | null;
  operation: string | null;
  target_type: string | null;
  target_id: string | null;
  changes: Record<string, unknown> | null;
  request_id: string | null;
  batch_id: string | null;
};

/** The next rows of an organisation's chain, each with the seal of the row before. */
export function listUnsent(pool: Pool, tenant_id: string, behind: number, rows_max: number): Promise<ExportRow[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      select t.code as tenant_code, s.seq::int, s.audit_id, encode(p.hash, 'hex') as previous, encode(s.hash, 'hex') as hash,
        encode(s.personal_hash, 'hex') as personal_hash, s.key_version, case when a.id is not null then ${sealed_text} end as text,
        infra.iso(a.occurred_at) as occurred_at, a.actor_type, a.actor_id, a.actor_name, a.operation, a.target_type, a.target_id,
        a.changes, a.request_id, a.batch_id,
        case when e.audit_id is not null then json_build_object('key_version', e.key_version, 'hash', encode(e.hash, 'hex')) end as erasure
      from audit_seal s
      join tenant t on t.id = ${tenant_id}
      left join audit_seal p on p.tenant_id = ${tenant_id} and p.seq = s.seq - 1
      left join audit_log a on a.tenant_id = ${tenant_id} and a.id = s.audit_id
      left join audit_erasure e on e.tenant_id = ${tenant_id} and e.audit_id = s.audit_id
      where s.tenant_id = ${tenant_id} and s.seq > ${behind}::bigint
      order by s.seq
      limit ${rows_max}::int`,
  );
}

/** The last row of an organisation that was delivered; `at_us`: the time in its id. */
export type Sent = { tenant_id: string; seq: number; at_us: number };

/**
 * Stores up to which row each organisation was delivered, if the claim still holds. The rows that are left have waited at most
 * since the last delivered one.
 */
export async function updateSent(pool: Pool, claim_id: string, sent: readonly Sent[]): Promise<void> {
  await readInfrastructure(
    pool,
    sql`
      update infra.audit_export e
      set sent_seq = r.seq,
        waiting_since_us = case when r.seq < e.sealed_seq then greatest(e.waiting_since_us, r.at_us) else e.waiting_since_us end
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r(tenant_id uuid, seq bigint, at_us bigint)
      where e.tenant_id = r.tenant_id and e.claim_id = ${claim_id} and e.sent_seq < r.seq and not ${isAway("e.tenant_id")}`,
  );
}

/**
 * Releases the claims. The organisations in `empty` have no seals, because they were deleted: they move to the end of the queue,
 * so that they do not block the others.
 */
export async function releaseUnsent(
  pool: Pool,
  claim_id: string,
  { tenant_ids, empty }: { tenant_ids: readonly string[]; empty: readonly string[] },
): Promise<void> {
  await readInfrastructure(
    pool,
    sql`
      update infra.audit_export e
      set claim_id = null, claimed_until_us = 0,
        waiting_since_us = case when e.tenant_id = any (${empty}::uuid[]) then infra.now_us() else e.waiting_since_us end
      where e.tenant_id = any (${tenant_ids}::uuid[]) and e.claim_id = ${claim_id} and not ${isAway("e.tenant_id")}`,
  );
}

/** For how many seconds the oldest unsent row has waited; 0: none waits. */
export async function readOldestUnsent(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ waited_s: number }>(
    pool,
    sql`
      select coalesce(
        (
          select greatest(0, infra.now_us() - waiting_since_us)
          from infra.audit_export
          where sent_seq < sealed_seq
          order by waiting_since_us
          limit 1
        ), 0)::float8 / 1000000 as waited_s`,
  );
  return row!.waited_s;
}
