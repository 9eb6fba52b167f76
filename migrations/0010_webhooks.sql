-- Subscriptions, their deliveries and the attempts at these. docs/decisions/0012 says why they look like this.

-- The least UUIDv7 of a day in UTC.
create function infra.first_id_of(p_day date) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from p_day::timestamp) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- A UUIDv7, for rows of which the program does not know how many there will be: a random one whose version is 7 and whose
-- first 48 bits are the time. One expression, so that it becomes part of the statement that asks for it.
create function infra.new_id() returns uuid
language sql volatile as $$
  select overlay(overlay(gen_random_uuid()::text placing '7' from 15 for 1)
    placing overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)
    from 1 for 13)::uuid
$$;

-- What a client asked for. Deleting marks the row and forgets the secrets; its deliveries end with the log's 30 days.
create table webhook_subscription (
  tenant_id uuid not null references tenant,
  id uuid not null,
  client_id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  target_url text not null check (char_length(target_url) <= 2048),
  subscribed_events text[] not null,
  -- Sealed (platform/crypto/seal.ts), bound to the subscription's id.
  secret bytea,
  previous_secret bytea,
  -- On the tenant's clock.
  previous_secret_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references client (tenant_id, id),
  check ((secret is null) = (deleted_at is not null)),
  check ((previous_secret is null) = (previous_secret_expires_at is null))
);
call infra.isolate('webhook_subscription');

-- What deliveries do to a subscription: moved by every result, so it is not the row that emitting events reads. `…_us` are
-- microseconds of infra.now_us(), `…_at` instants of the tenant's clock.
create table webhook_subscription_state (
  tenant_id uuid not null references tenant,
  subscription_id uuid not null,
  state text not null default 'active' check (state in ('active', 'degraded', 'disabled')),
  state_reason text check (state_reason in ('consecutive_failures', 'failing_for_3_days')),
  state_changed_at timestamptz not null,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- Attempts that may be under way together: 1 while degraded and after enabling, doubled by each success.
  in_flight_max smallint not null check (in_flight_max >= 1),
  -- No attempt begins before this.
  held_until_us bigint not null default 0,
  -- What is due since before this is a backlog, of which newer deliveries need not wait for the end.
  backlog_until_us bigint not null default 0,
  served_us bigint not null default 0,
  served_count bigint not null default 0,
  primary key (tenant_id, subscription_id),
  foreign key (tenant_id, subscription_id) references webhook_subscription (tenant_id, id),
  check ((consecutive_failures = 0) = (failing_since is null)),
  check ((state = 'active') = (state_reason is null))
) with (fillfactor = 50);
call infra.isolate('webhook_subscription_state');

-- Events on their way, and the log of those that have arrived or have not. A pending delivery stands in the partition of
-- ended_on = infinity, which is the queue and stays small; one that ends moves to the partition of its day, which is dropped
-- after 30 days. No foreign keys: rows come by `insert … select` from subscriptions, and a key would lock the subscription's
-- row for each of them. A claim moves due_us behind the time that an attempt can take, so that whatever a dead worker had
-- claimed is due again by itself; a result must name the claim that it answers.
create table webhook_delivery (
  tenant_id uuid not null,
  id uuid not null,
  ended_on date not null default 'infinity',
  subscription_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'expired')),
  -- What the next attempt will have been made for, or the last one was.
  trigger text not null default 'scheduled' check (trigger in ('scheduled', 'manual', 'replay', 'ping')),
  created_at timestamptz not null,
  created_us bigint not null default infra.now_us(),
  due_us bigint,
  claim_id uuid,
  attempt_count smallint not null default 0,
  max_attempts smallint not null,
  delivered_at timestamptz,
  payload_bytes integer not null,
  payload_sha256 bytea not null check (octet_length(payload_sha256) = 32),
  primary key (tenant_id, id, ended_on),
  check ((status = 'pending') = (ended_on = 'infinity')),
  check ((status = 'pending') = (due_us is not null)),
  check (status = 'pending' or claim_id is null)
) partition by range (ended_on);
create index webhook_delivery_log on webhook_delivery (tenant_id, subscription_id, id);
create table webhook_delivery_pending partition of webhook_delivery for values from ('infinity') to (maxvalue)
with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0);
create index webhook_delivery_due on webhook_delivery_pending (tenant_id, subscription_id, due_us);
create index webhook_delivery_claimed on webhook_delivery_pending (tenant_id, due_us, subscription_id) where claim_id is not null;
-- Whatever finds no day of its own, because no worker has run for a week.
create table webhook_delivery_default partition of webhook_delivery default;
call infra.isolate('webhook_delivery');
-- What waits is looked for in the queue by its own name: asked for by ended_on, the planner would expect hardly any of it.
call infra.isolate('webhook_delivery_pending');

