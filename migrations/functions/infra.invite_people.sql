-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.invite_people(p_links jsonb)
 RETURNS TABLE(person_id uuid, expires_at text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  insert into sign_in_link (tenant_id, id, person_id, token_hash, purpose, expires_us)
  select p.tenant_id, l.id, p.id, decode(l.token_hash, 'hex'), 'first', infra.now_us() + 604800000000
  from jsonb_to_recordset(p_links) as l(id uuid, person_id uuid, token_hash text)
  join person p on p.tenant_id = current_setting('app.tenant')::uuid and p.id = l.person_id
  where p.state in ('invited', 'active') and p.last_sign_in_at is null
    and not exists (
      select from credential c where c.tenant_id = p.tenant_id and c.account_id = p.id and c.password_set_at is not null
    )
  returning sign_in_link.person_id, infra.iso(to_timestamp(expires_us / 1000000.0))
$function$
