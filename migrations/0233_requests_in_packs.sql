-- Requests that succeeded are kept in packs (docs/decisions/0102): one row for what a process has answered a client within a second, where it was
-- more than a few. Those that were refused stay rows of request_log, and so do a few. A request's id is made of its time, of its pack's and of its
-- place in the pack, so that ids of both tables sort as requests were answered. No foreign keys, as in request_log.
create table request_pack (
  tenant_id uuid not null,
  -- The id of its last request.
  id uuid not null,
  client_id uuid not null,
  count integer not null check (count between 1 and 65535),
  -- When the last request was answered, on the infrastructure's clock, and how far the organisation's was ahead.
  last_us bigint not null,
  clock_offset_us bigint not null,
  -- Of which all their request ids are: the process that made them, and the least and the greatest number that it gave.
  process text not null,
  first_number integer not null,
  last_number integer not null,
  -- When the first of them came; `asked_ms` is counted from then.
  came_ms bigint not null,
  -- What requests have in common: [method, route, path, status, address, limit_burst, day_limit, retry_after_s], each once. A path that is null
  -- says the same as the route.
  kinds jsonb not null,
  -- Of each request, in the order of their answers: which kind it is, how long before the last one it was answered, and the rest.
  kind integer[] not null,
  ago_us integer[] not null,
  duration_us integer[] not null,
  limit_remaining integer[] not null,
  limit_full_s integer[] not null,
  day_used integer[] not null,
  asked_ms integer[] not null,
  number integer[] not null,
  -- They are counted in the index alone.
  primary key (tenant_id, id) include (count)
);
create index request_pack_client on request_pack (tenant_id, client_id, id) include (count);
alter table request_pack set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
call infra.isolate('request_pack');
-- Packs come by the function below alone; the worker takes persons out of them, and removes them.
revoke insert, update, delete on request_pack from muster_app, muster_worker;
grant delete, update (kinds) on request_pack to muster_worker;
create policy log on request_pack to muster_auth using (true) with check (true);
grant insert on request_pack to muster_auth;

-- The id of a logged request: microseconds times 512/125 are counts of 1/4096 ms, the time of a UUIDv7 and its 12 bits of sequence. Behind them
-- come 16 hexadecimal digits.
create function infra.logged_id(p_us bigint, p_rest text) returns uuid
language sql immutable as $$
  select (overlay(lpad(to_hex(p_us * 512 / 125), 15, '0') placing '7' from 13 for 0) || p_rest)::uuid
$$;

-- The id that a process gave to a request (platform/ids.ts).
create function infra.request_id(p_process text, p_ms bigint, p_number bigint) returns text
language sql immutable as $$
  select 'req_' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (p_ms >> 5 * i & 31)::int + 1, 1), '' order by i desc) || p_process
    || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (p_number >> 5 * i & 31)::int + 1, 1), '' order by i desc) filter (where i < 6)
  from generate_series(0, 9) i
$$;

-- Writes a batch: rows as infra.log_requests takes them, and packs of clients that have authenticated.
create function infra.log_requests_packed(p_rows jsonb, p_packs json) returns void
language sql volatile security definer set search_path = public as $$
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
$$;
alter function infra.log_requests_packed(jsonb, json) owner to muster_auth;

create or replace function infra.forget_late_requests() returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed_id uuid := current_setting('app.tenant')::uuid;
begin
  perform from public.tenant where id = removed_id;
  if found then raise exception 'only the requests of a removed organisation are forgotten here'; end if;
  perform pg_advisory_xact_lock(hashtextextended('request_log', 0));
  delete from public.request_log where tenant_id = removed_id;
  delete from public.request_pack where tenant_id = removed_id;
end $$;
