-- Two more kinds of record that do not stay for ever (docs/decisions/0043, 0083): what people were reminded of, with weeks that were mailed, and
-- orders of work on many. The previous program removes neither.
create or replace function infra.add_retention() returns trigger
language plpgsql as $$
begin
  insert into retention (tenant_id, kind)
  select new.id, k.kind
  from unnest(array['request_log', 'sync_log', 'mails', 'import_reports', 'people_who_left', 'reminders', 'bulk_orders']) as k(kind);
  return null;
end $$;

-- The tables of organisations hide their rows from the owner, who migrates.
alter table tenant no force row level security;
alter table retention no force row level security;
insert into retention (tenant_id, kind)
select t.id, k.kind
from tenant t
cross join unnest(array['reminders', 'bulk_orders']) as k(kind)
on conflict do nothing;
alter table retention force row level security;
alter table tenant force row level security;
