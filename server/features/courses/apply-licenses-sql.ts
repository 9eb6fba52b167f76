import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";

/** A licence as the organisation file sees it. `items`: ids of the courses and paths that it covers, in ascending order. */
export type LicenseRow = {
  id: string;
  name: string;
  seats_total: number | null;
  seats_used: number;
  seat_unit: "person" | "enrollment";
  release: "unstarted" | "always" | "never";
  valid_from: string | null;
  valid_until: string | null;
  items: string[];
};

type Written = Omit<LicenseRow, "items" | "seats_used"> & { model: "unlimited" | "seats" };
const columns = columnsOf<Written>(
  {
    name: "text",
    model: "text",
    seats_total: "integer",
    seat_unit: "text",
    release: "text",
    valid_from: "date",
    valid_until: "date",
  },
  { name: nameNorm },
);

export async function listLicenseRows(db: Db, tenant_id: string): Promise<LicenseRow[]> {
  return db.rows(sql`
    select ${rowOf(tenant_id)}
    from license l
    where l.tenant_id = ${tenant_id}`);
}

/** A licence, locked until the transaction ends, so that no other transaction takes a seat of it. */
export async function findLicenseForChange(db: Db, tenant_id: string, id: string): Promise<LicenseRow | undefined> {
  return db.row(sql`
    select ${rowOf(tenant_id)}
    from license l
    where l.tenant_id = ${tenant_id} and l.id = ${id}
    for no key update of l`);
}

function rowOf(tenant_id: string): Fragment {
  return part`
    l.id, l.name, l.seats_total, l.seats_used, l.seat_unit, l.release, l.valid_from, l.valid_until,
    array(
      select i.course_id::text from license_item i
      where i.tenant_id = ${tenant_id} and i.license_id = l.id
      order by i.course_id
    ) as items`;
}

export async function insertLicenses(db: Db, tenant_id: string, rows: readonly LicenseRow[]): Promise<void> {
  await db.count(sql`
    insert into license (tenant_id, id, ${columns.names})
    select ${tenant_id}, r.id, ${columns.values}
    from ${columns.from(rows.map(written))}`);
}

/** Updates licences and returns how many. A licence with more seats in use than its new number stays unchanged. */
export async function updateLicenses(db: Db, tenant_id: string, rows: readonly LicenseRow[]): Promise<number> {
  return db.count(sql`
    update license l
    set ${columns.assignments}, updated_at = greatest(now(), l.updated_at)
    from ${columns.from(rows.map(written))}
    where l.tenant_id = ${tenant_id} and l.id = r.id and (r.seats_total is null or l.seats_used <= r.seats_total)`);
}

function written(row: LicenseRow): Written {
  return { ...row, model: row.seats_total === null ? "unlimited" : "seats" };
}

/**
 * Marks courses as changed that a licence will no longer cover, directly or within a path. Afterwards the licence's rows would
 * not show it.
 */
export async function touchLeftOut(
  db: Db,
  tenant_id: string,
  licenses: readonly Pick<LicenseRow, "id" | "items">[],
): Promise<void> {
  const kept = licenses.flatMap(({ id, items }) => items.map((course_id) => ({ license_id: id, course_id })));
  await db.count(sql`
    with left_out as materialized (
      select i.course_id
      from license_item i
      where i.tenant_id = ${tenant_id} and i.license_id = any (${licenses.map(({ id }) => id)}::uuid[])
        and (i.license_id, i.course_id) not in (
          select r.license_id, r.course_id
          from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r(license_id uuid, course_id uuid)
        )
    )
    update course c
    set updated_at = greatest(now(), c.updated_at)
    where c.tenant_id = ${tenant_id}
      and c.id = any (array(
        select course_id from left_out
        union
        select m.course_id from path_item m where m.tenant_id = ${tenant_id} and m.path_id in (select course_id from left_out)
      ))`);
}

export async function deleteLicenseItems(db: Db, tenant_id: string, license_ids: readonly string[]): Promise<void> {
  await db.count(sql`
    delete from license_item
    where tenant_id = ${tenant_id} and license_id = any (${license_ids}::uuid[])`);
}

export async function insertLicenseItems(
  db: Db,
  tenant_id: string,
  licenses: readonly Pick<LicenseRow, "id" | "items">[],
): Promise<void> {
  const items = licenses.flatMap((license) => license.items.map((course_id) => ({ license_id: license.id, course_id })));
  await db.count(sql`
    insert into license_item (tenant_id, license_id, course_id)
    select ${tenant_id}, r.license_id, r.course_id
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r(license_id uuid, course_id uuid)`);
}
