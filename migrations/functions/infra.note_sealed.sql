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
  insert into infra.due (kind, tenant_id, due_us)
  select 'audit.checkpoint', s.tenant_id, s.hour_us
  from (select distinct tenant_id, (infra.now_us() / 3600000000 + 1) * 3600000000 as hour_us from sealed) s
  where not exists (
    select from infra.due d
    where d.tenant_id = s.tenant_id and d.kind = 'audit.checkpoint' and d.subject_id = infra.no_id() and d.due_us <= s.hour_us
      and d.closing is null
  );
  return null;
end $function$
