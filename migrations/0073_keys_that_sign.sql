-- Public keys of clients, which sign their token requests (private_key_jwt, docs/decisions/0055).
--
-- A key is a login like a secret: its row in client_secret says since when and until when it may be used, so that infra.admit judges tokens that
-- were issued for it as it judges all others. `pepper_version` 0 says that the row is a key's: no text is ever compared with its `digest`, the key's thumbprint.
create table client_key (
  tenant_id uuid not null,
  client_id uuid not null,
  key_id text not null,
  kid text not null check (kid ~ '^[!-~]{1,128}$'),
  algorithm text not null check (algorithm in ('RS256', 'PS256', 'ES256', 'EdDSA')),
  -- RFC 7638, base64url.
  thumbprint text not null check (thumbprint ~ '^[0-9A-Za-z_-]{43}$'),
  jwk jsonb not null check (jsonb_typeof(jwk) = 'object' and not (jwk ?| array['d', 'k'])),
  last_used_at timestamptz,
  primary key (tenant_id, client_id, key_id),
  unique (tenant_id, client_id, kid),
  unique (tenant_id, client_id, thumbprint),
  foreign key (tenant_id, client_id, key_id) references client_secret (tenant_id, client_id, key_id) on delete cascade
);
call infra.isolate('client_key');
create policy authenticate on client_key for select to muster_auth using (true);
create policy note_use on client_key for update to muster_auth using (true) with check (true);
grant select, update (last_used_at) on client_key to muster_auth;

-- Assertions that were used, by client and the SHA-256 of `jti`, until they would be refused for their age anyway.
create table infra.used_assertion (
  client_id uuid not null,
  jti_digest bytea not null check (octet_length(jti_digest) = 32),
  until_us bigint not null,
  primary key (client_id, jti_digest)
);
create index used_assertion_until on infra.used_assertion (until_us);
grant insert on infra.used_assertion to muster_auth;
grant select, delete on infra.used_assertion to muster_app, muster_worker;

-- The public key by which a client's assertion is to be verified, with the infrastructure's clock; nulls where there is none. The client is found
-- without its key, too, so that the organisation's log can name it.
create function infra.find_client_key(
  p_tenant_code text, p_client_id uuid, p_kid text,
  out now_us bigint, out tenant_id uuid, out client_id uuid, out key_id text, out algorithm text, out jwk jsonb)
language sql stable security definer set search_path = public as $$
  select n.us, c.tenant_id, c.id, k.key_id, k.algorithm, k.jwk
  from (select infra.now_us() as us) n
  left join tenant t on t.code = p_tenant_code
  left join client c on c.tenant_id = t.id and c.id = p_client_id
  left join client_key k on k.tenant_id = c.tenant_id and k.client_id = c.id and k.kid = p_kid
$$;
alter function infra.find_client_key(text, uuid, text) owner to muster_auth;

-- Admits a client by an assertion: p_expires_us is until when it may be used, null where something is wrong with it, which is then refused and
-- counted as infra.admit refuses and counts a token. One that passes is used up.
create function infra.admit_assertion(
  p_address inet, p_tenant_code text, p_key_id text, p_expires_us bigint, p_client_id uuid, p_jti_digest bytea,
  out outcome text, out cause text, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text,
  out fiscal_month smallint, out client_id uuid, out client_name text, out scopes text[], out now_us bigint,
  out clock_offset_us bigint, out retry_after_s integer)
language plpgsql volatile security definer set search_path = public as $$
declare
  -- Of a key that is used all the time, the last use is noted once a minute.
  noted_us constant bigint := 60000000;
  durable constant text := current_setting('synchronous_commit');
  a record;
begin
  select * into a
  from infra.admit(p_address, p_tenant_code, p_key_id, null::smallint[], null::bytea[], 'oauth2', p_expires_us, p_client_id, false);
  if a.outcome = 'ok' then
    -- What admission writes may be lost in a crash; a used assertion that was forgotten could be used again.
    perform set_config('synchronous_commit', durable, true);
    insert into infra.used_assertion as u (client_id, jti_digest, until_us)
    values (a.client_id, p_jti_digest, p_expires_us)
    on conflict do nothing;
    if found then
      update client_key k set last_used_at = to_timestamp(a.now_us / 1000000.0)
      where k.tenant_id = a.tenant_id and k.client_id = a.client_id and k.key_id = p_key_id
        and (k.last_used_at is null or extract(epoch from k.last_used_at) * 1000000 <= a.now_us - noted_us);
    else
      a.cause := 'assertion_used';
      a.retry_after_s := infra.count_failed_authentication(p_address);
      a.outcome := case when a.retry_after_s > 0 then 'blocked' else 'unauthorized' end;
    end if;
  end if;
  outcome := a.outcome;
  cause := a.cause;
  tenant_id := a.tenant_id;
  tenant_code := a.tenant_code;
  tenant_kind := a.tenant_kind;
  time_zone := a.time_zone;
  fiscal_month := a.fiscal_month;
  client_id := a.client_id;
  client_name := a.client_name;
  scopes := a.scopes;
  now_us := a.now_us;
  clock_offset_us := a.clock_offset_us;
  retry_after_s := a.retry_after_s;
end $$;
alter function infra.admit_assertion(inet, text, text, bigint, uuid, bytea) owner to muster_auth;

-- Keys depend on no version of SECRET_KEY.
create or replace function infra.key_versions_in_use()
 returns SETOF integer
 language sql
 stable security definer
 set search_path = public
as $$
  with recursive peppers(version) as (
    select min(pepper_version)::int from client_secret where revoked_at is null and pepper_version > 0
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
  ), erasures(version) as (
    select distinct infra.key_version(terms) from person_erasure where completed_at is null
  ), chains(version) as (
    select s.key_version
    from tenant t
    cross join lateral (select a.key_version from audit_seal a where a.tenant_id = t.id order by a.seq desc limit 1) s
  )
  select version from (
    select version from peppers union select version from mails union select version from secrets
    union select version from previous_secrets union select version from second_factors union select version from erasures union select version from chains
    union select infra.key_version(audit_key) from infra.secret_key where audit_key is not null
  ) v
  where version is not null
  order by version
$$;
