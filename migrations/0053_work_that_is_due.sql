-- Work is found by what is due, not by looking at every organisation (docs/decisions/0044). A row says that an organisation has, or
-- will have, work of a kind. Triggers write it with what makes it due, so that the program of before writes it as well. Writers never
-- wait for each other here: where no row stands that is due early enough, each adds one of its own, and the workers make one of them.
create table infra.due (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  tenant_id uuid not null references tenant on delete cascade,
  -- What of the organisation, where a kind has several: a subscription.
  subject_id uuid not null default infra.no_id(),
  -- By the infrastructure's clock. As long as work may be left, the row stays where it was due.
  due_us bigint not null,
  -- The worker that is at it, and until when.
  claim_id uuid,
  claimed_until_us bigint not null default 0,
  -- null: writers rely on this row. '0': they do so no more. Else: nor does any transaction, once all before this one have ended.
  closing xid8
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0);
create index due_next on infra.due (kind, due_us);
create index due_of on infra.due (tenant_id, kind, subject_id, due_us);
grant select on infra.due to muster_delivery;
grant select, insert, update, delete on infra.due to muster_worker;
grant select, insert on infra.due to muster_auth;

create function infra.add_due(p_kind text, p_tenant_id uuid, p_subject_id uuid, p_due_us bigint) returns void
language sql volatile as $$
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select p_kind, p_tenant_id, p_subject_id, p_due_us
  where not exists (
    select from infra.due d
    where d.tenant_id = p_tenant_id and d.kind = p_kind and d.subject_id = p_subject_id and d.due_us <= p_due_us
      and d.closing is null
  )
$$;

-- The plans of these triggers are made once for few rows, whatever is known of a table that is empty most of the time.
create function infra.note_audit() returns trigger
language plpgsql security definer set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'audit.seal', a.tenant_id, infra.now_us()
  from (select distinct tenant_id from added) a
  where not exists (
    select from infra.due d
    where d.tenant_id = a.tenant_id and d.kind = 'audit.seal' and d.subject_id = infra.no_id() and d.closing is null
  );
  return null;
end $$;
alter function infra.note_audit() owner to muster_auth;
create trigger audit_noted after insert on audit_log
referencing new table as added for each statement execute function infra.note_audit();

-- An hourly line for those whose chain has grown, beside what is noted for the audit log's export.
create or replace function infra.note_sealed() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into infra.audit_export as e (tenant_id, sealed_seq, waiting_since_us)
  select tenant_id, max(seq), infra.now_us() from sealed group by tenant_id order by tenant_id
  on conflict (tenant_id) do update
  set sealed_seq = greatest(e.sealed_seq, excluded.sealed_seq),
    waiting_since_us = case when e.sent_seq < e.sealed_seq then e.waiting_since_us else excluded.waiting_since_us end;
  insert into infra.due (kind, tenant_id, due_us)
  select 'audit.checkpoint', s.tenant_id, s.hour_us
  from (select distinct tenant_id, (infra.now_us() / 3600000000 + 1) * 3600000000 as hour_us from sealed) s
  where not exists (
    select from infra.due d
    where d.tenant_id = s.tenant_id and d.kind = 'audit.checkpoint' and d.subject_id = infra.no_id() and d.due_us <= s.hour_us
      and d.closing is null
  );
  return null;
end $$;

create function infra.audit_chain_ends_of(p_tenants uuid[]) returns table (tenant_id uuid, seq bigint, hash bytea, audit_xid xid8)
language sql stable security definer set search_path = public as $$
  select t.id, s.seq, s.hash, s.audit_xid
  from unnest(p_tenants) t(id)
  cross join lateral (
    select s.seq, s.hash, s.audit_xid from audit_seal s where s.tenant_id = t.id order by s.seq desc limit 1
  ) s
$$;
alter function infra.audit_chain_ends_of(uuid[]) owner to muster_auth;

-- Deliveries: when the first of a subscription's is due.
create function infra.note_deliveries() returns trigger
language plpgsql security definer set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select 'webhooks.deliver', p.tenant_id, p.subscription_id, p.due_us
  from (
    select tenant_id, subscription_id, min(due_us) as due_us from added where status = 'pending' group by tenant_id, subscription_id
  ) p
  where not exists (
    select from infra.due d
    where d.tenant_id = p.tenant_id and d.kind = 'webhooks.deliver' and d.subject_id = p.subscription_id and d.due_us <= p.due_us
      and d.closing is null
  );
  return null;
