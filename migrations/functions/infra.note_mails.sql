-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'mails.bulk', n.tenant_id, n.due_us
  from (select tenant_id, min(due_us) as due_us from added where importance = 2 and due_us is not null group by tenant_id) n
  where not exists (
    select from infra.due d
    where d.tenant_id = n.tenant_id and d.kind = 'mails.bulk' and d.subject_id = infra.no_id() and d.due_us <= n.due_us
      and d.closing is null
  );
  return null;
end $function$
