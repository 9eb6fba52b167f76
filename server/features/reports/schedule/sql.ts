import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { isRefused } from "../../mail/choice/sql.ts";
import type { ReportDefinition } from "../schema.ts";
import type { ReportScheduleInput, StoppedBy } from "./schema.ts";

/** A schedule with its report. */
export type Scheduled = ReportScheduleInput & {
  report_id: string;
  owner_id: string;
  name: string;
  definition: ReportDefinition;
};

const scheduled: Fragment = part`
  s.report_id, s.owner_id, s.format, s.every, s.day, s.hour, s.time_zone, s.receiver_ids, r.name, r.definition
  from report_schedule s
  join report r on r.tenant_id = s.tenant_id and r.id = s.report_id`;

/** A schedule as JSON text; undefined: the report has none. */
export async function findScheduleRecord(db: Db, tenant_id: string, report_id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select json_build_object('format', format, 'every', every, 'day', day, 'hour', hour, 'time_zone', time_zone,
      'receiver_ids', receiver_ids, 'due_at', infra.iso(due_at), 'stopped_by', stopped_by)::text as record
    from report_schedule
    where tenant_id = ${tenant_id} and report_id = ${report_id}`);
  return row?.record;
}

/** Returns false when the organisation has the most schedules already. */
export async function upsertSchedule(
  db: Db,
  tenant_id: string,
  row: ReportScheduleInput & { report_id: string; owner_id: string; due_at: string },
  schedules_max: number,
): Promise<boolean> {
  const count = await db.count(sql`
    insert into report_schedule (tenant_id, report_id, owner_id, format, every, day, hour, time_zone, receiver_ids, due_at)
    select ${tenant_id}, ${row.report_id}::uuid, ${row.owner_id}::uuid, ${row.format}, ${row.every}, ${row.day}::int, ${row.hour}::int,
      ${row.time_zone}, ${row.receiver_ids}::uuid[], ${row.due_at}::timestamptz
    where (
      select count(*) from report_schedule where tenant_id = ${tenant_id} and report_id <> ${row.report_id}::uuid
    ) < ${schedules_max}::int
    on conflict (tenant_id, report_id)
    do update set owner_id = excluded.owner_id, format = excluded.format, every = excluded.every, day = excluded.day,
      hour = excluded.hour, time_zone = excluded.time_zone, receiver_ids = excluded.receiver_ids, due_at = excluded.due_at,
      stopped_by = null`);
  return count === 1;
}

export async function deleteSchedule(db: Db, tenant_id: string, report_id: string): Promise<boolean> {
  const count = await db.count(sql`delete from report_schedule where tenant_id = ${tenant_id} and report_id = ${report_id}`);
  return count === 1;
}

/**
 * The schedule that has been due longest, locked until the transaction ends, so that two workers process it one after the other.
 */
export async function lockDue(db: Db, tenant_id: string, now: string): Promise<Scheduled | undefined> {
  return db.row(sql`
    select ${scheduled}
    where s.tenant_id = ${tenant_id} and s.due_at <= ${now}
    order by s.due_at, s.report_id
    limit 1
    for no key update of s`);
}

/** When the next schedule is due, in µs of the organisation's clock; null: never. */
export async function findNextDue(db: Db, tenant_id: string): Promise<number | null> {
  const row = await db.row<{ due_us: number | null }>(sql`
    select (extract(epoch from min(due_at)) * 1000000)::bigint as due_us
    from report_schedule
    where tenant_id = ${tenant_id} and due_at is not null`);
  return row?.due_us ?? null;
}

export async function updateDue(db: Db, tenant_id: string, report_id: string, due_at: string): Promise<void> {
  await db.count(sql`
    update report_schedule set due_at = ${due_at} where tenant_id = ${tenant_id} and report_id = ${report_id}`);
}

export async function updateStopped(db: Db, tenant_id: string, report_id: string, stopped_by: StoppedBy): Promise<void> {
  await db.count(sql`
    update report_schedule set due_at = null, stopped_by = ${stopped_by}
    where tenant_id = ${tenant_id} and report_id = ${report_id}`);
}

/** The schedules of these reports that have not stopped. */
export async function listScheduled(db: Db, tenant_id: string, report_ids: readonly string[]): Promise<Scheduled[]> {
  return db.rows(sql`
    select ${scheduled}
    where s.tenant_id = ${tenant_id} and s.report_id = any (${report_ids}::uuid[]) and s.due_at is not null`);
}

const reads = part`a.role in ('it_admin', 'training_admin', 'compliance_officer')`;

/** Why reports of an account must not be mailed; undefined: they may be. */
export async function findObstacle(db: Db, tenant_id: string, owner_id: string): Promise<StoppedBy | undefined> {
  const row = await db.row<{ obstacle: StoppedBy | null }>(sql`
    select case when a.disabled_at is not null then 'owner_gone' when not ${reads} then 'owner_role'
      when a.of_departments then 'owner_limited' end as obstacle
    from administrator a
    where a.tenant_id = ${tenant_id} and a.id = ${owner_id}`);
  return row === undefined ? "owner_gone" : (row.obstacle ?? undefined);
}

/** An administrator, with the language of their choice. */
export type Receiver = { id: string; name: string; email: string; language: string | null };

const receiver = part`
  a.id, a.name, a.email, c.language
  from administrator a
  left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id`;

/** Those of the administrators who may receive reports of the whole organisation. */
export async function listReceivers(db: Db, tenant_id: string, ids: readonly string[]): Promise<Receiver[]> {
  return db.rows(sql`
    select ${receiver}
    where a.tenant_id = ${tenant_id} and a.id = any (${ids}::uuid[]) and a.disabled_at is null and ${reads} and not a.of_departments
      and not ${isRefused(tenant_id, part`a.id`, "reports")}
    order by a.id`);
}

/** All administrators who can be chosen as recipients, by name, as JSON text. */
export async function listChoosable(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ receivers: string }>(sql`
    select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name, a.id), '[]')::text as receivers
    from administrator a
    where a.tenant_id = ${tenant_id} and a.disabled_at is null and ${reads} and not a.of_departments`);
  return row!.receivers;
}

/**
 * Recipients of the notice that a report has stopped: its owner or, if the owner was removed or disabled, the IT administrators.
 */
export async function listToBeNotified(db: Db, tenant_id: string, owner_id: string): Promise<Receiver[]> {
  return db.rows(sql`
    select ${receiver}
    where a.tenant_id = ${tenant_id} and a.disabled_at is null
      and (
        a.id = ${owner_id}
        or a.role = 'it_admin' and not exists (
          select from administrator o where o.tenant_id = a.tenant_id and o.id = ${owner_id} and o.disabled_at is null
        )
      )
    order by a.id`);
}

/** The languages of accounts; null: none chosen, so the organisation's applies. */
export async function findLanguages(
  db: Db,
  tenant_id: string,
  account_id: string,
): Promise<{ own: string | null; organisation: string } | undefined> {
  return db.row(sql`
    select (select c.language from credential c where c.tenant_id = t.id and c.account_id = ${account_id}) as own,
      t.language as organisation
    from tenant t
    where t.id = ${tenant_id}`);
}
