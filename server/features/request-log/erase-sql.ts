import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentionsPerson, type Erased, type Subject } from "../../platform/jobs/erase.ts";

const rows_max = 5_000;

/** Takes out of the log what paths and refusals say of a person; that there was a request stays. */
export async function eraseRequests(db: Db, subject: Subject, place: string | null): Promise<Erased> {
  const row = await db.row<{ erased: number; place: string | null }>(sql`
    with part as materialized (
      select id, ${mentionsPerson(part`infra.case_norm(concat_ws(' ', path, refused))`, subject)} as names
      from request_log
      where tenant_id = ${subject.tenant_id} and id > coalesce(${place}::uuid, infra.no_id())
      order by id
      limit ${rows_max}::int
    ),
    gone as (
      update request_log l
      set path = coalesce(l.route, '(erased)'), refused = null
      from part
      where l.tenant_id = ${subject.tenant_id} and l.id = part.id and part.names
      returning 1
    )
    select (select count(*) from gone)::int as erased,
      case when (select count(*) from part) = ${rows_max}::int then (select id from part order by id desc limit 1) end as place`);
  return row!;
}
