-- Reports that leave by mail (docs/decisions/0077): with the rights of who has set it, at due_at by the organisation's clock; null: stopped.
create table report_schedule (
  tenant_id uuid not null references tenant,
  report_id uuid not null,
  owner_id uuid not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  every text not null check (every in ('day', 'week', 'month')),
  -- Of the week, from 1, Monday, or of the month; 1 where it leaves every day.
  day integer not null check (day between 1 and 28),
  hour integer not null check (hour between 0 and 23),
  time_zone text not null,
  receiver_ids uuid[] not null check (cardinality(receiver_ids) between 1 and 20),
  due_at timestamptz,
  stopped_by text check (stopped_by in ('owner_gone', 'owner_role', 'owner_limited')),
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade,
  check ((due_at is null) = (stopped_by is not null))
);
create index report_schedule_due on report_schedule (tenant_id, due_at) where due_at is not null;
call infra.isolate('report_schedule');

-- What a mail is about, where its contents are made when it leaves.
alter table mail add column about_id uuid;

alter table mail_refusal drop constraint mail_refusal_topic_check;
alter table mail_refusal add constraint mail_refusal_topic_check check (topic in ('due_soon', 'digests', 'reports')) not valid;

create function infra.note_reports() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('reports.send', new.tenant_id, infra.no_id(), infra.now_us());
  return null;
end $$;
alter function infra.note_reports() owner to muster_auth;
create trigger reports_scheduled after insert or update of every, day, hour, time_zone, receiver_ids
on report_schedule for each row execute function infra.note_reports();
revoke execute on function infra.note_reports() from public;

-- A clock or a zone that moves changes when the next report leaves.
create or replace function infra.note_clock() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('days.turn', new.id, infra.no_id(), infra.now_us());
  if tg_op = 'UPDATE' then
    perform infra.add_due('reminders.send', new.id, infra.no_id(), infra.now_us());
    perform infra.add_due('digests.send', new.id, infra.no_id(), infra.now_us());
    perform infra.add_due('reports.send', new.id, infra.no_id(), infra.now_us());
    perform infra.add_due('mails.bulk', new.id, infra.no_id(), infra.now_us());
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
  cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn'), ('reminders.send'), ('digests.send'), ('reports.send'),
    ('mails.bulk'), ('identity.domains')) k(kind)
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
