-- outside a transaction
-- The order in which the log is sealed, with who did it: how many entries somebody has, and which are the newest, is read from this alone
-- (docs/decisions/0108). It takes the place of audit_log_order.
-- squawk-ignore prefer-robust-stmts
create index concurrently audit_log_sealing on audit_log (tenant_id, xid, id) include (actor_type, actor_id);
