-- Organisations that keep a row of the sync log from before another one, so that the worker knows where to clear up. Ids grow
-- with time.
create policy age on scim_exchange for select to muster_auth using (true);
grant select (tenant_id, id) on scim_exchange to muster_auth;
create function infra.tenants_with_exchanges_before(p_before uuid) returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id
  from tenant t
  where exists (select from scim_exchange e where e.tenant_id = t.id and e.id < p_before)
  order by 1
  limit 100
$$;
alter function infra.tenants_with_exchanges_before(uuid) owner to muster_auth;
