-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.coming(p_next_status text, p_next_change_on date, p_basis text, p_valid_until date, p_renewal uuid)
 RETURNS TABLE(day date, what text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_next_change_on, p_next_status where p_next_change_on is not null and p_next_status in ('OVERDUE', 'EXPIRING_SOON')
  union all
  select p_valid_until, case when p_renewal is null then 'RENEWS' else 'ENDS' end
  where p_basis = 'certificate' and p_valid_until is not null
$function$
