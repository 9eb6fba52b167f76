-- outside a transaction
-- Each organisation keeps its sync log as long as it says, and its rows are found by organisation and id: no statement asks for those of all organisations
-- by their age, and each row that a provider causes was one entry more.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
drop index concurrently scim_exchange_age;
