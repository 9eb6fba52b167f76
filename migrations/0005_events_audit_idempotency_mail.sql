-- `body` is the exact bytes that a delivery signs. `xid` orders a feed that loses nothing: readers take only rows below
-- pg_snapshot_xmin(pg_current_snapshot()), because a timestamp or a sequence would skip what commits late.
create table event (
  tenant_id uuid not null references tenant,
  id uuid not null,
  type text not null,
  body bytea not null,
  created_at timestamptz not null,
  stored_at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index event_feed on event (tenant_id, xid, id);
call infra.isolate('event');
revoke update, delete on event from muster_app;

-- One row a mutating operation, in its transaction. Personal data stands in a column of its own, so that erasure leaves
-- the rest verifiable.
create table audit_log (
  tenant_id uuid not null references tenant,
  id uuid not null,
  occurred_at timestamptz not null,
  actor_type text not null check (actor_type in ('client', 'operator', 'administrator', 'rule', 'system')),
  actor_id uuid,
  actor_name text,
  operation text not null,
  target_type text not null,
  target_id uuid,
  changes jsonb not null default '{}',
  personal jsonb not null default '{}',
  request_id text,
  batch_id uuid,
  xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index audit_log_order on audit_log (tenant_id, xid, id);
create index audit_log_target on audit_log (tenant_id, target_type, target_id);
call infra.isolate('audit_log');
revoke update, delete on audit_log from muster_app, muster_worker;

create table idempotency_key (
  tenant_id uuid not null references tenant,
  client_id uuid not null,
  key text not null check (char_length(key) between 1 and 255),
  claim_id uuid not null,
  request_hash bytea not null,
  claimed_us bigint not null,
  response_status integer,
  response_headers jsonb,
  response_body text,
  primary key (tenant_id, client_id, key),
  foreign key (tenant_id, client_id) references client (tenant_id, id)
);
create index idempotency_key_age on idempotency_key (claimed_us);
call infra.isolate('idempotency_key');
create policy age on idempotency_key for select to muster_auth using (true);
grant select (tenant_id, claimed_us) on idempotency_key to muster_auth;

-- Organisations that keep a key from before an instant, so that the worker knows where to clear up.
create function infra.tenants_with_keys_before(p_before_us bigint) returns setof uuid
language sql stable security definer set search_path = public as $$
  select distinct tenant_id from idempotency_key where claimed_us < p_before_us order by 1 limit 100
$$;
alter function infra.tenants_with_keys_before(bigint) owner to muster_auth;

-- Mails to be sent; `body` is encrypted, because it may hold one-time links.
create table mail (
  tenant_id uuid not null references tenant,
  id uuid not null,
  kind text not null,
  once_key text,
  recipient text not null,
  subject text not null,
  body bytea not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- When the next attempt is due, on the infrastructure's clock; null once nothing more will be tried.
  due_us bigint default infra.now_us(),
  sent_at timestamptz,
  failed_at timestamptz,
  primary key (tenant_id, id),
  check ((due_us is null) = (sent_at is not null or failed_at is not null))
);
create index mail_due on mail (due_us) where due_us is not null;
-- What must be told once is told once, however many processes notice it.
create unique index mail_once on mail (tenant_id, kind, once_key) where once_key is not null;
call infra.isolate('mail');
create policy due on mail for select to muster_auth using (true);
grant select (tenant_id, due_us) on mail to muster_auth;

-- Organisations with a mail to send now.
create function infra.tenants_with_due_mail() returns setof uuid
language sql volatile security definer set search_path = public as $$
  select distinct tenant_id from mail where due_us <= infra.now_us() order by 1 limit 100
$$;
alter function infra.tenants_with_due_mail() owner to muster_auth;