end $$;
alter function infra.note_deliveries() owner to muster_auth;
create trigger delivery_added after insert on webhook_delivery
referencing new table as added for each statement execute function infra.note_deliveries();
create trigger delivery_changed after update on webhook_delivery
referencing new table as added for each statement execute function infra.note_deliveries();
create trigger delivery_moved after update on webhook_delivery_pending
referencing new table as added for each statement execute function infra.note_deliveries();

-- What held deliveries back and does so no more: a subscription's rest or end, its client's.
create function infra.note_subscription() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('webhooks.deliver', new.tenant_id, new.subscription_id, greatest(new.held_until_us, infra.now_us()));
  return null;
end $$;
alter function infra.note_subscription() owner to muster_auth;
create trigger subscription_freed after update of state, held_until_us on webhook_subscription_state for each row
  when ((old.state = 'disabled' and new.state <> 'disabled') or new.held_until_us < old.held_until_us)
  execute function infra.note_subscription();
create function infra.note_client() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('webhooks.deliver', b.tenant_id, b.id, infra.now_us())
  from webhook_subscription b
  where b.tenant_id = new.tenant_id and b.client_id = new.id;
  return null;
end $$;
alter function infra.note_client() owner to muster_auth;
grant select (client_id) on webhook_subscription to muster_auth;
create trigger client_freed after update of disabled_at, revoked_at, expires_at on client for each row
  when ((old.disabled_at is not null and new.disabled_at is null) or (old.revoked_at is not null and new.revoked_at is null)
    or new.expires_at is distinct from old.expires_at)
  execute function infra.note_client();

-- Midnights. Whatever is written of what they look at gives the organisation its next midnight; when that has been worked off, the
-- worker looks for the next day on which time alone has something to do (features/days/sql.ts), and many organisations have none.
create function infra.midnight_us(p_time_zone text, p_offset_us bigint) returns bigint
language sql volatile as $$
  select (extract(epoch from (
    (to_timestamp((infra.now_us() + p_offset_us) / 1000000.0) at time zone p_time_zone)::date + 1)::timestamp at time zone p_time_zone
  ) * 1000000)::bigint - p_offset_us
$$;
create function infra.note_day() returns trigger
language plpgsql security definer set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'days.turn', n.tenant_id, n.us
  from (
    select t.id as tenant_id, infra.midnight_us(t.time_zone, t.clock_offset_us) as us
    from (select distinct tenant_id from added) a
    join tenant t on t.id = a.tenant_id
    offset 0
  ) n
  where not exists (
    select from infra.due d
    where d.tenant_id = n.tenant_id and d.kind = 'days.turn' and d.subject_id = infra.no_id() and d.due_us <= n.us
      and d.closing is null
  );
  return null;
end $$;
alter function infra.note_day() owner to muster_auth;

-- A flag that should have changed already is due at once: a request from before a midnight may commit after that midnight's work.
create function infra.note_flags() returns trigger
language plpgsql security definer set search_path = public set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  insert into infra.due (kind, tenant_id, due_us)
  select 'days.turn', n.tenant_id, n.us
  from (
    select t.id as tenant_id,
      case
        when a.look_on <= (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date
        then infra.now_us()
        else infra.midnight_us(t.time_zone, t.clock_offset_us)
      end as us
    from (select tenant_id, min(look_on) as look_on from added group by tenant_id) a
    join tenant t on t.id = a.tenant_id
    offset 0
  ) n
  where not exists (
    select from infra.due d
    where d.tenant_id = n.tenant_id and d.kind = 'days.turn' and d.subject_id = infra.no_id() and d.due_us <= n.us
      and d.closing is null
  );
  return null;
end $$;
alter function infra.note_flags() owner to muster_auth;

do $$
declare
  noted text;
begin
  foreach noted in array array['person', 'contractor', 'course', 'certificate', 'exemption', 'license', 'alert'] loop
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function infra.note_day()',
      noted || '_day_added', noted);
    execute format('create trigger %I after update on %I referencing new table as added for each statement execute function infra.note_day()',
      noted || '_day_changed', noted);
  end loop;
end $$;
create trigger flags_added after insert on compliance_status
referencing new table as added for each statement execute function infra.note_flags();
create trigger flags_changed after update on compliance_status
referencing new table as added for each statement execute function infra.note_flags();

-- A new organisation begins with today; one whose clock, zone or year has moved has its days looked at anew.
create function infra.note_clock() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform infra.add_due('days.turn', new.id, infra.no_id(), infra.now_us());
  return null;
