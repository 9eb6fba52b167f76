-- Where an organisation is that is on the move, or has moved (docs/decisions/0051). All others have no row: they are here.
create table infra.placement (
  code text primary key,
  tenant_id uuid not null unique,
  -- At the source: copying (everything works as before), closing (no background work begins), paused (no read and no write), moved.
  -- At the target: moving_in.
  state text not null check (state in ('copying', 'closing', 'paused', 'moved', 'moving_in')),
  -- This node refuses every read and write of the organisation.
  is_away boolean not null generated always as (state in ('paused', 'moved', 'moving_in')) stored,
  -- Where it goes or went to; of moving_in, where it comes from.
  node text not null,
  since timestamptz not null default now(),
  -- Of moving_in: where it had gone to when it was here before, which is true again when the move is given up.
  moved_to text,
  -- Of moving_in: what is taken in with the rows. Once it is there, the rows are complete.
  kept json
);
grant select on infra.placement to muster_auth;
grant select (tenant_id, is_away, state) on infra.placement to muster_worker, muster_delivery;

create function infra.refuse_elsewhere(p_state text, p_node text) returns void language plpgsql as $$
begin
  if p_state = 'moved' then
    raise exception 'the organisation has moved to %', p_node using errcode = 'MV002', detail = p_node;
  end if;
  raise exception 'the organisation is being moved' using errcode = 'MV001';
end $$;

-- Every transaction of an organisation begins with it (server/platform/db/prelude.ts).
create function infra.enter(p_tenant_id uuid) returns void
language plpgsql stable security definer set search_path = public as $$
declare
  p_state text;
  p_node text;
begin
  select state, node into p_state, p_node
  from infra.placement
  where tenant_id = p_tenant_id and is_away;
  if found then perform infra.refuse_elsewhere(p_state, p_node); end if;
end $$;
alter function infra.enter(uuid) owner to muster_auth;

-- The same for a caller that knows the code only.
create function infra.enter_by_code(p_code text) returns void
language plpgsql stable security definer set search_path = public as $$
declare
  p_state text;
  p_node text;
begin
  select state, node into p_state, p_node
  from infra.placement
  where code = p_code and is_away;
  if found then perform infra.refuse_elsewhere(p_state, p_node); end if;
end $$;
alter function infra.enter_by_code(text) owner to muster_auth;

-- For statements about several organisations: they leave out those that this node may not write.
create function infra.is_elsewhere(p_tenant_id uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from infra.placement where tenant_id = p_tenant_id and is_away)
$$;
alter function infra.is_elsewhere(uuid) owner to muster_auth;

create function infra.placement_of(p_code text, out state text, out node text)
language sql stable security definer set search_path = public as $$
  select state, node from infra.placement where code = p_code
$$;
alter function infra.placement_of(text) owner to muster_auth;

-- Functions that act for an organisation without that beginning.
-- old code survives: where nothing is on the move, they do what they did
create or replace function infra.admit(p_address inet, p_tenant_code text, p_key_id text, p_versions smallint[], p_digests bytea[], p_method text, p_token_expires_us bigint, p_client_id uuid, p_admit boolean, out outcome text, out cause text, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text, out fiscal_month smallint, out client_id uuid, out client_name text, out scopes text[], out now_us bigint, out clock_offset_us bigint, out rate_per_minute integer, out rate_burst integer, out rate_per_day integer, out tat_us bigint, out used integer, out retry_after_s integer)
 returns record
 language plpgsql
 security definer
 set search_path = public
as $$
#variable_conflict use_column
declare
  blocked_s integer;
  pepper smallint;
  interval_us bigint;
