-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE PROCEDURE infra.limit_to_departments()
 LANGUAGE plpgsql
AS $procedure$
declare
  here constant text := 'any ((select current_setting(''app.departments'')::uuid[])::uuid[])';
  name text;
begin
  grant usage on schema public, infra to muster_limited;
  grant execute on function infra.departments_of_administrator(uuid), infra.days_done(uuid) to muster_limited;

  -- What belongs to the whole organisation and names nobody.
  foreach name in array array['contractor', 'course', 'license'] loop
    call infra.limit_table(name::regclass, 'true', true);
  end loop;
  foreach name in array array['tenant', 'attribute_definition', 'path_item', 'license_item', 'rule', 'rule_course', 'rule_version',
      'person_group', 'group_course'] loop
    call infra.limit_table(name::regclass, 'true');
  end loop;

  -- What says itself to which department it belongs.
  call infra.limit_table('department', 'id = ' || here, true);
  call infra.limit_table('person', 'department_id = ' || here, true);
  foreach name in array array['compliance_person', 'person_count', 'person_delta', 'compliance_count', 'compliance_delta',
      'standing'] loop
    call infra.limit_table(name::regclass, 'department_id = ' || here);
  end loop;

  -- What hangs on a person: it is seen where the person is.
  foreach name in array array['enrollment', 'certificate'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from person p where p.tenant_id = %1$I.tenant_id and p.id = %1$I.person_id)', name), true);
  end loop;
  foreach name in array array['compliance_status', 'compliance_history', 'compliance_person_history', 'exemption', 'alert', 'rule_match',
      'group_member', 'license_seat'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from person p where p.tenant_id = %1$I.tenant_id and p.id = %1$I.person_id)', name));
  end loop;
  foreach name in array array['attempt', 'enrollment_source'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from enrollment e where e.tenant_id = %1$I.tenant_id and e.id = %1$I.enrollment_id)', name));
  end loop;
  foreach name in array array['evidence_file', 'evidence_chunk'] loop
    call infra.limit_table(name::regclass,
      format('exists (select from certificate c where c.tenant_id = %1$I.tenant_id and c.id = %1$I.certificate_id)', name));
  end loop;
end $procedure$
