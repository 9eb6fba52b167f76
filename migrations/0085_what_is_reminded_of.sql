-- outside a transaction
-- What a morning reminds of is found by its dates (docs/decisions/0064).
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently enrollment_falls_due on enrollment (tenant_id, due_date)
where state in ('assigned', 'in_progress') and requirement_active and due_date is not null;
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently enrollment_assigned_at on enrollment (tenant_id, assigned_at)
where state = 'assigned' and requirement_active;
