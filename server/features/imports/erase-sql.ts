import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentions, type Erased, type Subject } from "../../platform/jobs/erase.ts";
import { no_id } from "../../platform/ids.ts";

const rows_max = 2_000;
/** The pause before checking again whether earlier files are finished. */
const look_again_s = 15;

/**
 * Removes a person's data from reports; the lines and their counts stay. It waits until files that arrived before the erasure are
 * finished, because only then are their reports complete. A person in a later file is a different one.
 */
export async function eraseReports(db: Db, subject: Subject, place: string | null): Promise<Erased> {
  const { tenant_id, numbers, addresses, names, requested_us } = subject;
  const unfinished = await db.row(sql`
    select from import
    where tenant_id = ${tenant_id} and status in ('receiving', 'queued', 'running')
      and created_at <= to_timestamp(${requested_us}::bigint / 1000000.0)
    limit 1`);
  if (unfinished !== undefined) return { erased: 0, place, wait_s: look_again_s };
  const [import_id = no_id, row_number = "0", action = ""] = place?.split(":") ?? [];
  const row = await db.row<{ erased: number; place: string | null }>(sql`
    with part as materialized (
      select import_id, row_number, action,
        infra.case_norm(employee_no) = any (${numbers}::text[])
          or ${mentions(part`infra.case_norm(concat_ws(' ', employee_no, full_name, changes, errors))`, addresses)}
          or employee_no is null
            and ${mentions(part`infra.case_norm(concat_ws(' ', full_name, errors))`, [...names, ...numbers])} as names
      from import_row
      where tenant_id = ${tenant_id}
        and import_id in (
          select id from import where tenant_id = ${tenant_id} and created_at <= to_timestamp(${requested_us}::bigint / 1000000.0))
        and (import_id, row_number, action)
          > (${import_id}::uuid, ${row_number}::int, ${action}::text)
      order by import_id, row_number, action
      limit ${rows_max}::int
    ),
    gone as (
      update import_row r
      set employee_no = null, full_name = null, changes = '{}', errors = '[]'
      from part
      where r.tenant_id = ${tenant_id} and r.import_id = part.import_id and r.row_number = part.row_number
        and r.action = part.action and part.names
      returning 1
    )
    select (select count(*) from gone)::int as erased,
      case when (select count(*) from part) = ${rows_max}::int
        then (
          select import_id || ':' || row_number || ':' || action from part order by import_id desc, row_number desc, action desc limit 1) end as place`);
  return row!;
}

/** Replaces failure texts of files that mention a person. */
export async function eraseFailures(db: Db, { tenant_id, numbers, addresses, names }: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    update import
    set failure = '(erased)'
    where tenant_id = ${tenant_id} and failure is not null
      and ${mentions(part`infra.case_norm(failure)`, [...numbers, ...addresses, ...names])}`);
  return { erased, place: null };
}
