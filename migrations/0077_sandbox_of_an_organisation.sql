-- A sandbox that an organisation made for itself (docs/decisions/0059): which one it belongs to; null: it belongs to none. There is no foreign
-- key, because an organisation moves to another node without its sandbox. Code that does not know the column makes none.
alter table tenant add column sandbox_of uuid
  constraint tenant_sandbox_of check (sandbox_of is null or (kind = 'sandbox' and sandbox_of <> id));
-- old code survives: it leaves the column null, and so does every row that is there
-- squawk-ignore require-concurrent-index-creation
create unique index tenant_one_sandbox on tenant (sandbox_of) where sandbox_of is not null;

-- A session within a sandbox that was opened from one of the organisation that it belongs to; it ends with that one.
alter table panel_session add column opened_from uuid;

-- The sandbox of an organisation, and the organisation of a sandbox: two looks across tenants that tell how the other one is called.
create function infra.sandbox_of(p_tenant_id uuid, out id uuid, out code text, out name text, out created_at timestamptz, out now_us bigint)
language sql stable security definer set search_path = public as $$
  select t.id, t.code, t.name, t.created_at, infra.now_us() + t.clock_offset_us
  from tenant t
  where t.sandbox_of = p_tenant_id
$$;
alter function infra.sandbox_of(uuid) owner to muster_auth;

create function infra.organisation_of_sandbox(p_sandbox_id uuid, out id uuid, out code text, out name text)
language sql stable security definer set search_path = public as $$
  select o.id, o.code, o.name
  from tenant t
  join tenant o on o.id = t.sandbox_of
  where t.id = p_sandbox_id
$$;
alter function infra.organisation_of_sandbox(uuid) owner to muster_auth;

-- Removing a sandbox, a part of a table at a time. It acts for the owner of the tables, and only on the sandbox that the transaction names:
-- row-level security keeps every other organisation out of sight, and an organisation that is no sandbox of another is refused.
create function infra.remove_sandbox_part(p_table text, p_self_columns text[], p_rows_max integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  sandbox_id uuid := current_setting('app.tenant')::uuid;
  target regclass := p_table::regclass;
  self_column text;
  changed integer;
begin
  perform from tenant t where t.id = sandbox_id and t.sandbox_of is not null;
  if not found then raise exception 'only the sandbox of an organisation is removed here'; end if;
  perform from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
  where c.oid = target and c.relnamespace = 'public'::regnamespace and c.relkind = 'r';
  if not found then raise exception '% holds no rows of organisations', p_table; end if;
  foreach self_column in array p_self_columns loop
    execute format(
      'update %1$s set %2$s = null where ctid = any (array(select ctid from %1$s where tenant_id = $1 and %2$s is not null limit $2))',
      target, self_column) using sandbox_id, p_rows_max;
    get diagnostics changed = row_count;
    if changed > 0 then return p_rows_max; end if;
  end loop;
  execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where tenant_id = $1 limit $2))', target)
    using sandbox_id, p_rows_max;
  get diagnostics changed = row_count;
  return changed;
end $$;

create function infra.close_sandbox() returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  sandbox_id uuid := current_setting('app.tenant')::uuid;
begin
  perform from tenant t where t.id = sandbox_id and t.sandbox_of is not null;
  if not found then raise exception 'only the sandbox of an organisation is closed here'; end if;
  perform infra.close_organisation(sandbox_id);
end $$;

-- The sandbox's own row, at last.
create function infra.remove_sandbox() returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from tenant where id = current_setting('app.tenant')::uuid and sandbox_of is not null
$$;

create or replace function infra.find_panel_session(p_token_hash bytea, out tenant_id uuid, out tenant_code text, out tenant_kind text, out time_zone text, out fiscal_month smallint, out tenant_name text, out clock_offset_us bigint, out now_us bigint, out session_id uuid, out account_kind text, out account_id uuid, out name text, out email text, out login text, out role text, out locale text, out second_factor boolean, out stepped_up_us bigint, out may_set_password boolean)
 returns record
 language plpgsql
 security definer
 set search_path = public
as $$
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
end $$;

-- Administrators of such a sandbox come from the organisation's own panel: no link is printed for them.
create or replace function infra.it_administrators_without_password(p_code text)
 returns table(tenant_id uuid, tenant_code text, administrator_id uuid, email text)
 language sql
 stable security definer
 set search_path = public
as $$
  select distinct on (t.code) a.tenant_id, t.code, a.id, a.email
  from administrator a
  join tenant t on t.id = a.tenant_id
  left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
  where a.role = 'it_admin' and a.disabled_at is null and c.password_set_at is null and t.sandbox_of is null
    and (p_code is null or t.code = p_code)
  order by t.code, a.created_at, a.id
  limit 5
$$;
