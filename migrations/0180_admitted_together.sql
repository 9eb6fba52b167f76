-- Requests that present the same and wait at the same moment are admitted by one statement: the bucket's row is locked, changed and
-- committed once for all of them. It admits as many of the first as one after the other would have been admitted at that instant.

-- How many the last statement has admitted: what `returning` cannot tell from the new row alone.
alter table rate_bucket add column admitted integer;

create function infra.admit_together(p_address inet, p_tenant_code text, p_key_id text, p_versions smallint[], p_digests bytea[], p_method text, p_token_expires_us bigint, p_client_id uuid, p_count integer, out outcome text, out cause text, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text, out fiscal_month smallint, out client_id uuid, out client_name text, out scopes text[], out now_us bigint, out clock_offset_us bigint, out rate_per_minute integer, out rate_burst integer, out rate_per_day integer, out tat_us bigint, out used integer, out retry_after_s integer, out admitted integer)
 returns record
 language plpgsql
 security definer
 set search_path = public
as $$
#variable_conflict use_column
declare
  blocked_s integer;
  is_elsewhere boolean;
  pepper smallint;
  interval_us bigint;
begin
  select n.us,
    case when f.blocked_until_us - n.us between 1 and infra.block_us() then ceil((f.blocked_until_us - n.us) / 1000000.0) end,
    t.id, c.id, j.why,
    -- Who is refused hears nothing of this, and it is not read: no more of a key that somebody has than of one that nobody has.
    case when j.why is null then t.code end, case when j.why is null then t.kind end, case when j.why is null then t.time_zone end,
    case when j.why is null then t.fiscal_month end, case when j.why is null then t.clock_offset_us end,
    case when j.why is null then c.name end, case when j.why is null then c.scopes end,
    -- An administrator may lower a client's limits; only the organisation's contract raises them.
    case when j.why is null then least(c.rate_per_minute, t.rate_per_minute) end,
    case when j.why is null then least(c.rate_burst, t.rate_burst) end,
    case when j.why is null then least(c.rate_per_day, t.rate_per_day) end,
    case when j.why is null then ceil(60000000.0 / least(c.rate_per_minute, t.rate_per_minute)) end,
    case when j.why is null then s.pepper_version end,
    exists (select from infra.placement where code = p_tenant_code and is_away)
  into now_us, blocked_s, tenant_id, client_id, cause, tenant_code, tenant_kind, time_zone, fiscal_month, clock_offset_us,
    client_name, scopes, rate_per_minute, rate_burst, rate_per_day, interval_us, pepper, is_elsewhere
  -- What it writes may be lost in a crash: a second of tokens.
  from (select infra.now_us() as us, set_config('synchronous_commit', 'off', true)) n
  left join infra.failed_authentication f on f.address_key = infra.address_key(p_address)
  left join client_secret s on s.key_id = p_key_id
  -- A key that nobody has is looked up as far as one that somebody has: as long as that takes.
  left join client c on c.tenant_id = coalesce(s.tenant_id, infra.no_id()) and c.id = coalesce(s.client_id, infra.no_id())
  left join tenant t on t.id = coalesce(s.tenant_id, infra.no_id())
  cross join lateral (
    select case
      when p_digests is null and p_token_expires_us is null then 'invalid_token'
      when s.key_id is null then 'unknown_key'
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
      when not (case p_method when 'dpop' then 'oauth2' else p_method end = any (c.methods)) then 'method_off'
      -- A token, not an assertion that names its client.
      when p_method = 'oauth2' and p_digests is null and p_client_id is null and c.dpop_bound_access_tokens then 'dpop_required'
      when cardinality(c.ip_allowlist) > 0 and not (p_address <<= any (c.ip_allowlist::inet[])) then 'address_not_allowed'
    end as why
    offset 0
  ) j;
  if is_elsewhere then perform infra.enter_by_code(p_tenant_code); end if;

  if blocked_s is not null then
    select 'blocked', blocked_s, null, null, null into outcome, retry_after_s, cause, tenant_id, client_id;
  elsif cause is not null then
    retry_after_s := infra.count_failed_authentication(p_address);
    outcome := case when retry_after_s > 0 then 'blocked' else 'unauthorized' end;
  else
    -- Only now is the secret known: what was digested with an older pepper is digested with the newest. One that another session
    -- holds moves at its next use.
    if pepper < p_versions[1] then
      update client_secret s set pepper_version = p_versions[1], digest = p_digests[1]
      where s.key_id = (
        select k.key_id from client_secret k where k.key_id = p_key_id and k.pepper_version = pepper for update skip locked
      );
    end if;
    if p_count = 0 then
      outcome := 'ok';
      return;
    end if;
    insert into rate_bucket as b (tenant_id, client_id, tat_us, day_no, used, at_us, ok, admitted)
    select admit_together.tenant_id, admit_together.client_id, n.us + f.fits * interval_us, (n.us / 86400000000)::int, f.fits, n.us,
      f.fits > 0, f.fits
    from (select infra.now_us() as us) n
    cross join (select least(p_count, rate_burst, rate_per_day) as fits) f
    on conflict (tenant_id, client_id) do update set (tat_us, day_no, used, at_us, ok, admitted) = (
      select d.t0 + d.fits * interval_us, d.day_no, d.used + d.fits, d.us, d.fits > 0, d.fits
      from (
        select e.*, least(p_count, (rate_burst * interval_us - (e.t0 - e.us)) / interval_us, greatest(rate_per_day - e.used, 0))::int as fits
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
    returning b.tat_us, b.used, b.at_us, case when b.ok then 'ok' else 'limited' end, b.admitted
    into tat_us, used, now_us, outcome, admitted;
  end if;
end $$;
alter function infra.admit_together(inet, text, text, smallint[], bytea[], text, bigint, uuid, integer) owner to muster_auth;

-- One by itself, for code of an earlier version and for bound tokens, of which each has a proof of its own.
create or replace function infra.admit(p_address inet, p_tenant_code text, p_key_id text, p_versions smallint[], p_digests bytea[], p_method text, p_token_expires_us bigint, p_client_id uuid, p_admit boolean, out outcome text, out cause text, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text, out fiscal_month smallint, out client_id uuid, out client_name text, out scopes text[], out now_us bigint, out clock_offset_us bigint, out rate_per_minute integer, out rate_burst integer, out rate_per_day integer, out tat_us bigint, out used integer, out retry_after_s integer)
 returns record
 language sql
 security definer
 set search_path = public
as $$
  select a.outcome, a.cause, a.tenant_id, a.tenant_code, a.tenant_kind, a.time_zone, a.fiscal_month, a.client_id, a.client_name, a.scopes, a.now_us, a.clock_offset_us, a.rate_per_minute, a.rate_burst, a.rate_per_day, a.tat_us, a.used, a.retry_after_s
  from infra.admit_together(p_address, p_tenant_code, p_key_id, p_versions, p_digests, p_method, p_token_expires_us, p_client_id,
    p_admit::int) a;
$$;
