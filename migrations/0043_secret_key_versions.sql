-- Which version of SECRET_KEY something was sealed or digested with can be asked, and moved to a newer one (docs/decisions/0038).

-- The version at the head of what platform/crypto/seal.ts has sealed; null: nothing is sealed there.
create function infra.key_version(p_sealed bytea) returns integer
language sql immutable parallel safe as $$
  select case when octet_length(p_sealed) >= 2 then
    get_byte(substring(p_sealed from 1 for 2), 0) * 256 + get_byte(substring(p_sealed from 1 for 2), 1)
  end
$$;

-- What is left of an old version is found by index, also among millions. Writes to these tables wait while the indexes are made.
-- squawk-ignore require-concurrent-index-creation
create index client_secret_pepper on client_secret (pepper_version) where revoked_at is null;
-- squawk-ignore require-concurrent-index-creation
create index mail_key on mail (infra.key_version(body)) where infra.key_version(body) is not null;
-- squawk-ignore require-concurrent-index-creation
create index webhook_subscription_key on webhook_subscription (infra.key_version(secret)) where secret is not null;
-- squawk-ignore require-concurrent-index-creation
create index webhook_subscription_previous_key on webhook_subscription (infra.key_version(previous_secret))
  where previous_secret is not null;
-- squawk-ignore require-concurrent-index-creation
create index credential_key on credential (infra.key_version(totp_secret)) where totp_secret is not null;

-- The versions of SECRET_KEY that processes have been started with. `check_value` tells another secret that calls itself the same
-- version from the right one; nothing can be derived from it.
create table infra.secret_key (
  version smallint primary key check (version >= 1),
  check_value bytea not null check (octet_length(check_value) = 32),
  -- On the infrastructure's clock: since when a process knows it, and signs and encrypts with it; null: it only verifies.
  known_us bigint not null,
  first_us bigint,
  retired_us bigint,
  -- Of a retired version: the key of its audit seals, itself sealed with a newer version. No other key can be derived from it.
  audit_key bytea,
  check (audit_key is null or retired_us is not null)
);
grant select on infra.secret_key to muster_app, muster_worker;
grant select (version, audit_key) on infra.secret_key to muster_auth;
grant insert (version, check_value, known_us, first_us), update (first_us) on infra.secret_key to muster_app;
grant insert, update on infra.secret_key to muster_worker;

-- What the functions below count across organisations: never whose it is, nor what was sealed.
create policy keys on webhook_subscription for select to muster_auth using (true);
grant select (tenant_id, id, secret, previous_secret) on webhook_subscription to muster_auth;
grant select (body) on mail to muster_auth;
grant select (totp_secret) on credential to muster_auth;
grant select (key_version) on audit_seal to muster_auth;

-- The versions that anything was made with, each found by one step through an index.
create function infra.key_versions_in_use() returns setof integer
language sql stable security definer set search_path = public as $$
  with recursive peppers(version) as (
    select min(pepper_version)::int from client_secret where revoked_at is null
    union all
    select (select min(s.pepper_version)::int from client_secret s where s.revoked_at is null and s.pepper_version > p.version)
    from peppers p where p.version is not null
  ), mails(version) as (
    select min(infra.key_version(body)) from mail where infra.key_version(body) is not null
    union all
    select (select min(infra.key_version(m.body)) from mail m where infra.key_version(m.body) > p.version)
    from mails p where p.version is not null
  ), secrets(version) as (
    select min(infra.key_version(secret)) from webhook_subscription where secret is not null
    union all
    select (
      select min(infra.key_version(w.secret)) from webhook_subscription w
      where w.secret is not null and infra.key_version(w.secret) > p.version)
    from secrets p where p.version is not null
  ), previous_secrets(version) as (
    select min(infra.key_version(previous_secret)) from webhook_subscription where previous_secret is not null
    union all
    select (
      select min(infra.key_version(w.previous_secret)) from webhook_subscription w
      where w.previous_secret is not null and infra.key_version(w.previous_secret) > p.version)
    from previous_secrets p where p.version is not null
  ), second_factors(version) as (
    select min(infra.key_version(totp_secret)) from credential where totp_secret is not null
    union all
    select (
      select min(infra.key_version(c.totp_secret)) from credential c
      where c.totp_secret is not null and infra.key_version(c.totp_secret) > p.version)
    from second_factors p where p.version is not null
  ), chains(version) as (
    select s.key_version
    from tenant t
    cross join lateral (select a.key_version from audit_seal a where a.tenant_id = t.id order by a.seq desc limit 1) s
  )
  select version from (
    select version from peppers union select version from mails union select version from secrets
    union select version from previous_secrets union select version from second_factors union select version from chains
    union select infra.key_version(audit_key) from infra.secret_key where audit_key is not null
  ) v
  where version is not null
  order by version
$$;
alter function infra.key_versions_in_use() owner to muster_auth;

