-- How far the sealed audit log of each organisation has been sent to the operator's log server (docs/decisions/0041). A trigger keeps
-- up `sealed_seq`, so that the sender finds what is due in an index, however many organisations there are.
create table infra.audit_export (
  tenant_id uuid primary key references tenant on delete cascade,
  sealed_seq bigint not null,
  sent_seq bigint not null default 0,
  -- Since when something has waited, by the infrastructure's clock.
  waiting_since_us bigint not null,
  -- The sender that is at it, and until when.
  claim_id uuid,
  claimed_until_us bigint not null default 0
) with (fillfactor = 80);
create index audit_export_due on infra.audit_export (waiting_since_us) where sent_seq < sealed_seq;
grant select, update (sent_seq, waiting_since_us, claim_id, claimed_until_us) on infra.audit_export to muster_worker;

create function infra.note_sealed() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into infra.audit_export as e (tenant_id, sealed_seq, waiting_since_us)
  select tenant_id, max(seq), infra.now_us() from sealed group by tenant_id order by tenant_id
  on conflict (tenant_id) do update
  set sealed_seq = greatest(e.sealed_seq, excluded.sealed_seq),
    waiting_since_us = case when e.sent_seq < e.sealed_seq then e.waiting_since_us else excluded.waiting_since_us end;
  return null;
end
$$;
create trigger audit_seal_noted after insert on audit_seal
referencing new table as sealed for each statement execute function infra.note_sealed();

-- What was sealed before: all of it is due once a log server is named.
insert into infra.audit_export (tenant_id, sealed_seq, waiting_since_us)
select tenant_id, seq, infra.now_us() from infra.audit_chain_ends()
on conflict (tenant_id) do nothing;
