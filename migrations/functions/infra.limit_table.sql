-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE PROCEDURE infra.limit_table(IN target regclass, IN condition text, IN may_lock boolean DEFAULT false)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('drop policy if exists departments on %s', target);
  execute format(
    'create policy departments on %s to muster_limited using (%I = (select current_setting(''app.tenant'')::uuid) and (%s)) with check (false)',
    target, case when target = 'tenant'::regclass then 'id' else 'tenant_id' end, condition);
  execute format('grant select on %s to muster_limited', target);
  -- PostgreSQL lets nobody lock a row who may update no column; the policy refuses every update.
  if may_lock then
    execute format('grant update (%I) on %s to muster_limited', case when target = 'tenant'::regclass then 'id' else 'tenant_id' end, target);
  end if;
end $procedure$
