-- In which language somebody is written to (docs/decisions/0018): as the account has chosen in the panel, else as is known of the
-- person, else as the organisation says here.
alter table tenant add column language text not null default 'en'
  constraint tenant_language check (language in ('en', 'pl'));
alter table credential add column language text constraint credential_language check (language in ('en', 'pl'));
grant select (language) on credential to muster_auth;

-- As before, with the login; the language that the account has chosen comes before what is known of the person.
drop function infra.find_panel_session(bytea);
create function infra.find_panel_session(
  p_token_hash bytea,
  out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text, out fiscal_month smallint,
  out tenant_name text, out clock_offset_us bigint, out now_us bigint, out session_id uuid, out account_kind text,
  out account_id uuid, out name text, out email text, out login text, out role text, out locale text, out second_factor boolean,
  out stepped_up_us bigint, out may_set_password boolean)
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare
  seen bigint;
  seen_every_us constant bigint := 30000000;
begin
  now_us := infra.now_us();
  select s.tenant_id, t.code, t.kind, t.time_zone, t.fiscal_month, t.name, t.clock_offset_us, s.id,
    case when a.id is null then 'person' else 'administrator' end, s.account_id,
    coalesce(a.name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login), coalesce(a.email, p.email),
    coalesce(a.email, p.login), coalesce(a.role, 'learner'), coalesce(c.language, p.language), c.totp_confirmed_at is not null,
    s.stepped_up_us, s.may_set_password, s.seen_us
  into find_panel_session.tenant_id, tenant_code, tenant_kind, find_panel_session.time_zone, find_panel_session.fiscal_month,
    tenant_name, find_panel_session.clock_offset_us, session_id, account_kind, find_panel_session.account_id,
    find_panel_session.name, find_panel_session.email, find_panel_session.login, find_panel_session.role, locale, second_factor,
    find_panel_session.stepped_up_us, find_panel_session.may_set_password, seen
  from panel_session s
  join tenant t on t.id = s.tenant_id
  left join administrator a on a.tenant_id = s.tenant_id and a.id = s.administrator_id and a.disabled_at is null
  left join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.state in ('invited', 'active')
  left join credential c on c.tenant_id = s.tenant_id and c.account_id = s.account_id
  where s.token_hash = p_token_hash and s.expires_us > now_us and s.seen_us + s.idle_us > now_us
    and (a.id is not null or p.id is not null);
  if found and seen + seen_every_us <= now_us then
    perform set_config('synchronous_commit', 'off', true);
    update panel_session set seen_us = now_us where tenant_id = find_panel_session.tenant_id and id = session_id;
  end if;
end $$;
alter function infra.find_panel_session(bytea) owner to muster_auth;
