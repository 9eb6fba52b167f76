import type { Tenant } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import type { Pair } from "../compliance/sql.ts";
import { no_id } from "../../platform/ids.ts";

type TenantClock = { tenant: Tenant; now: Temporal.Instant; clock_offset_us: number };

/** An organisation and the time on its clock. */
export async function findTenantClock(pool: Pool, tenant_id: string): Promise<TenantClock> {
  const [row] = await readTenant<Tenant & { now_us: number; clock_offset_us: number }>(
    pool,
    tenant_id,
    sql`
      select id, code, kind, time_zone, fiscal_month, clock_offset_us, infra.now_us() + clock_offset_us as now_us
      from tenant
      where id = ${tenant_id}`,
  );
  const { now_us, clock_offset_us, ...tenant } = row!;
  return { tenant, clock_offset_us, now: Temporal.Instant.fromEpochNanoseconds(BigInt(now_us) * 1_000n) };
}

/** The last day that was processed or had nothing to do. */
export async function findLastDay(db: Db, tenant_id: string): Promise<string | undefined> {
  const row = await db.row<{ done_through: string }>(sql`select done_through from tenant_day where tenant_id = ${tenant_id}`);
  return row?.done_through;
}

/** Whether an assignment or renewal is blocked, so that each new day retries it. */
export async function hasBlocked(db: Db, tenant_id: string): Promise<boolean> {
  const row = await db.row(sql`select from alert where tenant_id = ${tenant_id} and resolved_at is null limit 1`);
  return row !== undefined;
}

/** Marks the days before the first due one as done, because they have nothing to do. */
export async function updateIdleDays(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`
    update tenant_day
    set done_through = infra.days_done(${tenant_id})
    where tenant_id = ${tenant_id} and done_through < infra.days_done(${tenant_id})`);
}

/** Begins the days of an organisation with `today`, if none was processed before. */
export async function insertFirstDay(db: Db, tenant_id: string, today: string): Promise<void> {
  await db.count(sql`
    insert into tenant_day (tenant_id, done_through)
    values (${tenant_id}, ${today})
    on conflict (tenant_id) do nothing`);
}

/** The last day that was processed, locked: until the transaction ends, no other one processes the organisation's days. */
export async function lockLastDay(db: Db, tenant_id: string): Promise<string | undefined> {
  const row = await db.row<{ done_through: string }>(sql`
    select done_through from tenant_day
    where tenant_id = ${tenant_id}
    for update`);
  return row?.done_through;
}

/**
 * Claims the work of a day for one transaction, in which the tenant's clock then stands at `at`, also for triggers. False when
 * another transaction has processed the day.
 */
export async function claimDay(db: Db, tenant_id: string, day: string, at: string): Promise<boolean> {
  const row = await db.row(sql`
    select set_config('app.now', ${at}, true)
    from tenant_day
    where tenant_id = ${tenant_id} and done_through = ${day}::date - 1
    for update`);
  return row !== undefined;
}

export async function updateLastDay(db: Db, tenant_id: string, day: string): Promise<void> {
  await db.count(sql`
    update tenant_day
    set done_through = ${day}
    where tenant_id = ${tenant_id} and done_through < ${day}::date`);
}

/**
 * The first day after `last` on which time alone causes work, or null. Each part is one look-up in an index. Time can release a
 * blocked assignment only when a licence begins. An end on 31 December 9999 causes no work, because the day after it cannot be
 * written with four digits.
 */
export async function findNextWork(db: Db, tenant_id: string, last: string): Promise<string | null> {
  const row = await db.row<{ day: string | null }>(sql`
    select nullif(least(
      (select min(look_on) from compliance_status where tenant_id = ${tenant_id} and look_on is not null),
      (
        select min(employment_end_date) + 1 from person
        where tenant_id = ${tenant_id} and employment_end_date is not null and state in ('invited', 'active', 'suspended')
      ),
      (
        select min(c.contract_valid_until) + 1 from contractor c
        where c.tenant_id = ${tenant_id} and c.contract_valid_until is not null
          and exists (
            select from person p
            where p.tenant_id = c.tenant_id and p.contractor_id = c.id and p.state in ('invited', 'active', 'suspended')
          )
      ),
      (
        select min(valid_until) + 1 from certificate
        where tenant_id = ${tenant_id} and valid_until >= ${last}::date and revoked_at is null and expired_at is null
      ),
      (select min(valid_from) from certificate where tenant_id = ${tenant_id} and valid_from > ${last}::date),
      (select min(from_on) from exemption where tenant_id = ${tenant_id} and from_on > ${last}::date and ended_at is null),
      (
        select min(s.valid_until - c.renewal_lead_days)
        from course c
        cross join lateral (
          select valid_until from compliance_status
          where tenant_id = c.tenant_id and course_id = c.id and valid_until > ${last}::date + c.renewal_lead_days
            and renewal_enrollment_id is null
          order by valid_until
          limit 1
        ) s
        where c.tenant_id = ${tenant_id} and c.active and c.renewal_enabled
      ),
      (
        select min(valid_from) from license
        where tenant_id = ${tenant_id} and valid_from > ${last}::date
          and exists (select from alert where tenant_id = ${tenant_id} and resolved_at is null)
      )
    ), date '9999-12-31' + 1) as day`);
  return row!.day;
}

/** People whose employment, or whose company's contract, ended before a day. */
export async function listEndedPeople(db: Db, tenant_id: string, day: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from (
      select id from person
      where tenant_id = ${tenant_id} and employment_end_date < ${day}::date and state in ('invited', 'active', 'suspended')
      union
      select p.id
      from contractor c
      join person p on p.tenant_id = c.tenant_id and p.contractor_id = c.id and p.state in ('invited', 'active', 'suspended')
      where c.tenant_id = ${tenant_id} and c.contract_valid_until < ${day}::date
    ) ended
    order by id
    limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Pairs whose flag may have changed by a day because of time alone. */
export async function listDuePairs(db: Db, tenant_id: string, day: string, limit: number): Promise<Pair[]> {
  return db.rows(sql`
    select person_id, course_id from compliance_status
    where tenant_id = ${tenant_id} and look_on <= ${day}::date
    order by look_on
    limit ${limit}`);
}

/** A pair, and the id of its certificate or exemption that begins. */
export type Beginning = Pair & { id: string };

/** Certificates whose validity begins on a day, after an id. */
export async function listBeginningCertificates(
  db: Db,
  tenant_id: string,
  day: string,
  after: string | null,
  limit: number,
): Promise<Beginning[]> {
  return db.rows(sql`
    select id, person_id, course_id from certificate
    where tenant_id = ${tenant_id} and valid_from = ${day} and id > ${after ?? no_id}::uuid
    order by id
    limit ${limit}`);
}

/** Exemptions that begin on a day, after an id. */
export async function listBeginningExemptions(
  db: Db,
  tenant_id: string,
  day: string,
  after: string | null,
  limit: number,
): Promise<Beginning[]> {
  return db.rows(sql`
    select id, person_id, course_id from exemption
    where tenant_id = ${tenant_id} and from_on = ${day} and ended_at is null and id > ${after ?? no_id}::uuid
    order by id
    limit ${limit}`);
}
