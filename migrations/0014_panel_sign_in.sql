-- Who signs in to the panel, and with what. A person is an account as a learner, an administrator is one of its own.

alter table administrator add column disabled_at timestamptz;

-- What learners do is audited, too. What stands met the narrower condition, so nothing needs to be looked at.
alter table audit_log drop constraint audit_log_actor_type_check;
alter table audit_log add constraint audit_log_actor_type_check
  check (actor_type in ('client', 'operator', 'administrator', 'person', 'rule', 'system')) not valid;

-- `password_hash` is argon2id in its usual text form; null: no password yet. `totp_secret` is sealed and counts once it is
-- confirmed; `totp_step` is the last time step whose code was used, so that none is used twice.
create table credential (
  tenant_id uuid not null references tenant,
  administrator_id uuid,
  person_id uuid,
  account_id uuid not null generated always as (coalesce(administrator_id, person_id)) stored,
  password_hash text,
  password_set_at timestamptz,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, account_id),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
  check (num_nonnulls(administrator_id, person_id) = 1),
  check (totp_confirmed_at is null or totp_secret is not null)
);
create index credential_administrator on credential (tenant_id, administrator_id) where administrator_id is not null;
create index credential_person on credential (tenant_id, person_id) where person_id is not null;
call infra.isolate('credential');

-- One row a browser that is signed in; only the SHA-256 of what its cookie holds is kept. All instants are on the
-- infrastructure's clock. The row goes when the session ends.
create table panel_session (
  tenant_id uuid not null references tenant,
  id uuid not null,
  administrator_id uuid,
  person_id uuid,
  account_id uuid not null generated always as (coalesce(administrator_id, person_id)) stored,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  idle_us bigint not null,
  created_us bigint not null,
  seen_us bigint not null,
  expires_us bigint not null,
  stepped_up_us bigint,
  may_set_password boolean not null,
  address inet not null,
  user_agent text not null check (char_length(user_agent) <= 300),
  primary key (tenant_id, id),
  unique (token_hash),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
  check (num_nonnulls(administrator_id, person_id) = 1)
);
create index panel_session_account on panel_session (tenant_id, account_id);
create index panel_session_administrator on panel_session (tenant_id, administrator_id) where administrator_id is not null;
create index panel_session_person on panel_session (tenant_id, person_id) where person_id is not null;
create index panel_session_end on panel_session (tenant_id, expires_us);
call infra.isolate('panel_session');

-- Links that sign in once: printed for an administrator without a password, mailed to reset one, or given to a learner. The
-- row goes when the link is used.
create table sign_in_link (
  tenant_id uuid not null references tenant,
  id uuid not null,
  administrator_id uuid,
  person_id uuid,
  account_id uuid not null generated always as (coalesce(administrator_id, person_id)) stored,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('first', 'reset')),
  expires_us bigint not null,
  primary key (tenant_id, id),
  unique (token_hash),
  foreign key (tenant_id, administrator_id) references administrator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references person (tenant_id, id) on delete cascade,
  check (num_nonnulls(administrator_id, person_id) = 1)
);
create index sign_in_link_account on sign_in_link (tenant_id, account_id);
create index sign_in_link_administrator on sign_in_link (tenant_id, administrator_id) where administrator_id is not null;
create index sign_in_link_person on sign_in_link (tenant_id, person_id) where person_id is not null;
call infra.isolate('sign_in_link');

-- Whatever ends an account or changes what it may do ends its sessions with it, so that none comes back to life when the
-- account does: by the panel, a file, an import, an identity provider or the turn of a day.
create function infra.end_sessions_of_person() returns trigger
language plpgsql as $$
begin
  delete from panel_session where tenant_id = new.tenant_id and account_id = new.id;
  delete from sign_in_link where tenant_id = new.tenant_id and account_id = new.id;
  if new.state = 'anonymized' then
    delete from credential where tenant_id = new.tenant_id and account_id = new.id;
  end if;
  return null;
end $$;
create trigger end_sessions after update of state on person for each row
  when (new.state is distinct from old.state and new.state not in ('invited', 'active'))
  execute function infra.end_sessions_of_person();

create function infra.end_sessions_of_administrator() returns trigger
language plpgsql as $$
begin
  delete from panel_session where tenant_id = new.tenant_id and account_id = new.id;
  if new.disabled_at is not null or new.email_norm <> old.email_norm then
    delete from sign_in_link where tenant_id = new.tenant_id and account_id = new.id;
  end if;
  return null;
