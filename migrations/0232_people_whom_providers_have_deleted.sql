-- outside a transaction
-- The list of users counts by the counters of people, and takes off whom the identity provider has deleted.
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently person_scim_deleted on person (tenant_id) where scim_deleted_at is not null and state <> 'anonymized';
