import type { Session } from "../../../platform/db/moving/session.ts";
import type { PlacementState } from "../../../platform/db/moving/placement.ts";
import { constant, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { KeyRecord } from "../../keys/sql.ts";
import type { Kept } from "../transfer/file.ts";
import type { LastNumber, Table } from "../transfer/transfer-sql.ts";

/** What a node knows of an organisation. */
export type Known = {
  tenant_id: string;
  name: string | null;
  /** Its rows are there, whether it is or not. */
  has_rows: boolean;
  state: PlacementState | null;
  /** The other node of a move. */
  node: string | null;
  since: string | null;
};

/** What a node knows of the organisation of a code; undefined: nothing. */
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

/** The first of some domains that is verified by another organisation, and whose it is. */
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

/** Keeps a second move of the same organisation away, as long as the session stands; whether there was none. */
export async function lockMove(session: Session, code: string): Promise<boolean> {
  const row = await session.row<{ locked: boolean }>(
    sql`select pg_try_advisory_lock(hashtextextended('muster move ' || ${code}::text, 0)) as locked`,
  );
  return row!.locked;
}

/** At the source: that the organisation is on its way to a node. */
export async function insertLeaving(source: Session, code: string, tenant_id: string, node: string): Promise<void> {
  await source.count(sql`
    insert into infra.placement as p (code, tenant_id, state, node)
    values (${code}, ${tenant_id}, 'copying', ${node})`);
}

/** At the target: that it comes from a node. */
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

/** The organisation goes on at the source, unless it has moved by now: whether it goes on there. */
export async function deleteLeaving(source: Session, code: string): Promise<boolean> {
  await source.count(sql`delete from infra.placement where code = ${code} and state in ('copying', 'closing', 'paused')`);
  const moved = await source.row(sql`select from infra.placement where code = ${code}`);
  return moved === undefined;
}

/** The target has nothing of the organisation any more; where it had been before and had moved from, that is said again. */
export async function deleteComing(target: Session, code: string): Promise<void> {
  await target.count(sql`
    update infra.placement
    set state = 'moved', node = moved_to, moved_to = null, kept = null
    where code = ${code} and state = 'moving_in' and moved_to is not null`);
  await target.count(sql`delete from infra.placement where code = ${code} and state = 'moving_in'`);
}

/** Removes what was copied of a table. Triggers are set aside: nothing was counted, noted or checked when it came. */
export async function deleteCopied(db: Db, tenant_id: string, { name, key }: Table): Promise<number> {
  return db.count(sql`delete from ${constant(name)} where ${constant(key)} = ${tenant_id}::uuid`);
}

/** Whether background work of the organisation is under way: a delivery, a job, what is due, or its audit log's export. */
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

/** A transaction that runs. */
export type Running = { virtual_id: string; pid: number; application: string; since: string };

/** The transactions of other clients that run in this database now. */
export async function listRunning(source: Session): Promise<Running[]> {
  return source.rows(sql`
    select l.virtualxid || ' ' || l.pid as virtual_id, l.pid, a.application_name as application, infra.iso(a.xact_start) as since
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'virtualxid' and l.granted and l.mode = 'ExclusiveLock' and a.datname = current_database()
      and a.backend_type in ('client backend', 'parallel worker') and l.pid <> pg_backend_pid()`);
}

/** What goes with the rows and stands outside of their tables. */
export type Baggage = Kept & {
  epoch: number;
  /** Of the source: numbers that the target gives must come after them. A move that a version before has handed over has none. */
  numbers?: LastNumber[];
  /** Retired versions of SECRET_KEY that the target has not known. */
  retired: KeyRecord[];
};

export async function updateBaggage(db: Db, code: string, baggage: Baggage): Promise<void> {
  await db.count(sql`
    update infra.placement set kept = ${JSON.stringify(baggage)}::json where code = ${code} and state = 'moving_in'`);
}

/** The commit point of a move; false: it is not paused any more. */
export async function updateMoved(db: Db, code: string): Promise<boolean> {
  const count = await db.count(sql`
    update infra.placement set state = 'moved', since = clock_timestamp() where code = ${code} and state = 'paused'`);
  return count === 1;
}

/** Work that the target has by now, also jobs that a worker is at. */
export async function deleteWork(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`delete from infra.due where tenant_id = ${tenant_id}`);
  await db.count(sql`delete from pgboss.job where data->>'tenant_id' = ${tenant_id}`);
}

/** What the target was told to take in, locked; undefined: it has taken in, or was never told. */
export async function findBaggage(db: Db, code: string): Promise<Baggage | undefined> {
  const row = await db.row<{ kept: Baggage | null }>(sql`
    select kept from infra.placement where code = ${code} and state = 'moving_in' for update`);
  return row?.kept ?? undefined;
}

/** From now on the organisation is here like any other. */
export async function deleteTakenIn(db: Db, code: string): Promise<void> {
  await db.count(sql`delete from infra.placement where code = ${code} and state = 'moving_in'`);
}
