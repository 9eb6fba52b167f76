-- Deliveries refer to no organisation, and may outlive its row by a moment while it is removed: nothing is noted of them then, where the
-- statement would fail for all others that it is about.
create or replace function infra.note_deliveries() returns trigger
language plpgsql security definer set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
end $$;