begin
  perform infra.enter_by_code(p_tenant_code);
  -- The second look is for a key that nobody has: it takes as long as that of one that somebody has.
  for look in 1..2 loop
    select n.us,
      case when f.blocked_until_us - n.us between 1 and infra.block_us() then ceil((f.blocked_until_us - n.us) / 1000000.0) end,
      t.id, t.code, t.kind, t.time_zone, t.fiscal_month, t.clock_offset_us, c.id, c.name, c.scopes,
      -- An administrator may lower a client's limits; only the organisation's contract raises them.
      least(c.rate_per_minute, t.rate_per_minute), least(c.rate_burst, t.rate_burst), least(c.rate_per_day, t.rate_per_day),
      ceil(60000000.0 / least(c.rate_per_minute, t.rate_per_minute)), s.pepper_version,
      case
        when p_digests is null and p_token_expires_us is null then 'invalid_token'
        when look = 2 then 'unknown_key'
        when p_digests is not null and s.digest is distinct from p_digests[array_position(p_versions, s.pepper_version)]
          then 'wrong_secret'
        when p_digests is null and p_token_expires_us <= n.us then 'token_expired'
        when s.revoked_at is not null then 'secret_revoked'
        when extract(epoch from s.expires_at) * 1000000 <= n.us then 'secret_expired'
        when t.code is distinct from p_tenant_code then 'tenant_mismatch'
        when p_client_id <> c.id then 'client_mismatch'
        when c.revoked_at is not null then 'client_revoked'
        when c.disabled_at is not null then 'client_disabled'
        when extract(epoch from c.expires_at) * 1000000 <= n.us then 'client_expired'
        when not (p_method = any (c.methods)) then 'method_off'
        when cardinality(c.ip_allowlist) > 0 and not (p_address <<= any (c.ip_allowlist::inet[])) then 'address_not_allowed'
      end
    into now_us, blocked_s, tenant_id, tenant_code, tenant_kind, time_zone, fiscal_month, clock_offset_us, client_id, client_name,
      scopes, rate_per_minute, rate_burst, rate_per_day, interval_us, pepper, cause
    -- What it writes may be lost in a crash: a second of tokens.
    from (select infra.now_us() as us, set_config('synchronous_commit', 'off', true)) n
    left join infra.failed_authentication f on f.address_key = infra.address_key(p_address)
    left join client_secret s on s.key_id = case when look = 1 then p_key_id else '000000000000' end
    left join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
    left join tenant t on t.id = s.tenant_id;
    exit when client_id is not null or blocked_s is not null;
  end loop;

  if blocked_s is not null then
    select 'blocked', blocked_s, null, null, null into outcome, retry_after_s, cause, tenant_id, client_id;
  elsif cause is not null then
    retry_after_s := infra.count_failed_authentication(p_address);
    outcome := case when retry_after_s > 0 then 'blocked' else 'unauthorized' end;
    if cause = 'unknown_key' then
      tenant_id := null;
      client_id := null;
    end if;
  else
    -- Only now is the secret known: what was digested with an older pepper is digested with the newest. One that another session
    -- holds moves at its next use.
    if pepper < p_versions[1] then
      update client_secret s set pepper_version = p_versions[1], digest = p_digests[1]
      where s.key_id = (
        select k.key_id from client_secret k where k.key_id = p_key_id and k.pepper_version = pepper for update skip locked
      );
    end if;
    if not p_admit then
      outcome := 'ok';
      return;
    end if;
    insert into rate_bucket as b (tenant_id, client_id, tat_us, day_no, used, at_us, ok)
    select admit.tenant_id, admit.client_id, n.us + interval_us, (n.us / 86400000000)::int, 1, n.us, true
    from (select infra.now_us() as us) n
    on conflict (tenant_id, client_id) do update set (tat_us, day_no, used, at_us, ok) = (
      select case when d.ok then d.t0 + interval_us else d.t0 end, d.day_no, d.used + d.ok::int, d.us, d.ok
      from (
        select e.*, (e.t0 + interval_us - e.us <= rate_burst * interval_us and e.used < rate_per_day) as ok
        from (
          select c.us, (c.us / 86400000000)::int as day_no,
            least(greatest(b.tat_us, c.us), c.us + rate_burst * interval_us) as t0,
            case when b.day_no = (c.us / 86400000000)::int then b.used else 0 end as used
          from (
            -- A clock that stepped back by up to 5 s stands still; a larger step is believed.
            select case when b.at_us - k.us between 0 and 5000000 then b.at_us else k.us end as us
            from (select infra.now_us() as us) k
          ) c
        ) e
      ) d
    )
    returning b.tat_us, b.used, b.at_us, case when b.ok then 'ok' else 'limited' end
    into tat_us, used, now_us, outcome;
  end if;
