-- outside a transaction
-- A certificate is searched by the beginning of its number, whatever the order of letters is in the database.
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently certificate_number_begins on certificate (tenant_id, number collate "C");
