-- outside a transaction
-- A list of enrollments in a state that few have, or nobody, is found by the state, and not by a walk through all that there are. Nearly all
-- begin as assigned: of these the walk finds a page soon, and an assignment writes nothing here.
-- squawk-ignore prefer-robust-stmts, ban-concurrent-index-creation-in-transaction
create index concurrently enrollment_state on enrollment (tenant_id, state, created_at, id)
where state <> 'assigned';
