-- outside a transaction
-- What takes the place of indexes that 0242 drops (docs/decisions/0112).
-- The lines of a pair, in their order; from 0241 on the key of the history.
-- old code survives: ids are numbered by the database, so no two rows are alike.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
create unique index concurrently compliance_history_line on compliance_history (tenant_id, person_id, course_id, changed_at, id) include (status);
-- One enrollment of a person for a course in a cycle; those that are cancelled or withdrawn stand under their own id. The course comes first, so that
-- this is the index of a course's enrollments, too.
-- old code survives: enrollment_cycle forbids the same, and ids are unique.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
create unique index concurrently enrollment_course_cycle on enrollment (tenant_id, course_id, person_id, cycle_year, cycle_seq, (case when state in ('cancelled', 'withdrawn') then id end)) nulls not distinct;
-- An id is that of one kind only. Without the kind before it, entries of what was just made come last, and pages of the index are filled.
-- squawk-ignore ban-concurrent-index-creation-in-transaction, prefer-robust-stmts
create index concurrently audit_log_about on audit_log (tenant_id, target_id);
