-- Organisations with mails whose ids come before another and of which more is kept than that they were told once.
grant select (id, once_key, recipient) on mail to muster_auth;
create function infra.tenants_with_mails_before(p_before uuid) returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id
  from tenant t
  where exists (select from mail m where m.tenant_id = t.id and m.id < p_before and (m.once_key is null or m.recipient <> ''))
  order by 1
  limit 100
$$;
alter function infra.tenants_with_mails_before(uuid) owner to muster_auth;