end $$;

create or replace function infra.find_panel_session(p_token_hash bytea, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text, out fiscal_month smallint, out tenant_name text, out clock_offset_us bigint, out now_us bigint, out session_id uuid, out account_kind text, out account_id uuid, out name text, out email text, out login text, out role text, out locale text, out second_factor boolean, out stepped_up_us bigint, out may_set_password boolean)
 returns record
 language plpgsql
 security definer
 set search_path = public
as $$
#variable_conflict use_column
declare
  seen bigint;
  seen_every_us constant bigint := 30000000;
begin
  now_us := infra.now_us();
  select s.tenant_id, t.code, t.kind, t.time_zone, t.fiscal_month, t.name, t.clock_offset_us, s.id,
    case when a.id is null then 'person' else 'administrator' end, s.account_id,
    coalesce(a.name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login), coalesce(a.email, p.email),
    coalesce(a.email, p.login), coalesce(a.role, 'learner'), coalesce(c.language, p.language), c.totp_confirmed_at is not null,
    s.stepped_up_us, s.may_set_password, s.seen_us
  into find_panel_session.tenant_id, tenant_code, tenant_kind, find_panel_session.time_zone, find_panel_session.fiscal_month,
    tenant_name, find_panel_session.clock_offset_us, session_id, account_kind, find_panel_session.account_id,
    find_panel_session.name, find_panel_session.email, find_panel_session.login, find_panel_session.role, locale, second_factor,
    find_panel_session.stepped_up_us, find_panel_session.may_set_password, seen
  from panel_session s
  join tenant t on t.id = s.tenant_id
  left join administrator a on a.tenant_id = s.tenant_id and a.id = s.administrator_id and a.disabled_at is null
  left join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.state in ('invited', 'active')
  left join credential c on c.tenant_id = s.tenant_id and c.account_id = s.account_id
  where s.token_hash = p_token_hash and s.expires_us > now_us and s.seen_us + s.idle_us > now_us
    and (a.id is not null or p.id is not null);
  if not found then return; end if;
  perform infra.enter(find_panel_session.tenant_id);
  if seen + seen_every_us <= now_us then
    perform set_config('synchronous_commit', 'off', true);
    update panel_session set seen_us = now_us where tenant_id = find_panel_session.tenant_id and id = session_id;
  end if;
end $$;

create or replace function infra.log_requests(p_rows jsonb)
 returns void
 language sql
 security definer
 set search_path = public
as $$
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

create or replace function infra.look_out(p_tenants_max integer)
 returns integer
 language plpgsql
 security definer
 set search_path = public
 set enable_seqscan = off
as $$
declare
  walked uuid[];
  staying uuid[];
  added integer;
begin
  select array(select t.id from tenant t where t.id > l.after order by t.id limit p_tenants_max) into walked
  from infra.look_out l for update skip locked;
  if walked is null then return 0; end if;
  update infra.look_out set after = coalesce(walked[p_tenants_max], infra.no_id());
  select array(select w.id from unnest(walked) w(id) where not exists (select from infra.placement p where p.tenant_id = w.id))
  into staying;
  insert into infra.due (kind, tenant_id, due_us)
  select k.kind, w.id, infra.now_us()
  from unnest(staying) w(id)
  cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn')) k(kind)
  where not exists (
    select from infra.due d where d.tenant_id = w.id and d.kind = k.kind and d.subject_id = infra.no_id() and d.closing is null
  );
  get diagnostics added = row_count;
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select 'webhooks.deliver', b.tenant_id, b.id, infra.now_us()
  from unnest(staying) w(id)
  join webhook_subscription b on b.tenant_id = w.id
  where not exists (
    select from infra.due d where d.tenant_id = w.id and d.kind = 'webhooks.deliver' and d.subject_id = b.id and d.closing is null
  );
  return added;
end $$;