end $$;
create trigger end_sessions after update of role, disabled_at, email_norm on administrator for each row
  when (new.role <> old.role or new.disabled_at is distinct from old.disabled_at or new.email_norm <> old.email_norm)
  execute function infra.end_sessions_of_administrator();

create policy authenticate on panel_session to muster_auth using (true) with check (true);
create policy authenticate on sign_in_link for select to muster_auth using (true);
create policy authenticate on administrator for select to muster_auth using (true);
create policy authenticate on person for select to muster_auth using (true);
create policy authenticate on credential for select to muster_auth using (true);
grant select on panel_session, sign_in_link, administrator, person to muster_auth;
grant update (seen_us) on panel_session to muster_auth;
grant select (tenant_id, account_id, password_set_at, totp_confirmed_at) on credential to muster_auth;

-- Who a cookie belongs to: the second statement, beside infra.admit, that looks across tenants. No row: nobody, whatever
-- the reason. A session is seen every half minute at most, so that reading writes little.
create function infra.find_panel_session(
  p_token_hash bytea,
  out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text, out fiscal_month smallint,
  out tenant_name text, out clock_offset_us bigint, out now_us bigint, out session_id uuid, out account_kind text,
  out account_id uuid, out name text, out email text, out role text, out locale text, out second_factor boolean,
  out stepped_up_us bigint, out may_set_password boolean)
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare
  seen bigint;
  seen_every_us constant bigint := 30000000;
begin
  now_us := infra.now_us();
  select s.tenant_id, t.code, t.kind, t.time_zone, t.fiscal_month, t.name, t.clock_offset_us, s.id,
    case when a.id is null then 'person' else 'administrator' end, s.account_id,
    coalesce(a.name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login), coalesce(a.email, p.email),
    coalesce(a.role, 'learner'), p.language, c.totp_confirmed_at is not null, s.stepped_up_us, s.may_set_password, s.seen_us
  into find_panel_session.tenant_id, tenant_code, tenant_kind, find_panel_session.time_zone, find_panel_session.fiscal_month,
    tenant_name, find_panel_session.clock_offset_us, session_id, account_kind, find_panel_session.account_id,
    find_panel_session.name, find_panel_session.email, find_panel_session.role, locale, second_factor,
    find_panel_session.stepped_up_us, find_panel_session.may_set_password, seen
  from panel_session s
  join tenant t on t.id = s.tenant_id
  left join administrator a on a.tenant_id = s.tenant_id and a.id = s.administrator_id and a.disabled_at is null
  left join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.state in ('invited', 'active')
  left join credential c on c.tenant_id = s.tenant_id and c.account_id = s.account_id
  where s.token_hash = p_token_hash and s.expires_us > now_us and s.seen_us + s.idle_us > now_us
    and (a.id is not null or p.id is not null);
  if found and seen + seen_every_us <= now_us then
    perform set_config('synchronous_commit', 'off', true);
    update panel_session set seen_us = now_us where tenant_id = find_panel_session.tenant_id and id = session_id;
  end if;
end $$;
alter function infra.find_panel_session(bytea) owner to muster_auth;

-- The organisation of a one-time link that is still good.
create function infra.tenant_of_sign_in_link(p_token_hash bytea) returns uuid
language sql volatile security definer set search_path = public as $$
  select tenant_id from sign_in_link where token_hash = p_token_hash and expires_us > infra.now_us()
$$;
alter function infra.tenant_of_sign_in_link(bytea) owner to muster_auth;

-- IT administrators who have no way in yet, one an organisation, of one organisation or of any, for the line that
-- `muster serve` and `muster org apply` print.
create function infra.it_administrators_without_password(p_code text)
returns table (tenant_id uuid, tenant_code text, administrator_id uuid, email text)
language sql stable security definer set search_path = public as $$
  select distinct on (t.code) a.tenant_id, t.code, a.id, a.email
  from administrator a
  join tenant t on t.id = a.tenant_id
  left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
  where a.role = 'it_admin' and a.disabled_at is null and c.password_set_at is null
    and (p_code is null or t.code = p_code)
  order by t.code, a.created_at, a.id
  limit 5
$$;
alter function infra.it_administrators_without_password(text) owner to muster_auth;

-- Gives back the places of a key in sliding windows, once its owner has proved who they are.
create function infra.clear_places(p_kinds text[], p_key text) returns void
language sql volatile as $$ delete from infra.sliding_window where kind = any (p_kinds) and key = p_key $$;
