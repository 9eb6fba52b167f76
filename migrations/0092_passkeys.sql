-- Passkeys (docs/decisions/0070): WebAuthn credentials, as second factor or alone.

-- `credential_id` and `public_key` (COSE) as the authenticator made them, `sign_count` as it counted last. `discoverable`: the browser
-- said whether the authenticator finds the passkey without being told of it; null: it did not say. `blocked_at`: the count went back, so
-- that there may be a copy; the passkey proves nothing any more, and stays a factor until its owner removes it.
create table passkey (
  tenant_id uuid not null references tenant,
  id uuid not null,
  administrator_id uuid,
  person_id uuid,
  account_id uuid not null generated always as (coalesce(administrator_id, person_id)) stored,
  name text not null check (char_length(name) between 1 and 100),
  credential_id bytea not null check (octet_length(credential_id) between 16 and 1023),
  public_key bytea not null check (octet_length(public_key) between 1 and 4000),
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  transports text[] not null check (cardinality(transports) <= 10),
  discoverable boolean,
  backup_eligible boolean not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  blocked_at timestamptz,
  primary key (tenant_id, id),
  -- WebAuthn Level 3 §7.1, step 26: a credential belongs to one account.
  unique (tenant_id, credential_id),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
  check (num_nonnulls(administrator_id, person_id) = 1)
);
create index passkey_account on passkey (tenant_id, account_id);
create index passkey_administrator on passkey (tenant_id, administrator_id) where administrator_id is not null;
create index passkey_person on passkey (tenant_id, person_id) where person_id is not null;
call infra.isolate('passkey');

-- Challenges that were answered, so that none is answered twice. What is asked is not stored: each challenge shows by itself that it is
-- ours, for what, for which browser and until when.
create table passkey_challenge (
  tenant_id uuid not null references tenant,
  challenge_hash bytea not null check (octet_length(challenge_hash) = 32),
  expires_us bigint not null,
  primary key (tenant_id, challenge_hash)
);
create index passkey_challenge_end on passkey_challenge (tenant_id, expires_us);
call infra.isolate('passkey_challenge');

-- Who signs in is asked by the process that serves; one that works needs none of it, but to show people what is stored of them.
revoke insert, update on passkey, passkey_challenge from muster_worker;

-- Who has become nobody has no passkey.
create function infra.forget_passkeys_of_person() returns trigger
language plpgsql as $$
begin
  delete from passkey where tenant_id = new.tenant_id and person_id = new.id;
  return null;
end $$;
create trigger forget_passkeys after update of state on person for each row
  when (new.state is distinct from old.state and new.state = 'anonymized')
  execute function infra.forget_passkeys_of_person();

-- A passkey lets in alone.
create or replace function infra.close_organisation(p_tenant_id uuid) returns void
language sql volatile as $$
  delete from infra.sliding_window where key = any (array(select id::text from client where tenant_id = p_tenant_id));
  update client set revoked_at = coalesce(revoked_at, now()) where tenant_id = p_tenant_id;
  delete from client_secret where tenant_id = p_tenant_id;
  delete from panel_session where tenant_id = p_tenant_id;
  delete from sign_in_link where tenant_id = p_tenant_id;
  delete from credential where tenant_id = p_tenant_id;
  delete from passkey where tenant_id = p_tenant_id;
$$;
