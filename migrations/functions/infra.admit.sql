-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.admit(p_address inet, p_tenant_code text, p_key_id text, p_versions smallint[], p_digests bytea[], p_method text, p_token_expires_us bigint, p_client_id uuid, p_admit boolean, OUT outcome text, OUT cause text, OUT tenant_id uuid, OUT tenant_code text, OUT tenant_kind text, OUT time_zone text, OUT fiscal_month smallint, OUT client_id uuid, OUT client_name text, OUT scopes text[], OUT now_us bigint, OUT clock_offset_us bigint, OUT rate_per_minute integer, OUT rate_burst integer, OUT rate_per_day integer, OUT tat_us bigint, OUT used integer, OUT retry_after_s integer)
 RETURNS record
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select a.outcome, a.cause, a.tenant_id, a.tenant_code, a.tenant_kind, a.time_zone, a.fiscal_month, a.client_id, a.client_name, a.scopes, a.now_us, a.clock_offset_us, a.rate_per_minute, a.rate_burst, a.rate_per_day, a.tat_us, a.used, a.retry_after_s
  from infra.admit_together(p_address, p_tenant_code, p_key_id, p_versions, p_digests, p_method, p_token_expires_us, p_client_id,
    p_admit::int) a;
$function$
