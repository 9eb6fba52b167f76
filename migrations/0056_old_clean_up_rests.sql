-- What organisations and the law keep longer than 30 days (docs/decisions/0043) stays, too, while the program of migration 0051 runs:
-- before an upgrade has reached all workers, and after going back. Its clean-up jobs remove, after 30 days, whatever these functions
-- tell them of. They are told of nothing; the clean-up since 0052 asks infra.tenants_to_clean_up.
create or replace function infra.forget_requests(p_before uuid, p_max integer) returns integer
language sql security definer set search_path = public as $$
  select 0
$$;

create or replace function infra.tenants_with_mails_before(p_before uuid) returns setof uuid
language sql stable security definer set search_path = public as $$
  select tenant_id from mail where false
$$;

create or replace function infra.tenants_with_exchanges_before(p_before uuid) returns setof uuid
language sql stable security definer set search_path = public as $$
  select tenant_id from scim_exchange where false
$$;

-- Uploads that broke off and runs without a job. Where it comes, the program of before removes every report from before
-- p_forgotten_us as well, in the same statement: it does not come where there is one. The program since 0052 removes no reports there,
-- and gives 0.
create or replace function infra.tenants_with_old_imports(p_abandoned_us bigint, p_stuck_us bigint, p_forgotten_us bigint)
returns setof uuid
language sql stable security definer set search_path = public as $$
  select due.tenant_id
  from (
    select tenant_id from import where status = 'receiving' and created_at < to_timestamp(p_abandoned_us / 1000000.0)
    union
    select tenant_id from import where status in ('queued', 'running') and created_at < to_timestamp(p_stuck_us / 1000000.0)
  ) due
  where not exists (
    select from import kept
    where kept.tenant_id = due.tenant_id and kept.status <> 'receiving' and kept.created_at < to_timestamp(p_forgotten_us / 1000000.0)
  )
$$;
