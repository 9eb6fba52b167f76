-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE PROCEDURE infra.limit_orders()
 LANGUAGE plpgsql
AS $procedure$
begin
  call infra.limit_table('bulk_operation',
    'of_departments and ordered_by = (select current_setting(''app.administrator'')::uuid)');
  call infra.limit_table('bulk_person',
    'exists (select from person p where p.tenant_id = bulk_person.tenant_id and p.id = bulk_person.person_id)');
end $procedure$
