import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";

/** An unknown name that an identity provider has sent. */
export type UnmatchedValue = { field: "department" | "contractor"; value: string };

/** How many characters of a value are stored; an index entry has a limit. */
const value_max = 500;

/** Stores the unmatched values of a person, and deletes those that are matched now. */
export async function keepUnmatched(
  db: Db,
  tenant_id: string,
  person_id: string,
  values: readonly UnmatchedValue[],
  at: string,
): Promise<void> {
  const rows = values.map(({ field, value }) => ({
    field,
    value: value.slice(0, value_max).toWellFormed(),
    value_norm: nameNorm(value).slice(0, value_max).toWellFormed(),
  }));
  await db.count(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(field text, value text, value_norm text)
    ),
    matched as (
      delete from unmatched_value
      where tenant_id = ${tenant_id} and person_id = ${person_id} and field not in (select field from given)
    )
    insert into unmatched_value as u (tenant_id, person_id, field, value, value_norm, since)
    select ${tenant_id}, ${person_id}, field, value, value_norm, ${at}
    from given
    on conflict (tenant_id, person_id, field) do update
      set value = excluded.value, value_norm = excluded.value_norm, since = excluded.since
      where u.value <> excluded.value`);
}

/** Unmatched values with the number of people who have each, the most frequent first; for the panel. */
export async function listUnmatched(
  db: Db,
  tenant_id: string,
): Promise<(UnmatchedValue & { people_count: number; since: string })[]> {
  return db.rows(sql`
    select field, min(value) as value, count(*) as people_count, infra.iso(min(since)) as since
    from unmatched_value
    where tenant_id = ${tenant_id}
    group by field, value_norm
    order by count(*) desc, field, min(value)
    limit 1000`);
}

/** The form in which unmatched values are compared. */
export function normOfUnmatched(value: string): string {
  return nameNorm(value).slice(0, value_max).toWellFormed();
}

/** What an administrator has decided that a name means; undefined: nothing, null: it is to be ignored. */
export async function findMeaning(
  db: Db,
  tenant_id: string,
  field: UnmatchedValue["field"],
  value: string,
): Promise<string | null | undefined> {
  const row = await db.row<{ id: string | null }>(sql`
    select coalesce(department_id, contractor_id) as id
    from name_meaning
    where tenant_id = ${tenant_id} and field = ${field} and value_norm = ${normOfUnmatched(value)}`);
  return row?.id;
}

export async function upsertMeaning(
  db: Db,
  tenant_id: string,
  { field, value }: UnmatchedValue,
  id: string | null,
  at: string,
): Promise<void> {
  const [department_id, contractor_id] = field === "department" ? [id, null] : [null, id];
  await db.count(sql`
    insert into name_meaning (tenant_id, field, value_norm, department_id, contractor_id, decided_at)
    values (${tenant_id}, ${field}, ${normOfUnmatched(value)}, ${department_id}::uuid, ${contractor_id}::uuid, ${at}::timestamptz)
    on conflict (tenant_id, field, value_norm) do update
      set department_id = excluded.department_id, contractor_id = excluded.contractor_id, decided_at = excluded.decided_at`);
}

/** At most `people_max` people who have an unmatched value. */
export async function listPeopleWithUnmatched(
  db: Db,
  tenant_id: string,
  { field, value }: UnmatchedValue,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ person_id: string }>(sql`
    select person_id
    from unmatched_value
    where tenant_id = ${tenant_id} and field = ${field} and value_norm = ${normOfUnmatched(value)}
    order by person_id
    limit ${limit}`);
  return rows.map(({ person_id }) => person_id);
}

export async function deleteUnmatched(
  db: Db,
  tenant_id: string,
  field: UnmatchedValue["field"],
  person_ids: readonly string[],
): Promise<void> {
  await db.count(sql`
    delete from unmatched_value
    where tenant_id = ${tenant_id} and field = ${field} and person_id = any (${person_ids}::uuid[])`);
}
