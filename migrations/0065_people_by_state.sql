-- outside a transaction
-- A page of those whose accounts are in one state, however few they are: GET /users?status= (docs/decisions/0053).
-- squawk-ignore prefer-robust-stmts
create index concurrently person_state on person (tenant_id, state, created_at, id) include (worker_type);
