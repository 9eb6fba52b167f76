import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";

/** A name that an identity provider has sent and nobody here knows. */
export type UnmatchedValue = { field: "department" | "contractor"; value: string };

/** Characters of such a value that are kept: what an index can hold. */
const value_max = 500;

/** Notes which values of a person are unmatched; what has been matched is forgotten. */
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

/** Unmatched values with the number of people who have each, those of most people first; for the panel. */
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
