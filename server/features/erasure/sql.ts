import type { Pool } from "../../platform/db/pool.ts";
import { sealedRows, type Sealed, type SealedPart } from "../../platform/crypto/sealed-sql.ts";
import { part, sql } from "../../platform/db/sql.ts";
import { listTenants } from "../../platform/db/tenants.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Erasure } from "./schema.ts";

export type NewErasure = { person_id: string; requested_at: string; terms: Buffer; erased: Record<string, number> };

export async function insertErasure(
  db: Db,
  tenant_id: string,
  { person_id, requested_at, terms, erased }: NewErasure,
): Promise<void> {
  await db.count(sql`
    insert into person_erasure (tenant_id, person_id, requested_at, terms, erased)
    values (${tenant_id}, ${person_id}, ${requested_at}, ${terms}, ${JSON.stringify(erased)}::jsonb)`);
}

/** The progress of an erasure. */
export type Progress = {
  step: string | null;
  place: string | null;
  erased: Record<string, number>;
  terms: Buffer;
  requested_us: number;
};

/** An unfinished erasure, locked until the transaction ends. */
export async function findProgressForChange(db: Db, tenant_id: string, person_id: string): Promise<Progress | undefined> {
  return db.row(sql`
    select step, place, erased, terms, requested_us
    from person_erasure
    where tenant_id = ${tenant_id} and person_id = ${person_id} and completed_at is null
    for update`);
}

export async function updateProgress(
  db: Db,
  tenant_id: string,
  person_id: string,
  { step, place, erased }: Pick<Progress, "step" | "place" | "erased">,
): Promise<void> {
  await db.count(sql`
    update person_erasure
    set step = ${step}, place = ${place}, erased = ${JSON.stringify(erased)}::jsonb
    where tenant_id = ${tenant_id} and person_id = ${person_id}`);
}

/** Marks the search as finished and deletes its search terms. */
export async function updateCompleted(db: Db, tenant_id: string, person_id: string): Promise<void> {
  await db.count(sql`
    update person_erasure
    set terms = null, step = null, place = null, completed_at = infra.tenant_now(tenant_id)
    where tenant_id = ${tenant_id} and person_id = ${person_id}`);
}

/** Organisations with an unfinished erasure that began before an instant. */
export function listTenantsWithUnfinished(pool: Pool, before_us: number): Promise<string[]> {
  return listTenants(pool, part`select infra.tenants_with_unfinished_erasures(${before_us}::bigint) as tenant_id`);
}

export async function listUnfinished(db: Db, tenant_id: string, before_us: number): Promise<string[]> {
  const rows = await db.rows<{ person_id: string }>(sql`
    select person_id
    from person_erasure
    where tenant_id = ${tenant_id} and completed_at is null and requested_us < ${before_us}::bigint
    order by requested_us`);
  return rows.map(({ person_id }) => person_id);
}

/** The progress of an erasure, or what there is to erase; undefined: there is no such person. */
export async function findErasure(db: Db, tenant_id: string, person_id: string): Promise<Erasure | undefined> {
  return db.row(sql`
    select
      case when p.state = 'anonymized' then case when e.completed_at is null and e.person_id is not null then 'running' else 'done' end
        when p.state = 'deactivated' then 'possible' else 'not_deactivated' end as state,
      case when p.state <> 'anonymized' then coalesce(p.employee_no, p.login) end as confirmation,
      json_build_object(
        'documents', (
          select count(*)
          from certificate t
          join evidence_file f on f.tenant_id = t.tenant_id and f.certificate_id = t.id
          where t.tenant_id = p.tenant_id and t.person_id = p.id),
        'audit_entries', (
          select count(*) from audit_log a where a.tenant_id = p.tenant_id and a.target_type = 'person' and a.target_id = p.id)
          + (select count(*) from audit_log a where a.tenant_id = p.tenant_id and a.actor_type = 'person' and a.actor_id = p.id)
          + (
            select count(*)
            from enrollment n
            join audit_log a on a.tenant_id = n.tenant_id and a.target_type = 'enrollment' and a.target_id = n.id
            where n.tenant_id = p.tenant_id and n.person_id = p.id and a.actor_type <> 'person'),
        'sync_log_entries', (select count(*) from scim_exchange x where x.tenant_id = p.tenant_id and x.resource_id = p.id),
        'mails', (
          select count(*) from mail m where m.tenant_id = p.tenant_id and infra.case_norm(m.recipient) in (p.email_norm, p.login_norm)),
        'enrollments', (select count(*) from enrollment n where n.tenant_id = p.tenant_id and n.person_id = p.id),
        'certificates', (select count(*) from certificate t where t.tenant_id = p.tenant_id and t.person_id = p.id),
        'flags', (select count(*) from compliance_history h where h.tenant_id = p.tenant_id and h.person_id = p.id)
      ) as held,
      coalesce(e.erased, '{}') as erased, infra.iso(e.requested_at) as requested_at, infra.iso(e.completed_at) as completed_at
    from person p
    left join person_erasure e on e.tenant_id = p.tenant_id and e.person_id = p.id
    where p.tenant_id = ${tenant_id} and p.id = ${person_id}`);
}

/** The next people whose accounts ended before an instant, the earliest first, except those to skip. */
export async function listLeftBefore(
  db: Db,
  tenant_id: string,
  { before_us, passed_over, people_max }: { before_us: number; passed_over: readonly string[]; people_max: number },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from person
    where tenant_id = ${tenant_id} and state = 'deactivated' and deactivated_at < to_timestamp(${before_us}::bigint / 1000000.0)
      and id <> all (${passed_over}::uuid[])
    order by deactivated_at
    limit ${people_max}::int`);
  return rows.map(({ id }) => id);
}

export async function hasLeftBefore(db: Db, tenant_id: string, person_id: string, before_us: number): Promise<boolean> {
  const row = await db.row(sql`
    select
    from person
    where tenant_id = ${tenant_id} and id = ${person_id} and state = 'deactivated'
      and deactivated_at < to_timestamp(${before_us}::bigint / 1000000.0)`);
  return row !== undefined;
}

export async function lockSealedTerms(db: Db, tenant_id: string, wanted: SealedPart): Promise<Sealed[]> {
  return db.rows(sql`
    select person_id as id, terms as sealed
    from person_erasure
    where tenant_id = ${tenant_id} and person_id > ${wanted.after} and completed_at is null
      and infra.key_version(terms) = any (${wanted.versions}::int[])
    order by person_id
    limit ${wanted.rows_max}::int
    for update skip locked`);
}

export async function updateSealedTerms(db: Db, tenant_id: string, rows: readonly Sealed[]): Promise<void> {
  await db.count(sql`
    update person_erasure e
    set terms = r.sealed
    from (${sealedRows(rows)}) r
    where e.tenant_id = ${tenant_id} and e.person_id = r.id and e.terms is not null`);
}
