-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE PROCEDURE infra.let_remove(IN target regclass, IN tenant_column text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format(
    'create policy remove on %s to muster_owner using (%I = (select current_setting(''app.tenant'')::uuid)) with check (%I = (select current_setting(''app.tenant'')::uuid))',
    target, tenant_column, tenant_column);
end $procedure$
