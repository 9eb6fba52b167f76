import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { mentions, mentionsPerson, type Erased, type Eraser, type Subject } from "../../../platform/jobs/erase.ts";
import { no_id } from "../../../platform/ids.ts";

const rows_max = 2_000;

/** Erases a person from the sync log. The requests and their outcomes stay. */
export const sync_log_eraser: Eraser = { name: "sync_log", erasePart: eraseExchanges };

async function eraseExchanges(db: Db, subject: Subject, place: string | null): Promise<Erased> {
  const { tenant_id, person_id, addresses } = subject;
  const row = await db.row<{ erased: number; place: string | null }>(sql`
    with part as materialized (
      select id,
        resource_id = ${person_id} or ${mentions(part`t.said`, addresses)}
          or (resource_id is null or resource_type = 'Group')
            and (${mentionsPerson(part`t.said`, subject)} or position(${person_id} in t.said) > 0) as names
      from scim_exchange
      cross join lateral (select infra.case_norm(concat_ws(' ', path, resource_name, detail, notes, changes)) as said offset 0) t
      where tenant_id = ${tenant_id} and id > ${place ?? no_id}::uuid
      order by id
      limit ${rows_max}::int
    ),
    gone as (
      update scim_exchange e
      set path = case when e.resource_id is null then '(erased)' else e.path end,
        resource_name = case when e.resource_type = 'Group' and e.resource_id is not null then e.resource_name end,
        detail = null, notes = '[]', changes = '[]'
      from part
      where e.tenant_id = ${tenant_id} and e.id = part.id and part.names
      returning 1
    )
    select (select count(*) from gone)::int as erased,
      case when (select count(*) from part) = ${rows_max}::int then (select id from part order by id desc limit 1) end as place`);
  return row!;
}
