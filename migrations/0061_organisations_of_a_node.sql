-- Organisations of this node by their codes, so many behind one of them: for the map of the proxy in front and the operators' page
-- (docs/decisions/0051). `state`, `node` and `since` are those of infra.placement; null: nothing stands there.
create function infra.organisations_here(p_after text, p_begins text, p_max integer)
returns table (code text, name text, state text, node text, since timestamptz)
language sql stable security definer set search_path = public as $$
  select t.code, t.name, p.state, p.node, p.since
  from tenant t
  left join infra.placement p on p.code = t.code
  where t.code > p_after and t.code >= p_begins and t.code <= p_begins || repeat('Z', 32) and starts_with(t.code, p_begins)
  order by t.code
  limit p_max
$$;
alter function infra.organisations_here(text, text, integer) owner to muster_auth;
revoke execute on function infra.organisations_here(text, text, integer) from public;
grant execute on function infra.organisations_here(text, text, integer) to muster_owner;
