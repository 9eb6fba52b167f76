-- Events, changes of flags and the audit log are ordered by the transactions that wrote them. Numbers of transactions belong to one
-- cluster: a dump that is restored into a younger one, a subscriber that takes over and a standby that is promoted too early give
-- numbers again that were used before, or smaller ones. So the order is (epoch, transaction, id); the epoch goes up whenever another
-- cluster, timeline or database begins to write. Both stand in the one column `xid` that was there: the epoch in its upper 16 bits,
-- the transaction in the lower 48, which at 10,000 transactions a second last for 890 years. docs/decisions/0036 says why.

-- Who wrote in which epoch. The last row is the present.
create table infra.epoch (
  epoch integer primary key check (epoch between 0 and 32767),
  system_identifier text not null,
  timeline integer not null,
  database oid not null,
  began_at timestamptz not null default now()
);
grant select (epoch) on infra.epoch to muster_app, muster_auth;
grant select on infra.epoch to muster_worker;

-- A place in the order; places compare as (epoch, transaction) do.
create function infra.place(p_epoch integer, p_xid xid8) returns xid8
language sql immutable as $$ select ((p_epoch::bigint << 48) | p_xid::text::bigint)::text::xid8 $$;

-- Before this place every row is visible, and none can come any more: those of earlier epochs, and those of this one that are older
-- than the oldest transaction that still runs.
create function infra.horizon() returns xid8
language sql stable as $$
  select infra.place((select max(epoch) from infra.epoch), pg_snapshot_xmin(pg_current_snapshot()))
$$;

-- From this place on there can be no row yet: one that stands there was not written by a transaction.
create function infra.unreached() returns xid8
language sql stable as $$
  select infra.place((select max(epoch) from infra.epoch), pg_snapshot_xmax(pg_current_snapshot()))
$$;

-- Who writes here. Of a timeline the file of the log that is being written knows at once; the control file learns of a promotion
-- with the next checkpoint.
create function infra.here(out system_identifier text, out timeline integer, out database oid)
language sql volatile set search_path = pg_catalog as $$
  select c.system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer, d.oid
  from pg_control_system() c, pg_database d
  where d.datname = current_database()
$$;

-- Begins an epoch above the present one and above `p_above`: from now on rows are written with it. The locks wait for every
-- transaction that has written with the epoch before, so that whoever sees the new epoch sees all rows of the old one.
create function infra.begin_epoch(p_above integer default 0) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare
  begun integer;
  ordered text;
begin
  lock table infra.epoch in share row exclusive mode;
  select greatest(max(epoch), p_above) + 1 into begun from infra.epoch;
  foreach ordered in array array['audit_log', 'compliance_history', 'event'] loop
    execute format('alter table only %I alter column xid set default infra.place(%s, pg_current_xact_id())', ordered, begun);
  end loop;
  insert into infra.epoch (epoch, system_identifier, timeline, database)
  select begun, h.system_identifier, h.timeline, h.database from infra.here() h;
  return begun;
end $$;
revoke execute on function infra.begin_epoch(integer) from public;

-- Every connection asks this before it writes: begins an epoch where another cluster, timeline or database wrote last, and says
-- whether it did. A server in recovery writes nothing.
create function infra.keep_epoch(out epoch integer, out has_begun boolean)
language plpgsql volatile security definer set search_path = public as $$
begin
  has_begun := false;
  if pg_is_in_recovery() then return; end if;
  epoch := infra.epoch_here();
  if epoch is not null then return; end if;
  -- One process begins it; those that have waited for the lock find it begun.
  lock table infra.epoch in share row exclusive mode;
  epoch := infra.epoch_here();
  if epoch is not null then return; end if;
  epoch := infra.begin_epoch();
  has_begun := true;
end $$;
revoke execute on function infra.keep_epoch() from public;
grant execute on function infra.keep_epoch() to muster_app, muster_worker;

-- The present epoch where it is this cluster's, timeline's and database's; null: another one wrote last.
create function infra.epoch_here() returns integer
language sql volatile set search_path = public as $$
  select l.epoch
  from (select * from infra.epoch order by epoch desc limit 1) l, infra.here() h
  where (l.system_identifier, l.timeline, l.database) = (h.system_identifier, h.timeline, h.database)
$$;

-- What stands already is of epoch 0. Where the last row of an organisation has a transaction that is still to come, another cluster
-- wrote it, before there were epochs: then the first process that writes here begins an epoch.
create function infra.written_elsewhere() returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select
    from tenant t
    cross join lateral (select a.xid from audit_log a where a.tenant_id = t.id order by a.xid desc, a.id desc limit 1) a
    where a.xid >= pg_snapshot_xmax(pg_current_snapshot()))
$$;
alter function infra.written_elsewhere() owner to muster_auth;
insert into infra.epoch (epoch, system_identifier, timeline, database)
select 0, case when infra.written_elsewhere() then 'unknown' else h.system_identifier end, h.timeline, h.database
from infra.here() h;
drop function infra.written_elsewhere();

-- Organisations with rows that wait for their seal.
create or replace function infra.tenants_with_unsealed_audit() returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id
  from (select infra.horizon() as horizon) h
  cross join tenant t
  left join lateral (
    select s.audit_xid, s.audit_id from audit_seal s where s.tenant_id = t.id order by s.seq desc limit 1
  ) s on true
  where exists (
    select
    from audit_log a
    where a.tenant_id = t.id
      and (a.xid, a.id) > (coalesce(s.audit_xid, '0'::xid8), coalesce(s.audit_id, '00000000-0000-0000-0000-000000000000'))
      and a.xid < h.horizon
  )
  order by 1
$$;

-- Where each organisation's chain ends, to be written down outside the database, with its place: that tells the epoch.
drop function infra.audit_chain_ends();
create function infra.audit_chain_ends() returns table (tenant_id uuid, seq bigint, hash bytea, audit_xid xid8)
language sql stable security definer set search_path = public as $$
  select t.id, s.seq, s.hash, s.audit_xid
  from tenant t
  cross join lateral (
    select s.seq, s.hash, s.audit_xid from audit_seal s where s.tenant_id = t.id order by s.seq desc limit 1
  ) s
  order by 1
$$;
alter function infra.audit_chain_ends() owner to muster_auth;
