-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.admit_assertion(p_address inet, p_tenant_code text, p_key_id text, p_expires_us bigint, p_client_id uuid, p_jti_digest bytea, OUT outcome text, OUT cause text, OUT tenant_id uuid, OUT tenant_code text, OUT tenant_kind text, OUT time_zone text, OUT fiscal_month smallint, OUT client_id uuid, OUT client_name text, OUT scopes text[], OUT now_us bigint, OUT clock_offset_us bigint, OUT retry_after_s integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
end $function$
