// TI2: the rights of the role that reads across organisations during authentication, taken from the catalogue, line by line.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());

/** `TABLE: privilege, …`; a privilege for some columns only is followed by these columns. */
async function grantsOf(role: string): Promise<string[]> {
  const { rows } = await database.superuser.query<{ line: string }>(
    `with granted as (
       select n.nspname || '.' || c.relname as name, a.privilege_type as privilege, null::text as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
       where a.grantee = $1::regrole and n.nspname in ('public', 'infra') and not c.relispartition
       union all
       select n.nspname || '.' || c.relname, x.privilege_type, string_agg(t.attname, ', ' order by t.attname)
       from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace, aclexplode(t.attacl) x
       where x.grantee = $1::regrole and n.nspname in ('public', 'infra') and not c.relispartition
       group by 1, 2)
     select name || ': ' || string_agg(lower(privilege) || coalesce(' (' || columns || ')', ''), ', ' order by privilege) as line
     from granted group by name order by name`,
    [role],
  );
  return rows.map(({ line }) => line);
}

test("TI2 the role that authenticates may read these columns, write these counters, and nothing else", async () => {
  assert.deepEqual(await grantsOf("muster_auth"), [
    "infra.due: insert, select",
    "infra.epoch: select (epoch)",
    "infra.failed_authentication: delete, insert, select, update",
    "infra.look_out: select, update",
    "infra.placement: select",
    "infra.secret_key: select (audit_key, version)",
    "infra.sliding_window: delete, insert, select, update",
    "infra.used_assertion: insert",
    "infra.used_proof: delete, insert, select (digest)",
    "public.administrator: select",
    "public.administrator_department: select",
    "public.audit_log: select (id, tenant_id, xid)",
    "public.audit_seal: select (audit_id, audit_xid, hash, key_version, seq, tenant_id)",
    "public.certificate: select (id, tenant_id, verification_code)",
    "public.client: select",
    "public.client_key: select, update (last_used_at)",
    "public.client_secret: select, update (digest, pepper_version)",
    "public.compliance_delta: select (tenant_id)",
    "public.compliance_status: select (look_on, tenant_id)",
    "public.course_booking: select (attended, enrollment_id, session_id, state, tenant_id)",
    "public.credential: select (account_id, language, password_set_at, tenant_id, totp_confirmed_at, totp_secret)",
    "public.department: select (id, name, name_norm, parent_id, tenant_id)",
    "public.forecast_delta: select (tenant_id)",
    "public.idempotency_key: select (claimed_us, tenant_id)",
    "public.identity_domain: select (domain, tenant_id, verified_at)",
    "public.identity_provider: select (id, secret, state, tenant_id)",
    "public.import: select (created_at, status, tenant_id)",
    "public.mail: select (body, due_us, id, importance, once_key, recipient, tenant_id)",
    "public.organisation_logo: select (sha256, tenant_id)",
    "public.panel_session: select, update (seen_us)",
    "public.person: select",
    "public.person_delta: select (tenant_id)",
    "public.person_erasure: select (completed_at, requested_us, tenant_id, terms)",
    "public.rate_bucket: insert, select, update",
    "public.request_log: delete, insert, select",
    "public.request_pack: insert",
    "public.retention: select (kind, look_us, tenant_id)",
    "public.scim_exchange: select (id, tenant_id)",
    "public.sign_in_link: insert, select",
    "public.tenant: select",
    "public.tenant_day: select",
    "public.webhook_subscription: select (client_id, id, previous_secret, secret, tenant_id)",
  ]);
});
