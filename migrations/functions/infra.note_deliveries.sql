-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select 'webhooks.deliver', p.tenant_id, p.subscription_id, p.due_us
  from (
    select tenant_id, subscription_id, min(due_us) as due_us from added where status = 'pending' group by tenant_id, subscription_id
  ) p
  where not exists (
      select from infra.due d
      where d.tenant_id = p.tenant_id and d.kind = 'webhooks.deliver' and d.subject_id = p.subscription_id and d.due_us <= p.due_us
        and d.closing is null
    )
    and exists (select from tenant t where t.id = p.tenant_id);
  return null;
end $function$
