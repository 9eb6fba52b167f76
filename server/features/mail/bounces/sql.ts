import type { Pool } from "../../../platform/db/pool.ts";
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../../platform/jobs/erase.ts";
import type { Bounce } from "./judge.ts";

/** Whether an address, in its normal form, is marked as taking no mail. */
export const isBouncing = (tenant_id: string | Fragment, address_norm: Fragment) => part`exists (
  select from mail_bounce b where b.tenant_id = ${tenant_id} and b.address_norm = ${address_norm})`;

/** Marks addresses as taking no mail. An existing mark stays unchanged. Returns how many are new. */
export async function insertBounces(
  db: Db,
  tenant_id: string,
  told_by: "reply" | "report",
  bounces: readonly (Bounce & { address: string })[],
): Promise<number> {
  return db.count(sql`
    insert into mail_bounce (tenant_id, address_norm, address, status, said, told_by)
    select distinct on (infra.case_norm(r.address)) ${tenant_id}::uuid, infra.case_norm(r.address), r.address, r.status, r.said, ${told_by}
    from jsonb_to_recordset(${JSON.stringify(bounces)}::jsonb) as r(address text, status text, said text)
    where r.address <> ''
    on conflict (tenant_id, address_norm) do nothing`);
}

/** At most `mails_max` mails with ids in a range, and the address of each. */
export async function listMailsBetween(
  db: Db,
  tenant_id: string,
  { first_id, last_id, mails_max }: { first_id: string; last_id: string; mails_max: number },
): Promise<{ id: string; recipient: string }[]> {
  return db.rows(sql`
    select id, recipient from mail
    where tenant_id = ${tenant_id} and id between ${first_id} and ${last_id} and recipient <> ''
    order by id
    limit ${mails_max}::int`);
}

/** Removes the mark, so that mail to the address is tried again. Returns whether it was marked. */
export async function deleteBounce(db: Db, tenant_id: string, address_norm: string): Promise<boolean> {
  return (await db.count(sql`delete from mail_bounce where tenant_id = ${tenant_id} and address_norm = ${address_norm}`)) === 1;
}

const bounceOf = part`jsonb_build_object('address', b.address, 'since', infra.iso(b.since), 'status', b.status, 'said', b.said,
  'told_by', b.told_by)`;

/** The mark of a person's address, as JSON text; undefined: no such person. */
export async function findBounceOf(pool: Pool, tenant_id: string, person_id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ record: string }>(
    pool,
    tenant_id,
    sql`
      select jsonb_build_object('bounce', case when b.address is not null then ${bounceOf} end)::text as record
      from person p
      left join mail_bounce b on b.tenant_id = p.tenant_id and b.address_norm = p.email_norm
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`,
  );
  return row?.record;
}

/** The person's address in its normal form; null: the person has none, undefined: no such person. */
export async function findAddressOf(db: Db, tenant_id: string, person_id: string): Promise<string | null | undefined> {
  const row = await db.row<{ email_norm: string | null }>(sql`
    select email_norm from person where tenant_id = ${tenant_id} and id = ${person_id}`);
  return row?.email_norm;
}

/** People whose only address is marked, the newest mark first, as JSON text. */
export async function listBouncing(pool: Pool, tenant_id: string, people_max: number): Promise<string> {
  const [row] = await readTenant<{ list: string }>(
    pool,
    tenant_id,
    sql`
      select jsonb_build_object('people', coalesce(jsonb_agg(r.record), '[]'))::text as list
      from (
        select ${bounceOf} || jsonb_build_object('id', p.id,
          'name', coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login), 'employee_no', p.employee_no) as record
        from mail_bounce b
        join person p on p.tenant_id = b.tenant_id and p.email_norm = b.address_norm
        where b.tenant_id = ${tenant_id} and p.state in ('invited', 'active', 'suspended')
        order by b.since desc, p.id
        limit ${people_max}::int
      ) r`,
  );
  return row!.list;
}

/** Deletes the marks of a person's addresses. */
export async function eraseBounces(db: Db, { tenant_id, addresses }: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    delete from mail_bounce where tenant_id = ${tenant_id} and address_norm = any (${addresses}::text[])`);
  return { erased, place: null };
}
