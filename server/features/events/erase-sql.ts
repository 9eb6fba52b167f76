import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { no_id } from "../../platform/ids.ts";

export type StoredEvent = { id: string; body: string };
export type EventPart = { found: StoredEvent[]; place: string | null };

/** Reads the next stored events. Returns those that name a person, and where the next part begins. */
export async function listEventsNaming(
  db: Db,
  tenant_id: string,
  person_id: string,
  place: string | null,
  rows_max: number,
): Promise<EventPart> {
  const row = await db.row<EventPart>(sql`
    with part as materialized (
      select id, body
      from event
      where tenant_id = ${tenant_id} and id > ${place ?? no_id}::uuid
      order by id
      limit ${rows_max}::int
    )
    select coalesce((
        select json_agg(json_build_object('id', id, 'body', convert_from(body, 'UTF8')))
        from part
        where position(convert_to(${person_id}, 'UTF8') in body) > 0
      ), '[]') as found,
      case when (select count(*) from part) = ${rows_max}::int then (select id from part order by id desc limit 1) end as place`);
  return row!;
}

/** Replaces the bytes of stored events, and the size and digest that their deliveries record. */
export async function updateBodies(db: Db, tenant_id: string, events: readonly StoredEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  const listed = part`jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as r(id uuid, body text)`;
  await db.count(sql`
    update event e
    set body = convert_to(r.body, 'UTF8')
    from ${listed}
    where e.tenant_id = ${tenant_id} and e.id = r.id and e.id = any (${ids}::uuid[])`);
  await db.count(sql`
    update webhook_delivery d
    set payload_bytes = octet_length(convert_to(r.body, 'UTF8')), payload_sha256 = sha256(convert_to(r.body, 'UTF8'))
    from ${listed}
    where d.tenant_id = ${tenant_id} and d.event_id = r.id and d.event_id = any (${ids}::uuid[])`);
}
