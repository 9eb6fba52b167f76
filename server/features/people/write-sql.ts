// The one writer of people's rows. Callers validate a person first and pass the whole row. definition.ts lists the columns that are
// written, and their types.
import { columnsOf, type Columns } from "../../platform/db/columns.ts";
import { part, rowByKey, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import { all_columns, namesOf, platform_columns, type PersonRow, type ProvisionedRow } from "./definition.ts";
import { person_columns, person_joins } from "./sql.ts";

/** Inserts people whom the platform manages. */
export async function insertPeople(db: Db, tenant_id: string, rows: readonly PersonRow[]): Promise<void> {
  await db.count(sql`${insertion(of_platform, tenant_id, rows)}`);
}

/**
 * Inserts people whom the platform manages; returns their records by id. Joined rows are found by key, whatever the statistics
 * were when the plan was made.
 */
export async function insertPeopleForRecords(
  db: Db,
  tenant_id: string,
  rows: readonly PersonRow[],
): Promise<Map<string, string>> {
  const inserted = await db.rows<{ id: string; record: string }>(sql`
    with p as (${insertion(of_platform, tenant_id, rows)} returning *)
    select p.id, row_to_json(r)::text as record
    from p
    left join lateral ${rowByKey("*", "department", tenant_id, "p.department_id")} d on true
    left join lateral ${rowByKey("*", "contractor", tenant_id, "p.contractor_id")} c on true
    left join lateral ${rowByKey("*", "person", tenant_id, "p.manager_id")} m on true
    cross join lateral (select ${person_columns}) r`);
  return new Map(inserted.map(({ id, record }) => [id, record]));
}

/** Values that the database sets for a new person. */
export type Stamped = { id: string; created: string; modified: string; version: number };

/** Inserts people of an identity provider. */
export async function insertProvisioned(
  db: Db,
  tenant_id: string,
  rows: readonly (ProvisionedRow & { id: string })[],
): Promise<Stamped[]> {
  return db.rows(sql`
    ${insertion(of_all, tenant_id, rows)}
    returning id, infra.iso(created_at) as created, infra.iso(updated_at) as modified, version`);
}

export async function updatePeople(db: Db, tenant_id: string, rows: readonly PersonRow[]): Promise<void> {
  await db.count(sql`
    update person p
    set ${of_platform.assignments}, ${is_changed}
    from ${of_platform.from(rows.map(withNorms))}
    where p.tenant_id = ${tenant_id} and p.id = r.id`);
}

/** Updates a person and returns the record. */
export async function updatePerson(db: Db, tenant_id: string, row: PersonRow): Promise<string> {
  const updated = await db.row<{ record: string }>(sql`
    with p as (
      update person p
      set ${of_platform.assignments}, ${is_changed}
      from jsonb_to_record(${JSON.stringify(withNorms(row))}::jsonb) as ${of_platform.record}
      where p.tenant_id = ${tenant_id} and p.id = ${row.id}
      returning p.*
    )
    select row_to_json(r)::text as record
    from p ${person_joins}`);
  return updated!.record;
}

/** Updates a person of an identity provider, and marks the person as known to the provider again. */
export async function updateProvisioned(db: Db, tenant_id: string, id: string, person: ProvisionedRow): Promise<void> {
  await db.count(sql`
    update person p
    set ${of_all.assignments}, ${is_changed}, suspended_at = case when r.state = 'suspended' then p.suspended_at end, scim_deleted_at = null
    from jsonb_to_record(${JSON.stringify(withNorms(person))}::jsonb) as ${of_all.record}
    where p.tenant_id = ${tenant_id} and p.id = ${id}`);
}

const is_changed = part`updated_at = greatest(now(), p.updated_at)`;
const [of_platform, of_all] = [writingOf(platform_columns), writingOf(all_columns)];

function writingOf(columns: typeof platform_columns): Columns<object> {
  const names = namesOf(columns);
  const normal = names.filter((name) => "norm" in columns[name] && columns[name].norm === "writer");
  return columnsOf<object>({
    ...Object.fromEntries(names.map((name) => [name, columns[name].sql])),
    ...Object.fromEntries([...normal, "full_name"].map((name) => [`${name}_norm`, "text"])),
  });
}

function insertion(
  { names, values, from }: Columns<object>,
  tenant_id: string,
  rows: readonly (PersonKeys & { id: string })[],
): Fragment {
  return part`
    insert into person (tenant_id, id, ${names})
    select ${tenant_id}, r.id, ${values}
    from ${from(rows.map(withNorms))}`;
}

/** The values from which the writer computes normal forms. */
type PersonKeys = Pick<ProvisionedRow, "employee_no" | "first_name" | "last_name" | "email" | "login">;

/** Adds to a row the normal forms that the writer computes (`norm` in definition.ts). */
function withNorms<Row extends PersonKeys>(row: Row) {
  return {
    ...row,
    employee_no_norm: caseNorm(row.employee_no),
    full_name_norm: nameNorm(`${row.first_name ?? ""} ${row.last_name ?? ""}`),
    email_norm: row.email === null ? null : caseNorm(row.email),
    login_norm: caseNorm(row.login),
  };
}
