-- What SQL that was smuggled into a request could reach, made less (docs/operating/logins.md).

-- Digests are compared by infra.admit and infra.find_panel_session alone: no role that serves or works needs to read them.
-- old code survives: it reads the columns that are granted here, and changes the end of a secret only.
revoke select, update on client_secret from muster_app, muster_worker;
grant select (tenant_id, client_id, key_id, pepper_version, created_at, expires_at, revoked_at) on client_secret
  to muster_app, muster_worker;
grant update (expires_at, revoked_at) on client_secret to muster_app;
-- old code survives: it finds a session by infra.find_panel_session, and reads no other column.
revoke select on panel_session from muster_app, muster_worker;
grant select (tenant_id, id, administrator_id, person_id, account_id, idle_us, created_us, seen_us, expires_us, stepped_up_us,
  may_set_password, address, user_agent) on panel_session to muster_app, muster_worker;
-- Passwords are verified by the process that serves; one that works needs none.
-- old code survives: its worker reads the language alone, and writes nothing there.
revoke select, insert, update on credential from muster_worker;
grant select (tenant_id, administrator_id, person_id, account_id, password_set_at, totp_secret, totp_confirmed_at, totp_step, language,
  created_at, updated_at) on credential to muster_worker;
grant update (totp_secret) on credential to muster_worker;

-- Which organisations have something to do is the worker's to know, and so is clearing up.
-- old code survives: only its worker calls these, as muster_worker.
revoke execute on function infra.tenants_with_a_new_day(), infra.tenants_with_compliance_deltas(), infra.tenants_with_due_mail(),
  infra.tenants_with_exchanges_before(uuid), infra.tenants_with_keys_before(bigint), infra.tenants_with_mails_before(uuid),
  infra.tenants_with_old_imports(bigint, bigint, bigint), infra.tenants_with_unsealed_audit(), infra.audit_chain_ends(),
  infra.forget_requests(uuid, integer) from public;
grant execute on function infra.tenants_with_a_new_day(), infra.tenants_with_compliance_deltas(), infra.tenants_with_due_mail(),
  infra.tenants_with_exchanges_before(uuid), infra.tenants_with_keys_before(bigint), infra.tenants_with_mails_before(uuid),
  infra.tenants_with_old_imports(bigint, bigint, bigint), infra.tenants_with_unsealed_audit(), infra.audit_chain_ends(),
  infra.forget_requests(uuid, integer) to muster_worker;
