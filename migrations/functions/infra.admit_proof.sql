-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.admit_proof(p_address inet, p_tenant_code text, p_key_id text, p_token_expires_us bigint, p_from_us bigint, p_until_us bigint, p_digest bytea, p_admit boolean, OUT outcome text, OUT cause text, OUT tenant_id uuid, OUT tenant_code text, OUT tenant_kind text, OUT time_zone text, OUT fiscal_month smallint, OUT client_id uuid, OUT client_name text, OUT scopes text[], OUT now_us bigint, OUT clock_offset_us bigint, OUT rate_per_minute integer, OUT rate_burst integer, OUT rate_per_day integer, OUT tat_us bigint, OUT used integer, OUT retry_after_s integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  flaw text;
  a record;
begin
  if p_token_expires_us is not null then
    flaw := infra.use_proof(p_from_us, p_until_us, p_digest);
  end if;
  select * into a
  from infra.admit(
    p_address, p_tenant_code, p_key_id, null::smallint[], null::bytea[], 'dpop', case when flaw is null then p_token_expires_us end,
    null::uuid, p_admit
  );
  if flaw is null and p_token_expires_us is not null and a.outcome <> 'ok' then
    delete from infra.used_proof u where u.digest = p_digest;
  end if;
  outcome := a.outcome;
  cause := case when a.cause = 'invalid_token' then coalesce(flaw, a.cause) else a.cause end;
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
  rate_per_minute := a.rate_per_minute;
  rate_burst := a.rate_burst;
  rate_per_day := a.rate_per_day;
  tat_us := a.tat_us;
  used := a.used;
  retry_after_s := a.retry_after_s;
end $function$
