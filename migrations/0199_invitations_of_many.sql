-- Many people are invited to sign in (docs/decisions/0088).
-- After 0181, which says last what kinds there are.
alter table bulk_operation drop constraint bulk_operation_kind_check;
alter table bulk_operation add constraint bulk_operation_kind_check
  check (kind in ('assign', 'extend', 'exempt', 'join', 'remind', 'complete', 'invite', 'undo')) not valid;

-- What makes such a link signs in as whom it names, so the worker makes none by itself: infra.invite_people makes them for people who have never
-- signed in. It ends links of people who leave or are erased, and reads when they end.
-- old code survives: its worker deletes links by their account, and writes none.
revoke select, insert, update on sign_in_link from muster_worker;
grant select (tenant_id, id, administrator_id, person_id, account_id, purpose, expires_us) on sign_in_link to muster_worker;

grant insert on sign_in_link to muster_auth;
create policy invite on sign_in_link for insert to muster_auth
  with check (tenant_id = (select current_setting('app.tenant')::uuid) and administrator_id is null and purpose = 'first');

-- One-time links to begin with, of the organisation that the transaction names: for people whose account is in use, who have never signed in and
-- have no password. `p_links`: [{ id, person_id, token_hash }], the hash in hex. Seven days, as of a single invitation.
create function infra.invite_people(p_links jsonb) returns table (person_id uuid, expires_at text)
language sql volatile security definer set search_path = public as $$
  insert into sign_in_link (tenant_id, id, person_id, token_hash, purpose, expires_us)
  select p.tenant_id, l.id, p.id, decode(l.token_hash, 'hex'), 'first', infra.now_us() + 604800000000
  from jsonb_to_recordset(p_links) as l(id uuid, person_id uuid, token_hash text)
  join person p on p.tenant_id = current_setting('app.tenant')::uuid and p.id = l.person_id
  where p.state in ('invited', 'active') and p.last_sign_in_at is null
    and not exists (
      select from credential c where c.tenant_id = p.tenant_id and c.account_id = p.id and c.password_set_at is not null
    )
  returning sign_in_link.person_id, infra.iso(to_timestamp(expires_us / 1000000.0))
$$;
alter function infra.invite_people(jsonb) owner to muster_auth;
revoke execute on function infra.invite_people(jsonb) from public;
grant execute on function infra.invite_people(jsonb) to muster_worker;
