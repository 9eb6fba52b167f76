-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.add_due(p_kind text, p_tenant_id uuid, p_subject_id uuid, p_due_us bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into infra.due (kind, tenant_id, subject_id, due_us)
  select p_kind, p_tenant_id, p_subject_id, p_due_us
  where not exists (
    select from infra.due d
    where d.tenant_id = p_tenant_id and d.kind = p_kind and d.subject_id = p_subject_id and d.due_us <= p_due_us
      and d.closing is null
  )
$function$
