-- outside a transaction
-- A claim costs what is due (docs/decisions/0068): an organisation's mails in their order, and the oldest that is not one of many.
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently mail_waiting on mail (tenant_id, importance, due_us, id) where due_us is not null;
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently mail_due_first on mail (due_us) where due_us is not null and importance < 2;
