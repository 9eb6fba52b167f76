-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.organisations_here(p_after text, p_begins text, p_max integer)
 RETURNS TABLE(code text, name text, state text, node text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select t.code, t.name, p.state, p.node, p.since
  from tenant t
  left join infra.placement p on p.code = t.code
  where t.code > p_after and t.code >= p_begins and t.code <= p_begins || repeat('Z', 32) and starts_with(t.code, p_begins)
  order by t.code
  limit p_max
$function$
