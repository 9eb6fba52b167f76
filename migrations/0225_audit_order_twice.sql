-- outside a transaction
-- audit_log_sealing (0224) has the same order.
-- squawk-ignore prefer-robust-stmts
drop index concurrently audit_log_order;
