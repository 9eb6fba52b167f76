-- What has become of an evaluation of everybody, as far as it has come: the panel shows it while it runs, and what it did.
create table rule_batch (
  tenant_id uuid not null references tenant,
  id uuid not null,
  people_total integer not null check (people_total >= 0),
  people_done integer not null default 0 check (people_done >= 0),
  done jsonb not null default '{}' check (jsonb_typeof(done) = 'object'),
  started_at timestamptz not null,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call infra.isolate('rule_batch');

-- Whatever an organisation has done with stays, because its audit rows and enrollments name it; the name is free again.
alter table rule
  add column retired_at timestamptz,
  drop constraint rule_tenant_id_name_norm_key;
alter table person_group
  add column retired_at timestamptz,
  drop constraint person_group_tenant_id_code_norm_key;
-- An organisation has some hundred of either: nobody waits for their indexes.
-- squawk-ignore require-concurrent-index-creation
create unique index rule_name on rule (tenant_id, name_norm) where retired_at is null;
-- squawk-ignore require-concurrent-index-creation
create unique index person_group_code on person_group (tenant_id, code_norm) where retired_at is null;
