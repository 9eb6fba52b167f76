-- Digests to managers and administrators (docs/decisions/0068). Whether an organisation has them, and when; without a row: none.
create table digest_setting (
  tenant_id uuid primary key references tenant,
  managers boolean not null,
  administrators boolean not null,
  -- By the organisation's clock, from 1, Monday, on.
  weekday integer not null check (weekday between 1 and 7),
  hour integer not null check (hour between 0 and 23),
  -- The last day of a week whose digests are all written.
  done_on date not null
) with (fillfactor = 70);
call infra.isolate('digest_setting');

-- Who was told, of which week: each once. The receiver is a manager, a person, or an administrator.
create table digest_mail (
  tenant_id uuid not null references tenant,
  receiver_id uuid not null,
  -- The day of the week that it is about.
  about_on date not null,
  -- The day on which it was written: later than the week's day where no worker was there.
  told_on date not null,
  kind text not null check (kind in ('manager', 'administrator')),
  -- What it said in numbers.
  numbers jsonb not null check (jsonb_typeof(numbers) = 'object'),
  primary key (tenant_id, receiver_id, about_on)
);
call infra.isolate('digest_mail');

-- Mails that somebody has chosen to do without. The account is a person's or an administrator's.
create table mail_refusal (
  tenant_id uuid not null references tenant,
  account_id uuid not null,
  topic text not null check (topic in ('due_soon', 'digests')),
  refused_at timestamptz not null default now(),
  primary key (tenant_id, account_id, topic)
);
call infra.isolate('mail_refusal');

create function infra.note_digests() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('digests.send', new.tenant_id, infra.no_id(), infra.now_us());
  return null;
end $$;
alter function infra.note_digests() owner to muster_auth;
create trigger digests_added after insert on digest_setting for each row execute function infra.note_digests();
create trigger digests_changed after update of managers, administrators, weekday, hour
on digest_setting for each row execute function infra.note_digests();
revoke execute on function infra.note_digests() from public;

-- A clock or a zone that moves changes when the next morning and the next digest are.
create or replace function infra.note_clock() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('days.turn', new.id, infra.no_id(), infra.now_us());
  if tg_op = 'UPDATE' then
    perform infra.add_due('reminders.send', new.id, infra.no_id(), infra.now_us());
    perform infra.add_due('digests.send', new.id, infra.no_id(), infra.now_us());
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
  cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn'), ('reminders.send'), ('digests.send'), ('mails.bulk')) k(kind)
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
