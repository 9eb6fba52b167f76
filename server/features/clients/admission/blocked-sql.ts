import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/**
 * Addresses that are blocked now and that tried the organisation's own clients, as a JSON list. A block belongs to no
 * organisation, so attempts at other organisations' clients are not shown.
 */
export async function listBlockedAddresses(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(r) order by r.until desc, r.address), '[]')::text as json
    from (
      select f.address_key::text as address,
        infra.iso(to_timestamp((f.blocked_until_us - infra.block_us()) / 1000000.0)) as since,
        infra.iso(to_timestamp(f.blocked_until_us / 1000000.0)) as until,
        ceil((f.blocked_until_us - n.us) / 1000000.0)::integer as left_s, l.failures, l.clients
      from infra.failed_authentication f
      cross join (select infra.now_us() as us) n
      cross join lateral (
        select count(*)::integer as failures,
          coalesce(json_agg(distinct jsonb_build_object('id', c.id, 'name', c.name)) filter (where c.id is not null), '[]') as clients
        from request_log l
        left join client c on c.tenant_id = ${tenant_id} and c.id = l.client_id
        where l.tenant_id = ${tenant_id} and l.status = 401 and l.status >= 400
          -- Ids contain their time: this range begins two minutes before the block.
          and l.id >= rpad(lpad(to_hex((f.blocked_until_us - infra.block_us() - 120000000) / 1000), 12, '0'), 32, '0')::uuid
          and infra.address_key(l.address) = f.address_key
      ) l
      where f.blocked_until_us - n.us between 1 and infra.block_us() and l.failures > 0
    ) r`);
  return row!.json;
}

/** Ends the block of an address. Returns whether there was one. */
export async function updateBlockEnd(db: Db, address: string): Promise<boolean> {
  const count = await db.count(sql`
    update infra.failed_authentication
    set blocked_until_us = 0, at_us = '{}'
    where address_key::text = ${address} and blocked_until_us > infra.now_us()`);
  return count === 1;
}
