create table client (
  tenant_id uuid not null references tenant,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  name_norm text not null,
  scopes text[] not null check (
    scopes <@ array['users:read', 'users:write', 'enrollments:write', 'compliance:read', 'webhooks:manage', 'scim']),
  methods text[] not null check (cardinality(methods) >= 1 and methods <@ array['api_key', 'oauth2']),
  ip_allowlist cidr[] not null default '{}',
  webhook_hosts text[] not null default '{}',
  scim_profile text not null default 'generic' check (scim_profile in ('generic', 'entra', 'okta')),
  rate_per_minute integer check (rate_per_minute between 1 and 1000000),
  rate_burst integer check (rate_burst between 1 and 1000000),
  rate_per_day integer check (rate_per_day between 1 and 2000000000),
  expires_at timestamptz,
  disabled_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name_norm)
);
call infra.isolate('client');
create policy authenticate on client for select to muster_auth using (true);
grant select on client to muster_auth;

-- The secret itself is never stored: `digest` is HMAC-SHA-256 under the pepper of that version. Rotation adds a row and
-- gives the older one an end (`expires_at`), so that two secrets overlap.
create table client_secret (
  tenant_id uuid not null,
  client_id uuid not null,
  key_id text not null check (key_id ~ '^[0-9A-Za-z]{12}$'),
  pepper_version smallint not null,
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, client_id, key_id),
  unique (key_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id)
);
call infra.isolate('client_secret');
create policy authenticate on client_secret for select to muster_auth using (true);
grant select on client_secret to muster_auth;

