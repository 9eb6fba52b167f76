-- How an organisation looks, and what its certificates say (docs/decisions/0084). Old code leaves all of it as it is.
alter table tenant add column color text constraint tenant_color check (color ~ '^#[0-9a-f]{6}$');
alter table tenant add column certificate_title text constraint tenant_certificate_title check (char_length(certificate_title) between 1 and 60);
alter table tenant add column certificate_text text constraint tenant_certificate_text check (char_length(certificate_text) between 1 and 300);
alter table tenant add column certificate_signatory text
  constraint tenant_certificate_signatory check (char_length(certificate_signatory) between 1 and 120);

-- The organisation's logo: a PNG that was checked and written anew before it was stored (platform/files/png.ts).
create table organisation_logo (
  tenant_id uuid primary key references tenant,
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  sha256 bytea not null check (octet_length(sha256) = 32),
  updated_at timestamptz not null
);
call infra.isolate('organisation_logo');

-- Administrators of some departments print certificates with it (docs/decisions/0072). Where the role comes later, `muster migrate` says so.
create procedure infra.limit_logos()
language plpgsql as $$
begin
  call infra.limit_table('organisation_logo', 'true');
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'muster_limited') then call infra.limit_logos(); end if;
end $$;

-- What a session shows of its organisation, before its tenant is known.
create policy authenticate on organisation_logo for select to muster_auth using (true);
grant select (tenant_id, sha256) on organisation_logo to muster_auth;
create function infra.looks_of_session(p_token_hash bytea, out color text, out logo text)
language sql stable security definer set search_path = public as $$
  select t.color, encode(l.sha256, 'hex')
  from panel_session s
  join tenant t on t.id = s.tenant_id
  left join organisation_logo l on l.tenant_id = t.id
  where s.token_hash = p_token_hash
$$;
alter function infra.looks_of_session(bytea) owner to muster_auth;
