-- outside a transaction
-- People whose accounts have ended, by when (docs/decisions/0043). A migrator that was interrupted runs this again (0042).
-- squawk-ignore prefer-robust-stmts
create index concurrently person_left on person (tenant_id, deactivated_at) where state = 'deactivated';
