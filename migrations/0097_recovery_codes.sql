-- Recovery codes (docs/decisions/0070).

-- Codes on paper, for who has lost the second factor: each works once. 24 random digits (79 bits) need no slow hash; the account's id is hashed with
-- them, so that no two accounts have one in common.
create table recovery_code (
  tenant_id uuid not null references tenant,
  administrator_id uuid,
  person_id uuid,
  account_id uuid not null generated always as (coalesce(administrator_id, person_id)) stored,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  primary key (tenant_id, account_id, code_hash),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
  check (num_nonnulls(administrator_id, person_id) = 1)
);
create index recovery_code_administrator on recovery_code (tenant_id, administrator_id) where administrator_id is not null;
create index recovery_code_person on recovery_code (tenant_id, person_id) where person_id is not null;
call infra.isolate('recovery_code');
revoke insert, update on recovery_code from muster_worker;

create or replace function infra.forget_passkeys_of_person() returns trigger
language plpgsql as $$
begin
  delete from passkey where tenant_id = new.tenant_id and person_id = new.id;
  delete from recovery_code where tenant_id = new.tenant_id and person_id = new.id;
  return null;
end $$;

create or replace function infra.close_organisation(p_tenant_id uuid) returns void
language sql volatile as $$
  delete from infra.sliding_window where key = any (array(select id::text from client where tenant_id = p_tenant_id));
  update client set revoked_at = coalesce(revoked_at, now()) where tenant_id = p_tenant_id;
  delete from client_secret where tenant_id = p_tenant_id;
  delete from panel_session where tenant_id = p_tenant_id;
  delete from sign_in_link where tenant_id = p_tenant_id;
  delete from credential where tenant_id = p_tenant_id;
  delete from passkey where tenant_id = p_tenant_id;
  delete from recovery_code where tenant_id = p_tenant_id;
$$;
