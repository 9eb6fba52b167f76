-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.keep_epoch(OUT epoch integer, OUT has_begun boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  has_begun := false;
  if pg_is_in_recovery() then return; end if;
  epoch := infra.epoch_here();
  if epoch is not null then return; end if;
  -- One process begins it; those that have waited for the lock find it begun.
  lock table infra.epoch in share row exclusive mode;
  epoch := infra.epoch_here();
  if epoch is not null then return; end if;
  epoch := infra.begin_epoch();
  has_begun := true;
end $function$
