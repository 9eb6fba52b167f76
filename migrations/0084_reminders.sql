-- Reminders to learners by mail (docs/decisions/0064). What an organisation reminds of; without a row: of nothing.
create table reminder_setting (
  tenant_id uuid primary key references tenant,
  assigned boolean not null,
  -- What was assigned before is not reminded of; null: nothing is.
  assigned_since timestamptz,
  -- null: not of this.
  due_soon_days integer check (due_soon_days between 1 and 90),
  overdue_every_days integer check (overdue_every_days between 1 and 90),
  overdue_times integer not null check (overdue_times between 1 and 10),
  expiring_days integer check (expiring_days between 1 and 180),
  -- By the organisation's clock. From the first hour on, until before the second.
  from_hour integer not null check (from_hour >= 0),
  until_hour integer not null check (until_hour <= 24),
  -- The last day whose mails are all written.
  done_on date not null,
  check (from_hour < until_hour),
  check (assigned = (assigned_since is not null))
) with (fillfactor = 70);
call infra.isolate('reminder_setting');

-- What somebody was reminded of: each reason once. The subject is an enrollment, or a certificate that ends; `about_on` is its due date, the
-- day of its assignment, or its last day. A due date that is moved is a new reason.
create table reminder (
  tenant_id uuid not null references tenant,
  subject_id uuid not null,
  kind text not null check (kind in ('assigned', 'due_soon', 'overdue', 'expiring')),
  about_on date not null,
  -- Of those that are repeated: which one it is.
  step integer not null check (step >= 1),
  person_id uuid not null,
  sent_on date not null,
  primary key (tenant_id, subject_id, kind, about_on, step),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
create index reminder_person on reminder (tenant_id, person_id, sent_on);
call infra.isolate('reminder');

-- Who reminds has work (docs/decisions/0044); the day that was done last is the worker's own note.
create function infra.note_reminders() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('reminders.send', new.tenant_id, infra.no_id(), infra.now_us());
  return null;
end $$;
alter function infra.note_reminders() owner to muster_auth;
create trigger reminders_added after insert on reminder_setting for each row execute function infra.note_reminders();
create trigger reminders_changed after update of assigned, due_soon_days, overdue_every_days, expiring_days, from_hour, until_hour
on reminder_setting for each row execute function infra.note_reminders();

-- A clock or a zone that moves changes when the next morning is. Where nobody reminds, the row goes after one look.
create or replace function infra.note_clock() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('days.turn', new.id, infra.no_id(), infra.now_us());
  if tg_op = 'UPDATE' then
    perform infra.add_due('reminders.send', new.id, infra.no_id(), infra.now_us());
  end if;
  return null;
end $$;

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
  cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn'), ('reminders.send')) k(kind)
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

revoke execute on function infra.note_reminders() from public;
