-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.look_out(p_tenants_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
AS $function$
declare
  walked uuid[];
  staying uuid[];
  added integer;
begin
  select array(select t.id from tenant t where t.id > l.after order by t.id limit p_tenants_max) into walked
  from infra.look_out l for update skip locked;
  if walked is null then return 0; end if;
  update infra.look_out set after = coalesce(walked[p_tenants_max], infra.no_id());
  select array(select w.id from unnest(walked) w(id) where not exists (select from infra.placement p where p.tenant_id = w.id))
  into staying;
  insert into infra.due (kind, tenant_id, due_us, closing)
  select k.kind, w.id, infra.now_us(), pg_current_xact_id()
  from unnest(staying) w(id)
  cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn'), ('reminders.send'), ('digests.send'), ('reports.send'),
    ('mails.bulk'), ('identity.domains')) k(kind)
  where not exists (
    select from infra.due d
    where d.tenant_id = w.id and d.kind = k.kind and d.subject_id = infra.no_id() and (d.closing is null or d.due_us <= infra.now_us())
  );
  get diagnostics added = row_count;
  insert into infra.due (kind, tenant_id, subject_id, due_us, closing)
  select 'webhooks.deliver', b.tenant_id, b.id, infra.now_us(), pg_current_xact_id()
  from unnest(staying) w(id)
  join webhook_subscription b on b.tenant_id = w.id
  where not exists (
    select from infra.due d
    where d.tenant_id = w.id and d.kind = 'webhooks.deliver' and d.subject_id = b.id and (d.closing is null or d.due_us <= infra.now_us())
  );
  return added;
end $function$
