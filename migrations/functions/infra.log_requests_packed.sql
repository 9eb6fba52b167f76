-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.log_requests_packed(p_rows jsonb, p_packs json)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select infra.log_requests(p_rows);
  insert into request_pack (tenant_id, id, client_id, count, last_us, clock_offset_us, process, first_number, last_number, came_ms, kinds,
    kind, ago_us, duration_us, limit_remaining, limit_full_s, day_used, asked_ms, number)
  select t.id, infra.logged_id(n.us - p.age_us, i.random || lpad(to_hex(p.count), 4, '0')), p.client_id, p.count, n.us - p.age_us,
    t.clock_offset_us, p.process, p.first_number, p.last_number, p.came_ms, p.kinds, p.kind, p.ago_us, p.duration_us,
    p.limit_remaining, p.limit_full_s, p.day_used, p.asked_ms, p.number
  from json_to_recordset(p_packs) as p(tenant_id uuid, client_id uuid, count integer, age_us bigint, process text, first_number integer,
    last_number integer, came_ms bigint, kinds jsonb, kind integer[], ago_us integer[], duration_us integer[],
    limit_remaining integer[], limit_full_s integer[], day_used integer[], asked_ms integer[], number integer[])
  join tenant t on t.id = p.tenant_id and not exists (select from infra.placement a where a.tenant_id = t.id and a.is_away)
  cross join (select infra.now_us() as us) n
  -- The digits of a UUIDv4 that are random, but for those at the end, where requests count.
  cross join lateral (
    select substr(g.text, 20, 4) || substr(g.text, 25, 8) as random
    from (select gen_random_uuid()::text as text where p.count > 0 offset 0) g
  ) i
$function$
