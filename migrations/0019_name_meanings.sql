-- What an administrator has said of a name that nobody knew: the department or company that is meant, or, with neither, that
-- nothing is. Whoever comes with the name again is placed by it.
create table name_meaning (
  tenant_id uuid not null references tenant,
  field text not null check (field in ('department', 'contractor')),
  value_norm text not null,
  department_id uuid,
  contractor_id uuid,
  decided_at timestamptz not null,
  primary key (tenant_id, field, value_norm),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, contractor_id) references contractor (tenant_id, id),
  check (department_id is null or field = 'department'),
  check (contractor_id is null or field = 'contractor')
);
call infra.isolate('name_meaning');