end $$;
alter function infra.note_clock() owner to muster_auth;
create trigger clock_added after insert on tenant for each row execute function infra.note_clock();
create trigger clock_changed after update of time_zone, clock_offset_us, fiscal_month on tenant for each row
  when ((old.time_zone, old.clock_offset_us, old.fiscal_month) is distinct from (new.time_zone, new.clock_offset_us, new.fiscal_month))
  execute function infra.note_clock();

-- The last day with nothing left to be done at its midnight or before, of the organisation that the transaction names: an organisation without work counts as having turned its days.
create function infra.days_done(p_tenant_id uuid) returns date
language sql volatile security definer set search_path = public as $$
  select greatest(d.done_through, least(n.today, n.due - 1))
  from tenant t
  join tenant_day d on d.tenant_id = t.id
  cross join lateral (
    select (to_timestamp((infra.now_us() + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date as today,
      (
        select (to_timestamp((min(w.due_us) + t.clock_offset_us) / 1000000.0) at time zone t.time_zone)::date
        from infra.due w
        where w.tenant_id = t.id and w.kind = 'days.turn' and w.subject_id = infra.no_id()
      ) as due
  ) n
  where t.id = p_tenant_id and t.id = nullif(current_setting('app.tenant', true), '')::uuid
$$;
alter function infra.days_done(uuid) owner to muster_auth;

-- A row that is missing, by a fault or by a hand in the database, is put back: the organisations are walked, some at a time.
create table infra.look_out (
  one boolean primary key default true check (one),
  after uuid not null
);
insert into infra.look_out (after) values (infra.no_id());
grant select, update on infra.look_out to muster_auth;
create function infra.look_out(p_tenants_max integer) returns integer
language plpgsql volatile security definer set search_path = public set enable_seqscan = off as $$
declare
  walked uuid[];
  added integer;
begin
  select array(select t.id from tenant t where t.id > l.after order by t.id limit p_tenants_max) into walked
  from infra.look_out l for update skip locked;
  if walked is null then return 0; end if;
  update infra.look_out set after = coalesce(walked[p_tenants_max], infra.no_id());
  insert into infra.due (kind, tenant_id, due_us)
  select k.kind, w.id, infra.now_us()
  from unnest(walked) w(id)
  cross join (values ('audit.seal'), ('days.turn')) k(kind)
  where not exists (
    select from infra.due d where d.tenant_id = w.id and d.kind = k.kind and d.subject_id = infra.no_id() and d.closing is null
  );
  get diagnostics added = row_count;
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select 'webhooks.deliver', b.tenant_id, b.id, infra.now_us()
  from unnest(walked) w(id)
  join webhook_subscription b on b.tenant_id = w.id
  where not exists (
    select from infra.due d where d.tenant_id = w.id and d.kind = 'webhooks.deliver' and d.subject_id = b.id and d.closing is null
  );
  return added;
end $$;
alter function infra.look_out(integer) owner to muster_auth;

-- Subscriptions that have been failing are looked for every minute.
-- squawk-ignore require-concurrent-index-creation
create index webhook_subscription_degraded on webhook_subscription_state (failing_since) where state = 'degraded';

-- What stands already: each organisation and subscription is looked at once; what has nothing to do loses its row then.
create function infra.note_all() returns void
language sql volatile security definer set search_path = public as $$
  insert into infra.due (kind, tenant_id, due_us)
  select k.kind, t.id, infra.now_us() from tenant t cross join (values ('audit.seal'), ('audit.checkpoint'), ('days.turn')) k(kind);
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select 'webhooks.deliver', tenant_id, id, infra.now_us() from webhook_subscription;
$$;
alter function infra.note_all() owner to muster_auth;
select infra.note_all();
drop function infra.note_all();

-- Triggers run their functions whoever may call them.
revoke execute on function infra.add_due(text, uuid, uuid, bigint), infra.note_audit(), infra.note_deliveries(), infra.note_subscription(), infra.note_client(), infra.note_day(),
  infra.note_flags(), infra.note_clock(), infra.audit_chain_ends_of(uuid[]), infra.days_done(uuid), infra.look_out(integer) from public;
grant execute on function infra.add_due(text, uuid, uuid, bigint) to muster_auth;
grant execute on function infra.audit_chain_ends_of(uuid[]), infra.look_out(integer) to muster_worker;
grant execute on function infra.days_done(uuid) to muster_app, muster_worker;
