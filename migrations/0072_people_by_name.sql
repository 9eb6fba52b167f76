-- outside a transaction
-- Everybody in the order of names, those who have left too: as_of walks to its page (docs/decisions/0053).
-- squawk-ignore prefer-robust-stmts
create index concurrently person_name on person (tenant_id, full_name_norm, id);
