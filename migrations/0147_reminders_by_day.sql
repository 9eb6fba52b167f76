-- outside a transaction
-- What people were reminded of goes by its day (docs/decisions/0083).
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently reminder_sent_on on reminder (tenant_id, sent_on);
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently digest_mail_about_on on digest_mail (tenant_id, about_on);
