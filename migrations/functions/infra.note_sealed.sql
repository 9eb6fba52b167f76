-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.note_sealed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  insert into infra.audit_export as e (tenant_id, sealed_seq, waiting_since_us)
  select tenant_id, max(seq), infra.now_us() from sealed group by tenant_id order by tenant_id
  on conflict (tenant_id) do update
  set sealed_seq = greatest(e.sealed_seq, excluded.sealed_seq),
    waiting_since_us = case when e.sent_seq < e.sealed_seq then e.waiting_since_us else excluded.waiting_since_us end;
  return null;
end
$function$