create table webhook_attempt (
  tenant_id uuid not null,
  delivery_id uuid not null,
  number smallint not null,
  attempted_on date not null,
  trigger text not null check (trigger in ('scheduled', 'manual', 'replay', 'ping')),
  attempted_at timestamptz not null,
  duration_ms integer not null,
  response_status smallint,
  error text,
  -- Where it went: the URL of a subscription may have changed since.
  host text not null,
  primary key (tenant_id, delivery_id, number, attempted_on)
) partition by range (attempted_on);
create table webhook_attempt_default partition of webhook_attempt default;
call infra.isolate('webhook_attempt');

-- Events by the day of their id (UUIDv7), so that a day is dropped with its partition. What there was becomes the first one.
do $$
declare
  today date := (now() at time zone 'UTC')::date;
  first text := 'event_' || to_char(today, 'YYYYMMDD');
begin
  execute format('alter table event rename to %I', first);
  execute format('alter table %I rename constraint event_pkey to %I', first, first || '_pkey');
  execute format('alter table %I rename constraint event_tenant_id_fkey to %I', first, first || '_tenant_id_fkey');
  execute format('alter index event_feed rename to %I', first || '_tenant_id_xid_id_idx');
  execute format('create table event (like %I including defaults) partition by range (id)', first);
  alter table event add primary key (tenant_id, id);
  alter table event add foreign key (tenant_id) references tenant;
  create index event_feed on event (tenant_id, xid, id);
  create index event_created on event (tenant_id, created_at, id);
  execute format('alter table event attach partition %I for values from (minvalue) to (%L)', first, infra.first_id_of(today + 1));
  create table event_default partition of event default;
end $$;
call infra.isolate('event');
revoke update, delete on event from muster_app;

-- Makes the partitions of the days to come, and drops those that are past the log's 30 days. A partition that would have to
-- wait for somebody is left to the next time: whoever comes after a waiting one would wait, too.
create function infra.arrange_webhook_partitions() returns void
language plpgsql volatile security definer set search_path = public as $$
declare
  days_ahead constant integer := 7;
  days_kept constant integer := 30;
  today date := (to_timestamp(infra.now_us() / 1000000.0) at time zone 'UTC')::date;
  parent text;
  day date;
  name text;
begin
  perform set_config('lock_timeout', '100ms', true);
  foreach parent in array array['event', 'webhook_delivery', 'webhook_attempt'] loop
    for day in select generate_series(today, today + days_ahead, interval '1 day')::date loop
      name := parent || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(name) is not null;
      begin
        if parent = 'event' then
          execute format('create table %I partition of event for values from (%L) to (%L)',
            name, infra.first_id_of(day), infra.first_id_of(day + 1));
        else
          execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent, day, day + 1);
        end if;
      exception
        -- Somebody uses the table, or the default partition holds rows of that day already, which then stay there.
        when lock_not_available or check_violation or duplicate_table then null;
      end;
    end loop;
    for name in
      select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where i.inhparent = parent::regclass and c.relname ~ '_[0-9]{8}$'
        and to_date(right(c.relname, 8), 'YYYYMMDD') < today - days_kept
      order by 1
    loop
      begin
        execute format('drop table %I', name);
      exception
        when lock_not_available then null;
      end;
    end loop;
  end loop;
  delete from event_default where id < infra.first_id_of(today - days_kept);
  delete from webhook_delivery_default where ended_on < today - days_kept;
  delete from webhook_attempt_default where attempted_on < today - days_kept;
end $$;
revoke execute on function infra.arrange_webhook_partitions() from public;
grant execute on function infra.arrange_webhook_partitions() to muster_worker;
select infra.arrange_webhook_partitions();

-- The one role that works on many organisations at once: it delivers, and sees nothing but what that takes.
create policy deliver on webhook_subscription for select to muster_delivery using (true);
create policy deliver on webhook_subscription_state to muster_delivery using (true) with check (true);
create policy deliver on webhook_delivery to muster_delivery using (true) with check (true);
create policy deliver on webhook_delivery_pending to muster_delivery using (true) with check (true);
create policy deliver on webhook_attempt to muster_delivery using (true) with check (true);
create policy deliver on event for select to muster_delivery using (true);
create policy deliver on client for select to muster_delivery using (true);
create policy deliver on tenant for select to muster_delivery using (true);
grant select on webhook_subscription, event to muster_delivery;
grant select, update on webhook_subscription_state, webhook_delivery, webhook_delivery_pending to muster_delivery;
grant select, insert on webhook_attempt to muster_delivery;
grant select (tenant_id, id, webhook_hosts, disabled_at, revoked_at, expires_at) on client to muster_delivery;
grant select (id, code, clock_offset_us) on tenant to muster_delivery;
