-- E-mail domains of an organisation, proved by a TXT record (docs/decisions/0069).
create table identity_domain (
  tenant_id uuid not null references tenant,
  id uuid not null,
  -- In lower case, as DNS spells it (punycode).
  domain text not null check (domain = lower(domain) and char_length(domain) between 3 and 253),
  -- What the TXT record says.
  token text not null check (char_length(token) between 20 and 100),
  verified_at timestamptz,
  -- The last look, and what it found.
  checked_at timestamptz,
  outcome text check (outcome in ('found', 'missing', 'unreachable')),
  -- Of a verified domain: since when its record is gone.
  missing_since timestamptz,
  -- When a verified domain is looked at again.
  look_us bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, domain),
  check ((verified_at is null) = (look_us is null))
);
-- One organisation at a time: whose record stands. Who comes second is told.
create unique index identity_domain_verified on identity_domain (domain) where verified_at is not null;
call infra.isolate('identity_domain');

create function infra.note_domains() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('identity.domains', new.tenant_id, infra.no_id(), new.look_us);
  return null;
end $$;
alter function infra.note_domains() owner to muster_auth;
create trigger identity_domain_noted after update of look_us on identity_domain
for each row when (new.look_us is not null) execute function infra.note_domains();
revoke execute on function infra.note_domains() from public;

-- The sign-in page finds the organisation of an address, which every address of its domain is answered with.
grant select (tenant_id, domain, verified_at) on identity_domain to muster_auth;
create policy find on identity_domain for select to muster_auth using (true);
grant select (state) on identity_provider to muster_auth;
create function infra.organisation_of_domain(p_domain text) returns text
language sql stable security definer set search_path = public as $$
  select t.code
  from identity_domain d
  join identity_provider p on p.tenant_id = d.tenant_id and p.state = 'on'
  join tenant t on t.id = d.tenant_id
  where d.domain = p_domain and d.verified_at is not null
$$;
alter function infra.organisation_of_domain(text) owner to muster_auth;

create or replace function infra.look_out(p_tenants_max integer) returns integer
language plpgsql volatile security definer set search_path = public set enable_seqscan = off as $$
declare
  walked uuid[];
  staying uuid[];
  added integer;
begin
  select array(select t.id from tenant t where t.id > l.after order by t.id limit p_tenants_max) into walked
  from infra.look_out l for update skip locked;
  if walked is null then return 0; end if;
  update infra.look_out set after = coalesce(walked[p_tenants_max], infra.no_id());
  select array(select w.id from unnest(walked) w(id) where not exists (select from infra.placement p where p.tenant_id = w.id))
  into staying;
  insert into infra.due (kind, tenant_id, due_us)
  select k.kind, w.id, infra.now_us()
  from unnest(staying) w(id)
  cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn'), ('reminders.send'), ('digests.send'), ('mails.bulk'),
    ('identity.domains')) k(kind)
  where not exists (
    select from infra.due d where d.tenant_id = w.id and d.kind = k.kind and d.subject_id = infra.no_id() and d.closing is null
  );
  get diagnostics added = row_count;
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select 'webhooks.deliver', b.tenant_id, b.id, infra.now_us()
  from unnest(staying) w(id)
  join webhook_subscription b on b.tenant_id = w.id
  where not exists (
    select from infra.due d where d.tenant_id = w.id and d.kind = 'webhooks.deliver' and d.subject_id = b.id and d.closing is null
  );
  return added;
end $$;
