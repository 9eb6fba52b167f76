-- The log of requests refers to nothing, and each process writes it in batches: a row could come behind the removal of its organisation.
-- Batches hold a lock now while they are written, which they take before they see which organisations there are; who has removed an
-- organisation waits until no batch is under way, and deletes what came.

create or replace function infra.log_requests(p_rows jsonb) returns void
language sql security definer set search_path = public as $$
  select pg_advisory_xact_lock_shared(hashtextextended('request_log', 0));
  insert into request_log (tenant_id, id, client_id, at, method, route, path, status, code, cause, request_id, address, duration_us,
    limit_burst, limit_remaining, limit_full_s, day_used, day_limit, retry_after_s, refused)
  select t.id,
    (substr(i.place, 1, 8) || '-' || substr(i.place, 9, 4) || '-7' || substr(i.place, 13, 3)
      || substr(gen_random_uuid()::text, 19))::uuid,
    r.client_id, to_timestamp((i.us + t.clock_offset_us) / 1000000.0), r.method, r.route, r.path, r.status, r.code, r.cause,
    r.request_id, r.address, r.duration_us, r.limit_burst, r.limit_remaining, r.limit_full_s, r.day_used, r.day_limit,
    r.retry_after_s, r.refused
  from jsonb_to_recordset(p_rows) as r(tenant_id uuid, tenant_code text, client_id uuid, age_us bigint, method text, route text,
    path text, status smallint, code text, cause text, request_id text, address inet, duration_us integer, limit_burst integer,
    limit_remaining integer, limit_full_s integer, day_used integer, day_limit integer, retry_after_s integer, refused jsonb)
  join tenant t on (t.id = r.tenant_id or (r.tenant_id is null and t.code = r.tenant_code))
    and not exists (select from infra.placement p where p.tenant_id = t.id and p.is_away)
  cross join (select infra.now_us() as us) n
  -- Microseconds times 512/125 are counts of 1/4096 ms: the time of a UUIDv7 and its 12 bits of sequence.
  cross join lateral (
    select n.us - r.age_us as us, lpad(to_hex((n.us - r.age_us) * 512 / 125), 15, '0') as place
  ) i
$$;

-- Of the transaction's organisation, once its own row is gone.
create function infra.forget_late_requests() returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed_id uuid := current_setting('app.tenant')::uuid;
begin
  perform from public.tenant where id = removed_id;
  if found then raise exception 'only the requests of a removed organisation are forgotten here'; end if;
  perform pg_advisory_xact_lock(hashtextextended('request_log', 0));
  delete from public.request_log where tenant_id = removed_id;
end $$;
