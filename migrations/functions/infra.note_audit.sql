-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'audit.seal', a.tenant_id, infra.now_us()
  from (select distinct tenant_id from added) a
  where not exists (
    select from infra.due d
    where d.tenant_id = a.tenant_id and d.kind = 'audit.seal' and d.subject_id = infra.no_id() and d.closing is null
  );
  return null;
end $function$
