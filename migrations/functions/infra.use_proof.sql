-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.use_proof(p_from_us bigint, p_until_us bigint, p_digest bytea)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  us constant bigint := infra.now_us();
begin
  if us < p_from_us then return 'proof_early'; end if;
  if us >= p_until_us then return 'proof_old'; end if;
  insert into infra.used_proof (digest, until_us) values (p_digest, p_until_us) on conflict do nothing;
  return case when not found then 'proof_used' end;
end $function$
