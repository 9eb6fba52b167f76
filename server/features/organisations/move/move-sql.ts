import type { Session } from "../../../platform/db/moving/session.ts";
import type { PlacementState } from "../../../platform/db/moving/placement.ts";
import { constant, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { KeyRecord } from "../../keys/sql.ts";
import type { Kept } from "../transfer/file.ts";
import type { LastNumber, Table } from "../transfer/transfer-sql.ts";

/** What a node has stored about an organisation. */
export type Known = {
  tenant_id: string;
  name: string | null;
  /** The organisation's rows are stored there, even if it is served elsewhere. */
  has_rows: boolean;
  state: PlacementState | null;
  /** The other node of a move. */
  node: string | null;
  since: string | null;
};

/** What a node has stored about the organisation with a code; undefined: nothing. */
export async function findKnown(session: Session, code: string): Promise<Known | undefined> {
  return session.row(sql`
    select coalesce(t.id, p.tenant_id) as tenant_id, t.name, t.id is not null as has_rows, p.state, p.node, infra.iso(p.since) as since
    from (select ${code}::text as code) c
    left join infra.placement p on p.code = c.code
    left join tenant t on t.id = p.tenant_id or p.code is null and t.code = c.code
    where t.id is not null or p.code is not null`);
}

/** The verified domains of an organisation. */
export async function listVerified(source: Session, tenant_id: string): Promise<string[]> {
  const rows = await source.rows<{ domain: string }>(sql`
    select domain from identity_domain where tenant_id = ${tenant_id} and verified_at is not null order by domain`);
  return rows.map(({ domain }) => domain);
}

/** The first of the domains that another organisation has verified, and that organisation. */
export async function findTaken(
  target: Session,
  tenant_id: string,
  domains: readonly string[],
): Promise<{ domain: string; code: string } | undefined> {
  return target.row(sql`
    select d.domain, t.code
    from identity_domain d
    join tenant t on t.id = d.tenant_id
    where d.domain = any (${domains}::text[]) and d.verified_at is not null and d.tenant_id <> ${tenant_id}
    order by d.domain
    limit 1`);
}

/**
 * Takes an advisory lock, which lasts as long as the session, against a second move of the same organisation. Returns whether it
 * was free.
 */
export async function lockMove(session: Session, code: string): Promise<boolean> {
  const row = await session.row<{ locked: boolean }>(
    sql`select pg_try_advisory_lock(hashtextextended('muster move ' || ${code}::text, 0)) as locked`,
  );
  return row!.locked;
}

/** Notes at the source that the organisation is moving to a node. */
export async function insertLeaving(source: Session, code: string, tenant_id: string, node: string): Promise<void> {
  await source.count(sql`
    insert into infra.placement as p (code, tenant_id, state, node)
    values (${code}, ${tenant_id}, 'copying', ${node})`);
}

/** Notes at the target that the organisation is coming from a node. */
export async function insertComing(target: Session, code: string, tenant_id: string, node: string): Promise<void> {
  await target.count(sql`
    insert into infra.placement as p (code, tenant_id, state, node)
    values (${code}, ${tenant_id}, 'moving_in', ${node})
    on conflict (code) do update
    set tenant_id = excluded.tenant_id, state = excluded.state, node = excluded.node, since = now(), moved_to = p.node`);
}

export async function updateState(source: Session, code: string, from: PlacementState, to: PlacementState): Promise<boolean> {
  const count = await source.count(sql`
    update infra.placement set state = ${to}, since = clock_timestamp() where code = ${code} and state = ${from}`);
  return count === 1;
}

/** Ends a move at the source, unless the organisation has moved. Returns whether it stays at the source. */
export async function deleteLeaving(source: Session, code: string): Promise<boolean> {
  await source.count(sql`delete from infra.placement where code = ${code} and state in ('copying', 'closing', 'paused')`);
  const moved = await source.row(sql`select from infra.placement where code = ${code}`);
  return moved === undefined;
}

/**
 * Removes the note about a move from the target. If the organisation had moved away from there earlier, that note is restored.
 */
export async function deleteComing(target: Session, code: string): Promise<void> {
  await target.count(sql`
    update infra.placement
    set state = 'moved', node = moved_to, moved_to = null, kept = null
    where code = ${code} and state = 'moving_in' and moved_to is not null`);
  await target.count(sql`delete from infra.placement where code = ${code} and state = 'moving_in'`);
}

/** Deletes the copied rows of a table. Triggers are disabled, as when the rows were copied. */
export async function deleteCopied(db: Db, tenant_id: string, { name, key }: Table): Promise<number> {
  return db.count(sql`delete from ${constant(name)} where ${constant(key)} = ${tenant_id}::uuid`);
}

/** Whether background work of the organisation is running: a delivery, a job, due work, or the export of its audit log. */
export async function isUnderWay(source: Session, tenant_id: string): Promise<boolean> {
  const row = await source.row<{ under_way: boolean }>(sql`
    select exists (
        select from infra.due where tenant_id = ${tenant_id} and claim_id is not null and claimed_until_us > infra.now_us()
      ) or exists (
        select from webhook_delivery_pending where tenant_id = ${tenant_id} and claim_id is not null and due_us > infra.now_us()
      ) or exists (
        select from infra.audit_export where tenant_id = ${tenant_id} and claim_id is not null and claimed_until_us > infra.now_us()
      ) or exists (
        select from pgboss.job where data->>'tenant_id' = ${tenant_id} and state = 'active'
      ) as under_way`);
  return row!.under_way;
}

/** A running transaction. */
export type Running = { virtual_id: string; pid: number; application: string; since: string };

/** The transactions that other clients are running in this database. */
export async function listRunning(source: Session): Promise<Running[]> {
  return source.rows(sql`
    select l.virtualxid || ' ' || l.pid as virtual_id, l.pid, a.application_name as application, infra.iso(a.xact_start) as since
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'virtualxid' and l.granted and l.mode = 'ExclusiveLock' and a.datname = current_database()
      and a.backend_type in ('client backend', 'parallel worker') and l.pid <> pg_backend_pid()`);
}

/** Data of the organisation that are not in the rows of its tables. */
export type Baggage = Kept & {
  epoch: number;
  /** The source's last numbers; the target continues after them. Left out in a move that the previous version has handed over. */
  numbers?: LastNumber[];
  /** Retired versions of SECRET_KEY that the target did not know. */
  retired: KeyRecord[];
};

export async function updateBaggage(db: Db, code: string, baggage: Baggage): Promise<void> {
  await db.count(sql`
    update infra.placement set kept = ${JSON.stringify(baggage)}::json where code = ${code} and state = 'moving_in'`);
}

/** The commit point of a move; returns false if the move is not paused any more. */
export async function updateMoved(db: Db, code: string): Promise<boolean> {
  const count = await db.count(sql`
    update infra.placement set state = 'moved', since = clock_timestamp() where code = ${code} and state = 'paused'`);
  return count === 1;
}

/** Deletes work that the target has taken over, including jobs that a worker is running. */
export async function deleteWork(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`delete from infra.due where tenant_id = ${tenant_id}`);
  await db.count(sql`delete from pgboss.job where data->>'tenant_id' = ${tenant_id}`);
}

/** The data that the target has yet to take over, locked; undefined: it has taken them over, or there were none. */
export async function findBaggage(db: Db, code: string): Promise<Baggage | undefined> {
  const row = await db.row<{ kept: Baggage | null }>(sql`
    select kept from infra.placement where code = ${code} and state = 'moving_in' for update`);
  return row?.kept ?? undefined;
}

/** Ends the move at the target: from now on the organisation is like any other there. */
export async function deleteTakenIn(db: Db, code: string): Promise<void> {
  await db.count(sql`delete from infra.placement where code = ${code} and state = 'moving_in'`);
}
