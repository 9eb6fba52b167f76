-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.refuse_elsewhere(p_state text, p_node text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_state = 'moved' then
    raise exception 'the organisation has moved to %', p_node using errcode = 'MV002', detail = p_node;
  end if;
  raise exception 'the organisation is being moved' using errcode = 'MV001';
end $function$
