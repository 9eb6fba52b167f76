-- outside a transaction
-- The people of a manager in the order in which they were created: GET /users?manager_id= (docs/decisions/0061).
-- squawk-ignore prefer-robust-stmts
create index concurrently person_manager_reports on person (tenant_id, manager_id, created_at, id) where manager_id is not null;
