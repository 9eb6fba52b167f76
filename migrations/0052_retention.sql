-- How long each organisation keeps each kind of record (docs/decisions/0043). `days`: what it has set; null: as by default. `look_us`:
-- before this instant, on the infrastructure's clock, nothing can be due; a new row is looked at by the next clean-up.
create table retention (
  tenant_id uuid not null references tenant,
  kind text not null,
  days integer check (days between 1 and 100000),
  look_us bigint not null default 0,
  primary key (tenant_id, kind)
);
call infra.isolate('retention');
revoke delete on retention from muster_app, muster_worker;
revoke insert on retention from muster_worker;
create index retention_look on retention (kind, look_us);

-- Every organisation has a row for each kind; kinds are those of server/platform/retention.ts.
create function infra.add_retention() returns trigger
language plpgsql as $$
begin
  insert into retention (tenant_id, kind)
  select new.id, k.kind
  from unnest(array['request_log', 'sync_log', 'mails', 'import_reports', 'people_who_left']) as k(kind);
  return null;
end $$;
create trigger add_retention after insert on tenant for each row execute function infra.add_retention();

-- The tables of organisations hide their rows from the owner, who migrates.
alter table tenant no force row level security;
alter table retention no force row level security;
insert into retention (tenant_id, kind)
select t.id, k.kind
from tenant t
cross join unnest(array['request_log', 'sync_log', 'mails', 'import_reports', 'people_who_left']) as k(kind)
on conflict do nothing;
alter table retention force row level security;
alter table tenant force row level security;

-- Organisations whose turn has come, those that have waited longest first; bounded, the next run takes the rest.
create policy look on retention for select to muster_auth using (true);
grant select (tenant_id, kind, look_us) on retention to muster_auth;
create function infra.tenants_to_clean_up(p_kind text, p_max integer) returns setof uuid
language sql stable security definer set search_path = public as $$
  select tenant_id from retention where kind = p_kind and look_us <= infra.now_us() order by look_us limit p_max
$$;
alter function infra.tenants_to_clean_up(text, integer) owner to muster_auth;
revoke execute on function infra.tenants_to_clean_up(text, integer) from public;
grant execute on function infra.tenants_to_clean_up(text, integer) to muster_worker;

-- The worker clears the log of requests within one organisation at a time, as it does the others.
grant delete on request_log to muster_worker;
-- And it erases people who left, whom migration 0054 lets it find by when.
grant insert on person_erasure to muster_worker;
