import type { Pool } from "../../platform/db/pool.ts";
import { part, sql, type Fragment, type Statement } from "../../platform/db/sql.ts";
import { readInfrastructure, type Db } from "../../platform/db/transaction.ts";
import type { AuditEntry } from "./schema.ts";
import { no_id } from "../../platform/ids.ts";

/** A row of the log in the form in which it is sealed: two texts that do not depend on the session's settings. */
export type SealedText = { audit_id: string; audit_xid: string; text: string; personal: string };

export type Seal = { seq: number; audit_id: string; audit_xid: string; personal_hash: Buffer; key_version: number; hash: Buffer };

/** States that a row matched its seal before its actor's name was erased. */
export type Mark = { key_version: number; hash: Buffer };

/** A seal and the texts of its row; null: the row is missing. `mark`: null unless the actor's name was erased. */
export type SealedRow = Seal & { text: string | null; personal: string | null; mark: Mark | null };

export type ChainEnd = { seq: number; hash: Buffer; audit_id: string; audit_xid: string };

/** Who wrote in two epochs, and when the second one began. Null: this database has no record of that epoch. */
export type Writers = { from: Writer | null; to: Writer | null; began_at: string };
type Writer = { system_identifier: string; timeline: number; database: string };

/** All columns of a row `a` except the personal one, in an order and format that no setting changes. */
export const text: Fragment = part`json_build_array(a.id, a.xid::text, (extract(epoch from a.occurred_at) * 1000000)::bigint, a.actor_type,
  a.actor_id, a.actor_name, a.operation, a.target_type, a.target_id, a.changes, a.request_id, a.batch_id)::text`;

/** Whether a transaction wrote row `a`: the lower 48 bits of its place are not zero (migration 0041). A forged row may pass, too. */
const has_transaction: Fragment = part`mod(a.xid::text::numeric, 281474976710656) <> 0`;

/** The last seal in the chain of each of these organisations. */
export async function listChainEnds(
  pool: Pool,
  tenant_ids: readonly string[],
): Promise<(Pick<ChainEnd, "seq" | "hash" | "audit_xid"> & { tenant_id: string })[]> {
  return readInfrastructure(
    pool,
    sql`select tenant_id, seq::int, hash, audit_xid::text from infra.audit_chain_ends_of(${tenant_ids}::uuid[])`,
  );
}

export type Unsealed = { has_unsealed: boolean; now_us: number };

/**
 * Condition: row `a` comes after the end of the chain. Each half of the end is a query of its own. A condition with `coalesce` in
 * it could leak values, so row-level security would not pass it to the index, and the whole log would be read.
 */
function isBehindChain(tenant_id: string): Fragment {
  const end = part`from audit_seal where tenant_id = ${tenant_id} order by seq desc limit 1`;
  return part`(a.xid, a.id) > (
    (select coalesce((select audit_xid ${end}), '0')), (select coalesce((select audit_id ${end}), infra.no_id()))
  )`;
}

/** Whether any row has no seal yet, including rows that must wait for open transactions; and the infrastructure's clock. */
export function hasUnsealed(tenant_id: string): Statement {
  return sql`
    select exists (
      select
      from audit_log a
      where a.tenant_id = ${tenant_id} and a.xid < (select infra.unreached()) and ${has_transaction} and ${isBehindChain(tenant_id)}
    ) as has_unsealed, infra.now_us() as now_us`;
}

