-- What clients have asked for and what they were answered; written in batches after the answers, kept for 30 days. No foreign
-- keys: ids come from the authentication that has just read them, and two checks for each row would double what a row costs.
-- `cause` says why a 401 or 429 was given, which only the panel tells. `at` is on the organisation's clock; ids grow with the
-- infrastructure's.
create table request_log (
  tenant_id uuid not null,
  id uuid not null,
  client_id uuid,
  at timestamptz not null,
  method text not null,
  route text,
  path text not null,
  status smallint not null,
  code text,
  cause text,
  request_id text not null,
  address inet not null,
  duration_us integer not null,
  primary key (tenant_id, id)
);
create index request_log_client on request_log (tenant_id, client_id, id);
create index request_log_refused on request_log (tenant_id, id) where status >= 400;
create index request_log_request on request_log (tenant_id, request_id);
call infra.isolate('request_log');
-- Rows come and go by the functions below alone.
revoke insert, update, delete on request_log from muster_app, muster_worker;
create policy log on request_log to muster_auth using (true) with check (true);
grant select, insert, delete on request_log to muster_auth;

-- Writes a batch of many organisations: one that a refused request only named is found by its code; a row of no
-- organisation is left out. `age_us`: how long ago the request was answered.
create function infra.log_requests(p_rows jsonb) returns void
language sql volatile security definer set search_path = public as $$
  insert into request_log (tenant_id, id, client_id, at, method, route, path, status, code, cause, request_id, address, duration_us)
  select t.id,
    (substr(i.place, 1, 8) || '-' || substr(i.place, 9, 4) || '-7' || substr(i.place, 13, 3)
      || substr(gen_random_uuid()::text, 19))::uuid,
    r.client_id, to_timestamp((i.us + t.clock_offset_us) / 1000000.0), r.method, r.route, r.path, r.status, r.code, r.cause,
    r.request_id, r.address, r.duration_us
  from jsonb_to_recordset(p_rows) as r(tenant_id uuid, tenant_code text, client_id uuid, age_us bigint, method text, route text,
    path text, status smallint, code text, cause text, request_id text, address inet, duration_us integer)
  join tenant t on t.id = r.tenant_id or (r.tenant_id is null and t.code = r.tenant_code)
  cross join (select infra.now_us() as us) n
  -- Microseconds times 512/125 are counts of 1/4096 ms: the time of a UUIDv7 and its 12 bits of sequence.
  cross join lateral (
    select n.us - r.age_us as us, lpad(to_hex((n.us - r.age_us) * 512 / 125), 15, '0') as place
  ) i
$$;
alter function infra.log_requests(jsonb) owner to muster_auth;

-- Deletes a batch of rows whose ids come before another one; returns how many.
create function infra.forget_requests(p_before uuid, p_max integer) returns integer
language sql volatile security definer set search_path = public as $$
  with old as (
    select l.tenant_id, l.id
    from tenant t
    cross join lateral (
      select tenant_id, id from request_log where tenant_id = t.id and id < p_before order by id limit p_max
    ) l
    limit p_max
  ),
  gone as (
    delete from request_log l using old where l.tenant_id = old.tenant_id and l.id = old.id returning 1
  )
  select count(*)::integer from gone
$$;
alter function infra.forget_requests(uuid, integer) owner to muster_auth;
