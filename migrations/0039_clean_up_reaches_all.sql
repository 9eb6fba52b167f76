-- What clears up is told of every organisation that has something due, not of the first hundred: those behind them waited for ever.
-- Each list costs what is due: it is read from an index by age. Writes to these tables wait while the indexes are made.
-- squawk-ignore require-concurrent-index-creation
create index mail_kept on mail (id) where once_key is null or recipient <> '';
-- squawk-ignore require-concurrent-index-creation
create index scim_exchange_age on scim_exchange (id);
-- squawk-ignore require-concurrent-index-creation
create index import_unfinished on import (created_at) where status in ('receiving', 'queued', 'running');
-- squawk-ignore require-concurrent-index-creation
create index import_kept on import (created_at);

create or replace function infra.tenants_with_keys_before(p_before_us bigint) returns setof uuid
language sql stable security definer set search_path = public as $$
  select distinct tenant_id from idempotency_key where claimed_us < p_before_us
$$;

-- Those whose mails have waited longest come first: a sweep may not reach all.
create or replace function infra.tenants_with_due_mail() returns setof uuid
language sql volatile security definer set search_path = public as $$
  select tenant_id from mail where due_us <= infra.now_us() group by tenant_id order by min(due_us)
$$;

create or replace function infra.tenants_with_mails_before(p_before uuid) returns setof uuid
language sql stable security definer set search_path = public as $$
  select distinct tenant_id from mail where id < p_before and (once_key is null or recipient <> '')
$$;

create or replace function infra.tenants_with_exchanges_before(p_before uuid) returns setof uuid
language sql stable security definer set search_path = public as $$
  select distinct tenant_id from scim_exchange where id < p_before
$$;

create or replace function infra.tenants_with_old_imports(p_abandoned_us bigint, p_stuck_us bigint, p_forgotten_us bigint)
returns setof uuid
language sql stable security definer set search_path = public as $$
  select tenant_id from import where status = 'receiving' and created_at < to_timestamp(p_abandoned_us / 1000000.0)
  union
  select tenant_id from import where status in ('queued', 'running') and created_at < to_timestamp(p_stuck_us / 1000000.0)
  union
  select tenant_id from import where created_at < to_timestamp(p_forgotten_us / 1000000.0)
$$;

create or replace function infra.tenants_with_compliance_deltas() returns setof uuid
language sql stable security definer set search_path = public as $$
  select distinct tenant_id from compliance_delta
$$;

-- Jobs that run and say that they live (platform/jobs/take-over.ts).
-- squawk-ignore require-concurrent-index-creation
create index job_alive on pgboss.job (heartbeat_on) where state = 'active' and heartbeat_seconds is not null;
