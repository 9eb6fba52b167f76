-- Ties the rows of the audit log into a chain, so that whoever edits, deletes or reorders them is found: each seal is an HMAC,
-- with a key that the database does not know, over the seal before it and over its row. Rows are sealed by the worker in the
-- order of (xid, id), once no transaction can put one before them; nobody who writes one waits for that. What is personal has a
-- digest of its own, so that erasure leaves the rest verifiable. No foreign key: a row that is gone has to be noticed.
create table audit_seal (
  tenant_id uuid not null references tenant,
  seq bigint not null check (seq >= 1),
  audit_id uuid not null,
  audit_xid xid8 not null,
  personal_hash bytea not null check (octet_length(personal_hash) = 32),
  key_version integer not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (tenant_id, seq),
  unique (tenant_id, audit_id)
);
call infra.isolate('audit_seal');
revoke update, delete on audit_seal from muster_app, muster_worker;

create policy seal on audit_log for select to muster_auth using (true);
grant select (tenant_id, id, xid) on audit_log to muster_auth;
create policy seal on audit_seal for select to muster_auth using (true);
grant select (tenant_id, seq, audit_id, audit_xid, hash) on audit_seal to muster_auth;

-- Organisations with rows that wait for their seal.
create function infra.tenants_with_unsealed_audit() returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id
  from tenant t
  left join lateral (
    select s.audit_xid, s.audit_id from audit_seal s where s.tenant_id = t.id order by s.seq desc limit 1
  ) s on true
  where exists (
    select
    from audit_log a
    where a.tenant_id = t.id
      and (a.xid, a.id) > (coalesce(s.audit_xid, '0'::xid8), coalesce(s.audit_id, '00000000-0000-0000-0000-000000000000'))
      and a.xid < pg_snapshot_xmin(pg_current_snapshot())
  )
  order by 1
$$;
alter function infra.tenants_with_unsealed_audit() owner to muster_auth;

-- Where each organisation's chain ends, to be written down outside the database.
create function infra.audit_chain_ends() returns table (tenant_id uuid, seq bigint, hash bytea)
language sql stable security definer set search_path = public as $$
  select t.id, s.seq, s.hash
  from tenant t
  cross join lateral (select s.seq, s.hash from audit_seal s where s.tenant_id = t.id order by s.seq desc limit 1) s
  order by 1
$$;
alter function infra.audit_chain_ends() owner to muster_auth;
