-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE PROCEDURE infra.isolate(IN target regclass, IN tenant_column text DEFAULT 'tenant_id'::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to muster_app, muster_worker using (%I = (select current_setting(''app.tenant'')::uuid)) with check (%I = (select current_setting(''app.tenant'')::uuid))',
    target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to muster_app, muster_worker', target);
  call infra.let_remove(target, tenant_column);
end $procedure$
