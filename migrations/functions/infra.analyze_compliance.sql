-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.analyze_compliance()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare one regclass;
begin
  for one in
    select c.oid
    from pg_class c
    where c.oid = any ('{compliance_person, compliance_status, enrollment, enrollment_source, rule_match, group_member}'::regclass[])
      and pg_relation_size(c.oid) > 1.5 * c.relpages * current_setting('block_size')::integer
  loop
    execute format('analyze (skip_locked) %s', one);
  end loop;
end $function$
