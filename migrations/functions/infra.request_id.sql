-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.request_id(p_process text, p_ms bigint, p_number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'req_' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (p_ms >> 5 * i & 31)::int + 1, 1), '' order by i desc) || p_process
    || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (p_number >> 5 * i & 31)::int + 1, 1), '' order by i desc) filter (where i < 6)
  from generate_series(0, 9) i
$function$
