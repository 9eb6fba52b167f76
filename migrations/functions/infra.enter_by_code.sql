-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.enter_by_code(p_code text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  p_state text;
  p_node text;
begin
  select state, node into p_state, p_node
  from infra.placement
  where code = p_code and is_away;
  if found then perform infra.refuse_elsewhere(p_state, p_node); end if;
end $function$