-- How much was made with some versions. Secrets of clients count while they can still be used; a chain of the audit log counts
-- for the version of its last seal.
create function infra.key_use(p_versions integer[]) returns table (kind text, version integer, count bigint)
language sql stable security definer set search_path = public as $$
  select 'api_key', s.pepper_version::int, count(*)
  from client_secret s
  join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
  cross join (select infra.now_us() as us) n
  where s.revoked_at is null and s.pepper_version = any (p_versions::smallint[]) and c.revoked_at is null
    and coalesce(extract(epoch from s.expires_at) * 1000000 > n.us, true)
    and coalesce(extract(epoch from c.expires_at) * 1000000 > n.us, true)
  group by 2
  union all
  select 'webhook_secret', infra.key_version(secret), count(*)
  from webhook_subscription
  where secret is not null and infra.key_version(secret) = any (p_versions)
  group by 2
  union all
  select 'previous_webhook_secret', infra.key_version(previous_secret), count(*)
  from webhook_subscription
  where previous_secret is not null and infra.key_version(previous_secret) = any (p_versions)
  group by 2
  union all
  select 'mail', infra.key_version(body), count(*)
  from mail
  where infra.key_version(body) is not null and infra.key_version(body) = any (p_versions)
  group by 2
  union all
  select 'second_factor', infra.key_version(totp_secret), count(*)
  from credential
  where totp_secret is not null and infra.key_version(totp_secret) = any (p_versions)
  group by 2
  union all
  select 'audit_key', infra.key_version(audit_key), count(*)
  from infra.secret_key
  where infra.key_version(audit_key) = any (p_versions)
  group by 2
  union all
  select 'audit_chain', s.key_version, count(*)
  from tenant t
  cross join lateral (select a.key_version from audit_seal a where a.tenant_id = t.id order by a.seq desc limit 1) s
  where s.key_version = any (p_versions)
  group by 2
$$;
alter function infra.key_use(integer[]) owner to muster_auth;

-- Organisations in which something is sealed or digested with one of these versions.
create function infra.tenants_with_key_versions(p_versions integer[]) returns setof uuid
language sql stable security definer set search_path = public as $$
  select tenant_id from client_secret where revoked_at is null and pepper_version = any (p_versions::smallint[])
  union
  select tenant_id from webhook_subscription where secret is not null and infra.key_version(secret) = any (p_versions)
  union
  select tenant_id from webhook_subscription
  where previous_secret is not null and infra.key_version(previous_secret) = any (p_versions)
  union
  select tenant_id from mail where infra.key_version(body) is not null and infra.key_version(body) = any (p_versions)
  union
  select tenant_id from credential where totp_secret is not null and infra.key_version(totp_secret) = any (p_versions)
$$;
alter function infra.tenants_with_key_versions(integer[]) owner to muster_auth;

-- Organisations whose audit log ends with a seal of this version.
create function infra.tenants_with_chain_end(p_version integer) returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id
  from tenant t
  cross join lateral (select a.key_version from audit_seal a where a.tenant_id = t.id order by a.seq desc limit 1) s
  where s.key_version = p_version
$$;
alter function infra.tenants_with_chain_end(integer) owner to muster_auth;

-- One thing that was sealed with a version, to see whether a key opens it; of no use without the key.
create function infra.sealed_sample(p_version integer, out purpose text, out about uuid, out sealed bytea) returns setof record
language sql stable security definer set search_path = public as $$
  (select 'webhook-secret', id, secret from webhook_subscription
    where secret is not null and infra.key_version(secret) = p_version limit 1)
  union all
  (select 'second-factor', account_id, totp_secret from credential
    where totp_secret is not null and infra.key_version(totp_secret) = p_version limit 1)
  union all
  (select 'mail', id, body from mail where infra.key_version(body) is not null and infra.key_version(body) = p_version limit 1)
  limit 1
$$;
alter function infra.sealed_sample(integer) owner to muster_auth;

revoke execute on function infra.tenants_with_key_versions(integer[]), infra.tenants_with_chain_end(integer) from public;
grant execute on function infra.tenants_with_key_versions(integer[]), infra.tenants_with_chain_end(integer) to muster_worker;

-- A digest moves to the newest pepper when its secret is shown: infra.admit as in 0015, with one step more.
create policy rotate on client_secret for update to muster_auth using (true) with check (true);
grant update (pepper_version, digest) on client_secret to muster_auth;
create or replace function infra.admit(
  p_address inet, p_tenant_code text, p_key_id text, p_versions smallint[], p_digests bytea[], p_method text,
  p_token_expires_us bigint, p_client_id uuid, p_admit boolean,
  out outcome text, out cause text, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text,
  out fiscal_month smallint, out client_id uuid, out client_name text, out scopes text[], out now_us bigint,
  out clock_offset_us bigint, out rate_per_minute integer, out rate_burst integer, out rate_per_day integer,
  out tat_us bigint, out used integer, out retry_after_s integer)
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare
  blocked_s integer;
  pepper smallint;
  interval_us bigint;
begin
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