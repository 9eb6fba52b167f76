import type { Db } from "../../platform/db/transaction.ts";
import { codeOf } from "../../platform/db/failures.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import type { Language } from "../../platform/languages.ts";

/** An organisation as in an organisation file. */
export type TenantRow = {
  id: string;
  code: string;
  name: string;
  kind: "live" | "sandbox";
  time_zone: string;
  language: Language;
  fiscal_month: number;
  email_required: boolean;
  create_departments_from_scim: boolean;
  rate_per_minute: number;
  rate_burst: number;
  rate_per_day: number;
  webhook_subscriptions_max: number;
  /** `#rrggbb`; null: the service's default. */
  color: string | null;
  /** Words for certificates; null: the service's default. */
  certificate_title: string | null;
  certificate_text: string | null;
  certificate_signatory: string | null;
  certificate_signatory_title: string | null;
  certificate_orientation: "landscape" | "portrait";
};

/** The id of the organisation with this code, or null. */
export async function findTenantByCode(pool: Pool, code: string): Promise<string | null> {
  const [row] = await readInfrastructure<{ id: string | null }>(pool, sql`select infra.tenant_by_code(${code}) as id`);
  return row!.id;
}

/** Whether the database knows a time zone; its list may be older than the program's. */
export async function findTimeZone(pool: Pool, name: string): Promise<boolean> {
  try {
    await readInfrastructure(pool, sql`select now() at time zone ${name}`);
    return true;
  } catch (error) {
    if (codeOf(error) === invalid_parameter_value) return false;
    throw error;
  }
}

const invalid_parameter_value = "22023";

export async function countTenants(pool: Pool): Promise<number> {
  const [row] = await readInfrastructure<{ count: number }>(pool, sql`select infra.tenant_count() as count`);
  return row!.count;
}

/**
 * Whether the transaction plans each statement for the present state of the tables. Needed while people are written: a plan that
 * was made while the table was empty would read the whole table for each later batch (100,000 people: 160 s instead of 20 s).
 */
export async function planAnew(db: Db, anew: boolean): Promise<void> {
  await db.count(sql`select set_config('plan_cache_mode', ${anew ? "force_custom_plan" : "auto"}, true)`);
}

/** Makes the database's triggers use an instant as the present, until the transaction ends. */
export async function actAt(db: Db, at: Temporal.Instant): Promise<void> {
  await db.count(sql`select set_config('app.now', ${at.toString()}, true)`);
}

/** The transaction's organisation, locked, so that two runs of `muster org apply` wait for each other. */
export async function findTenant(db: Db, tenant_id: string): Promise<(TenantRow & { clock_offset_us: number }) | undefined> {
  return db.row(sql`
    select id, code, name, kind, time_zone, language, fiscal_month, email_required, create_departments_from_scim, rate_per_minute,
      rate_burst, rate_per_day, webhook_subscriptions_max, color, certificate_title, certificate_text, certificate_signatory,
      certificate_signatory_title, certificate_orientation, clock_offset_us
    from tenant
    where id = ${tenant_id}
    for no key update`);
}

/** The transaction's organisation. */
export async function readTenantRow(db: Db, tenant_id: string): Promise<TenantRow | undefined> {
  return db.row(sql`
    select id, code, name, kind, time_zone, language, fiscal_month, email_required, create_departments_from_scim, rate_per_minute,
      rate_burst, rate_per_day, webhook_subscriptions_max, color, certificate_title, certificate_text, certificate_signatory,
      certificate_signatory_title, certificate_orientation
    from tenant
    where id = ${tenant_id}`);
}

/** The instant on the infrastructure's clock, in µs. */
export async function findNow(db: Db): Promise<number> {
  const row = await db.row<{ now_us: number }>(sql`select infra.now_us() as now_us`);
  return row!.now_us;
}

/**
 * `sandbox_of`: the organisation whose sandbox this is. It is set here and never changes; the database refuses a second sandbox.
 */
export async function insertTenant(db: Db, row: TenantRow, sandbox_of: string | null): Promise<void> {
  await db.count(sql`
    insert into tenant (id, code, name, kind, time_zone, language, fiscal_month, email_required, create_departments_from_scim,
      rate_per_minute, rate_burst, rate_per_day, webhook_subscriptions_max, color, certificate_title, certificate_text,
      certificate_signatory, certificate_signatory_title, certificate_orientation, sandbox_of)
    values (${row.id}, ${row.code}, ${row.name}, ${row.kind}, ${row.time_zone}, ${row.language}, ${row.fiscal_month},
      ${row.email_required}, ${row.create_departments_from_scim}, ${row.rate_per_minute}, ${row.rate_burst}, ${row.rate_per_day},
      ${row.webhook_subscriptions_max}, ${row.color}, ${row.certificate_title}, ${row.certificate_text}, ${row.certificate_signatory},
      ${row.certificate_signatory_title}, ${row.certificate_orientation}, ${sandbox_of})`);
}

export async function updateTenant(db: Db, row: TenantRow): Promise<void> {
  await db.count(sql`
    update tenant
    set name = ${row.name}, time_zone = ${row.time_zone}, language = ${row.language}, fiscal_month = ${row.fiscal_month},
      email_required = ${row.email_required}, create_departments_from_scim = ${row.create_departments_from_scim},
      rate_per_minute = ${row.rate_per_minute}, rate_burst = ${row.rate_burst}, rate_per_day = ${row.rate_per_day},
      webhook_subscriptions_max = ${row.webhook_subscriptions_max}, color = ${row.color},
      certificate_title = ${row.certificate_title}, certificate_text = ${row.certificate_text},
      certificate_signatory = ${row.certificate_signatory}, certificate_signatory_title = ${row.certificate_signatory_title},
      certificate_orientation = ${row.certificate_orientation}, updated_at = now()
    where id = ${row.id}`);
}
