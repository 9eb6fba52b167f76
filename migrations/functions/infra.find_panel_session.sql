-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.
CREATE OR REPLACE FUNCTION infra.find_panel_session(p_token_hash bytea, OUT tenant_id uuid, OUT tenant_code text, OUT tenant_kind text, OUT time_zone text, OUT fiscal_month smallint, OUT tenant_name text, OUT clock_offset_us bigint, OUT now_us bigint, OUT session_id uuid, OUT account_kind text, OUT account_id uuid, OUT name text, OUT email text, OUT login text, OUT role text, OUT locale text, OUT second_factor boolean, OUT stepped_up_us bigint, OUT may_set_password boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
#variable_conflict use_column
declare
  seen bigint;
  home_tenant_id uuid;
  home_session_id uuid;
  seen_every_us constant bigint := 30000000;
begin
  now_us := infra.now_us();
  select s.tenant_id, t.code, t.kind, t.time_zone, t.fiscal_month, t.name, t.clock_offset_us, s.id,
    case when a.id is null then 'person' else 'administrator' end, s.account_id,
    coalesce(a.name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login), coalesce(a.email, p.email),
    coalesce(a.email, p.login), coalesce(a.role, 'learner'), coalesce(c.language, p.language), c.totp_confirmed_at is not null,
    s.stepped_up_us, s.may_set_password, s.seen_us, t.sandbox_of, s.opened_from
  into find_panel_session.tenant_id, tenant_code, tenant_kind, find_panel_session.time_zone, find_panel_session.fiscal_month,
    tenant_name, find_panel_session.clock_offset_us, session_id, account_kind, find_panel_session.account_id,
    find_panel_session.name, find_panel_session.email, find_panel_session.login, find_panel_session.role, locale, second_factor,
    find_panel_session.stepped_up_us, find_panel_session.may_set_password, seen, home_tenant_id, home_session_id
  from panel_session s
  join tenant t on t.id = s.tenant_id
  left join administrator a on a.tenant_id = s.tenant_id and a.id = s.administrator_id and a.disabled_at is null
  left join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.state in ('invited', 'active')
  left join credential c on c.tenant_id = s.tenant_id and c.account_id = s.account_id
  where s.token_hash = p_token_hash and s.expires_us > now_us and s.seen_us + s.idle_us > now_us
    and (a.id is not null or p.id is not null)
    and (s.opened_from is null or exists (
      select
      from panel_session o
      join administrator oa on oa.tenant_id = o.tenant_id and oa.id = o.administrator_id and oa.disabled_at is null
      where o.tenant_id = t.sandbox_of and o.id = s.opened_from and o.expires_us > now_us and o.seen_us + o.idle_us > now_us));
  if not found then return; end if;
  perform infra.enter(find_panel_session.tenant_id);
  if seen + seen_every_us <= now_us then
    perform set_config('synchronous_commit', 'off', true);
    update panel_session set seen_us = now_us where tenant_id = find_panel_session.tenant_id and id = session_id;
    -- Who works in the sandbox is there.
    update panel_session set seen_us = now_us where tenant_id = home_tenant_id and id = home_session_id;
  end if;
end $function$
