-- Mails leave in order (docs/decisions/0068): what somebody waits for first. Mails to many are found by what is due, organisation by
-- organisation, and are looked at again before each attempt. The program of before writes 0, and sends what it writes by itself.
-- 0: somebody waits for it; 1: it tells of something; 2: one of many.
alter table mail add column importance smallint not null default 0;
-- Of one of many: whose account it goes to, and the day of the organisation on which it was written.
alter table mail add column receiver_id uuid;
alter table mail add column told_on date;
-- Why it was not sent; null as well where the program of before gave it up.
alter table mail add column ended_by text;
-- No row has any of them yet: the constraints hold for every row that stands.
alter table mail add constraint mail_importance_check check (importance between 0 and 2) not valid;
alter table mail add constraint mail_ended_by_check check (ended_by in ('refused', 'given_up', 'reason_gone')) not valid;
grant select (importance) on mail to muster_auth;

create function infra.note_mails() returns trigger
language plpgsql security definer set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'mails.bulk', n.tenant_id, n.due_us
  from (select tenant_id, min(due_us) as due_us from added where importance = 2 and due_us is not null group by tenant_id) n
  where not exists (
    select from infra.due d
    where d.tenant_id = n.tenant_id and d.kind = 'mails.bulk' and d.subject_id = infra.no_id() and d.due_us <= n.due_us
      and d.closing is null
  );
  return null;
end $$;
alter function infra.note_mails() owner to muster_auth;
create trigger mail_noted after insert on mail
referencing new table as added for each statement execute function infra.note_mails();
revoke execute on function infra.note_mails() from public;

-- Those with a mail to be sent now that is not one of many.
create or replace function infra.tenants_with_due_mail() returns setof uuid
language sql volatile security definer set search_path = public as $$
  select tenant_id from mail where due_us <= (select infra.now_us()) and importance < 2 group by tenant_id order by min(due_us)
$$;

-- Mails to many wait for the morning and for each other: they make no mail late.
create or replace function infra.waiting_work(p_counted_max integer) returns table (kind text, waiting integer, oldest_us bigint)
language sql volatile security definer set search_path = public as $$
  select 'mail', (select count(*)::integer from (select from mail where due_us <= (select infra.now_us()) order by due_us limit p_counted_max) m),
    (select due_us from mail where due_us <= (select infra.now_us()) and importance < 2 order by due_us limit 1)
  union all
  select 'import', count(*)::integer, (extract(epoch from min(created_at)) * 1000000)::bigint
  from (
    select created_at from import where status in ('receiving', 'queued', 'running') order by created_at limit p_counted_max
  ) i
$$;

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
  cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn'), ('reminders.send'), ('mails.bulk')) k(kind)
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