-- One row a client: `tat_us` is the instant at which its bucket is full again, `used` the requests of UTC day `day_no`.
create table rate_bucket (
  tenant_id uuid not null,
  client_id uuid not null,
  tat_us bigint not null,
  day_no integer not null,
  used integer not null,
  at_us bigint not null,
  ok boolean not null,
  primary key (tenant_id, client_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete cascade
) with (fillfactor = 50);
call infra.isolate('rate_bucket');
create policy admit on rate_bucket to muster_auth using (true) with check (true);
grant select, insert, update on rate_bucket to muster_auth;

-- Counters that belong to no tenant: failed authentications and token requests by address, issued tokens by client.
create table infra.failed_authentication (
  address_key cidr primary key,
  at_us bigint[] not null,
  blocked_until_us bigint not null default 0
) with (fillfactor = 50);
create table infra.sliding_window (
  kind text not null,
  key text not null,
  at_us bigint[] not null,
  now_us bigint not null,
  ok boolean not null,
  primary key (kind, key)
) with (fillfactor = 50);
grant select, insert, update, delete on infra.failed_authentication, infra.sliding_window to muster_auth, muster_app, muster_worker;

-- IPv6 callers are limited by /64: whoever has one address there has them all.
create function infra.address_key(p_address inet) returns cidr
language sql immutable as $$
  select case when family(p_address) = 6 then network(set_masklen(p_address, 64)) else p_address::cidr end
$$;

-- Takes one place in a sliding window of p_window_us, if fewer than p_limit are taken; counted exactly. A clock that
-- stepped back by up to 5 s stands still; a larger step is believed, and places taken after it are forgotten.
-- retry_after_s: whole seconds until a place is free again, at least 1.
create function infra.take_place(
  p_kind text, p_key text, p_limit integer, p_window_us bigint, out ok boolean, out retry_after_s integer, out now_us bigint)
language plpgsql volatile as $$
declare
  kept bigint[];
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into infra.sliding_window as w (kind, key, at_us, now_us, ok)
  select p_kind, p_key, case when p_limit >= 1 then array[n.us] else '{}' end, n.us, p_limit >= 1
  from (select infra.now_us() as us) n
  on conflict (kind, key) do update set (at_us, now_us, ok) = (
    select case when cardinality(k.kept) < p_limit then k.kept || k.us else k.kept end, k.us, cardinality(k.kept) < p_limit
    from (
      select c.us, array(select a from unnest(w.at_us) a where a > c.us - p_window_us and a <= c.us order by a) as kept
      from (
        select case when w.now_us - n.us between 0 and 5000000 then w.now_us else n.us end as us
        from (select infra.now_us() as us) n
      ) c
    ) k
  )
  returning w.ok, w.at_us, w.now_us into take_place.ok, kept, take_place.now_us;
  retry_after_s := greatest(1, ceil((coalesce(kept[1], take_place.now_us) + p_window_us - take_place.now_us) / 1000000.0));
end $$;

-- How long a block lasts. No block is believed for longer, whatever the clock did meanwhile.
create function infra.block_us() returns bigint
language sql immutable as $$ select 600000000::bigint $$;

-- Counts one failed authentication of an address. The 20th within 60 s starts a block, which further knocking does not
-- prolong. Returns the seconds that are left of a block which another failure had started before this one; 0 = none.
create function infra.count_failed_authentication(p_address inet) returns integer
language plpgsql volatile as $$
declare
  failures_max constant integer := 20;
  window_us constant bigint := 60000000;
  stood_back_us constant bigint := 5000000;
  counted record;
begin
  insert into infra.failed_authentication as f (address_key, at_us)
  select infra.address_key(p_address), array[infra.now_us()]
  on conflict (address_key) do update set (at_us, blocked_until_us) = (
    select
      case when k.starts then '{}' else k.kept end,
      case when k.starts then k.us + infra.block_us() else f.blocked_until_us end
    from (
      select c.us, c.kept, not c.blocked and cardinality(c.kept) >= failures_max as starts
      from (
        select n.us, f.blocked_until_us - n.us between 1 and infra.block_us() as blocked,
          array(select a from unnest(f.at_us) a where a > n.us - window_us and a <= n.us + stood_back_us) || n.us as kept
        from (select infra.now_us() as us) n
      ) c
    ) k
  )
  -- The failure that starts the block leaves the list empty; one that raced it finds itself in the list.
  returning case when cardinality(f.at_us) > 0 then f.blocked_until_us - f.at_us[cardinality(f.at_us)] else 0 end as left_us
  into counted;
  return case when counted.left_us between 1 and infra.block_us() then ceil(counted.left_us / 1000000.0) else 0 end;
end $$;

-- Seconds that an address stays blocked; 0 = it is not.
create function infra.block_left_s(p_address inet) returns integer
language sql volatile as $$
  select coalesce(max(ceil((f.blocked_until_us - n.us) / 1000000.0)::integer), 0)
  from infra.failed_authentication f, (select infra.now_us() as us) n
  where f.address_key = infra.address_key(p_address) and f.blocked_until_us - n.us between 1 and infra.block_us()
$$;

-- The door of the token endpoint, before any credential is read: the block of the address (`blocked_s` > 0) comes first
-- and takes no place; then each request of the address takes one.
create function infra.enter_token_endpoint(
  p_address inet, p_limit integer, p_window_us bigint, out blocked_s integer, out ok boolean, out retry_after_s integer)
language plpgsql volatile as $$
begin
  blocked_s := infra.block_left_s(p_address);
  if blocked_s = 0 then
    select p.ok, p.retry_after_s
    into enter_token_endpoint.ok, enter_token_endpoint.retry_after_s
    from infra.take_place('token_request', infra.address_key(p_address)::text, p_limit, p_window_us) p;
  end if;
end $$;

-- Authenticates a request and takes its token, in one round trip; the only statement that looks across tenants.
--
--   p_versions, p_digests   pepper versions and HMACs of the presented secret; null when an access token is presented
--   p_token_expires_us      expiry of the presented access token whose signature held; null when a secret is presented
--   p_client_id             the client that the secret must belong to; null when only the secret names it
--   p_admit                 false: authenticate only (the token endpoint has limits of its own)
--
-- outcome: ok | unauthorized | blocked | limited. `cause` is for the log and the panel, never for the caller. Every cause
-- costs the same: an unknown key is looked up a second time, in place of the joins behind a known one.
create function infra.admit(
  p_address inet, p_tenant_code text, p_key_id text, p_versions smallint[], p_digests bytea[], p_method text,
  p_token_expires_us bigint, p_client_id uuid, p_admit boolean,
  out outcome text, out cause text, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text,
  out fiscal_month smallint, out client_id uuid, out client_name text, out scopes text[], out now_us bigint,
  out clock_offset_us bigint, out rate_per_minute integer, out rate_burst integer, out rate_per_day integer,
  out tat_us bigint, out used integer, out retry_after_s integer)
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare
  found_row record;
  known boolean := true;
  blocked_until bigint;
  interval_us bigint;
  admitted record;
begin
  perform set_config('synchronous_commit', 'off', true);
  now_us := infra.now_us();
  select f.blocked_until_us into blocked_until
  from infra.failed_authentication f where f.address_key = infra.address_key(p_address);
  if blocked_until - now_us between 1 and infra.block_us() then
    outcome := 'blocked';
    retry_after_s := ceil((blocked_until - now_us) / 1000000.0);
    return;
  end if;

  for attempt in 1..2 loop
    select s.key_id, s.pepper_version, s.digest, s.expires_at as secret_expires_at, s.revoked_at as secret_revoked_at,
      c.id, c.name, c.scopes, c.methods, c.ip_allowlist, c.expires_at, c.disabled_at, c.revoked_at,
      c.rate_per_minute, c.rate_burst, c.rate_per_day,
      t.id as t_id, t.code, t.kind, t.time_zone, t.fiscal_month, t.clock_offset_us,
      t.rate_per_minute as t_per_minute, t.rate_burst as t_burst, t.rate_per_day as t_per_day
    into found_row
    from client_secret s
    join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
    join tenant t on t.id = s.tenant_id
    where s.key_id = case when attempt = 1 then p_key_id else '000000000000' end;
    exit when found;
    known := false;
  end loop;

  cause := case
    when p_digests is null and p_token_expires_us is null then 'invalid_token'
    when not known then 'unknown_key'
    when p_digests is not null
      and found_row.digest is distinct from p_digests[array_position(p_versions, found_row.pepper_version)] then 'wrong_secret'
    when p_digests is null and p_token_expires_us <= now_us then 'token_expired'
    when found_row.secret_revoked_at is not null then 'secret_revoked'
    when extract(epoch from found_row.secret_expires_at) * 1000000 <= now_us then 'secret_expired'
    when found_row.code is distinct from p_tenant_code then 'tenant_mismatch'
    when p_client_id <> found_row.id then 'client_mismatch'
    when found_row.revoked_at is not null then 'client_revoked'
    when found_row.disabled_at is not null then 'client_disabled'
    when extract(epoch from found_row.expires_at) * 1000000 <= now_us then 'client_expired'
    when not (p_method = any (found_row.methods)) then 'method_off'
    when cardinality(found_row.ip_allowlist) > 0 and not (p_address <<= any (found_row.ip_allowlist::inet[])) then 'address_not_allowed'
  end;
  if known then
    tenant_id := found_row.t_id;
    client_id := found_row.id;
  end if;
  if cause is not null then
    retry_after_s := infra.count_failed_authentication(p_address);
    outcome := case when retry_after_s > 0 then 'blocked' else 'unauthorized' end;
    return;
  end if;

  tenant_code := found_row.code;
  tenant_kind := found_row.kind;
  time_zone := found_row.time_zone;
  fiscal_month := found_row.fiscal_month;
  clock_offset_us := found_row.clock_offset_us;
  client_name := found_row.name;
  scopes := found_row.scopes;
  -- An administrator may lower a client's limits; only the organisation's contract raises them.
  rate_per_minute := least(found_row.rate_per_minute, found_row.t_per_minute);
  rate_burst := least(found_row.rate_burst, found_row.t_burst);
  rate_per_day := least(found_row.rate_per_day, found_row.t_per_day);
  outcome := 'ok';
  if not p_admit then
    return;
  end if;

  interval_us := ceil(60000000.0 / rate_per_minute);
  insert into rate_bucket as b (tenant_id, client_id, tat_us, day_no, used, at_us, ok)
  select found_row.t_id, found_row.id, n.us + interval_us, (n.us / 86400000000)::int, 1, n.us, true
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
  returning b.tat_us, b.used, b.at_us, b.ok into admitted;
  tat_us := admitted.tat_us;
  used := admitted.used;
  now_us := admitted.at_us;
  if not admitted.ok then
    outcome := 'limited';
  end if;
end $$;
alter function infra.admit(inet, text, text, smallint[], bytea[], text, bigint, uuid, boolean) owner to muster_auth;
