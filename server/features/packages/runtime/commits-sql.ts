import type { Pool } from "../../../platform/db/pool.ts";
import { part, rowByKey, sql } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import type { Elements } from "./elements.ts";

/** A commit within an opening that the item's row has already, and which ends nothing. */
export type OrdinaryCommit = {
  registration_id: string;
  launch_id: string;
  expires_us: number;
  person_id: string;
  item: string;
  seq: number;
  opening: number;
  elements: Elements;
  score: number | null;
  ended: boolean;
  opening_s: number;
};

const asked = part`
  (registration_id uuid, launch_id uuid, expires_us bigint, person_id uuid, item text, seq integer, opening integer, elements jsonb, score integer,
    ended boolean, opening_s integer)`;

/**
 * Writes commits of one organisation, each for a different item of a registration, and returns those that were written. The
 * caller judges the others one by one; among them are those whose row another transaction has locked, because this statement does
 * not wait. `commits`: a JSON array of OrdinaryCommit. Rows are looked up by their keys, whatever the planner estimates. `insert`
 * never inserts, because only existing rows are selected; it is the way to reach each row by its key.
 */
export async function storeTogether(
  pool: Pool,
  tenant_id: string,
  commits: string,
): Promise<{ registration_id: string; item: string }[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      insert into content_item_state as s (tenant_id, registration_id, item, elements, status, score, ended, launch_id, seq, opening, before_s,
        opening_s, updated_at)
      select ${tenant_id}, a.registration_id, a.item, a.elements, 'incomplete', a.score, a.ended, a.launch_id, a.seq, a.opening, b.before_s,
        a.opening_s, t.at
      from (select infra.now_us() as us) k
      cross join lateral (
        select to_timestamp((k.us + clock_offset_us) / 1000000.0) as at from tenant where id = ${tenant_id}
      ) t
      cross join jsonb_to_recordset(${commits}::jsonb) as a ${asked}
      cross join lateral ${rowByKey("launch_id", "content_registration", tenant_id, "a.registration_id")} r
      cross join lateral ${rowByKey("state", "person", tenant_id, "a.person_id")} n
      cross join lateral (
        select before_s, launch_id, opening, seq, status
        from content_item_state
        where tenant_id = ${tenant_id} and registration_id >= a.registration_id and registration_id <= a.registration_id and item = a.item
        order by registration_id
        limit 1
        for no key update skip locked
      ) b
      where r.launch_id = a.launch_id and n.state in ('invited', 'active') and k.us < a.expires_us
        and b.launch_id = a.launch_id and b.opening = a.opening and b.seq < a.seq and b.status in ('incomplete', 'failed')
      on conflict (tenant_id, registration_id, item) do update
      set elements = excluded.elements, status = excluded.status, score = excluded.score, ended = excluded.ended, seq = excluded.seq,
        opening_s = excluded.opening_s, updated_at = excluded.updated_at
      where s.launch_id = excluded.launch_id and s.opening = excluded.opening and s.seq < excluded.seq
        and s.status in ('incomplete', 'failed')
      returning s.registration_id, s.item`,
    "few_rows",
  );
}