/** Takes the lock of sealing for the organisation until the transaction ends. Returns false when another transaction holds it. */
export async function claimSealing(db: Db, tenant_id: string): Promise<boolean> {
  const row = await db.row<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('audit_seal ' || ${tenant_id}::text, 0)) as claimed`,
  );
  return row!.claimed;
}

/**
 * The order names the column `s.seq`, whose index yields the end at once. `seq` alone would mean the selected cast, and all seals
 * would be sorted.
 */
export async function findChainEnd(db: Db, tenant_id: string): Promise<ChainEnd | undefined> {
  return db.row(sql`
    select s.seq::int, s.hash, s.audit_id, s.audit_xid::text
    from audit_seal s
    where s.tenant_id = ${tenant_id}
    order by s.seq desc
    limit 1`);
}

/**
 * The next rows after the end of the chain. Only rows before which no other row can appear any more are listed. Rows without a
 * transaction mark the beginning of an epoch; the sealer inserts and seals them itself.
 */
export async function listUnsealed(db: Db, tenant_id: string, batch_max: number): Promise<SealedText[]> {
  return db.rows(sql`
    select a.id as audit_id, a.xid::text as audit_xid, ${text} as text, a.personal::text as personal
    from audit_log a
    where a.tenant_id = ${tenant_id} and a.xid < (select infra.horizon()) and ${has_transaction} and ${isBehindChain(tenant_id)}
    order by a.xid, a.id
    limit ${batch_max}::int`);
}

export async function findWriters(db: Db, from: number, to: number): Promise<Writers> {
  const row = await db.row<Writers>(sql`
    select
      (select json_build_object('system_identifier', system_identifier, 'timeline', timeline, 'database', database::text)
       from infra.epoch where epoch = ${from}::int) as from,
      (select json_build_object('system_identifier', system_identifier, 'timeline', timeline, 'database', database::text)
       from infra.epoch where epoch = ${to}::int) as to,
      coalesce((select infra.iso(began_at) from infra.epoch where epoch = ${to}::int), infra.iso(now())) as began_at`);
  return row!;
}

/** Inserts the row that marks the beginning of an epoch in an organisation's log, before all other rows of that epoch. */
export async function insertEpochRow(
  db: Db,
  tenant_id: string,
  id: string,
  { epoch, entry }: { epoch: number; entry: Pick<AuditEntry, "operation" | "target_type" | "changes"> },
): Promise<SealedText> {
  const row = await db.row<SealedText>(sql`
    insert into audit_log as a (tenant_id, id, occurred_at, actor_type, operation, target_type, changes, xid)
    values (${tenant_id}, ${id}, infra.tenant_now(${tenant_id}), 'system', ${entry.operation}, ${entry.target_type},
      ${JSON.stringify(entry.changes)}::jsonb, infra.place(${epoch}::int, '0'))
    returning a.id as audit_id, a.xid::text as audit_xid, ${text} as text, a.personal::text as personal`);
  return row!;
}

export function insertSeals(tenant_id: string, seals: readonly Seal[]): Statement {
  const rows = seals.map(({ personal_hash, hash, ...rest }) => ({
    ...rest,
    personal_hash: personal_hash.toString("hex"),
    hash: hash.toString("hex"),
  }));
  return sql`
    insert into audit_seal (tenant_id, seq, audit_id, audit_xid, personal_hash, key_version, hash)
    select ${tenant_id}, r.seq, r.audit_id, r.audit_xid::xid8, decode(r.personal_hash, 'hex'), r.key_version, decode(r.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(seq bigint, audit_id uuid, audit_xid text, personal_hash text, key_version integer, hash text)`;
}

/** The seals after `behind`, each with the present texts of its row. */
export async function listSealedRows(db: Db, tenant_id: string, behind: number, batch_max: number): Promise<SealedRow[]> {
  const rows = await db.rows<SealedRow & { mark_version: number | null; mark_hash: Buffer | null }>(sql`
    select s.seq::int, s.audit_id, s.audit_xid::text, s.personal_hash, s.key_version, s.hash,
      case when a.id is not null then ${text} end as text, a.personal::text as personal,
      e.key_version as mark_version, e.hash as mark_hash
    from audit_seal s
    left join audit_log a on a.tenant_id = s.tenant_id and a.id = s.audit_id
    left join audit_erasure e on e.tenant_id = s.tenant_id and e.audit_id = s.audit_id
    where s.tenant_id = ${tenant_id} and s.seq > ${behind}::bigint
    order by s.seq
    limit ${batch_max}::int`);
  return rows.map(({ mark_version, mark_hash, ...row }) => ({
    ...row,
    mark: mark_version === null ? null : { key_version: mark_version, hash: mark_hash! },
  }));
}

/**
 * Counts the rows that wait for a seal, and finds the first row that was inserted by fraud. Such a row has no seal although it
 * lies in a part that is sealed, or claims the beginning of an epoch, or a transaction or epoch that has not come yet.
 */
export async function findUnsealed(
  db: Db,
  tenant_id: string,
  end: ChainEnd | undefined,
): Promise<{ waiting: number; smuggled: string | null }> {
  const row = await db.row<{ waiting: number; smuggled: string | null }>(sql`
    select count(*) filter (where u.waits)::int as waiting,
      (array_agg(u.id order by u.xid, u.id) filter (where not u.waits))[1] as smuggled
    from (
      select a.id, a.xid, a.xid < (select infra.unreached()) and ${has_transaction}
        and (a.xid, a.id) > (${end?.audit_xid ?? "0"}::text::xid8, ${end?.audit_id ?? no_id}::uuid) as waits
      from audit_log a
      where a.tenant_id = ${tenant_id}
        and not exists (select from audit_seal s where s.tenant_id = ${tenant_id} and s.audit_id = a.id)
    ) u`);
  return row!;
}
