-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE PROCEDURE infra.limit_reports()
 LANGUAGE plpgsql
AS $procedure$
begin
  call infra.limit_table('report', 'owner_id = (select current_setting(''app.administrator'')::uuid)');
end $procedure$
